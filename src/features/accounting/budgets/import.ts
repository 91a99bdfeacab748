/** Reads the lines of a budget from the rows of a file. */
import { type App, inSnapshot } from '../../../app.ts';
import { AppError, type FieldError, refuseFaults } from '../../../errors.ts';
import { faultAt, type ImportFault, type ImportRow, type ImportTable } from '../../../lib/import-table.ts';
import { addMoney, type Minor, toDecimal } from '../../../lib/money.ts';
import { check } from '../../../validate.ts';
import { textOf } from '../../imports/rows.ts';
import { type BudgetField, monthNames } from './columns.ts';
import { findKey } from './names.ts';
import { type BudgetRecords, readBudgetRecords, unusableFaults } from './references.ts';
import { type BudgetImport, NewBudget } from './schema.ts';
import { type Change, checkBudget, putBudget } from './service.ts';
import { getBudget } from './versions.ts';

type Table = ImportTable<BudgetField>;
type Row = ImportRow<BudgetField>;

/**
 * Saves the lines of a file as the budget of a fiscal year, all or none; with `dryRun`, only checks them. Raises
 * `file_refused` with every bad cell, and what `putBudget` raises.
 */
export async function importBudget(
  app: App,
  year: number,
  table: Table,
  { dryRun, ...change }: Change & { dryRun: boolean },
): Promise<BudgetImport> {
  const input = await readLines(app, year, table);
  const about = { fiscalYear: year, lines: input.lines.length, dryRun };
  const budget = { ...input, ...change };
  return naming(table, async () => {
    if (dryRun) await checkBudget(app, year, budget);
    const { kind, version, totals } = dryRun
      ? { kind: null, version: null, totals: null }
      : await putBudget(app, year, budget);
    return { ...about, kind, version, totals };
  });
}

async function readLines(app: App, year: number, table: Table): Promise<NewBudget> {
  const { records, from, before } = await inSnapshot(app, async (app) => {
    const { from, lines } = await getBudget(app, year);
    return { records: await readBudgetRecords(app), from, before: lines };
  });
  const months = monthNames(Number(from.slice(5, 7)));
  const faults: ImportFault[] = [...table.faults];
  const lines = table.rows.map((row) => {
    const { line, errors } = lineOf(row, records, months);
    faults.push(...errors.map((error) => faultAt(table, row, { ...error, path: error.path as BudgetField })));
    return line;
  });
  const checked = check(NewBudget, { lines });
  const others = 'errors' in checked ? faultsOf(checked.errors, table, months) : [];
  // A line that names something unknown seems to lack it, too. Its amounts can be judged all the same.
  const faulty = new Set(faults.map(({ line }) => line));
  const own = others.filter(({ line, field }) => field === 'Annual' || !faulty.has(line));
  const unusable = faultsOf(unusableFaults(records, lines, before), table, months);
  refuseFaults(onePerCell([...faults, ...own, ...unusable]));
  if ('value' in checked) return checked.value;
  throw new Error('A file without faults was refused.');
}

/** Returns the first fault of each cell. A line whose category is not known may seem to be wrong in other ways. */
function onePerCell(faults: readonly ImportFault[]): ImportFault[] {
  const cells = new Map<string, ImportFault>();
  for (const fault of faults) {
    const cell = `${fault.line} ${fault.field}`;
    if (!cells.has(cell)) cells.set(cell, fault);
  }
  return [...cells.values()];
}

const COLUMN_OF: Readonly<Record<string, BudgetField>> = {
  kind: 'Kind',
  category: 'Category',
  categoryId: 'Category',
  incomeCategoryId: 'Category',
  subCategoryId: 'Category',
  accountId: 'Category',
  ministry: 'Ministry',
  ministryId: 'Ministry',
  fund: 'Fund',
  fundId: 'Fund',
  annual: 'Annual',
  months: 'Annual',
};

/** Returns a row as a line of a request, and its faults. The `path` of a fault is the name of the column. */
function lineOf({ values }: Row, records: BudgetRecords, names: readonly BudgetField[]) {
  const category = textOf(values.Category);
  const missing: FieldError[] =
    category === null ? [{ path: 'Category', code: 'required', message: 'is required' }] : [];
  const { key, faults } = findKey(records, {
    kind: textOf(values.Kind) ?? undefined,
    category: category ?? '',
    ministry: textOf(values.Ministry) ?? undefined,
    fund: textOf(values.Fund) ?? undefined,
  });
  const months = names.map((name) => values[name] as Minor | undefined);
  const given = months.flatMap((amount) => amount ?? []);
  const annual = (values.Annual as Minor | undefined) ?? (given.length > 0 ? addMoney(...given) : undefined);
  if (annual === undefined) missing.push({ path: 'Annual', code: 'required', message: 'is required' });
  const named = faults.map((fault) => ({ ...fault, path: COLUMN_OF[fault.path] ?? 'Category' }));
  return {
    line: {
      ...key,
      annual: toDecimal(annual ?? (0 as Minor)),
      months: given.length === 0 ? null : months.map((amount) => toDecimal(amount ?? (0 as Minor))),
    },
    errors: category === null ? missing : [...missing, ...named],
  };
}

/** Returns the errors of a request as faults of the rows that the lines come from. */
function faultsOf(errors: readonly FieldError[], table: Table, months: readonly BudgetField[]): ImportFault[] {
  return errors.flatMap(({ path, code, message }): ImportFault[] => {
    const [, index, field, month] = path.split('.');
    const row = table.rows[Number(index)];
    if (!row) return [];
    const column = (month === undefined ? COLUMN_OF[field ?? 'category'] : months[Number(month)]) ?? 'Category';
    // The column is that of the annual amount, so the message must say what adds up to it.
    const told = code === 'months_differ' ? `the months ${message}` : message;
    // The request counts its lines from 0; people see the lines of the file.
    const said = told.replace(/\bline (\d+)/, (text, earlier) => `line ${table.rows[Number(earlier)]?.line ?? text}`);
    return [faultAt(table, row, { path: column, code, message: said })];
  });
}

/** Runs `work`. If it refuses lines, raises a refusal that names the rows of the file instead. */
async function naming<T>(table: Table, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const errors = error instanceof AppError ? (error.details.errors ?? []) : [];
    refuseFaults(faultsOf(errors, table, []));
    throw error;
  }
}
