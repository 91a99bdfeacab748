/** Plans the budgets of a demo church: a draft every autumn, its adoption before the year, and one amendment. */
import {
  addDays,
  addMonths,
  type DateRange,
  fiscalYear,
  fiscalYearOf,
  monthOf,
  monthRange,
} from '../../../lib/date.ts';
import { addMoney, type Minor, ZERO } from '../../../lib/money.ts';
import { adoptBudget, putBudget, setLine } from '../../accounting/budgets/service.ts';
import type { NewBudgetLine } from '../../accounting/budgets/schema.ts';
import type { Diary } from './diary.ts';
import { later } from './days.ts';
import { moneyOf } from './givers.ts';
import { budgetLists, type IrregularItem, type RegularItem, spendingLists } from './lists.ts';

type Catalog = 'GivingCategory' | 'IncomeCategory' | 'ExpenseSubCategory' | 'Ministry' | 'Fund';

type Plan = {
  range: DateRange;
  members: number;
  /** The month in which the fiscal year begins, 1 to 12. */
  startMonth: number;
  /** Returns the id of a row of a shipped catalog. */
  idOf: (catalog: Catalog, key: string) => number;
};

/** The amounts in the lists are for a church with this number of members. */
const USUAL_MEMBERS = 300;
const [DRAFT_DAYS, ADOPTION_DAYS, AMENDMENT_DAYS] = [42, 17, 101];
/** The line that is amended, and its new amount. */
const AMENDED = { category: 'worship/sound-instruments', ministry: 'worship', factor: 1.4, reason: 'New sound desk' };

/** Plans the budget of every fiscal year that the books touch, and the draft of the next one. */
export function noteBudgets(diary: Diary, plan: Plan): void {
  const { range, startMonth } = plan;
  const yearOf = (day: string) => monthOf(fiscalYearOf(day, startMonth).from).year;
  for (let year = yearOf(range.from); year <= yearOf(range.to) + 1; year += 1) {
    const { from } = fiscalYear(year, startMonth);
    const lines = linesOf(plan);
    const [drafted, adopted] = [addDays(from, -DRAFT_DAYS), addDays(from, -ADOPTION_DAYS)];
    const dayOf = (day: string) => later(range.from, day);
    diary.note({ on: dayOf(drafted), time: '19:40' }, 'finance', async (app) => {
      await putBudget(app, year, { adoptedOn: null, reason: null, lines });
    });
    diary.note({ on: dayOf(adopted), time: '20:30' }, 'treasurer', async (app) => {
      await adoptBudget(app, year, dayOf(adopted));
    });
    const amended = addDays(from, AMENDMENT_DAYS);
    const line = amendedLine(plan, lines);
    if (amended < range.from || line === undefined) continue;
    diary.note({ on: amended, time: '20:15' }, 'treasurer', async (app) => {
      await setLine(app, year, line, { adoptedOn: amended, reason: AMENDED.reason });
    });
  }
}

const BLANK = {
  categoryId: null,
  incomeCategoryId: null,
  subCategoryId: null,
  accountId: null,
  ministryId: null,
  fundId: null,
};

function linesOf(plan: Plan): NewBudgetLine[] {
  const { giving, otherIncome } = budgetLists();
  const size = plan.members / USUAL_MEMBERS;
  const even = (dollars: number) => ({ annual: moneyOf(Math.round(dollars * size)), months: null });
  return [
    ...giving.map(({ category, amount }) => {
      return { ...BLANK, categoryId: plan.idOf('GivingCategory', category), ...even(amount) };
    }),
    ...otherIncome.map(({ category, amount }) => {
      return { ...BLANK, incomeCategoryId: plan.idOf('IncomeCategory', category), ...even(amount) };
    }),
    ...expenseLines(plan, size),
  ].filter(({ annual }) => annual > 0);
}

/** Returns a line for each combination of subcategory, ministry and fund in the list of bills. */
function expenseLines({ startMonth, idOf }: Plan, size: number): NewBudgetLine[] {
  const { regular, irregular } = spendingLists();
  const lines = new Map<string, NewBudgetLine & { months: Minor[] }>();
  for (const item of [...regular, ...irregular]) {
    const { category, ministry, fund } = item;
    const months = monthsFrom(startMonth).map((month) => moneyOf(Math.round(expected(item, month) * size)));
    const key = `${category} ${ministry} ${fund ?? ''}`;
    const sum = (lines.get(key)?.months ?? []).map((amount, index) => addMoney(amount, months[index] ?? ZERO));
    const all = sum.length > 0 ? sum : months;
    const fundId = fund === undefined ? null : idOf('Fund', fund);
    const ids = { subCategoryId: idOf('ExpenseSubCategory', category), ministryId: idOf('Ministry', ministry), fundId };
    lines.set(key, { ...BLANK, ...ids, annual: addMoney(...all), months: all });
  }
  return [...lines.values()];
}

/** Returns the months of the calendar, 1 to 12, in the order of the fiscal year. */
const monthsFrom = (startMonth: number) =>
  Array.from(
    { length: 12 },
    (_, index) => monthOf(monthRange(addMonths({ year: 2000, month: startMonth }, index)).from).month,
  );

/** Returns what a church of the usual size expects to spend on an item in a month, in dollars. */
function expected(item: RegularItem | IrregularItem, month: number): number {
  if (item.months && !item.months.includes(month)) return 0;
  if ('amount' in item) return item.amount;
  const often = item.perYear / (item.months?.length ?? 12);
  return often * (item.from + (item.to - item.from) / 3);
}

/** Returns the line that is amended, with its new amount. */
function amendedLine({ idOf }: Plan, lines: readonly NewBudgetLine[]): NewBudgetLine | undefined {
  const [subCategoryId, ministryId] = [
    idOf('ExpenseSubCategory', AMENDED.category),
    idOf('Ministry', AMENDED.ministry),
  ];
  const line = lines.find((one) => one.subCategoryId === subCategoryId && one.ministryId === ministryId);
  return line && { ...line, annual: moneyOf(Math.ceil((line.annual / 100) * AMENDED.factor)), months: null };
}
