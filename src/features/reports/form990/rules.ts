/** Puts expenses into the lines and columns of Form 990, Part IX (IRS Instructions for Form 990, Part IX). */
import { TOTAL_LINE, type Form990Line } from '../../../books/form990-lines.ts';
import { addMoney, type Minor, ZERO } from '../../../lib/money.ts';
import { FUNCTIONAL_CLASSES, type FunctionalClass } from '../../../books/functional-classes.ts';
import type { Form990Report, ReportLine, ReportWarning } from './schema.ts';

/** The sum of a subcategory's expenses in one functional class. */
export type ExpenseSum = {
  subCategoryId: number;
  name: string;
  lineCode: string;
  functionalClass: FunctionalClass;
  amount: Minor;
  count: number;
};

type Columns = Pick<ReportLine, 'total' | 'programServices' | 'managementAndGeneral' | 'fundraising'>;

const COLUMN = {
  ProgramServices: 'programServices',
  ManagementAndGeneral: 'managementAndGeneral',
  Fundraising: 'fundraising',
} as const satisfies Record<FunctionalClass, keyof Columns>;

const OTHER_EXPENSES = '24';
/** Lines 24a to 24d name the four largest kinds of other expenses. Line 24e contains all remaining kinds. */
const NAMED_OTHERS = ['24a', '24b', '24c', '24d'];
const ALL_OTHERS = '24e';
const EMPTY: Columns = { total: ZERO, programServices: ZERO, managementAndGeneral: ZERO, fundraising: ZERO };

/** Builds the report's lines, totals and warnings from the catalog and the sums of the period. */
export function reportOf(
  catalog: readonly Form990Line[],
  sums: readonly ExpenseSum[],
): Pick<Form990Report, 'lines' | 'totals' | 'warnings'> {
  const placed = sums.map((sum) => ({ ...sum, column: columnFor(catalog, sum) }));
  const others = rankOthers(sums.filter(({ lineCode }) => lineCode === OTHER_EXPENSES));
  const lines = catalog
    .filter(({ code }) => code !== TOTAL_LINE)
    .flatMap((line) => (line.code === OTHER_EXPENSES ? otherLines(placed, others) : [lineOf(line, placed)]));
  const totals = lines.reduce<Columns>(addColumns, EMPTY);
  const total = catalog.find(({ code }) => code === TOTAL_LINE);
  return {
    lines: [...lines, { code: TOTAL_LINE, description: total?.description ?? null, ...totals, subCategories: [] }],
    totals,
    warnings: [...misplaced(placed), ...overTenPercent(lines, totals)],
  };
}

type Placed = ExpenseSum & { column: FunctionalClass };

/**
 * Returns the column of an amount: its functional class if the line has that column, otherwise the only column of the
 * line.
 */
export function columnFor(
  catalog: readonly Form990Line[],
  { lineCode, functionalClass }: Pick<ExpenseSum, 'lineCode' | 'functionalClass'>,
): FunctionalClass {
  const allowed = catalog.find(({ code }) => code === lineCode)?.allowedColumns ?? FUNCTIONAL_CLASSES;
  return allowed.includes(functionalClass) ? functionalClass : (allowed[0] ?? functionalClass);
}

function lineOf(
  { code, description }: Pick<ReportLine, 'code' | 'description'>,
  placed: readonly Placed[],
): ReportLine {
  return buildLine(
    code,
    description,
    placed.filter(({ lineCode }) => lineCode === code),
  );
}

/** True for line 24 and its parts, 24a to 24e. The report contains only the parts. */
export function isOther(code: string): boolean {
  return code.startsWith(OTHER_EXPENSES);
}

/**
 * Returns the subcategories of line 24 whose total is not zero, the largest first. Equal totals are ordered by name.
 */
function rankOthers(sums: readonly ExpenseSum[]): { id: number; name: string; total: Minor }[] {
  return subTotals(sums)
    .filter(({ total }) => total !== 0)
    .toSorted((a, b) => b.total - a.total || compare(a.name, b.name) || a.id - b.id);
}

