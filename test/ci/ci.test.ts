/** Tests `run.js` in a scratch folder, and the lists of the tests that are never repeated, and of those that wait. */
import { spawn } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { environment, finished } from '../support/command.ts';
import { ROOT } from '../support/package.ts';

const LIST = new URL('never-repeated.js', import.meta.url).href;
const { BEGINNINGS } = (await import(LIST)) as { BEGINNINGS: string[] };
const FINDER = new URL('waiting.js', import.meta.url).href;
const { waitingTests } = (await import(FINDER)) as { waitingTests: () => { file: string }[] };
const RUN = path.resolve(import.meta.dirname, 'run.js');

let root = '';
beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'vestry-ci-'));
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'));
  const test = { isolate: false, pool: 'threads', globals: true };
  write('vitest.config.js', `export default { test: ${JSON.stringify(test)} };`);
  const once = `
    import { existsSync, writeFileSync } from 'node:fs';
    const isSecond = existsSync(import.meta.filename + '.seen');
    writeFileSync(import.meta.filename + '.seen', '');`;
  const failsOnce = `${once} describe('a (group)', () => test('of $5', () => expect(isSecond).toBe(true)));`;
  write('test/docs/chance.test.js', `${failsOnce} test('that passes', () => {});`);
  write('test/model/chance.test.js', failsOnce);
  write('test/docs/wrong.test.js', `test('is wrong', () => expect(1).toBe(2)); test.skip('is skipped', () => {});`);
  write('test/docs/load.test.js', `${once} if (!isSecond) throw new Error('not loaded'); test('is fine', () => {});`);
  write(
    'test/docs/hook.test.js',
    `beforeAll(() => { throw new Error('no church'); }); test('waits for it', () => {});`,
  );
  write('test/docs/nobody.test.js', `test('is fine, too', () => void Promise.reject(new Error('nobody waited')));`);
  write('test/docs/crash.test.js', `test('crashes', () => process.kill(process.pid, 'SIGKILL'));`);
});
afterAll(() => rmSync(root, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}

/** Runs the tests in these files. Returns the exit code, and the lines of the summary. */
async function ci(...files: string[]): Promise<{ exitCode: number | null; summary: string[] }> {
  for (const seen of globSync('test/*/*.seen', { cwd: root })) rmSync(path.join(root, seen));
  const { exitCode, stdout } = await finished(
    spawn(process.execPath, [RUN, ...files], { cwd: root, env: environment({}) }),
  );
  const lines = stdout.split('\n');
  return { exitCode, summary: lines.filter((line) => /^(flaky|failed): |^\d+ passed, /.test(line)) };
}

test('a test that passes when it is repeated alone is named, and does not fail the run', async () => {
  expect(await ci('test/docs/chance')).toEqual({
    exitCode: 0,
    summary: ['flaky: test/docs/chance.test.js > a (group) > of $5', '2 passed, 0 failed, 0 skipped'],
  });
});

test('a test that fails twice, a test that is never repeated, and a failure outside a test fail the run', async () => {
  const { exitCode, summary } = await ci('chance', 'wrong', 'load', 'hook', 'nobody');
  expect(exitCode).toBe(1);
  expect(summary.toSorted()).toEqual([
    '3 passed, 5 failed, 2 skipped',
    'failed: Unhandled error: nobody waited',
    'failed: test/docs/hook.test.js: no church',
    'failed: test/docs/load.test.js: not loaded',
    'failed: test/docs/wrong.test.js > is wrong',
    'failed: test/model/chance.test.js > a (group) > of $5',
    'flaky: test/docs/chance.test.js > a (group) > of $5',
  ]);
});

test('a crash fails the run', async () => {
  expect(await ci('docs/chance', 'docs/crash')).toEqual({
    exitCode: 1,
    summary: ['failed: Vitest ended with SIGKILL and without results.', '0 passed, 1 failed, 0 skipped'],
  });
});

test('each beginning in the list of tests that are never repeated is that of a test file', () => {
  const files = globSync('test/**/*.test.ts', { cwd: ROOT });
  expect(BEGINNINGS.filter((beginning) => !files.some((file) => file.startsWith(beginning)))).toEqual([]);
});

test('the tests that wait are found: in Chromium, for a timer, and by functions of other files that do so', () => {
  const files = new Set(waitingTests().map(({ file }) => file));
  expect(files).toContain('test/console/people.test.ts');
  expect(files).toContain('test/lib/deadline.test.ts');
  expect(files).toContain('test/torture/webhooks.test.ts');
  expect(files).not.toContain('test/lib/money.test.ts');
});
