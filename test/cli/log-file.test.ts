import { existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LogFile, logName, openLogFile } from '../../src/cli/daemon/log-file.ts';
import { temporaryDir } from '../support/daemon.ts';

let place: ReturnType<typeof temporaryDir>;
let file: string;
beforeEach(() => {
  place = temporaryDir();
  file = path.join(place.dir, 'vestry.log');
});
afterEach(() => place.remove());

const lineOf = (number: number) => `${number} ${'x'.repeat(5000)}\n`;

/** Returns the numbers of the lines in all files, oldest first. */
function numbers(): number[] {
  const names = Array.from({ length: 100 }, (_, number) => logName(file, number)).filter((name) => existsSync(name));
  const text = names.toReversed().map((name) => readFileSync(name, 'utf8'));
  return text
    .join('')
    .split('\n')
    .slice(0, -1)
    .map((line) => Number.parseInt(line, 10));
}

const upTo = (count: number) => Array.from({ length: count }, (_, number) => number);

/** Writes lines four at a time, and waits until each group of four is in a file. */
async function writeByFours(log: LogFile, count: number): Promise<void> {
  for (const four of upTo(count / 4)) {
    for (const number of upTo(4)) log.write(lineOf(four * 4 + number));
    await expect.poll(() => numbers().at(-1), { interval: 2 }).toBe(four * 4 + 3);
  }
  log.end();
}

test('rotation neither loses nor reorders lines, and no file exceeds the size limit', async () => {
  await writeByFours(openLogFile(file, { limit: 50_000, kept: 99 }), 100);
  expect(numbers()).toEqual(upTo(100));
  for (const name of readdirSync(place.dir)) {
    expect(statSync(path.join(place.dir, name)).size).toBeLessThanOrEqual(50_000);
    expect(statSync(path.join(place.dir, name)).mode & 0o777).toBe(0o600);
  }
});

test('only the configured number of rotated files is kept, and they contain the latest lines', async () => {
  await writeByFours(openLogFile(file, { limit: 50_000, kept: 2 }), 60);
  expect(readdirSync(place.dir).toSorted()).toEqual(['vestry.1.log', 'vestry.2.log', 'vestry.log']);
  const left = numbers();
  expect(left).toEqual(upTo(60).slice(-left.length));
});

test('closing the log writes the waiting lines, and reopening the log appends further lines', async () => {
  for (const number of upTo(3)) {
    const log = openLogFile(file);
    log.write(lineOf(number));
    log.end();
  }
  expect(numbers()).toEqual([0, 1, 2]);
});

test('a final synchronous flush writes each waiting line once and in order', async () => {
  const log = openLogFile(file);
  for (const number of upTo(50)) log.write(lineOf(number));
  log.flushSync();
  expect(numbers().at(-1)).toBe(49);
  log.end();
  expect(numbers()).toEqual(upTo(50));
});

test('a log file that was removed is created again', async () => {
  const log = openLogFile(file);
  log.write(lineOf(1));
  await expect.poll(numbers).toEqual([1]);
  rmSync(file);
  log.write(lineOf(2));
  log.end();
  expect(numbers()).toEqual([2]);
});

test.runIf(existsSync('/dev/full'))(
  'a full disk causes no error, and the lines are written once there is space',
  async () => {
    symlinkSync('/dev/full', file);
    const log = openLogFile(file);
    for (const number of upTo(10)) log.write(lineOf(number));
    log.flushSync();
    await expect.poll(() => statSync(file).isCharacterDevice()).toBe(true);
    rmSync(file);
    log.end();
    expect(numbers()).toEqual(upTo(10));
  },
);

test.runIf(existsSync('/dev/full'))(
  'the log counts the lines that are lost because both the disk and the buffer are full',
  async () => {
    symlinkSync('/dev/full', file);
    const log = openLogFile(file);
    for (const number of upTo(1000)) log.write(lineOf(number));
    rmSync(file);
    log.end();
    const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
    const lost = JSON.parse(lines.at(-1) ?? '') as { lines: number };
    expect(lines.length - 1 + lost.lines).toBe(1000);
    expect(lost.lines).toBeGreaterThan(0);
  },
);
