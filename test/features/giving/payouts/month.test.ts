/**
 * A church with a card service over the end of a year: nobody enters a document by hand, and the bank, the books and an
 * accounting program agree. All people are made up.
 */
import { beforeEach, expect, test } from 'vitest';
import { inTransaction } from '../../../../src/app.ts';
import { CHECKING } from '../../../../src/books/account-kinds.ts';
import { accountBalancesAt } from '../../../../src/books/balances.ts';
import { BankLineQuery } from '../../../../src/features/bank/lines/schema.ts';
import { importLines } from '../../../../src/features/bank/lines/import.ts';
import { acceptSure } from '../../../../src/features/bank/matches/accept.ts';
import { listSuggestedLines } from '../../../../src/features/bank/matches/suggestions.ts';
import { finishReconciliation } from '../../../../src/features/bank/reconciliations/finish.ts';
import { startReconciliation } from '../../../../src/features/bank/reconciliations/service.ts';
import { undoImport } from '../../../../src/features/imports/undo.ts';
import { finalizeStatement } from '../../../../src/features/reports/statements/finalize.ts';
import type { Minor } from '../../../../src/lib/money.ts';
import { decode } from '../../../../src/validate.ts';
import type { TestApp } from '../../../support/app.ts';
import { BANK, cardChurch, DECEMBER, FIGURES, inJournal, JANUARY } from '../../../support/card-church.ts';
import { importPayouts } from '../../../support/import.ts';
import { ACCOUNTANTS } from '../../../support/journal.ts';

let app: TestApp;
let stripe: number;
beforeEach(async () => {
  ({ app, stripe } = await cardChurch());
});

/** Imports December, finalizes it, and imports what the report of January adds. Returns the id of the second import. */
async function live(): Promise<number> {
  app.setNow('2026-12-20T18:00:00.000Z');
  await importPayouts(app, DECEMBER);
  app.setNow('2027-01-02T18:00:00.000Z');
  await finalizeStatement(app, { year: 2026, month: 12 }, true);
  app.setNow('2027-01-05T18:00:00.000Z');
  const { plan, importId } = await importPayouts(app, [...DECEMBER, ...JANUARY.slice(1)]);
  expect(plan).toMatchObject({ create: 2, skip: 5, openPoints: [] });
  expect(plan.moved).toEqual([{ line: 7, day: '2026-12-30', date: '2027-01-01' }]);
  return importId ?? 0;
}

test('the bank is reconciled with the first suggestions alone, one for each line, and nothing stays at the service', async () => {
  const last = await live();
  await importLines(app, CHECKING, { bytes: Buffer.from(BANK), name: null, mapping: null });
  const { items } = await listSuggestedLines(app, CHECKING, decode(BankLineQuery, { sort: 'date' }));
  expect(
    items.map(({ amount, suggestions }) => [
      amount,
      suggestions.map(({ documents }) => documents.map(({ type }) => type)),
    ]),
  ).toEqual([
    [26642, [['Transfer']]],
    [18571, [['Transfer']]],
    [52374, [['Transfer']]],
  ]);
  await inTransaction(app, (app) => acceptSure(app, CHECKING));
  const endBalance = (26642 + 18571 + 52374) as Minor;
  const { id: rid } = await startReconciliation(app, CHECKING, { endDate: '2027-01-04', endBalance });
  const done = await finishReconciliation(app, { id: CHECKING, rid });
  expect(done).toMatchObject({ difference: 0, openLines: 0, outstanding: [], bookBalance: endBalance });
  await expect(undoImport(app, last)).rejects.toMatchObject({ code: 'reconciled' });
  expect((await accountBalancesAt(app.db, '2027-01-31')).get(stripe) ?? 0).toBe(0);
  expect((await accountBalancesAt(app.db, '2026-12-31')).get(stripe) ?? 0).toBe(0);
});

test.skipIf(!ACCOUNTANTS.some(({ isThere }) => isThere))('the journal adds up to the same figures', async () => {
  await live();
  expect(await inJournal(app)).toEqual(FIGURES);
});
