/**
 * A fuzz of the import of gifts. Each file is made from a known list: what is stored equals the list, or nothing is
 * stored and the refusal names what is unusual. `npm run import-fuzz` makes 2,000 files with another seed each time;
 * `IMPORT_FUZZ=7` sets the seed, and `IMPORT_FUZZ=7:126` makes and prints one file again.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IS_NIGHTLY } from '../support/nightly.ts';
import { type Church, openChurch } from './church.ts';
import { judge } from './judge.ts';

const DRAWN = IS_NIGHTLY ? String(Math.floor(Math.random() * 100_000)) : '39';
const [SEED = DRAWN, ONE] = process.env['IMPORT_FUZZ']?.split(':') ?? [];
const FILES = IS_NIGHTLY ? 2000 : 150;
const CHURCHES = 8;

let dir: string;
let churches: Church[];
beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'vestry-import-fuzz-'));
  const numbers = Array.from({ length: CHURCHES }, (_church, number) => number);
  churches = await Promise.all(numbers.map((one) => openChurch(`${SEED}:${one}`, one % 4 === 3 ? 'TWD' : 'USD')));
});
afterAll(async () => {
  for (const { close } of churches) await close();
  rmSync(dir, { recursive: true, force: true });
});

const judged = (number: number) =>
  judge(churches[number % CHURCHES] as Church, `${SEED}:file ${number}`, path.join(dir, 'gifts.csv'));

describe(`made-up files of gifts (seed ${SEED})`, () => {
  test.skipIf(ONE)(`are stored as listed, or refused by what is unusual, ${FILES} of them`, async () => {
    const counts = { equal: 0, refused: 0, third: 0 };
    const thirds: string[] = [];
    for (let number = 0; number < FILES; number += 1) {
      const { outcome, why, kinds } = await judged(number);
      counts[outcome] += 1;
      if (outcome === 'third') thirds.push(`IMPORT_FUZZ=${SEED}:${number} (${kinds.join(', ')}): ${why}`);
    }
    console.log(`Seed ${SEED}: ${JSON.stringify(counts)}`);
    expect(thirds).toEqual([]);
    // A reader that refuses everything proves nothing.
    expect(counts.equal).toBeGreaterThan(FILES / 8);
  });

  test.runIf(ONE)('are made again', async () => {
    const { outcome, why, kinds, text } = await judged(Number(ONE));
    console.log(`${text}\n${kinds.join(', ')}\n${outcome} ${why}`);
    expect(outcome).not.toBe('third');
  });
});
