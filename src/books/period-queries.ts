import type { Db } from '../db/connect.ts';
import { prepared } from '../db/prepared.ts';
import { type CalendarDate, type Month, monthRange } from '../lib/date.ts';
import type { FinalizedMonth } from './period-rules.ts';

/**
 * Returns the day of the earliest document, or undefined if there is none. A document is a giving, an offering session,
 * an expense that is no longer a draft, other income, a transfer, an adjusting entry, or a saved monthly statement.
 */
export async function findFirstDay(db: Db): Promise<CalendarDate | undefined> {
  const live = [
    db.selectFrom('givings').select('date').where('deletedAt', 'is', null).orderBy('date').limit(1),
    db.selectFrom('offeringSessions').select('date').where('deletedAt', 'is', null).orderBy('date').limit(1),
    db
      .selectFrom('expenses')
      .select('expenseDate as date')
      .where('deletedAt', 'is', null)
      .where('status', '<>', 'Draft')
      .orderBy('expenseDate')
      .limit(1),
    db.selectFrom('otherIncome').select('date').where('deletedAt', 'is', null).orderBy('date').limit(1),
    db.selectFrom('transfers').select('date').where('deletedAt', 'is', null).orderBy('date').limit(1),
    db.selectFrom('journalEntries').select('date').where('deletedAt', 'is', null).orderBy('date').limit(1),
  ];
  const found = await Promise.all(live.map((one) => one.executeTakeFirst()));
  const saved = await db
    .selectFrom('monthlyStatements')
    .select(['year', 'month'])
    .orderBy('year')
    .orderBy('month')
    .limit(1)
    .executeTakeFirst();
  const days = [...found.flatMap((row) => row?.date ?? []), ...(saved ? [monthRange(saved).from] : [])];
  return days.toSorted()[0];
}

/** Returns the finalized months from the given month on, earliest first. */
export function listFinalizedFrom(db: Db, { year, month }: Month): Promise<FinalizedMonth[]> {
  return selectFinalizedFrom(db, year, month);
}

const selectFinalizedFrom = prepared((db, year: number, month: number) =>
  db
    .selectFrom('monthlyStatements')
    .select(['year', 'month', 'carriedFrom'])
    .where('status', '=', 'Finalized')
    .where((eb) => eb.or([eb('year', '>', year), eb.and([eb('year', '=', year), eb('month', '>=', month)])]))
    .orderBy('year')
    .orderBy('month'),
);

/** Returns whether any month is finalized. */
export async function hasFinalizedMonth(db: Db): Promise<boolean> {
  const query = db.selectFrom('monthlyStatements').select('id').where('status', '=', 'Finalized').limit(1);
  return (await query.executeTakeFirst()) !== undefined;
}