function otherLines(placed: readonly Placed[], ranked: ReturnType<typeof rankOthers>): ReportLine[] {
  const others = placed.filter(({ lineCode }) => lineCode === OTHER_EXPENSES);
  const named = NAMED_OTHERS.map((code, index) => {
    const own = ranked[index];
    const sums = others.filter(({ subCategoryId }) => subCategoryId === own?.id);
    return buildLine(code, own?.name ?? null, sums);
  });
  // A subcategory whose total is zero is not ranked, but may have amounts in individual columns that cancel out. These
  // amounts are part of line 24e.
  const largest = new Set(ranked.slice(0, NAMED_OTHERS.length).map(({ id }) => id));
  const rest = others.filter(({ subCategoryId }) => !largest.has(subCategoryId));
  return [...named, buildLine(ALL_OTHERS, 'All other expenses', rest)];
}

function buildLine(code: string, description: string | null, placed: readonly Placed[]): ReportLine {
  const columns = placed.reduce<Columns>((line, { column, amount }) => {
    return addColumns(line, { ...EMPTY, [COLUMN[column]]: amount, total: amount });
  }, EMPTY);
  return {
    code,
    description,
    ...columns,
    subCategories: subTotals(placed).toSorted((a, b) => compare(a.name, b.name)),
  };
}

function subTotals(sums: readonly ExpenseSum[]): { id: number; name: string; total: Minor }[] {
  const totals = new Map<number, { id: number; name: string; total: Minor }>();
  for (const { subCategoryId: id, name, amount } of sums) {
    totals.set(id, { id, name, total: addMoney(totals.get(id)?.total ?? ZERO, amount) });
  }
  return [...totals.values()];
}

function addColumns(a: Columns, b: Columns): Columns {
  return {
    total: addMoney(a.total, b.total),
    programServices: addMoney(a.programServices, b.programServices),
    managementAndGeneral: addMoney(a.managementAndGeneral, b.managementAndGeneral),
    fundraising: addMoney(a.fundraising, b.fundraising),
  };
}

/**
 * Returns a warning for each line and functional class whose amounts are in another column, because the line has no
 * column for that class.
 */
function misplaced(placed: readonly Placed[]): ReportWarning[] {
  const warnings = new Map<string, ReportWarning>();
  for (const { lineCode, functionalClass, column, amount, count } of placed) {
    if (column === functionalClass) continue;
    const key = `${lineCode} ${functionalClass}`;
    const sum = warnings.get(key);
    warnings.set(key, {
      code: 'column_not_allowed',
      line: lineCode,
      functionalClass,
      amount: addMoney(sum?.amount ?? ZERO, amount),
      count: (sum?.count ?? 0) + count,
    });
  }
  return [...warnings.values()];
}

/**
 * Returns a warning for lines 11g and 24e if they are over 10 % of line 25, column A. They must then be itemized on
 * Schedule O.
 */
function overTenPercent(lines: readonly ReportLine[], totals: Columns): ReportWarning[] {
  const rules = [
    ['11g', 'line_11g_over_10_percent'],
    [ALL_OTHERS, 'line_24e_over_10_percent'],
  ] as const;
  return rules.flatMap(([line, code]) => {
    const amount = lines.find((one) => one.code === line)?.total ?? ZERO;
    return amount > 0 && amount * 10 > totals.total ? [{ code, line, amount }] : [];
  });
}

/** Returns the row of a catalog that an expense refers to. Raises an `Error` if the row does not exist. */
export function existing<K, T>(rows: ReadonlyMap<K, T>, id: K): T {
  const row = rows.get(id);
  if (row === undefined) throw new Error(`An expense refers to ${String(id)}, which does not exist.`);
  return row;
}

/** Compares two texts in the same way on every computer, whatever its language. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
