/** The program is built again if, and only if, what it is made of has changed. */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { environment, finished } from '../support/command.ts';
import { temporaryDir } from '../support/daemon.ts';

const PREPARE = path.resolve('src/build/prepare.js');
const { dir, remove } = temporaryDir();
afterAll(remove);

const write = (file: string, text: string) => writeFileSync(path.join(dir, file), text);
const prepare = () =>
  finished(spawn(process.execPath, [PREPARE], { cwd: dir, env: environment({ npm_command: 'run-script' }) }));

/** A build that counts how often it ran. */
const BUILD = `
import { appendFileSync, writeFileSync } from 'node:fs';
import { digestOfSources, keepBuilt } from ${JSON.stringify(path.resolve('src/build/current.js'))};
appendFileSync('builds', '.');
writeFileSync('dist/main.js', '');
keepBuilt(digestOfSources());
`;

test('a build follows a change of a source, of the data, of the guide or of the packages, and a lost or failed build', async () => {
  for (const folder of ['src/room', 'data', 'docs', 'dist', 'node_modules/tsup'])
    mkdirSync(path.join(dir, folder), { recursive: true });
  for (const file of [
    'tsup.config.ts',
    'vite.config.ts',
    'tsconfig.json',
    'package-lock.json',
    'src/room/a.ts',
    'data/names.json',
    'docs/guide.md',
  ])
    write(file, '');
  write('build.mjs', BUILD);
  write('package.json', JSON.stringify({ scripts: { build: 'node build.mjs' } }));
  const builds = async () => {
    expect(await prepare()).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
    return readFileSync(path.join(dir, 'builds'), 'utf8').length;
  };
  expect(await builds()).toBe(1);
  expect(await builds()).toBe(1);
  write('src/room/a.ts', 'const a = 1;');
  expect(await builds()).toBe(2);
  write('docs/guide.md', '# Guide');
  expect(await builds()).toBe(3);
  write('docs/other.md', '# Other');
  expect(await builds()).toBe(3);
  write('data/names.json', '[]');
  expect(await builds()).toBe(4);
  write('package-lock.json', '{}');
  expect(await builds()).toBe(5);
  rmSync(path.join(dir, 'dist/main.js'));
  expect(await builds()).toBe(6);
  write('src/room/b.ts', '');
  write('build.mjs', 'process.exit(1);');
  expect(await prepare()).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('could not be built') });
  write('build.mjs', BUILD);
  expect(await builds()).toBe(7);
});
