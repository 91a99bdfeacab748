import type { Db } from '../db/connect.ts';
import type { CalendarDate } from '../lib/date.ts';

/**
 * Returns how expenses use a fund. `isFund` is true if any expense, even a deleted one, is paid from the fund.
 * `firstDay` is the earliest booking day of the expenses that are not deleted.
 */
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
