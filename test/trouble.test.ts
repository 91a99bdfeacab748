import { mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { forgetTrouble, noteTrouble, readTrouble, troubleFile } from '../src/trouble.ts';

const DISK = { at: '2026-11-18T18:00:00.000Z', code: 'SQLITE_IOERR_FSYNC', mendedAt: null };
const CLOCK = { expected: '2026-11-18T18:00:00.000Z', shown: '2027-11-18T18:00:00.000Z' };

function folder(): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'vestry-trouble-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return directory;
}

test('trouble stays noted beside other trouble until it is forgotten, and a disk failure also until it is mended', () => {
  const directory = folder();
  expect(readTrouble(directory)).toEqual({});
  noteTrouble(directory, { disk: DISK });
  noteTrouble(directory, { clock: CLOCK });
  expect(readTrouble(directory)).toEqual({ disk: DISK, clock: CLOCK });
  forgetTrouble(directory);
  expect(readTrouble(directory)).toEqual({ disk: DISK, clock: CLOCK });
  noteTrouble(directory, { disk: { ...DISK, mendedAt: DISK.at } });
  forgetTrouble(directory);
  expect(readTrouble(directory)).toEqual({});
  expect(readdirSync(directory)).toEqual([]);
});

test('a note that was cut off counts as a disk failure that is not mended', () => {
  const directory = folder();
  noteTrouble(directory, { clock: CLOCK });
  truncateSync(troubleFile(directory), 10);
  expect(readTrouble(directory).disk).toMatchObject({ mendedAt: null });
});
