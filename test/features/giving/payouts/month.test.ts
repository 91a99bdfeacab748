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
import { exportJournal } from '../../../../src/features/reports/journal/service.ts';
import type { Minor } from '../../../../src/lib/money.ts';
import { decode } from '../../../../src/validate.ts';
import { ofx } from '../../../contract/bank-support.ts';
import type { TestApp } from '../../../support/app.ts';
import { cardChurch } from '../../../support/card-church.ts';
import { importPayouts } from '../../../support/import.ts';
import { ACCOUNTANTS } from '../../../support/journal.ts';

let app: TestApp;
let stripe: number;
beforeEach(async () => {
  ({ app, stripe } = await cardChurch());
});

const HEADER =
  'automatic_payout_id,automatic_payout_effective_at,balance_transaction_id,created,currency,gross,fee,net,reporting_category,charge_id,customer_email,payment_metadata[fund]';
const DECEMBER = [
  HEADER,
  'po_1,2026-12-10 00:00:00,txn_1,2026-12-06 10:00:00,usd,200.00,6.10,193.90,charge,ch_1,alma@example.org,Tithe',
  'po_1,2026-12-10 00:00:00,txn_2,2026-12-07 09:00:00,usd,75.00,2.48,72.52,charge,ch_2,otto@example.org,Missions',
  'po_2,2026-12-17 00:00:00,txn_3,2026-12-13 10:00:00,usd,310.00,9.29,300.71,charge,ch_3,alma@example.org,Tithe',
  'po_2,2026-12-17 00:00:00,txn_4,2026-12-14 11:00:00,usd,-25.00,0.00,-25.00,refund,ch_1,alma@example.org,Tithe',
  'po_2,2026-12-17 00:00:00,txn_5,2026-12-15 12:00:00,usd,-75.00,15.00,-90.00,dispute,ch_2,otto@example.org,Missions',
];
// The last report of December does not know the payout of January, but a charge of December 30 belongs to it.
const JANUARY = [
  HEADER,
  'po_3,2027-01-03 00:00:00,txn_6,2026-12-30 10:00:00,usd,500.00,14.80,485.20,charge,ch_4,otto@example.org,Tithe',
  'po_3,2027-01-03 00:00:00,txn_7,2027-01-01 10:00:00,usd,40.00,1.46,38.54,charge,ch_5,alma@example.org,Tithe',
];
const BANK = ofx([
  { date: '2026-12-10', amount: 266.42, text: 'STRIPE TRANSFER' },
  { date: '2026-12-17', amount: 185.71, text: 'STRIPE TRANSFER' },
  { date: '2027-01-04', amount: 523.74, text: 'STRIPE TRANSFER' },
]);

/** Returns the balances of the accounts and the income and expenses, as an accounting program adds them up. */
async function inJournal(): Promise<Record<string, number>> {
  const journal = await exportJournal(app, { span: {}, withGivers: false }, async (parts) => {
    let whole = '';
    for await (const { text } of parts) whole += text;
    return whole;
  });
  return ACCOUNTANTS.find(({ isThere }) => isThere)?.balances(journal, { accounts: '^(Assets|Income|Expenses)' }) ?? {};
}

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
  expect(await inJournal()).toEqual({
    'Assets:Checking': 26642 + 18571 + 52374,
    'Income:Giving:Tithe': -(20000 + 31000 + 50000 + 4000 - 2500),
    'Expenses:Finance:Bank & Processing Fees': 610 + 248 + 929 + 1500 + 1480 + 146,
  });
});
