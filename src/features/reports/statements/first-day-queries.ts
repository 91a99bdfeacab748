import type { Db } from '../../../db/connect.ts';
import { type CalendarDate, monthRange } from '../../../lib/date.ts';

/** The day of the first document: a giving, an offering session, an expense that was submitted, or a saved month. */
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
