/** Compares an account with a bank statement. */
import { userNamesOf } from '../../access/users/joins.ts';
import type { App } from '../../../app.ts';
import { type AccountDocument, inOrder, keyOf } from '../../../books/account-documents.ts';
import { accountBalancesAt } from '../../../books/balances.ts';
import type { CalendarDate } from '../../../lib/date.ts';
import { addMoney, type Minor, subtractMoney, ZERO } from '../../../lib/money.ts';
import { type Actor, can } from '../../../permissions.ts';
import { decode } from '../../../validate.ts';
import { openingOf } from '../../accounting/opening/service.ts';
import type { Account } from '../../ledger/accounts/schema.ts';
import { balanceOf } from '../accounts.ts';
import { documentsAt, lessCleared, showDocuments, withoutHidden } from '../matches/documents.ts';
import { listClearedBy, sumCleared } from '../matches/queries.ts';
import { countOpenLines, findLastFinished, listLooseMatches, listTicks, type ReconciliationRow } from './queries.ts';
import { type ListedReconciliation, type Reconciliation, StoredReport } from './schema.ts';

/** How an account compares with a statement. */
type Report = Pick<Reconciliation, keyof StoredReport>;

/** Returns a reconciliation with its documents: a finished one as stored, a draft as it is now. */
export async function showReconciliation(app: App, account: Account, row: ReconciliationRow): Promise<Reconciliation> {
  const report =
    row.report === null
      ? (await compare(app, account, row)).report
      : visibleTo(app.actor, decode(StoredReport, JSON.parse(row.report)));
  const names = await userNamesOf(app.db, [row.finishedBy, row.reviewedBy]);
  const people = {
    finishedByName: names.get(row.finishedBy) ?? null,
    reviewedByName: names.get(row.reviewedBy) ?? null,
  };
  return { ...listed(account, row), ...people, ...report };
}

/**
 * Returns a stored report as the actor may see it. It was stored for a person who may read givings, so the givers are
 * left out for people who may not.
 */
function visibleTo(actor: Actor, { cleared, outstanding, ...report }: StoredReport): Report {
  const isWithGivers = can(actor, 'giving.read');
  const shown = <D extends StoredReport['outstanding'][number]>(documents: readonly D[]) => {
    const named = documents.map((one) => ({
      ...one,
      party: one.type === 'Giving' && !isWithGivers ? null : one.party,
      payee: one.payee ?? (one.type === 'Payment' ? one.party : null),
    }));
    return withoutHidden(actor, named);
  };
  return { ...report, cleared: shown(cleared), outstanding: shown(outstanding) };
}

/** Returns a reconciliation as lists show it. */
export function listed(
  account: Account,
  { endBalanceMinor, report: _report, deletedAt: _deletedAt, ...row }: ReconciliationRow,
): ListedReconciliation {
  return { ...row, endBalance: balanceOf(account, endBalanceMinor) };
}

/** Returns how an account compares with a statement now, and the ids of the matches that belong to the statement. */
export async function compare(
  app: App,
  account: Account,
  { id, accountId, endDate, endBalanceMinor }: ReconciliationRow,
): Promise<{ report: Report; matchIds: number[] }> {
  const { all, upTo, matchIds, matched } = await readStatement(app, accountId, endDate);
  const ticks = (await listTicks(app.db, id)).map((tick) => ({ ...tick, matchId: null }));
  const cleared = [...ticks, ...matched].map((one) => ({ ...one, date: all.get(keyOf(one))?.date ?? endDate }));
  const outstanding = await lessCleared(upTo, await sumCleared(app.db, accountId, matchIds), all);
  const start = await startBalance(app, accountId);
  const books = (await accountBalancesAt(app.db, endDate)).get(accountId) ?? ZERO;
  const report = {
    startBalance: balanceOf(account, start),
    cleared: await showDocuments(app, accountId, byDate(cleared)),
    outstanding: await showDocuments(app, accountId, byDate([...outstanding.values()])),
    openLines: await countOpenLines(app.db, accountId, endDate),
    bookBalance: balanceOf(account, books),
    difference: balanceOf(account, subtractMoney(endBalanceMinor, addMoney(start, sumOf(cleared)))),
  };
  return { report, matchIds };
}

/**
 * Returns the documents of an account, now (`all`) and at the end of a day (`upTo`), and the matches that no statement
 * has yet: those that belong to a statement up to the day, with their documents (`matched`), and the keys of the
 * documents of the others (`later`). A match is dated by its last line. A match of documents alone is dated by the last
 * change of one of them.
 */
export async function readStatement(app: App, accountId: number, endDate: CalendarDate) {
  const { all, upTo, originals } = await documentsAt(app, accountId, endDate);
  const loose = await listLooseMatches(app.db, accountId);
  const dayOf = new Map(loose.map(({ id, day }) => [id, day]));
  const cleared = await listClearedBy(app.db, [...dayOf.keys()]);
  const dayIn = ({ matchId, ...name }: (typeof cleared)[number]) =>
    dayOf.get(matchId) ?? all.get(keyOf(name))?.changedOn ?? '';
  const isLate = (day: CalendarDate | null) => (day ?? '') > endDate;
  const late = new Set(loose.filter(({ day }) => isLate(day)).map(({ id }) => id));
  for (const one of cleared) if (isLate(dayIn(one))) late.add(one.matchId);
  return {
    all,
    upTo,
    originals,
    matchIds: loose.map(({ id }) => id).filter((id) => !late.has(id)),
    matched: cleared.filter(({ matchId }) => !late.has(matchId)),
    later: new Set(cleared.filter(({ matchId }) => late.has(matchId)).map(keyOf)),
  };
}

const sumOf = (documents: readonly { amount: Minor }[]) => addMoney(...documents.map(({ amount }) => amount));

const byDate = <D extends AccountDocument>(documents: readonly D[]): D[] => documents.toSorted(inOrder);

/** Returns the balance with which the next statement of an account begins, as debits less credits. */
async function startBalance(app: App, accountId: number): Promise<Minor> {
  const last = await findLastFinished(app.db, accountId);
  return last ? last.endBalanceMinor : (await openingOf(app, accountId)).bankBalance;
}
