import { addMoney, type Minor, negateMoney } from '../../../lib/money.ts';
import { sha256Hex } from '../../../lib/secret.ts';
import { keyOf, type Target } from './line-rules.ts';
import type { BudgetTotals, NewBudgetLine } from './schema.ts';
import { spread } from '../../../lib/spread.ts';

/** A line with the amounts of its twelve months, in the order of the fiscal year. */
export type StoredLine = Omit<NewBudgetLine, 'months'> & { months: readonly Minor[] };

/** Returns a line as it is stored, with an amount for every month. */
export function toStored({ months, ...line }: NewBudgetLine): StoredLine {
  return { ...line, months: months ?? spread(line.annual) };
}

/** The sums of annual amounts by what their lines are for. Depreciation is part of the expenses. */
export type AnnualSums = Readonly<Record<Target | 'depreciation', Minor>>;

/** Returns the annual totals of lines. `depreciation` has the ids of the subcategories for depreciation. */
export function totalsOf(lines: readonly StoredLine[], depreciation: ReadonlySet<number>): BudgetTotals {
  const sum = (isWanted: (line: StoredLine) => boolean) =>
    addMoney(...lines.filter(isWanted).map((line) => line.annual));
  const total = (field: Target) => sum((line) => line[field] !== null);
  return totalsOfSums({
    categoryId: total('categoryId'),
    incomeCategoryId: total('incomeCategoryId'),
    subCategoryId: total('subCategoryId'),
    accountId: total('accountId'),
    depreciation: sum(({ subCategoryId }) => depreciation.has(subCategoryId ?? 0)),
  });
}

/** Returns the annual totals from the sums of their parts. Depreciation is an expense that nobody pays. */
export function totalsOfSums(sums: AnnualSums): BudgetTotals {
  const { categoryId: giving, incomeCategoryId: otherIncome, subCategoryId: expenses, accountId: capital } = sums;
  const operating = addMoney(giving, otherIncome, negateMoney(expenses));
  const net = addMoney(operating, negateMoney(capital), sums.depreciation);
  return { giving, otherIncome, expenses, operating, capital, withoutPayment: sums.depreciation, net };
}

/** Returns the values of a line, in the order in which the hash of its version contains them. */
function valuesOf(line: StoredLine): unknown[] {
  const { categoryId, incomeCategoryId, subCategoryId, accountId, ministryId, fundId, annual, months } = line;
  const ids = [categoryId, incomeCategoryId, subCategoryId, accountId, ministryId, fundId];
  return [...ids, annual, JSON.stringify(months)];
}

/** Returns the hash of the lines of a version. The audit log stores this hash at every change. */
export function digestOfLines(lines: readonly StoredLine[]): string {
  return digestOfValues(lines.map(valuesOf));
}

/** Like `digestOfLines`, for lines as lists of their stored values. */
export function digestOfValues(lines: readonly unknown[]): string {
  return sha256Hex(JSON.stringify(lines));
}

/** Returns the lines that only one of two lists has. A changed line is in both results. */
export function differenceOf(
  before: readonly StoredLine[],
  after: readonly StoredLine[],
): { removed: StoredLine[]; added: StoredLine[] } {
  const textsOf = (lines: readonly StoredLine[]) =>
    new Map(lines.map((line) => [JSON.stringify(valuesOf(line)), line] as const));
  const [old, young] = [textsOf(before), textsOf(after)];
  return {
    removed: [...old].filter(([text]) => !young.has(text)).map(([, line]) => line),
    added: [...young].filter(([text]) => !old.has(text)).map(([, line]) => line),
  };
}

/** Returns the lines with one line replaced, or added if there was none for the same thing. */
export function withLine(lines: readonly StoredLine[], line: StoredLine): StoredLine[] {
  const at = lines.findIndex((one) => keyOf(one) === keyOf(line));
  return at < 0 ? [...lines, line] : lines.with(at, line);
}
