/** Compares the giving of a calendar year in the books with the givers' statements of the year. */
import { sql } from 'kysely';
import { sumOf } from '../db/columns.ts';
import type { Db } from '../db/connect.ts';
import { type CalendarDate, type DateRange, LAST_DAY } from '../lib/date.ts';
import type { Minor } from '../lib/money.ts';
import { givingLines } from './giving-lines.ts';
import { portionsOf } from './posted-sums.ts';

/** The sum of the gifts of money that have the same values in all fields except the amount. */
export type ComparedGifts = {
  categoryId: number;
  /** Whether the day of the gift is in the year. */
  isDated: boolean;
  /** Whether the gift counts on the giver's statement of the year. */
  isGiftDated: boolean;
  hasGiver: boolean;
  isAdvised: boolean;
  isBeforeBooks: boolean;
  amount: Minor;
};

/**
 * Returns the gifts of money that count in the books or on the statements of a year. Gifts with the same values in all
 * fields of `ComparedGifts` except the amount are added up.
 */
export async function compareGifts(
  db: Db,
  { from, to }: DateRange,
  begin: CalendarDate | undefined,
): Promise<ComparedGifts[]> {
  const found: ComparedGifts[] = [];
  for await (const portion of portionsOf(db, { from: '1900-01-01', to: LAST_DAY })) {
    const flag = (condition: ReturnType<typeof sql>) => sql<number>`case when ${condition} then 1 else 0 end`;
    const rows = await db
      .selectFrom(givingLines(db, 'date', 'giftDate', 'memberId', 'nonCashDescription', 'source'))
      .select('lines.categoryId')
      .select([
        flag(sql`lines."date" between ${from} and ${to}`).as('isDated'),
        flag(sql`lines."giftDate" between ${from} and ${to}`).as('isGiftDated'),
        flag(sql`lines."memberId" is not null`).as('hasGiver'),
        flag(sql`lines."source" = 'DAF'`).as('isAdvised'),
        flag(sql`lines."date" < ${begin ?? ''}`).as('isBeforeBooks'),
      ])
      .select((eb) => eb.fn.sum<number | null>('lines.amountMinor').as('sum'))
      .where('lines.date', '>=', portion.from)
      .where('lines.date', '<=', portion.to)
      .where('lines.nonCashDescription', 'is', null)
      .where(sql<boolean>`(lines."date" between ${from} and ${to} or lines."giftDate" between ${from} and ${to})`)
      .groupBy(['lines.categoryId', 'isDated', 'isGiftDated', 'hasGiver', 'isAdvised', 'isBeforeBooks'])
      .execute();
    for (const { categoryId, sum, ...flags } of rows) {
      found.push({
        categoryId,
        isDated: flags.isDated === 1,
        isGiftDated: flags.isGiftDated === 1,
        hasGiver: flags.hasGiver === 1,
        isAdvised: flags.isAdvised === 1,
        isBeforeBooks: flags.isBeforeBooks === 1,
        amount: sumOf(sum),
      });
    }
  }
  return found;
}
