/** A copy of the repository with all faults in its sources, built like the program. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { instrument } from './instrument.js';
import { installSwitch } from './switch.js';

const OWN = path.resolve(import.meta.dirname, '..');

/** Returns the files of a folder. In a git repository, ignored files are left out. */
export function filesOf(root) {
  const isRepository = existsSync(path.join(root, '.git'));
  const files = isRepository
    ? execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
        .split('\n')
        .filter((file) => file !== '' && !file.includes('.bundled_') && existsSync(path.join(root, file)))
    : readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
        (file) => !/^(?:coverage|node_modules)/.test(file) && statSync(path.join(root, file)).isFile(),
      );
  return files.map((file) => file.replaceAll('\\', '/')).toSorted();
}

/** Returns all faults of these files, numbered from 1, and the texts of the files with the faults. */
export function faultsIn(root, files) {
  const texts = new Map();
  const mutants = [];
  for (const file of files) {
    const made = instrument(file, readFileSync(path.join(root, file), 'utf8'), mutants.length + 1);
    texts.set(file, made.text);
    mutants.push(...made.mutants);
  }
  return { texts, mutants };
}

/** Writes and builds the copy, unless it is up to date, and returns its folder. */
export function growTree(root, work, texts) {
  const tree = path.join(work, 'tree');
  const files = filesOf(root);
  const state = stateOf(root, files, texts);
  const mark = path.join(work, 'tree.state');
  refresh(tree);
  if (existsSync(mark) && readFileSync(mark, 'utf8') === state) return tree;
  rmSync(tree, { recursive: true, force: true });
  for (const file of files) cpSync(path.join(root, file), place(tree, file));
  // The switch is joined to the first line, so that line numbers do not change.
  const install = `globalThis.$m ?? (${installSwitch.toString().replaceAll(/\s*\n\s*/g, ' ')})();`;
  for (const [file, text] of texts) writeFileSync(place(tree, file), install + text);
  symlinkSync(path.join(OWN, '../../node_modules'), path.join(tree, 'node_modules'));
  refresh(tree);
  build(tree);
  writeFileSync(mark, state);
  return tree;
}

/** Updates the copy of this tool's own files, which are not part of the tested program. */
function refresh(tree) {
  mkdirSync(tree, { recursive: true });
  cpSync(path.join(OWN, 'parts'), path.join(tree, 'mutant-parts'), { recursive: true });
}

function build(tree) {
  const main = path.join(tree, 'src/main.ts');
  if (!existsSync(main)) return;
  // Each command begins by reading which fault is active, because its process may have run an earlier command.
  writeFileSync(main, readFileSync(main, 'utf8').replace(/^process\./m, 'globalThis.$mutants?.refresh();process.'));
  execFileSync(process.execPath, ['node_modules/tsup/dist/cli-default.js'], {
    cwd: tree,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

function place(tree, file) {
  const to = path.join(tree, file);
  mkdirSync(path.dirname(to), { recursive: true });
  return to;
}

function stateOf(root, files, texts) {
  const hash = createHash('sha256').update([...texts.values()].join('\0'));
  for (const file of files) hash.update(file).update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}
