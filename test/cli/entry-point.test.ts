import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { environment, finished, PROGRAM } from '../support/command.ts';
import { temporaryDir } from '../support/daemon.ts';

/** Makes the running Node.js look like one without the version of Node-API that the database module needs. */
const AS_OLD = `data:text/javascript,${encodeURIComponent(
  "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '22.13.1', napi: '9' } })",
)}`;

const { dir, remove } = temporaryDir();
beforeAll(() => {
  // An installed package has no sources beside it.
  for (const folder of ['installed/bin', 'installed/dist', 'clone/bin', 'clone/src']) {
    mkdirSync(path.join(dir, folder), { recursive: true });
  }
  for (const folder of ['installed', 'clone']) {
    cpSync(PROGRAM, path.join(dir, folder, 'bin/vestry.js'));
    writeFileSync(path.join(dir, folder, 'package.json'), '{ "type": "module" }');
  }
  writeFileSync(path.join(dir, 'installed/dist/main.js'), 'process.exitCode = 99;');
  writeFileSync(path.join(dir, 'clone/src/main.ts'), '');
});
afterAll(remove);

const run = (program: string, args: readonly string[] = []) =>
  finished(spawn(process.execPath, [...args, program, '--version'], { env: environment({}) }));
const old = ['--import', AS_OLD];

test('an old Node.js, in which the database module would end the program, is refused in one sentence', async () => {
  expect(await run(path.join(dir, 'installed/bin/vestry.js'), old)).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: expect.stringMatching(
      /^Vestry needs Node\.js 22\.14 or newer, and this is Node\.js 22\.13\.1\. Install .*\n$/,
    ),
  });
});

// npm has no such package for every system.
const own = path.resolve(`node_modules/node-${process.platform}-${process.arch}`);

test.runIf(existsSync(own))('in a clone, an old Node.js goes on with the Node.js of the clone', async () => {
  expect(await run(PROGRAM, old)).toEqual({ exitCode: 0, stdout: '0.1.0\n', stderr: '' });
});

test('in a clone that is not built, one sentence says what to type', async () => {
  expect(await run(path.join(dir, 'clone/bin/vestry.js'))).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/^Vestry is not built in this folder yet\. .*npm ci\n$/),
  });
});

test('npx in a clone that is not installed gets that sentence, because the step before neither fails nor builds', async () => {
  const prepare = path.resolve('src/build/prepare.js');
  const place = { cwd: path.join(dir, 'clone'), env: environment({ npm_command: 'exec' }) };
  expect(await finished(spawn(process.execPath, [prepare], place))).toEqual({ exitCode: 0, stdout: '', stderr: '' });
});
