import { type App, inSnapshot } from '../../../app.ts';
import { isLiability } from '../../../books/account-kinds.ts';
import { countLedger, readLedger, type Subject } from '../../../books/ledger-entries.ts';
import { describeDocuments } from '../../../books/posting-texts.ts';
import type { Db } from '../../../db/connect.ts';
import { missingReference, unknownReferences } from '../../../errors.ts';
import { addDays, type CalendarDate, LAST_DAY } from '../../../lib/date.ts';
import { addMoney, type Minor, negateMoney, ZERO } from '../../../lib/money.ts';
import { type Page, placesOf, toPage } from '../../../lib/page.ts';
import { listExpensePayees, listPayees } from '../../spending/payments/payees.ts';
import { type Catalogs, readCatalogs } from './catalogs.ts';
import type { GeneralLedgerQuery, LedgerItem } from './ledger-schema.ts';
import { balancesOf } from './sums.ts';

const FIRST_DAY: CalendarDate = '1900-01-01';

/**
 * Returns a page of the general ledger of an account, a fund or a category: every document with its day, its amount and
 * the balance after the document. Raises `unknown_reference`.
 */
export function generalLedger(app: App, query: GeneralLedgerQuery): Promise<Page<LedgerItem>> {
  return inSnapshot(app, async (app) => {
    const catalogs = await readCatalogs(app);
    const found = subjectOf(query, catalogs);
    const { from = FIRST_DAY, to = LAST_DAY } = query;
    const { begin } = catalogs;
    const range = { from: begin !== undefined && begin > from ? begin : from, to };
    const isEmpty = range.from > range.to;
    const months = isEmpty ? [] : await countLedger(app.db, found.subject, range);
    const totalCount = months.reduce((total, { count }) => total + count, 0);
    const places = placesOf(query, totalCount);
    const [offset, limit] = [places.from, places.to - places.from];
    if (isEmpty || limit <= 0) return toPage([], totalCount, query);
    const opening = await openingOf(app, found.subject, range.from, catalogs);
    const page = await readLedger(app.db, found.subject, { months, offset, limit });
    const payeeOf = await payeesOf(app.db, page.entries);
    const texts = await describeDocuments(app.db, page.entries, (id) => nameOf(catalogs.categories, id));
    let balance = addMoney(opening, page.before);
    const items = page.entries.map(({ date, type, id, amount }): LedgerItem => {
      balance = addMoney(balance, amount);
      const debit = found.isDebit ? amount : negateMoney(amount);
      const described = texts.get(`${type}/${id}`);
      return {
        date,
        type,
        id,
        payee: payeeOf({ type, id }) ?? null,
        purpose: described?.purpose ?? null,
        description: described?.text ?? '',
        debit: debit > 0 ? debit : ZERO,
        credit: debit < 0 ? negateMoney(debit) : ZERO,
        balance: found.isNegated ? negateMoney(balance) : balance,
      };
    });
    return toPage(query.sort.descending ? items.toReversed() : items, totalCount, query);
  });
}

type Named = Pick<LedgerItem, 'type' | 'id'>;

/** Looks up whom payments and expenses pay. */
async function payeesOf(db: Db, entries: readonly Named[]): Promise<(entry: Named) => string | undefined> {
  const idsOf = (type: Named['type']) => JSON.stringify(entries.flatMap((one) => (one.type === type ? one.id : [])));
  const payees: Partial<Record<Named['type'], ReadonlyMap<number, string>>> = {
    Payment: await listPayees(db, idsOf('Payment')),
    Expense: await listExpensePayees(db, idsOf('Expense')),
  };
  return ({ type, id }) => payees[type]?.get(id);
}

/**
 * `isDebit` is true if positive amounts are debits. `isNegated` is true if the balance is shown with the opposite sign,
 * as for debts and expenses.
 */
type Found = { subject: Subject; isDebit: boolean; isNegated: boolean };

function subjectOf(query: GeneralLedgerQuery, catalogs: Catalogs): Found {
  const { accountId, fundId, categoryId, incomeCategoryId, subCategoryId } = query;
  const known = <T extends { id: number }>(rows: readonly T[], id: number, path: string, what: string): T => {
    const row = rows.find((one) => one.id === id);
    if (!row) throw unknownReferences([missingReference(path, what)]);
    return row;
  };
  if (accountId !== undefined) {
    const account = known(catalogs.accounts, accountId, 'accountId', 'account');
    return { subject: { kind: 'account', id: accountId }, isDebit: true, isNegated: isLiability(account.kind) };
  }
  if (fundId !== undefined) {
    known(catalogs.funds, fundId, 'fundId', 'fund');
    const categoryIds = catalogs.categories.filter((one) => one.fundId === fundId).map(({ id }) => id);
    return { subject: { kind: 'fund', id: fundId, categoryIds }, isDebit: false, isNegated: false };
  }
  if (categoryId !== undefined) {
    known(catalogs.categories, categoryId, 'categoryId', 'giving category');
    return { subject: { kind: 'giving', id: categoryId }, isDebit: false, isNegated: false };
  }
  if (incomeCategoryId !== undefined) {
    known(catalogs.incomeCategories, incomeCategoryId, 'incomeCategoryId', 'income category');
    return { subject: { kind: 'otherIncome', id: incomeCategoryId }, isDebit: false, isNegated: false };
  }
  known(catalogs.subCategories, subCategoryId ?? 0, 'subCategoryId', 'expense subcategory');
  return { subject: { kind: 'expense', id: subCategoryId ?? 0 }, isDebit: false, isNegated: true };
}

const nameOf = (rows: readonly { id: number; name: string }[], id: number) =>
  rows.find((one) => one.id === id)?.name ?? String(id);

/**
 * Returns the balance before the first day. Returns zero if the books begin on that day, because the ledger then lists
 * their opening as its first entry.
 */
async function openingOf(app: App, { kind, id }: Subject, from: CalendarDate, catalogs: Catalogs): Promise<Minor> {
  if ((kind !== 'account' && kind !== 'fund') || catalogs.begin === from) return ZERO;
  const { accounts, funds } = await balancesOf(app, addDays(from, -1), catalogs, 'booked');
  return (kind === 'account' ? accounts : funds).get(id) ?? ZERO;
}
