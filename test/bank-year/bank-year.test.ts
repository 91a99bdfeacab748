/**
 * Reconciles a year of the demo church with a made-up file of its bank, month by month: checks and deposits arrive days
 * later, and every month has a gift with another amount, a fee and interest that the books lack; in one month a check
 * of a giver bounces. Only what Vestry suggests is accepted, besides the corrections for what was planted.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../src/app.ts';
import { CHECKING } from '../../src/books/account-kinds.ts';
import { keyOf } from '../../src/books/account-documents.ts';
import { openingOf } from '../../src/features/accounting/opening/service.ts';
import { importLines } from '../../src/features/bank/lines/import.ts';
import { BankLineQuery } from '../../src/features/bank/lines/schema.ts';
import { acceptSure } from '../../src/features/bank/matches/accept.ts';
import { openDocuments, showDocuments } from '../../src/features/bank/matches/documents.ts';
import { makeExpense, makeIncome } from '../../src/features/bank/matches/make.ts';
import { LineExpense, LineIncome } from '../../src/features/bank/matches/make-schema.ts';
import type { BankDocument } from '../../src/features/bank/matches/schema.ts';
import { listSuggestedLines } from '../../src/features/bank/matches/suggestions.ts';
import { finishReconciliation, undoReconciliation } from '../../src/features/bank/reconciliations/finish.ts';
import {
  deleteReconciliation,
  listReconciliations,
  startReconciliation,
} from '../../src/features/bank/reconciliations/service.ts';
import { GivingReversal } from '../../src/features/giving/givings/schema.ts';
import { reverseGiving } from '../../src/features/giving/givings/reversal.ts';
import { exportJournal } from '../../src/features/reports/journal/service.ts';
import { reopenStatement } from '../../src/features/reports/statements/finalize.ts';
import { listStatements } from '../../src/features/reports/statements/list.ts';
import { seedDemo } from '../../src/features/upkeep/demo/service.ts';
import { addDays, type DateRange, monthRange } from '../../src/lib/date.ts';
import { addMoney, type Minor, negateMoney, subtractMoney, toDecimal } from '../../src/lib/money.ts';
import { decode } from '../../src/validate.ts';
import { as, fileApp, type TestApp } from '../support/app.ts';
import { ACCOUNTANTS } from '../support/journal.ts';
import { type Line, ofx } from '../contract/bank-support.ts';

const FEE = 1250 as Minor;
const INTEREST = 431 as Minor;
/** How much less the bank received than the books say, in one gift of each month. */
const WRONG = 9_00 as Minor;
/** The month, counted from 0, in which a check bounces. */
const BOUNCES_IN = 3;

let app: TestApp;
let close: () => Promise<void>;
let months: readonly DateRange[];

beforeAll(async () => {
  const made = await fileApp();
  ({ close } = made);
  await seedDemo(made.app, { members: 40, years: 1, seed: 'bank' });
  app = as(made.app, 1, 'super_admin');
  months = await openEverything();
});
afterAll(() => close());

/** Removes what the demo church has reconciled, and opens its months. Returns the months that are over. */
async function openEverything(): Promise<DateRange[]> {
  const { items: statements } = await listStatements(app, { year: undefined });
  const finalized = statements.filter(({ status }) => status === 'Finalized');
  const names = finalized.map(({ year, month }) => ({ year, month }));
  const ordered = names.toSorted((a, b) => b.year - a.year || b.month - a.month);
  for (const month of ordered) await reopenStatement(app, month, 'To reconcile it again');
  const { items } = await listReconciliations(app, CHECKING);
  for (const { id } of items) {
    await undoReconciliation(app, { id: CHECKING, rid: id });
    await deleteReconciliation(app, { id: CHECKING, rid: id });
  }
  await inTransaction(app, async ({ db }) => {
    await db.deleteFrom('clearedItems').execute();
    await db.deleteFrom('bankLines').execute();
  });
  return ordered.map((month) => monthRange(month)).toReversed();
}

async function openLines() {
  const all = [];
  for (let page = 1; ; page++) {
    const query = decode(BankLineQuery, { status: 'Open', page: String(page), pageSize: '200', sort: 'id' });
    const { items } = await listSuggestedLines(app, CHECKING, query);
    all.push(...items);
    if (items.length < 200) return all;
  }
}

/** Returns the day on which the bank posts a document. */
function postedOn({ type, id, date, reference }: BankDocument): string {
  if (type === 'OutstandingItem') return addDays(date, 9);
  if (type === 'Payment' && reference !== null) return addDays(date, 2 + (id % 11));
  return addDays(date, type === 'Deposit' ? 1 + (id % 2) : id % 3 === 0 ? 1 : 0);
}

type Posted = { day: string; amount: Minor; documents: BankDocument[] };

/** Returns what the bank posts in a range: the gifts of one transfer together, everything else by itself. */
async function postedIn({ from, to }: DateRange): Promise<Posted[]> {
  const open = [...(await openDocuments(app, CHECKING)).values()].filter(({ date }) => date <= to);
  const groups = new Map<string, BankDocument[]>();
  for (const one of await showDocuments(app, CHECKING, open)) {
    const key = one.type === 'Giving' && one.reference !== null ? one.reference : keyOf(one);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()]
    .map((documents) => {
      const [first] = documents;
      const day = first ? postedOn(first) : '';
      return { day: day < from ? from : day, amount: addMoney(...documents.map(({ amount }) => amount)), documents };
    })
    .filter(({ day }) => day <= to);
}

