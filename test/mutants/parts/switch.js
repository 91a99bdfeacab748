/**
 * This function is written into every file with faults, because the bundler may load the files in any order. The switch
 * knows which fault is active and records which faults the program reaches. In the test process, the runner sets
 * `active` and reads `hits`. A separate command or service exchanges both through files.
 */
export function installSwitch() {
  const { appendFileSync, existsSync, readFileSync } = process.getBuiltinModule('node:fs');
  const place = process.env.MUTANT_STATE ?? '';
  const state = { active: 0, hits: new Set(), file: '', refresh };
  globalThis.$mutants = state;
  globalThis.$m = (number) => {
    if (!state.hits.has(number)) {
      state.hits.add(number);
      if (state.file !== '') appendFileSync(state.file, `${number}\n`);
    }
    return state.active === number;
  };
  refresh();

  function refresh() {
    if (state.isTest === true || place === '' || !existsSync(place)) return;
    const { active, file } = JSON.parse(readFileSync(place, 'utf8'));
    if (file !== state.file) state.hits.clear();
    Object.assign(state, { active, file });
  }
}
