import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { asTyped, typing } from '../../src/cli/kit/command-line.ts';
import { environment, PROGRAM } from '../support/command.ts';
import { temporaryDir } from '../support/daemon.ts';

let place: ReturnType<typeof temporaryDir>;
beforeEach(() => {
  place = temporaryDir();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  place.remove();
});

/** Returns the line that a message names in a folder, with this PATH. */
function lineIn(folder: string, PATH: string): string {
  vi.spyOn(process, 'cwd').mockReturnValue(folder);
  vi.stubEnv('PATH', PATH);
  return typing('/our church')('status');
}

test('a message names the command itself if the shell finds this program', () => {
  expect(lineIn(place.dir, environment({}).PATH ?? '')).toBe('vestry status --data-dir "/our church"');
});

test('a message names npx below the folder in which this program is installed', () => {
  mkdirSync(path.join(place.dir, 'node_modules/.bin'), { recursive: true });
  symlinkSync(PROGRAM, path.join(place.dir, 'node_modules/.bin/vestry'));
  expect(lineIn(path.join(place.dir, 'books'), '/usr/bin')).toBe('npx vestry status --data-dir "/our church"');
});

test('a message names npx if only npx has the folder of this program on its path', () => {
  const folder = path.join(place.dir, 'node_modules/.bin');
  mkdirSync(folder, { recursive: true });
  symlinkSync(PROGRAM, path.join(folder, 'vestry'));
  const byNpx = [folder, '/usr/bin'].join(path.delimiter);
  expect(lineIn(place.dir, byNpx)).toBe('npx vestry status --data-dir "/our church"');
});

test('a message names the file of a source folder, from this folder or from elsewhere', () => {
  const root = path.resolve(PROGRAM, '../..');
  expect(lineIn(root, '/usr/bin')).toBe('node bin/vestry.js status --data-dir "/our church"');
  expect(lineIn(place.dir, '')).toBe(`node ${PROGRAM} status --data-dir "/our church"`);
});

test('another program of the same name is not this one', () => {
  symlinkSync(process.execPath, path.join(place.dir, 'vestry'));
  expect(lineIn(place.dir, place.dir)).toMatch(/^node /);
});

test.each([
  ['Undo that import first: vestry import undo 3.', 'Undo that import first: npx vestry import undo 3.'],
  ['Run npx vestry status, or vestry doctor', 'Run npx vestry status, or npx vestry doctor'],
  ['vestry: /srv/vestry is not a folder of vestry', 'vestry: /srv/vestry is not a folder of vestry'],
])('a message names the command as npx runs it: %s', (message, typed) => {
  expect(asTyped(message, 'npx vestry')).toBe(typed);
  expect(asTyped(message, 'vestry')).toBe(message);
});
