/** The expenses in adjusting entries, such as depreciation. */
import type { Db } from '../db/connect.ts';
import { isOneOf } from '../db/prepared.ts';
import type { CalendarDate, DateRange } from '../lib/date.ts';
import type { Minor } from '../lib/money.ts';
import type { HeldForOthers } from './counted.ts';
import type { FunctionalClass } from './functional-classes.ts';

/** A line of an adjusting entry that is an expense. A credit is negative. */
export type EntryExpense = {
  id: number;
  position: number;
  date: CalendarDate;
  memo: string;
  subCategoryId: number;
  ministryId: number | null;
  functionalClass: FunctionalClass | null;
  amount: Minor;
};

/** The position of the last line of a page. The next page begins after it. */
type Place = Pick<EntryExpense, 'date' | 'id' | 'position'>;

/** Returns the next lines that are expenses of the church itself, ordered by date, entry and position. */
export function listEntryExpenses(
  db: Db,
  { from, to }: DateRange,
  held: HeldForOthers,
  { after, limit }: { after: Place; limit: number },
): Promise<EntryExpense[]> {
  return db
    .selectFrom('journalEntries')
    .innerJoin('journalLines', 'journalLines.entryId', 'journalEntries.id')
    .where('date', '>=', from > after.date ? from : after.date)
    .where('date', '<=', to)
    .where('status', '=', 'Posted')
    .where('deletedAt', 'is', null)
    .where('subCategoryId', 'is not', null)
    .where((eb) => eb.not(isOneOf('fundId', JSON.stringify(held.fundIds))))
    .select(['id', 'position', 'date', 'memo', 'subCategoryId', 'ministryId', 'functionalClass'])
    .select('journalLines.amountMinor as amount')
    .$narrowType<{ subCategoryId: number }>()
    .where((eb) =>
      eb.or([
        eb('date', '>', after.date),
        eb('id', '>', after.id),
        eb.and([eb('id', '=', after.id), eb('position', '>', after.position)]),
      ]),
    )
    .orderBy('date')
    .orderBy('id')
    .orderBy('position')
    .limit(limit)
    .execute();
}
