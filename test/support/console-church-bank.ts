/** The lines of a bank statement in the church of the console tests: open, matched and set aside. */
import { importLines } from '../../src/features/bank/lines/import.ts';
import { NewRule } from '../../src/features/bank/bank-rules/schema.ts';
import { createRule } from '../../src/features/bank/bank-rules/service.ts';
import { CsvMapping } from '../../src/features/bank/files/schema.ts';
import { BankLineQuery } from '../../src/features/bank/lines/schema.ts';
import { ignoreLine } from '../../src/features/bank/lines/service.ts';
import { acceptSuggestions } from '../../src/features/bank/matches/accept.ts';
import { listSuggestedLines } from '../../src/features/bank/matches/suggestions.ts';
import type { SuggestedLine } from '../../src/features/bank/matches/schema.ts';
import { finishReconciliation } from '../../src/features/bank/reconciliations/finish.ts';
import { ChangedReconciliation, NewReconciliation } from '../../src/features/bank/reconciliations/schema.ts';
import { startReconciliation, updateReconciliation } from '../../src/features/bank/reconciliations/service.ts';
import { listAccounts } from '../../src/features/ledger/accounts/service.ts';
import { decode } from '../../src/validate.ts';
import { as, type TestApp } from './app.ts';

const COLUMNS = { date: 'Date', description: 'Description', checkNumber: 'Check', amount: 'Amount', dateFormat: 'mdy' };

/** A line of the CSV file of a bank: date, text, check number and amount. */
export type CsvLine = readonly [string, string, string, number];

const LINES: readonly CsvLine[] = [
  ['11/02/2026', 'ZELLE FROM MEI-LING LIN 林美玲 CONF Z-88121', '', 112.35],
  ['11/03/2026', 'DEPOSIT', '', 1320.5],
  ['11/10/2026', 'MONTHLY SERVICE FEE', '', -15],
  ['11/12/2026', 'INTEREST PAID', '', 3.21],
  ['11/13/2026', 'ZOOM.US 888-799-9666', '', -45],
  ['11/16/2026', 'CHECK 1041', '1041', -412.33],
];

/** Returns the CSV file of a bank with these lines. */
export const csvOf = (lines: readonly CsvLine[]): Buffer =>
  Buffer.from(['Date,Description,Check,Amount', ...lines.map((line) => line.join(','))].join('\n'));

/** Imports lines into an account as a bank's file. */
export async function importCsv(app: TestApp, accountId: number, lines: readonly CsvLine[]): Promise<void> {
  const file = { bytes: csvOf(lines), name: 'checking.csv', mapping: decode(CsvMapping, COLUMNS) };
  await importLines(app, accountId, file);
}

/** Returns the lines of an account with their suggestions. */
export async function linesOf(app: TestApp, accountId: number, query: object = {}): Promise<SuggestedLine[]> {
  return (await listSuggestedLines(app, accountId, decode(BankLineQuery, { pageSize: '200', ...query }))).items;
}

/** Returns the id of the account in which most of the money is. */
export async function checkingOf(app: TestApp): Promise<number> {
  const { items } = await listAccounts(app);
  return items.find(({ isDefault }) => isDefault)?.id ?? 0;
}

/** Fills the account Checking with lines. The deposit is matched, and one line is set aside. */
export async function fillBank(app: TestApp) {
  const treasurer = as(app, 1, 'super_admin');
  const checking = await checkingOf(app);
  await importCsv(treasurer, checking, LINES);
  const lines = await linesOf(app, checking);
  const idOf = (text: string) => lines.find(({ description }) => description?.startsWith(text))?.id ?? 0;
  await acceptSuggestions(treasurer, checking, [idOf('DEPOSIT')]);
  const rule = { contains: 'MONTHLY SERVICE FEE', direction: 'Out', name: '手續費 Fee of the bank' };
  const action = { type: 'Expense', subCategoryId: 1, ministryId: 1 };
  await createRule(treasurer, checking, decode(NewRule, { ...rule, action }));
  await ignoreLine(treasurer, { id: checking, lineId: idOf('ZOOM') }, true);
  return { checking, ...(await fillReconciliations(treasurer, checking)) };
}

/** Finishes the reconciliation of the closed month, and begins the next one. */
async function fillReconciliations(app: TestApp, checking: number) {
  const begin = (endDate: string, endBalance: number) =>
    startReconciliation(app, checking, decode(NewReconciliation, { endDate, endBalance }));
  const { id: finished, outstanding } = await begin('2025-12-31', 480);
  const path = { id: checking, rid: finished };
  const cleared = outstanding.map(({ type, id }) => ({ type, id }));
  await updateReconciliation(app, path, decode(ChangedReconciliation, { cleared }));
  await finishReconciliation(app, path);
  const { id: draft } = await begin('2026-11-15', 1900.5);
  return { finished, draft };
}
