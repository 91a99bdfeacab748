import { type Insertable, type Selectable, sql } from 'kysely';
import { sumOf } from '../../../db/columns.ts';
import type { Db } from '../../../db/connect.ts';
import { compares, equals, equalsOr, isFilled } from '../../../db/filters.ts';
import { insertRow } from '../../../db/insert.ts';
import type { List } from '../../../db/list.ts';
import { readPage } from '../../../db/page.ts';
import { isOneOf, prepared } from '../../../db/prepared.ts';
import { look } from '../../../db/search.ts';
import type { CalendarDate, DateRange } from '../../../lib/date.ts';
import type { Minor } from '../../../lib/money.ts';
import type { Page } from '../../../lib/page.ts';
import { rejectedReason } from '../../approvals/joins.ts';
import { waitsFor } from '../../approvals/two-people.ts';
import { APPROVABLE } from './rules.ts';
import type { Transfer, TransferQuery } from './schema.ts';
import type { TransferTable } from './table.ts';

/** SQL for the sum of the posted transfers that reverse or pay back a transfer. */
const sumOfPosted = (column: 'reversalOf' | 'repays') => sql`coalesce((
  select sum(o."amountMinor") from "transfers" o
  where o.${sql.ref(column)} = "transfers"."id" and o."deletedAt" is null and o."status" = 'Posted'), 0)`;

const selectShown = prepared((db, ids: string) =>
  db
    .selectFrom('transfers')
    .leftJoin('accounts as fromAccount', 'fromAccount.id', 'transfers.fromAccountId')
    .leftJoin('accounts as toAccount', 'toAccount.id', 'transfers.toAccountId')
    .leftJoin('funds as fromFund', 'fromFund.id', 'transfers.fromFundId')
    .leftJoin('funds as toFund', 'toFund.id', 'transfers.toFundId')
    .leftJoin('funds as fund', 'fund.id', 'transfers.fundId')
    .selectAll('transfers')
    .select([
      'transfers.amountMinor as amount',
      rejectedReason(APPROVABLE).as('rejectedReason'),
      'fromAccount.name as fromAccountName',
      'toAccount.name as toAccountName',
      'fromFund.name as fromFundName',
      'toFund.name as toFundName',
      'fund.name as fundName',
      sql<Minor | null>`case when "transfers"."loan" = 1 and "transfers"."reversalOf" is null then
        "transfers"."amountMinor" + ${sumOfPosted('reversalOf')} - ${sumOfPosted('repays')} end`.as('owed'),
    ])
    .where('transfers.deletedAt', 'is', null)
    .where(isOneOf('transfers.id', ids)),
);

async function showTransfers(db: Db, ids: string): Promise<Transfer[]> {
  return (await selectShown(db, ids)).map(({ loan, ...row }) => ({ ...row, loan: loan === 1 }));
}

const TRANSFERS = {
  table: 'transfers',
  id: 'id',
  holds: [isFilled('transfers.deletedAt', false)],
  orders: {
    date: { columns: ['date'] },
    amount: { columns: ['amountMinor'] },
    createdAt: { columns: ['createdAt'] },
    modifiedAt: { columns: ['modifiedAt'] },
    id: { columns: [] },
  },
  show: showTransfers,
} satisfies List<TransferQuery['sort']['field'], Transfer>;

/** Returns one transfer that is not deleted, or undefined. */
export async function findTransfer(db: Db, id: number): Promise<Transfer | undefined> {
  const [transfer] = await showTransfers(db, JSON.stringify([id]));
  return transfer;
}

const itself = (id: number) => sql`${id}`;

/** Returns a page of transfers. The search looks in the memo and the reason. */
export async function listTransfers(db: Db, query: TransferQuery): Promise<Page<Transfer>> {
  const { status, accountId, fundId, from, to } = query;
  const filters = [
    equals('transfers.status', status),
    equalsOr('transfers.fromAccountId', accountId, { column: 'transfers.toAccountId', among: itself }),
    equalsOr('transfers.fromFundId', fundId, { column: 'transfers.toFundId', among: itself }),
    compares('transfers.date', '>=', from),
    compares('transfers.date', '<=', to),
  ];
  const found = await look(db, 'transfer', query, false);
  return readPage(db, TRANSFERS, { request: query, filters, found });
}

/** Returns the oldest transfers that wait for the decision of a user, at most `limit`. */
export async function listWaiting(db: Db, userId: number, limit: number): Promise<Transfer[]> {
  const rows = await db
    .selectFrom('transfers')
    .select('id')
    .where(waitsFor(APPROVABLE, userId))
    .orderBy('date')
    .orderBy('id')
    .limit(limit)
    .execute();
  const transfers = await showTransfers(db, JSON.stringify(rows.map(({ id }) => id)));
  return transfers.toSorted((a, b) => (a.date === b.date ? a.id - b.id : a.date < b.date ? -1 : 1));
}

/** Adds a transfer and returns its id. */
export function insertTransfer(db: Db, transfer: Insertable<TransferTable>): Promise<number> {
  return insertRow(db, 'transfers', transfer);
}

/** Changes columns of a transfer. */
export async function updateTransferColumns(
  db: Db,
  id: number,
  columns: Partial<Omit<Selectable<TransferTable>, 'id'>>,
): Promise<void> {
  await db.updateTable('transfers').set(columns).where('id', '=', id).execute();
}

/**
 * Returns the sum of the reversals of a transfer as a negative amount, or null if there are none. Includes pending
 * reversals.
 */
export async function sumReversals(db: Db, id: number): Promise<Minor | null> {
  const row = await db
    .selectFrom('transfers')
    .select((eb) => eb.fn.sum<number | null>('amountMinor').as('sum'))
    .where('reversalOf', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row?.sum == null ? null : sumOf(row.sum);
}

/**
 * Returns whether money of a loan between funds was paid back, or is about to be. Repayments that were reversed do not
 * count, but those whose reversal waits for its approval do.
 */
export async function hasRepayments(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('transfers')
    .select((eb) => eb.fn.sum<number | null>('amountMinor').as('sum'))
    .where('repays', '=', id)
    .where('deletedAt', 'is', null)
    .where((eb) => eb.or([eb('reversalOf', 'is', null), eb('status', '=', 'Posted')]))
    .executeTakeFirst();
  return (row?.sum ?? 0) !== 0;
}

/** Returns the earliest day of a posted transfer from or to the fund, or undefined if there is none. */
export async function findFirstDay(db: Db, fundId: number): Promise<CalendarDate | undefined> {
  const row = await db
    .selectFrom('transfers')
    .select((eb) => eb.fn.min('date').as('day'))
    .where((eb) => eb.or([eb('fromFundId', '=', fundId), eb('toFundId', '=', fundId), eb('fundId', '=', fundId)]))
    .where('status', '=', 'Posted')
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row?.day ?? undefined;
}

/** Returns the transfers of a range of days that wait for approval. */
export function listPending(db: Db, { from, to }: DateRange) {
  return db
    .selectFrom('transfers')
    .select(['id', 'date'])
    .where('status', '=', 'PendingApproval')
    .where('deletedAt', 'is', null)
    .where('date', '>=', from)
    .where('date', '<=', to)
    .orderBy('date')
    .orderBy('id')
    .execute();
}
