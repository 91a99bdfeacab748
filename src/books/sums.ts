/** The type of a sum, and the sum of attendances. */
import type { Db } from '../db/connect.ts';
import type { DateRange } from '../lib/date.ts';
import type { Minor } from '../lib/money.ts';

/** The total amount and the number of some documents. */
export type Sum = { amount: Minor; count: number };

/** Returns the number of offering sessions in a range that have an attendance, and the sum of their attendances. */
export async function sumAttendance(db: Db, { from, to }: DateRange): Promise<{ sundays: number; total: number }> {
  const row = await db
    .selectFrom('offeringSessions')
    .select((eb) => [
      eb.fn.count<number>('sundayAttendanceCount').as('sundays'),
      eb.fn.sum<number | null>('sundayAttendanceCount').as('total'),
    ])
    .where('date', '>=', from)
    .where('date', '<=', to)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return { sundays: row.sundays, total: row.total ?? 0 };
}
