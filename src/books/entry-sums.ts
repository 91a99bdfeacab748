/** Sums of the expenses in adjusting entries, such as depreciation. */
import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import { isNoneOf, prepared } from '../db/prepared.ts';
import type { DateRange } from '../lib/date.ts';
import type { ClassSum } from './class-sums.ts';
import type { HeldForOthers } from './counted.ts';

/**
 * Returns the sums of the church's own expenses in posted adjusting entries of a range, in the form in which expenses are
 * summed for Form 990. Every such line has a functional class or a ministry.
 */
export function sumEntriesByClass(db: Db, { from, to }: DateRange, held: HeldForOthers): Promise<ClassSum[]> {
  return selectSums(db, from, to, JSON.stringify(held.fundIds));
}

const selectSums = prepared((db, from: string, to: string, custodial: string) =>
  db
    .selectFrom('journalEntries')
    .innerJoin('journalLines', 'journalLines.entryId', 'journalEntries.id')
    .select([
      'subCategoryId',
      sql<string>`coalesce("functionalClass", cast("ministryId" as text))`.as('classOrMinistry'),
      sql<number | null>`sum("journalLines"."amountMinor")`.as('sum'),
      sql<number>`count(*)`.as('count'),
    ])
    .$narrowType<{ subCategoryId: number }>()
    .where('date', '>=', from)
    .where('date', '<=', to)
    .where('status', '=', 'Posted')
    .where('deletedAt', 'is', null)
    .where('subCategoryId', 'is not', null)
    .where(isNoneOf('fundId', custodial))
    .groupBy(['subCategoryId', 'classOrMinistry']),
);
