/**
 * `npm run test:changed` runs the tests that are nearest to the changed files, in about a minute.
 *
 *     npm run test:changed              what is not committed yet, or else the last commit
 *     npm run test:changed -- main      everything since the branch main
 *     npm run test:changed -- main --most 80 --list
 *
 * `--most N` runs at most N test files (by default 40), the nearest ones first. `--list` only lists them. `nearest.js`
 * says how they are found. It is a quick look, not a proof: the command says what it leaves out, and `npm test` runs
 * everything.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { nearest } from './nearest.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { most: { type: 'string', default: '40' }, list: { type: 'boolean', default: false } },
});

const lines = (...args) =>
  spawnSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 26 })
    .stdout.split('\n')
    .filter(Boolean);
const since = (ref) => [...lines('diff', '--name-only', ref), ...lines('ls-files', '--others', '--exclude-standard')];
const node = (...args) => spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
const tool = (name) => path.resolve('node_modules', name);

process.exitCode = run();

function run() {
  const [ref] = positionals;
  const unsaved = since(ref ?? 'HEAD');
  const changed = unsaved.length > 0 || ref ? unsaved : since('HEAD~1');
  const texts = new Map(
    [...lines('ls-files', 'src', 'test'), ...changed]
      .filter((file) => /\.(?:tsx?|js)$/.test(file) && existsSync(file))
      .map((file) => [file, readFileSync(file, 'utf8')]),
  );
  const { chosen, leftOut } = nearest(changed, texts, Number(values.most));
  console.error(`${changed.length} changed files, ${chosen.length} test files:\n  ${chosen.join('\n  ')}`);
  for (const one of leftOut) console.error(`Left out: ${one}.`);
  if (values.list || chosen.length === 0) return 0;
  return node(tool('vitest/vitest.mjs'), 'run', '--project', 'shared', '--project', 'alone', ...chosen);
}
