import type { Insertable, Selectable } from 'kysely';
import { AUDITED, sumOf } from '../../../db/columns.ts';
import type { Db } from '../../../db/connect.ts';
import { compares, equals, isFilled } from '../../../db/filters.ts';
import { insertRow } from '../../../db/insert.ts';
import type { List } from '../../../db/list.ts';
import { readPage } from '../../../db/page.ts';
import { isOneOf, prepared } from '../../../db/prepared.ts';
import { look } from '../../../db/search.ts';
import type { CalendarDate } from '../../../lib/date.ts';
import { addMoney, type Minor } from '../../../lib/money.ts';
import type { Page } from '../../../lib/page.ts';
import { accountNames } from '../accounts/joins.ts';
import { fundNames } from '../funds/joins.ts';
import { incomeCategoryNames } from '../income-categories/joins.ts';
import type { OtherIncome, OtherIncomeQuery } from './schema.ts';
import type { OtherIncomeTable } from './table.ts';

const showIncome = prepared((db, ids: string) =>
  db
    .selectFrom('otherIncome')
    .innerJoin(accountNames(db), 'account.id', 'otherIncome.accountId')
    .innerJoin(fundNames(db), 'fund.id', 'otherIncome.fundId')
    .innerJoin(incomeCategoryNames(db), 'incomeCategory.id', 'otherIncome.incomeCategoryId')
    .select([
      'otherIncome.id',
      'date',
      'amountMinor as amount',
      'incomeCategoryId',
      'incomeCategory.name as incomeCategoryName',
      'accountId',
      'account.name as accountName',
      'fundId',
      'fund.name as fundName',
      'payer',
      'reference',
      'memo',
      'reversalOf',
    ])
    .select(AUDITED)
    .where('deletedAt', 'is', null)
    .where(isOneOf('otherIncome.id', ids)),
);

const OTHER_INCOME = {
  table: 'otherIncome',
  id: 'id',
  holds: [isFilled('otherIncome.deletedAt', false)],
  orders: {
    date: { columns: ['date'] },
    amount: { columns: ['amountMinor'] },
    createdAt: { columns: ['createdAt'] },
    modifiedAt: { columns: ['modifiedAt'] },
    id: { columns: [] },
  },
  show: showIncome,
} satisfies List<OtherIncomeQuery['sort']['field'], OtherIncome>;

/** Returns other income with these ids that is not deleted. */
export function findOtherIncome(db: Db, ids: readonly number[]): Promise<OtherIncome[]> {
  return showIncome(db, JSON.stringify(ids));
}

/** Returns a page of other income. The search looks in the payer, the reference and the memo. */
export async function listOtherIncome(db: Db, query: OtherIncomeQuery): Promise<Page<OtherIncome>> {
  const { accountId, fundId, incomeCategoryId, from, to } = query;
  const filters = [
    equals('otherIncome.accountId', accountId),
    equals('otherIncome.fundId', fundId),
    equals('otherIncome.incomeCategoryId', incomeCategoryId),
    compares('otherIncome.date', '>=', from),
    compares('otherIncome.date', '<=', to),
  ];
  const found = await look(db, 'otherIncome', query, false);
  return readPage(db, OTHER_INCOME, { request: query, filters, found });
}

/** Adds other income and returns its id. */
export function insertOtherIncome(db: Db, income: Insertable<OtherIncomeTable>): Promise<number> {
  return insertRow(db, 'otherIncome', income);
}

/** Changes columns of other income. */
export async function updateOtherIncomeColumns(
  db: Db,
  id: number,
  columns: Partial<Omit<Selectable<OtherIncomeTable>, 'id'>>,
): Promise<void> {
  await db.updateTable('otherIncome').set(columns).where('id', '=', id).execute();
}

/**
 * Returns the sums of the reversals of other income, as negative amounts, by the id of the income that they reverse.
 */
export async function sumReversals(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Minor>> {
  const rows = await selectReversals(db, JSON.stringify(ids));
  return new Map(rows.flatMap(({ reversalOf, sum }) => (reversalOf === null ? [] : [[reversalOf, sumOf(sum)]])));
}

const selectReversals = prepared((db, ids: string) =>
  db
    .selectFrom('otherIncome')
    .select((eb) => ['reversalOf', eb.fn.sum<number | null>('amountMinor').as('sum')])
    .where(isOneOf('reversalOf', ids))
    .where('deletedAt', 'is', null)
    .groupBy('reversalOf'),
);

/** Returns whether any of this other income has a reversal that posts to the account. */
export async function hasReversalFrom(db: Db, ids: readonly number[], accountId: number): Promise<boolean> {
  const row = await db
    .selectFrom('otherIncome')
    .select('id')
    .where(isOneOf('reversalOf', JSON.stringify(ids)))
    .where('accountId', '=', accountId)
    .where('deletedAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns other income that an account received before a day, less its reversals up to the day `on`. */
export async function listReceived(
  db: Db,
  { accountId, receivedBefore, on }: { accountId: number; receivedBefore: CalendarDate; on: CalendarDate },
): Promise<{ id: number; date: CalendarDate; amount: Minor }[]> {
  const rows = await db
    .selectFrom('otherIncome as income')
    .leftJoin('otherIncome as reversals', (join) =>
      join
        .onRef('reversals.reversalOf', '=', 'income.id')
        .on('reversals.deletedAt', 'is', null)
        .on('reversals.date', '<=', on),
    )
    .select((eb) => [
      'income.id',
      'income.date',
      'income.amountMinor',
      eb.fn.sum<number | null>('reversals.amountMinor').as('reversed'),
    ])
    .where('income.accountId', '=', accountId)
    .where('income.reversalOf', 'is', null)
    .where('income.deletedAt', 'is', null)
    .where('income.date', '<', receivedBefore)
    .groupBy(['income.id', 'income.date', 'income.amountMinor'])
    .execute();
  return rows.map(({ id, date, amountMinor, reversed }) => ({
    id,
    date,
    amount: addMoney(amountMinor, sumOf(reversed)),
  }));
}

/** Returns the earliest day of other income of the fund, or undefined if there is none. */
export async function findFirstDay(db: Db, fundId: number): Promise<CalendarDate | undefined> {
  const row = await db
    .selectFrom('otherIncome')
    .select((eb) => eb.fn.min('date').as('day'))
    .where('fundId', '=', fundId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row?.day ?? undefined;
}
