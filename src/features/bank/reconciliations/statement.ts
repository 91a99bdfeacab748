/** Compares an account with a bank statement. */
import type { App } from '../../../app.ts';
import { type AccountDocument, keyOf } from '../../../books/account-documents.ts';
import { accountBalancesAt } from '../../../books/balances.ts';
import { addMoney, type Minor, subtractMoney, ZERO } from '../../../lib/money.ts';
import { decode } from '../../../validate.ts';
import { openingOf } from '../../accounting/opening/service.ts';
import type { Account } from '../../ledger/accounts/schema.ts';
import { balanceOf } from '../accounts.ts';
import { documentsOf, lessCleared, showDocuments } from '../matches/documents.ts';
import { listClearedBy, sumCleared } from '../matches/queries.ts';
import {
  countOpenLines,
  findLastFinished,
  listMatchesUpTo,
  listTicks,
  type ReconciliationRow,
  userNamesOf,
} from './queries.ts';
import { type ListedReconciliation, type Reconciliation, StoredReport } from './schema.ts';

/** Returns a reconciliation with its documents: a finished one as stored, a draft as it is now. */
export async function showReconciliation(app: App, account: Account, row: ReconciliationRow): Promise<Reconciliation> {
  const report = row.report === null ? await compare(app, account, row) : decode(StoredReport, JSON.parse(row.report));
  const names = await userNamesOf(app.db, [row.finishedBy, row.reviewedBy]);
  const people = {
    finishedByName: names.get(row.finishedBy) ?? null,
    reviewedByName: names.get(row.reviewedBy) ?? null,
  };
  return { ...listed(account, row), ...people, ...report };
}

/** Returns a reconciliation as lists show it. */
export function listed(
  account: Account,
  { endBalanceMinor, report: _report, deletedAt: _deletedAt, ...row }: ReconciliationRow,
): ListedReconciliation {
  return { ...row, endBalance: balanceOf(account, endBalanceMinor) };
}

async function compare(app: App, account: Account, row: ReconciliationRow): Promise<StoredReport> {
  const { id, accountId, endDate, endBalanceMinor } = row;
  const matchIds = await listMatchesUpTo(app.db, accountId, endDate);
  const all = await documentsOf(app, accountId);
  const named = [...(await listTicks(app.db, id)), ...(await listClearedBy(app.db, matchIds))];
  const cleared = named.map(({ type, id, amount }) => {
    return { type, id, amount, date: all.get(keyOf({ type, id }))?.date ?? endDate };
  });
  const sums = await sumCleared(app.db, accountId, matchIds);
  const outstanding = lessCleared(await documentsOf(app, accountId, endDate), sums, all);
  const start = await startBalance(app, accountId);
  const books = (await accountBalancesAt(app.db, endDate)).get(accountId) ?? ZERO;
  return {
    startBalance: balanceOf(account, start),
    cleared: await showDocuments(app, accountId, byDate(cleared)),
    outstanding: await showDocuments(app, accountId, byDate([...outstanding.values()])),
    openLines: await countOpenLines(app.db, accountId, endDate),
    bookBalance: balanceOf(account, books),
    difference: balanceOf(account, subtractMoney(endBalanceMinor, addMoney(start, sumOf(cleared)))),
  };
}

const sumOf = (documents: readonly { amount: Minor }[]) => addMoney(...documents.map(({ amount }) => amount));

const byDate = (documents: readonly AccountDocument[]) =>
  documents.toSorted((a, b) => (a.date === b.date ? a.id - b.id : a.date < b.date ? -1 : 1));

/** Returns the balance with which the next statement of an account begins, as debits less credits. */
async function startBalance(app: App, accountId: number): Promise<Minor> {
  const last = await findLastFinished(app.db, accountId);
  return last ? last.endBalanceMinor : (await openingOf(app, accountId)).bankBalance;
}
