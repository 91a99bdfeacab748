/** The catalog of the lines of Form 990, Part IX, on which subcategories of expenses stand (IRS Instructions for Form 990). */
import * as z from 'zod';
import type { Db } from '../db/connect.ts';
import { FunctionalClass } from './functional-classes.ts';

export const Form990Line = z
  .object({
    code: z.string().describe('The line, such as `11g`.'),
    description: z.string().describe('Its name on the form.'),
    allowedColumns: z.array(FunctionalClass).describe('The classes that have a column on the line.'),
  })
  .meta({
    id: 'Form990ExpenseLine',
    description: 'A line of Form 990, Part IX, and its columns besides the total.',
  });
export type Form990Line = z.output<typeof Form990Line>;

/** The line that sums up the others. */
export const TOTAL_LINE = '25';

/** The catalog in the order of the form. */
export async function listLines(db: Db): Promise<Form990Line[]> {
  const rows = await db
    .selectFrom('form990Lines')
    .select(['code', 'description', 'allowedColumns'])
    .orderBy('sortOrder')
    .execute();
  return rows.map((row) => ({ ...row, allowedColumns: JSON.parse(row.allowedColumns) as FunctionalClass[] }));
}

/** Whether the catalog of Form 990 has the line. */
export async function lineExists(db: Db, code: string): Promise<boolean> {
  const row = await db.selectFrom('form990Lines').select('code').where('code', '=', code).executeTakeFirst();
  return row !== undefined;
}
