import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryDir, vestry } from '../support/daemon.ts';

let place: ReturnType<typeof temporaryDir>;
const file = (name: string) => path.join(place.dir, name);
const run = (...args: string[]) => vestry([...args, '--data-dir', file('church')]);

beforeAll(async () => {
  place = temporaryDir();
  await run('seed');
  const rows = ['date,amount,category,method,check number,session date', '2026-01-04,50,Tithe,Check,0042,2026-01-04'];
  writeFileSync(file('gifts.csv'), rows.join('\n'));
  await run('import', 'givings', file('gifts.csv'), '--no-givers');
});
afterAll(() => place.remove());

test.each(['slip', 'count-sheet'])('session %s replaces a file only with --force', async (name) => {
  writeFileSync(file('taken.pdf'), 'precious');
  const paper = ['session', name, '2026-01-04', '--pdf', file('taken.pdf')];
  const refused = await run(...paper);
  expect([refused.exitCode, refused.stderr]).toEqual([4, expect.stringContaining('--force')]);
  expect(readFileSync(file('taken.pdf'), 'utf8')).toBe('precious');
  expect(await run(...paper, '--force')).toMatchObject({ exitCode: 0 });
  expect(readFileSync(file('taken.pdf'), 'latin1')).toMatch(/^%PDF-/);
});

test('a date without a session has no deposit slip', async () => {
  const { exitCode } = await run('session', 'slip', '2026-01-05', '--pdf', file('none.pdf'));
  expect(exitCode).toBe(3);
});

test('the giving report accepts a year or a range of dates, but not both', async () => {
  const both = await run('report', 'giving', '--year', '2026', '--from', '2026-01-01');
  expect([both.exitCode, both.stderr]).toEqual([2, expect.stringContaining('--year')]);
  const wrong = await run('report', 'giving', '--year', '26');
  expect([wrong.exitCode, wrong.stderr]).toEqual([2, expect.stringContaining('--year')]);
  expect((await run('report', 'giving', '--year', '2026')).stdout).toContain('50.00');
});
