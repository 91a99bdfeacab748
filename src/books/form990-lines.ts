/**
 * The catalog of the lines of Form 990, Part IX (IRS Instructions for Form 990). Every expense subcategory is assigned
 * to one of these lines.
 */
import * as z from 'zod';
import type { Db } from '../db/connect.ts';
import { FunctionalClass } from './functional-classes.ts';

export const Form990Line = z
  .object({
    code: z.string().describe('The code of the line, such as `11g`.'),
    description: z.string().describe('The name of the line on the form.'),
    allowedColumns: z.array(FunctionalClass).describe('The functional classes that have a column on this line.'),
  })
  .meta({
    id: 'Form990ExpenseLine',
    description: 'A line of Form 990, Part IX, and its columns other than the total.',
  });
export type Form990Line = z.output<typeof Form990Line>;

/** The line for depreciation, which nobody pays. */
const DEPRECIATION_LINE = '22';

/** Returns the ids of those subcategories of expenses that are for depreciation. */
export function depreciationIn(all: readonly { id: number; form990LineCode: string }[]): ReadonlySet<number> {
  return new Set(all.filter(({ form990LineCode }) => form990LineCode === DEPRECIATION_LINE).map(({ id }) => id));
}

/** The line for the total of all other lines. */
export const TOTAL_LINE = '25';

/** Returns the catalog in the order of the form. */
export async function listLines(db: Db): Promise<Form990Line[]> {
  const rows = await db
    .selectFrom('form990Lines')
    .select(['code', 'description', 'allowedColumns'])
    .orderBy('sortOrder')
    .execute();
  return rows.map((row) => ({ ...row, allowedColumns: JSON.parse(row.allowedColumns) as FunctionalClass[] }));
}

/** Returns whether the catalog has a line with this code. */
export async function lineExists(db: Db, code: string): Promise<boolean> {
  const row = await db.selectFrom('form990Lines').select('code').where('code', '=', code).executeTakeFirst();
  return row !== undefined;
}
