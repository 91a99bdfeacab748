/** Reads the figures of a fiscal year from the rows of a file. */
import { type App, inSnapshot } from '../../../app.ts';
import { AppError, type FieldError, refuseFaults } from '../../../errors.ts';
import { fold } from '../../../lib/fold.ts';
import { faultAt, type ImportFault, type ImportRow, type ImportTable } from '../../../lib/import-table.ts';
import { type Minor, toDecimal } from '../../../lib/money.ts';
import { check } from '../../../validate.ts';
import { readCandidates, textOf } from '../../imports/rows.ts';
import { findKey, type Kind } from '../budgets/names.ts';
import { type BudgetRecords, readBudgetRecords } from '../budgets/references.ts';
import { readFigureRecords } from './checks.ts';
import type { FigureField } from './columns.ts';
import type { FigureRecords } from './rules.ts';
import { NewPriorFigures, type PriorFiguresImport } from './schema.ts';
import { checkPriorFigures, getPriorFigures, putPriorFigures } from './service.ts';

type Table = ImportTable<FigureField>;
type Row = ImportRow<FigureField>;
type Records = { budget: BudgetRecords; groups: FigureRecords['groupId'] };
/** A row as a line of a request. `isAlone` is true if it names no category. */
type Line = { row: Row; list: 'income' | 'expenses'; said: Record<string, unknown>; isAlone: boolean };
type Totals = Pick<NewPriorFigures, 'netAssets' | 'assets' | 'liabilities'>;

/**
 * Saves the rows of a file, and totals, as the figures of a fiscal year, all or none; with `dryRun`, only checks them.
 * Raises `file_refused` with every bad cell, and what `putPriorFigures` raises.
 */
export async function importPriorFigures(
  app: App,
  year: number,
  table: Table,
  { dryRun, totals }: { dryRun: boolean; totals: Record<keyof Totals, number | undefined> },
): Promise<PriorFiguresImport> {
  const records = await inSnapshot(app, async (app) => {
    return { budget: await readBudgetRecords(app), groups: (await readFigureRecords(app)).groupId };
  });
  const { candidates, faults } = await readCandidates(table, (row) => lineOf(row, records));
  refuseFaults(faults);
  const of = (list: Line['list']) => candidates.filter((line) => line.list === list);
  const lines = { income: of('income'), expenses: of('expenses') };
  const body = { income: lines.income.map(({ said }) => said), expenses: lines.expenses.map(({ said }) => said) };
  return naming(table, lines, async () => {
    const checked = check(NewPriorFigures, { ...body, ...totals });
    if ('errors' in checked) throw new AppError('validation_failed', 'The file has mistakes.', checked);
    if (dryRun) await checkPriorFigures(app, year, checked.value);
    const saved = dryRun ? await getPriorFigures(app, year) : await putPriorFigures(app, year, checked.value);
    const alone = candidates.filter(({ isAlone }) => isAlone).map(({ said }) => String(said.name));
    return { ...saved, dryRun, lines: candidates.length, alone };
  });
}

type Found = { list: Line['list']; ids: Record<string, number>; isAlone: boolean };

function lineOf(row: Row, records: Records): { errors: FieldError[]; candidate: Line | null } {
  const { values } = row;
  const [kind, name, category] = [textOf(values.Kind), textOf(values.Name), textOf(values.Category)];
  const errors: FieldError[] = [];
  if (values.Amount === undefined) errors.push({ path: 'Amount', code: 'required', message: 'is required' });
  const text = category ?? name;
  if (text === null)
    return { errors: [...errors, { path: 'Name', code: 'required', message: 'is required' }], candidate: null };
  const found = findTarget(records, { kind, text, mustExist: category !== null });
  if ('code' in found) return { errors: [...errors, found], candidate: null };
  const said = { name: name ?? text, ...found.ids, amount: toDecimal((values.Amount ?? 0) as Minor) };
  return { errors, candidate: { row, list: found.list, said, isAlone: found.isAlone } };
}

type Wanted = { kind: string | null; text: string; mustExist: boolean };

/** Returns what a row is for: a category, a group of expenses or, if its kind is known, a row of its own. */
function findTarget({ budget, groups }: Records, { kind, text, mustExist }: Wanted): Found | FieldError {
  const own = kind === null || kind === 'Income' ? undefined : (kind as Kind);
  const { key, faults } = findKey(readable(budget, kind), { kind: own, category: text });
  const [fault] = faults;
  const path = mustExist ? 'Category' : 'Name';
  if (!fault) {
    const ids = Object.entries(key).flatMap(([field, id]) => (id === null ? [] : [[field, id] as const]));
    return { list: key.subCategoryId === null ? 'income' : 'expenses', ids: Object.fromEntries(ids), isAlone: false };
  }
  if (fault.code !== 'unknown_reference') return { ...fault, path: fault.path === 'kind' ? 'Kind' : path };
  const group = [...groups.values()].find((one) => [one.name, one.nameZh ?? ''].map(fold).includes(fold(text)));
  if (group && (kind === null || kind === 'Expense'))
    return { list: 'expenses', ids: { groupId: group.id }, isAlone: false };
  if (mustExist) return { ...fault, path };
  if (kind !== null) return { list: kind === 'Expense' ? 'expenses' : 'income', ids: {}, isAlone: true };
  const message = `names no category: ${text}. To keep it as a row of its own, write Income or Expense in a column Kind`;
  return { path, code: 'unknown_reference', message };
}

/** Returns the records that a row of a kind can name. No row is for an account, a ministry or a fund. */
function readable(records: BudgetRecords, kind: string | null): BudgetRecords {
  const none = { accountId: new Map() };
  return kind === 'Income' ? { ...records, ...none, subCategoryId: new Map() } : { ...records, ...none };
}

/** Runs `work`. If it refuses lines, raises a refusal that names the rows of the file instead. */
async function naming<T>(
  table: Table,
  lines: Record<Line['list'], readonly Line[]>,
  work: () => Promise<T>,
): Promise<T> {
  const rowAt = (path: string): Row | undefined => {
    const [list = '', index] = path.split('.');
    return list === 'income' || list === 'expenses' ? lines[list][Number(index)]?.row : undefined;
  };
  try {
    return await work();
  } catch (error) {
    const errors = error instanceof AppError ? (error.details.errors ?? []) : [];
    const faults = errors.flatMap(({ path, code, message }): ImportFault[] => {
      const row = rowAt(path);
      if (!row) return [];
      // The request counts its lines from 0; people see the lines of the file.
      const said = message.replace(/\b(?:income|expenses)\.\d+\b/, (text) => `line ${rowAt(text)?.line ?? text}`);
      return [faultAt(table, row, { path: path.endsWith('amount') ? 'Amount' : 'Name', code, message: said })];
    });
    refuseFaults(faults);
    throw error;
  }
}
