/** Compares the lines of a budget with actual amounts, by category and account. */
import { addMoney, addTo, type Minor, negateMoney, subtractMoney, ZERO } from '../../../lib/money.ts';
import type { Catalogs } from '../books/catalogs.ts';
import type { BudgetPart, BudgetReport, BudgetReportRow, Figures } from './schema.ts';

/** The parts of the report that have no rows, because only the cash bottom line needs their sums. */
type CashPart = 'WithoutPayment' | 'Unpaid' | 'Adjustments';

/** An amount of a category or account. For the parts of the cash bottom line, the id does not matter. */
export type Entry = { part: BudgetPart | CashPart; id: number; amount: Minor };

/** The entries of each column of the report. */
export type Columns = Readonly<
  Record<'monthBudget' | 'monthActual' | 'yearBudget' | 'yearActual' | 'annual', readonly Entry[]>
>;

type Sums = ReadonlyMap<string, Minor>;
const keyOf = ({ part, id }: Pick<Entry, 'part' | 'id'>) => `${part} ${id}`;

function sumsOf(entries: readonly Entry[]): Sums {
  const sums = new Map<string, Minor>();
  for (const entry of entries) addTo(sums, keyOf(entry), entry.amount);
  return sums;
}

/** Returns the rows for every category and account that has an entry, in display order. */
export function rowsOf(columns: Columns, catalogs: Catalogs): BudgetReportRow[] {
  const names = Object.keys(columns) as (keyof Columns)[];
  const sums = Object.fromEntries(names.map((name) => [name, sumsOf(columns[name])])) as Record<keyof Columns, Sums>;
  return candidates(catalogs).flatMap(({ name, group, part, id }): BudgetReportRow[] => {
    const key = keyOf({ part, id });
    if (!names.some((column) => sums[column].has(key))) return [];
    const of = (column: keyof Columns) => sums[column].get(key) ?? ZERO;
    const yearToDate = { budget: of('yearBudget'), actual: of('yearActual') };
    const isSpent = part === 'Expenses' || part === 'Capital';
    return [
      {
        part,
        group,
        name,
        ...idsOf(part, id),
        month: { budget: of('monthBudget'), actual: of('monthActual') },
        yearToDate,
        annual: of('annual'),
        left: subtractMoney(of('annual'), yearToDate.actual),
        over: isSpent && yearToDate.actual > yearToDate.budget,
      },
    ];
  });
}

type Candidate = { part: BudgetPart; id: number; name: string; group: string | null };

function candidates({ categories, incomeCategories, subCategories, accounts }: Catalogs): Candidate[] {
  const of = (part: BudgetPart, rows: readonly { id: number; name: string; group?: string }[]) =>
    rows.map(({ id, name, group = null }) => ({ part, id, name, group }));
  return [
    ...of('Giving', categories),
    ...of('OtherIncome', incomeCategories),
    ...of('Expenses', subCategories),
    ...of('Capital', accounts),
  ];
}

function idsOf(part: BudgetPart, id: number) {
  return {
    categoryId: part === 'Giving' ? id : null,
    incomeCategoryId: part === 'OtherIncome' ? id : null,
    subCategoryId: part === 'Expenses' ? id : null,
    accountId: part === 'Capital' ? id : null,
  };
}

/** Returns the sums of the parts, and both bottom lines. */
export function totalsOf(columns: Columns): BudgetReport['totals'] {
  const of = (part: Entry['part']) => figuresOf(columns, part);
  const [giving, otherIncome, expenses, capital] = [of('Giving'), of('OtherIncome'), of('Expenses'), of('Capital')];
  const [withoutPayment, unpaid, adjustments] = [of('WithoutPayment'), of('Unpaid'), of('Adjustments')];
  const operating = addFigures([giving, otherIncome, negated(expenses)]);
  const net = addFigures([operating, negated(capital), withoutPayment, unpaid, adjustments]);
  return { giving, otherIncome, expenses, operating, capital, withoutPayment, unpaid, adjustments, net };
}

function figuresOf(columns: Columns, part: Entry['part']): Figures {
  const sum = (column: keyof Columns) =>
    addMoney(...columns[column].filter((entry) => entry.part === part).map(({ amount }) => amount));
  const [annual, actual] = [sum('annual'), sum('yearActual')];
  return {
    month: { budget: sum('monthBudget'), actual: sum('monthActual') },
    yearToDate: { budget: sum('yearBudget'), actual },
    annual,
    left: subtractMoney(annual, actual),
  };
}

function addFigures(list: readonly Figures[]): Figures {
  const add = (pick: (figures: Figures) => Minor) => addMoney(...list.map(pick));
  return {
    month: { budget: add(({ month }) => month.budget), actual: add(({ month }) => month.actual) },
    yearToDate: {
      budget: add(({ yearToDate }) => yearToDate.budget),
      actual: add(({ yearToDate }) => yearToDate.actual),
    },
    annual: add(({ annual }) => annual),
    left: add(({ left }) => left),
  };
}

function negated({ month, yearToDate, annual, left }: Figures): Figures {
  return {
    month: { budget: negateMoney(month.budget), actual: negateMoney(month.actual) },
    yearToDate: { budget: negateMoney(yearToDate.budget), actual: negateMoney(yearToDate.actual) },
    annual: negateMoney(annual),
    left: negateMoney(left),
  };
}
