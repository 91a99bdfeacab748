/** The report as a workbook. A second sheet lists every expense behind the report. */
import { type App, inSnapshot } from '../../../app.ts';
import type { Cell } from '../../../lib/csv.ts';
import { toDecimal } from '../../../lib/money.ts';
import type { Sheet } from '../../../lib/xlsx.ts';
import { drawInThread } from '../../../pdf-thread.ts';
import type { FunctionalClass } from '../../../books/functional-classes.ts';
import { getLetterhead } from '../../church/profile/service.ts';
import { reportSheet } from '../formats/workbook.ts';
import { describeForm990 } from './description.ts';
import { type ReportedExpense, reportedExpenses } from './expenses.ts';
import { columnFor } from './rules.ts';
import type { Form990Query, Form990Report } from './schema.ts';
import type { Form990Line } from '../../../books/form990-lines.ts';
import { functionalExpenses, listLines } from './service.ts';

const loadMake = async () => (await import('../../../lib/xlsx.ts')).toWorkbook;

/** Returns a workbook with the report and its expenses. The file is made outside the event loop. */
export async function reportWorkbook(app: App, query: Form990Query): Promise<Buffer> {
  return Buffer.from(await drawInThread('workbook', loadMake, await reportSheets(app, query)));
}

/** Returns the sheets of the report and its expenses. Both are read from the same snapshot of the database. */
function reportSheets(app: App, query: Form990Query): Promise<Sheet[]> {
  return inSnapshot(app, async (app) => {
    const report = await functionalExpenses(app, query);
    const { items: catalog } = await listLines(app);
    const place = placing(catalog, report);
    const rows: Cell[][] = [];
    for await (const page of reportedExpenses(app, report))
      rows.push(...page.map((expense) => rowOf(expense, place(expense))));
    const described = describeForm990(report, await getLetterhead(app));
    return [reportSheet(described), { ...EXPENSES, rows }];
  });
}

const EXPENSES: Omit<Sheet, 'rows'> = {
  name: 'Expenses',
  header: ['Booked on', 'Line', 'Column', 'Subcategory', 'Ministry', 'Class', 'Vendor', 'Description', 'Amount', 'Id'],
  dates: new Set(['Booked on']),
  amounts: new Set(['Amount']),
  widths: [11, 6, 20, 28, 22, 20, 28, 48, 14, 8],
};

const COLUMN_TITLES: Record<FunctionalClass, string> = {
  ProgramServices: 'Program services',
  ManagementAndGeneral: 'Management & general',
  Fundraising: 'Fundraising',
};

type Placing = (expense: ReportedExpense) => { line: string; column: FunctionalClass };

/**
 * Returns a function that finds the line and column of an expense. An expense of line 24 is on the line from 24a to 24e
 * that contains its subcategory.
 */
function placing(catalog: readonly Form990Line[], { lines }: Form990Report): Placing {
  const codes = new Map(lines.flatMap(({ code, subCategories }) => subCategories.map(({ id }) => [id, code])));
  return (expense) => ({
    line: codes.get(expense.subCategoryId) ?? expense.lineCode,
    column: columnFor(catalog, expense),
  });
}

function rowOf(expense: ReportedExpense, { line, column }: ReturnType<Placing>): Cell[] {
  const { id, isEntry, date, subCategoryName, ministryName, functionalClass, vendor, description, amount } = expense;
  const names = [COLUMN_TITLES[column], subCategoryName, ministryName, COLUMN_TITLES[functionalClass]];
  return [date, line, ...names, vendor, description, toDecimal(amount), isEntry ? `entry ${id}` : id];
}
