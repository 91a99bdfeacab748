import type { Db } from '../../../db/connect.ts';
import type { Minor } from '../../../lib/money.ts';

/** Tables with a church's own records, which a demo must not mix with, and their names. */
const RECORDS = {
  members: 'members',
  familyUnits: 'families',
  givings: 'givings',
  offeringSessions: 'offering sessions',
  mealAttendances: 'meal counts',
  expenses: 'expenses',
  monthlyStatements: 'monthly statements',
} as const;

/** Returns which of a church's own records exist, including deleted ones. */
export async function listRecorded(db: Db): Promise<string[]> {
  const found: string[] = [];
  for (const table of Object.keys(RECORDS) as (keyof typeof RECORDS)[]) {
    const row = await db
      .selectFrom(table)
      .select((eb) => eb.lit(1).as('one'))
      .limit(1)
      .executeTakeFirst();
    if (row) found.push(RECORDS[table]);
  }
  return found;
}

/** Returns the ids of the rows from the shipped catalogs, by catalog and key. */
export async function listCatalogRows(db: Db): Promise<Map<string, number>> {
  const rows = await db.selectFrom('seededRows').selectAll().execute();
  return new Map(rows.map(({ catalog, key, rowKey }) => [`${catalog} ${key}`, Number(rowKey)]));
}

/** Counts the records that a demo makes. */
export async function countRecords(db: Db) {
  const count = async (
    table: 'members' | 'familyUnits' | 'offeringSessions' | 'mealAttendances' | 'receipts',
  ): Promise<number> => {
    const query = db.selectFrom(table).select((eb) => eb.fn.countAll<number>().as('count'));
    return (await query.executeTakeFirstOrThrow()).count;
  };
  const givings = await db
    .selectFrom('givings')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.sum<Minor | null>('amountMinor').filterWhere('nonCashDescription', 'is', null).as('total'),
    ])
    .executeTakeFirstOrThrow();
  const expenses = await db
    .selectFrom('expenses')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.sum<Minor | null>('amountMinor').filterWhere('bookedOn', 'is not', null).as('total'),
    ])
    .executeTakeFirstOrThrow();
  const statements = db.selectFrom('monthlyStatements').select((eb) => eb.fn.countAll<number>().as('count'));
  return {
    members: await count('members'),
    families: await count('familyUnits'),
    offeringSessions: await count('offeringSessions'),
    mealCounts: await count('mealAttendances'),
    givings,
    expenses,
    receipts: await count('receipts'),
    finalizedMonths: (await statements.where('status', '=', 'Finalized').executeTakeFirstOrThrow()).count,
  };
}
