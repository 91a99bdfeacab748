import type { Db } from '../db/connect.ts';
import type { CalendarDate } from '../lib/date.ts';

/** Whether an expense is paid from a fund, also a deleted one, and the first day for which one that is there is booked. */
export async function findFundUse(
  db: Db,
  fundCategoryId: number,
): Promise<{ isFund: boolean; firstDay: CalendarDate | null }> {
  const expenses = db.selectFrom('expenses').where('fundCategoryId', '=', fundCategoryId);
  const any = await expenses.select('id').limit(1).executeTakeFirst();
  const first = await expenses
    .select((eb) => eb.fn.min('bookedOn').as('day'))
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return { isFund: any !== undefined, firstDay: first?.day ?? null };
}
