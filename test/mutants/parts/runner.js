/**
 * Vitest's runner in a long-lived worker. It takes jobs from a folder, one after another, activates the fault of each,
 * and runs test files until the first test fails. Modules stay loaded, unless the fault is in a value that is computed
 * when its file is loaded.
 */
import { appendFileSync, closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startTests } from 'vitest/internal/browser';
import { VitestTestRunner } from 'vitest/runners';
import { installSwitch } from './switch.js';

/** A process ends after this many jobs to free its memory. */
const JOBS_PER_PROCESS = 250;

const PLACE = process.env.MUTANT_PLACE ?? '';
const LOG = process.env.MUTANT_LOG ?? '';
const STATE = process.env.MUTANT_STATE ?? '';
const TREE = process.cwd();

/** Runs one test file without output. Stops at the first failure, unless `isPatient`. */
class FileRunner extends VitestTestRunner {
  failure = '';

  constructor(outer, isPatient) {
    super(outer.config);
    Object.defineProperty(this, 'moduleRunner', { value: outer.moduleRunner });
    this.__setTraces(outer._otel);
    this.isPatient = isPatient;
  }

  importFile(file, source) {
    forget((module) => module.file === file);
    return super.importFile(file, source);
  }

  onAfterRunTask(test) {
    super.onAfterRunTask(test);
    if (test.result?.state !== 'fail') return;
    if (this.failure === '') this.failure = test.name;
    if (!this.isPatient) this.cancelRun = true;
  }
}

/** Runs the jobs after the only test file of Vitest (`driver.js`). */
// oxlint-disable-next-line import/no-default-export -- Vitest loads the default export
export default class JobRunner extends VitestTestRunner {
  // oxlint-disable-next-line typescript/no-misused-promises -- Vitest awaits it, although its type returns void
  async onAfterRunFiles(files) {
    super.onAfterRunFiles(files);
    if (globalThis.$mutants === undefined) installSwitch();
    globalThis.$mutants.isTest = true;
    const jobs = JSON.parse(readFileSync(path.join(PLACE, 'jobs.json'), 'utf8'));
    let done = 0;
    for (const [index, job] of jobs.entries()) {
      if (done >= JOBS_PER_PROCESS) return;
      if (!claim(index)) continue;
      done += 1;
      note({ index, state: 'begun' });
      note({
        index,
        state: 'ended',
        ...(job.mutant === undefined ? await record(this, job) : await attempt(this, job)),
      });
    }
  }
}

/**
 * For each source file, the number of its faults that each test file has seen. A test file that has seen many will
 * probably see the next fault, too.
 */
const killers = new Map();

/** Runs one test file while no fault is active, and records which faults it reaches. */
async function record(outer, { file }) {
  const hitsFile = path.join(PLACE, `hits-${path.basename(LOG)}-${performance.now()}`);
  set(0, hitsFile);
  globalThis.$mutants.hits.clear();
  const startedAt = performance.now();
  const failure = await runFile(outer, file, true);
  const ms = Math.round(performance.now() - startedAt);
  const others = existsSync(hitsFile) ? readFileSync(hitsFile, 'utf8').split('\n').filter(Boolean).map(Number) : [];
  return { file, failure, ms, hits: [...new Set([...globalThis.$mutants.hits, ...others])] };
}

/** Activates a fault and runs test files until one of them fails or the time is up. */
async function attempt(outer, { mutant, source, isStatic, files, limit }) {
  const seers = killers.get(source) ?? new Map();
  killers.set(source, seers);
  const ordered = files.toSorted((a, b) => (seers.get(b) ?? 0) - (seers.get(a) ?? 0));
  const startedAt = performance.now();
  if (isStatic) forget(isOurs);
  set(mutant, '');
  try {
    for (const [tried, file] of ordered.entries()) {
      if (performance.now() - startedAt > limit) return { mutant, tried };
      note({ state: 'file', file });
      const failure = await runFile(outer, file, false);
      if (failure === '') continue;
      seers.set(file, (seers.get(file) ?? 0) + 1);
      return { mutant, killedBy: file, test: failure };
    }
    return { mutant, tried: files.length };
  } finally {
    set(0, '');
    if (isStatic) forget(isOurs);
  }
}

/** Returns the name of the first failed test, or ''. */
async function runFile(outer, file, isPatient) {
  const runner = new FileRunner(outer, isPatient);
  const [result] = await startTests([path.join(TREE, file)], runner);
  if (runner.failure !== '') return runner.failure;
  if (result?.result?.state !== 'fail') return '';
  return `(${(result.result.errors?.[0]?.message ?? 'hooks').split('\n')[0]})`;
}

function set(active, file) {
  globalThis.$mutants.active = active;
  writeFileSync(STATE, JSON.stringify({ active, file }));
}

const isOurs = ({ file }) => file.startsWith(`${TREE}/src/`) || file.startsWith(`${TREE}/test/`);

/** Makes Vitest load the matching modules again when they are next used. */
function forget(isMeant) {
  const { evaluatedModules } = globalThis.__vitest_worker__;
  for (const module of evaluatedModules.idToModuleMap.values())
    if (module.file && isMeant(module)) evaluatedModules.invalidateModule(module);
}

function claim(index) {
  try {
    closeSync(openSync(path.join(PLACE, `claim-${index}`), 'wx'));
    return true;
  } catch {
    return false;
  }
}

function note(entry) {
  appendFileSync(LOG, `${JSON.stringify({ at: Date.now(), ...entry })}\n`);
}
