/** Plans the reconciliation of the checking account of a demo church, and the lines of its bank. */
import type { App } from '../../../app.ts';
import { CHECKING } from '../../../books/account-kinds.ts';
import {
  addDays,
  addMonths,
  type CalendarDate,
  type DateRange,
  monthOf,
  monthRange,
  monthsOf,
} from '../../../lib/date.ts';
import { addMoney, type Minor } from '../../../lib/money.ts';
import { decode } from '../../../validate.ts';
import { openingOf } from '../../accounting/opening/service.ts';
import { NewRule } from '../../bank/bank-rules/schema.ts';
import { createRule } from '../../bank/bank-rules/service.ts';
import { finishImport, recordImport } from '../../bank/imports/service.ts';
import { addLines } from '../../bank/lines/import.ts';
import { openDocuments, showDocuments } from '../../bank/matches/documents.ts';
import type { BankDocument } from '../../bank/matches/schema.ts';
import { storeMatch } from '../../bank/matches/service.ts';
import { finishReconciliation, reviewReconciliation } from '../../bank/reconciliations/finish.ts';
import { listReconciliations, startReconciliation, updateReconciliation } from '../../bank/reconciliations/service.ts';
import type { Diary } from './diary.ts';

type IdOf = (catalog: 'ExpenseSubCategory' | 'Ministry', key: string) => number;

/** The bank of the demo church, which also pays the interest. */
export const BANK = 'Cedar Grove Bank';

/** For how many months before the present one the demo church has imported the files of its bank. */
const WITH_LINES = 1;

/**
 * Plans a reconciliation for every month that is over: with the lines of the bank for the last month, and by ticking a
 * paper statement for the others. The lines of the present month are open. `idOf` returns the id of a row of a catalog.
 */
export function noteBank(diary: Diary, { from, to }: DateRange, idOf: IdOf): void {
  const state: { balance: Minor | undefined } = { balance: undefined };
  const firstWithLines = monthRange(addMonths(monthOf(diary.openFrom), -WITH_LINES)).from;
  for (const month of monthsOf({ from, to })) {
    const range = monthRange(monthOf(month.from));
    if (range.from >= diary.openFrom) continue;
    const isImported = range.from >= firstWithLines;
    diary.close(range.from, 'treasurer', (app) => reconcile(app, range, { state, isImported }));
    diary.note({ on: addDays(range.to, 6), time: '19:40' }, 'elder', reviewLast);
  }
  diary.note({ on: diary.today, time: '21:00' }, 'treasurer', async (app) => {
    await importLines(app, { from: diary.openFrom, to: diary.today });
    await addRules(app, idOf);
  });
}

/** Adds rules for the fee and the interest of the bank. */
async function addRules(app: App, idOf: IdOf): Promise<void> {
  const fee = {
    type: 'Expense',
    subCategoryId: idOf('ExpenseSubCategory', 'finance/bank-processing-fees'),
    ministryId: idOf('Ministry', 'administration'),
    vendor: BANK,
  };
  const rules = [
    { name: 'Fee of the bank', contains: 'MONTHLY SERVICE FEE', direction: 'Out', amountTo: 25, action: fee },
    { name: 'Interest', contains: BANK, direction: 'In', action: { type: 'Match' } },
  ];
  for (const rule of rules) await createRule(app, CHECKING, decode(NewRule, rule));
}

type Month = { state: { balance: Minor | undefined }; isImported: boolean };

async function reconcile(app: App, range: DateRange, { state, isImported }: Month): Promise<void> {
  const seen = await seenBy(app, range.to);
  const before = state.balance ?? (await openingOf(app, CHECKING)).bankBalance;
  const endBalance = addMoney(before, ...seen.map(({ amount }) => amount));
  state.balance = endBalance;
  if (isImported) {
    const lines = await importLines(app, range);
    for (const { id, documents } of lines) await storeMatch(app, CHECKING, { lines: [id], documents });
  }
  const { id: rid } = await startReconciliation(app, CHECKING, { endDate: range.to, endBalance });
  const path = { id: CHECKING, rid };
  const cleared = isImported ? null : seen.map(({ type, id }) => ({ type, id }));
  if (cleared) await updateReconciliation(app, path, { endDate: null, endBalance: null, cleared });
  await finishReconciliation(app, path);
}

async function reviewLast(app: App): Promise<void> {
  const { items } = await listReconciliations(app, CHECKING);
  const [last] = items;
  if (last?.status === 'Finished' && last.reviewedAt === null) {
    await reviewReconciliation(app, { id: CHECKING, rid: last.id });
  }
}

/** Adds the lines of the bank for the open documents that it has seen by the end of a range. */
async function importLines(app: App, range: DateRange) {
  const groups = new Map<string, BankDocument[]>();
  for (const one of await seenBy(app, range.to)) {
    const key = one.reference === null || one.type !== 'Giving' ? `${one.type}/${one.id}` : one.reference;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const all = [...groups.values()].toSorted((a, b) => (dayOf(a) < dayOf(b) ? -1 : 1));
  const fileName = `checking-${range.from.slice(0, 7)}.qfx`;
  const importId = await recordImport(app, { accountId: CHECKING, fileName, fileNumber: null, mapping: null });
  const lines = await addLines(
    app,
    { accountId: CHECKING, importId },
    all.map((documents) => lineOf(documents, range)),
  );
  const others = { skipped: 0, changed: 0, pending: 0, empty: 0, changedLines: [] };
  await finishImport(app, importId, { imported: lines.length, ...others });
  return lines.map(({ id }, index) => ({ id, documents: all[index] ?? [] }));
}

const dayOf = ([first]: readonly BankDocument[]) => (first ? seenOn(first) : '');

function lineOf(documents: readonly BankDocument[], { from }: DateRange) {
  const [first] = documents;
  const [reference, day] = [first?.reference ?? null, dayOf(documents)];
  const isCheck = first?.type === 'Payment' && reference !== null;
  return {
    bankId: null,
    date: day < from ? from : day,
    amount: addMoney(...documents.map(({ amount }) => amount)),
    description: textOf(first, isCheck),
    checkNumber: isCheck ? reference : null,
  };
}

function textOf(document: BankDocument | undefined, isCheck: boolean): string {
  if (!document) return '';
  const { type, reference, description } = document;
  if (isCheck) return `CHECK ${reference}`;
  if (type === 'Deposit') return 'DEPOSIT';
  return [(description ?? '').replace(/.*\((.*)\).*/, '$1'), reference ?? ''].join(' ').trim().toUpperCase();
}

/** Returns the open documents that the bank has seen by a day. */
async function seenBy(app: App, day: CalendarDate): Promise<BankDocument[]> {
  const open = [...(await openDocuments(app, CHECKING)).values()].filter(({ date }) => date <= day);
  return (await showDocuments(app, CHECKING, open)).filter((one) => seenOn(one) <= day);
}

/** Returns the day on which the bank sees a document. A check takes up to ten days. */
function seenOn({ type, id, date, reference }: BankDocument): CalendarDate {
  if (type === 'OutstandingItem') return addDays(date, 12);
  return addDays(date, type === 'Payment' && reference !== null ? 2 + (id % 9) : type === 'Deposit' ? 1 : 0);
}
