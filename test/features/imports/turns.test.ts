import { expect, test } from 'vitest';
import { testApp } from '../../support/app.ts';
import { importGifts } from '../../support/import.ts';

test('a long file lets other work run after every 500 rows of each step', async () => {
  const app = await testApp();
  const rows = Array.from({ length: 4000 }, (_, row) => `2026-03-01,Tithe,${row + 1},gift ${row},place ${row}`);
  let turns = 0;
  let isOver = false;
  const next = () => {
    turns += 1;
    if (!isOver) setImmediate(next);
  };
  setImmediate(next);
  await importGifts(app, ['Date,Fund,Amount,Memo,Place', ...rows], { dryRun: true });
  isOver = true;
  // What is not read is looked at, the cells are read, pledges and the like are left out, the gifts are checked, and then planned.
  expect(turns).toBeGreaterThanOrEqual(5 * (rows.length / 500 - 1));
});