function lineOf({ day, amount, documents: [first] }: Posted): Line {
  const { type = '', reference = null, description = '' } = first ?? {};
  const isCheck = (type === 'Payment' || type === 'OutstandingItem') && /^\d+$/.test(reference ?? '');
  const check = isCheck ? `00${reference}` : undefined;
  const text = check === undefined ? `${description?.replace(/.*\((.*)\).*/, '$1')} ${reference ?? ''}` : 'CHECK PAID';
  return {
    date: day,
    amount: toDecimal(amount),
    text: text.trim().toUpperCase(),
    ...(check !== undefined && { check }),
  };
}

/** Returns the balance of Checking at the end of a day, as an accounting program adds it up. */
async function inJournal(day: string): Promise<number> {
  const journal = await exportJournal(app, { span: {}, withGivers: false }, async (parts) => {
    let whole = '';
    for await (const { text } of parts) whole += text;
    return whole;
  });
  const accountant = ACCOUNTANTS.find(({ isThere }) => isThere);
  const balances = accountant?.balances(journal, { to: day, accounts: 'Checking' }) ?? {};
  return Object.values(balances).reduce((sum, amount) => sum + amount, 0);
}

test.skipIf(!ACCOUNTANTS.some(({ isThere }) => isThere))(
  'twelve months are reconciled with suggestions and the planted corrections alone, and agree with the journal',
  async () => {
    expect(months).toHaveLength(12);
    let { bankBalance: balance } = await openingOf(app, CHECKING);
    for (const [index, month] of months.entries()) {
      const posted = await postedIn(month);
      const wrong = posted.find(
        ({ documents: [one, ...more] }) => one?.type === 'Giving' && more.length === 0 && one.amount > 2000,
      );
      if (!wrong) throw new Error('The month has no gift to mistype.');
      const [gift] = wrong.documents;
      const lines = posted.map((one) =>
        lineOf(one === wrong ? { ...one, amount: subtractMoney(one.amount, WRONG) } : one),
      );
      const planted: Line[] = [
        { date: month.to, amount: -toDecimal(FEE), text: 'MONTHLY SERVICE FEE' },
        { date: month.to, amount: toDecimal(INTEREST), text: 'INTEREST PAID' },
      ];
      const bounced =
        index === BOUNCES_IN
          ? posted.find(({ documents: [one] }) => one?.type === 'Giving' && one.amount > 3000 && one !== gift)
          : undefined;
      if (bounced)
        planted.push({ date: month.to, amount: toDecimal(negateMoney(bounced.amount)), text: 'RETURNED ITEM' });
      const file = ofx([...lines, ...planted]);
      const counts = await importLines(app, CHECKING, { bytes: Buffer.from(file), name: null, mapping: null });
      expect(counts.imported).toBe(lines.length + planted.length);
      // A second download of the same days adds nothing.
      expect(await importLines(app, CHECKING, { bytes: Buffer.from(file), name: null, mapping: null })).toMatchObject({
        imported: 0,
        changed: 0,
      });

      // The corrections: the amount of the gift, and the documents that the books lack.
      if (gift) {
        const sent = { date: gift.date, amount: toDecimal(WRONG), reason: 'Mistyped' };
        await reverseGiving(app, gift.id, decode(GivingReversal, sent));
      }
      for (const bouncedGift of bounced?.documents ?? []) {
        const sent = { date: month.to, reason: 'The bank returned it', kind: 'Returned' };
        await reverseGiving(app, bouncedGift.id, decode(GivingReversal, sent));
      }
      for (const { id, description } of await openLines()) {
        const path = { id: CHECKING, lineId: id };
        if (description?.startsWith('MONTHLY SERVICE')) {
          await makeExpense(app, path, decode(LineExpense, { subCategoryId: 37, ministryId: 10 }));
        }
        if (description?.startsWith('INTEREST PAID')) {
          await makeIncome(app, path, decode(LineIncome, { incomeCategoryId: 1 }));
        }
      }
      await inTransaction(app, (app) => acceptSure(app, CHECKING));
      expect((await openLines()).map(({ date, amount, description }) => [date, amount, description])).toEqual([]);

      const everything = addMoney(
        ...posted.map(({ amount }) => amount),
        negateMoney(WRONG),
        negateMoney(FEE),
        INTEREST,
        ...(bounced ? [negateMoney(bounced.amount)] : []),
      );
      balance = addMoney(balance, everything);
      const { id: rid } = await startReconciliation(app, CHECKING, { endDate: month.to, endBalance: balance });
      const done = await finishReconciliation(app, { id: CHECKING, rid });
      expect(done).toMatchObject({ difference: 0, endBalance: balance, openLines: 0 });
      const outstanding = addMoney(...done.outstanding.map(({ amount }) => amount));
      expect(await inJournal(month.to)).toBe(addMoney(balance, outstanding));
      expect(done.bookBalance).toBe(addMoney(balance, outstanding));
    }
  },
);
