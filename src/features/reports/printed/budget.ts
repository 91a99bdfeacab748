import { type Minor, subtractMoney } from '../../../lib/money.ts';
import { fill } from '../../../lib/template.ts';
import type { BudgetPart, BudgetReport, BudgetReportRow, Figures } from '../budget/schema.ts';
import type { ReportRow, Source, Value } from '../formats/report.ts';
import type { Kind } from './names.ts';
import { amountColumns, type BookTexts, type Described, type Setting } from './texts.ts';

const SECTIONS = [
  { part: 'Giving', word: 'giving', total: 'totalGiving', sum: 'giving', kind: 'categories' },
  { part: 'OtherIncome', word: 'otherIncome', total: 'totalOtherIncome', sum: 'otherIncome', kind: 'incomeCategories' },
  { part: 'Expenses', word: 'expenses', total: 'totalExpenses', sum: 'expenses', kind: 'subCategories' },
] as const satisfies readonly Section[];
const CAPITAL = { part: 'Capital', word: 'capital', total: 'totalCapital', sum: 'capital', kind: 'accounts' } as const;

type Section = { part: BudgetPart; word: string; total: string; sum: string; kind: Kind };

/** The names of the ministry and the fund that a report is limited to. */
export type LimitedTo = { ministry: string | undefined; fund: string | undefined };

/**
 * Returns the description of a budget report: income, expenses and the operating result, and then what leads from this
 * result to the change in cash. A ministry has no income, so its spending leaves no result.
 */
export function describeBudget(report: BudgetReport, setting: Setting, { ministry, fund }: LimitedTo): Described {
  const { texts, say } = setting;
  const { from, to, through, basis, budget, totals, rows } = report;
  const about = [
    fill(texts.budgetPeriod, { through, from, to }),
    budget === null ? texts.noBudget : fill(texts[`budget${budget.kind}`], { date: budget.adoptedOn ?? '' }),
    ...(ministry === undefined ? [] : [fill(texts.ofMinistry, { name: say(ministry, 'ministries') })]),
    ...(fund === undefined ? [] : [fill(texts.ofFund, { name: say(fund, 'funds') })]),
    texts[basis],
  ];
  const { monthBudget, monthActual, toDateBudget, toDateActual, yearBudget, left, over } = texts;
  return {
    title: texts.titles.budget,
    about,
    columns: [
      { title: texts.item, kind: 'text' },
      ...amountColumns(monthBudget, monthActual, toDateBudget, toDateActual, yearBudget, left, over),
    ],
    rows: [
      ...SECTIONS.flatMap((section) => sectionRows(report, section, setting)),
      ...(ministry === undefined ? [totalRow(totals.operating, texts.operatingResult), GAP] : []),
      ...sectionRows(report, CAPITAL, setting),
      ...(ministry === undefined ? cashRows(totals, texts) : []),
    ],
    notes: [
      ...(rows.some((row) => row.over) ? [texts.overNote] : []),
      ...(ministry === undefined ? cashNotes(report, texts) : []),
      ...(report.includesHistory ? [texts.history] : []),
    ],
  };
}

const GAP: ReportRow = { kind: 'gap' };

const totalRow = (net: Figures, text: string): ReportRow => ({
  kind: 'total',
  values: [text, ...figuresOf(net), null],
});

/** Returns the rows that lead to the change in cash. Those without figures are left out. */
function cashRows({ withoutPayment, unpaid, adjustments, net }: BudgetReport['totals'], texts: BookTexts): ReportRow[] {
  const rows = (
    [
      [texts.withoutPayment, withoutPayment],
      [texts.unpaidCapital, unpaid],
      [texts.transfersAndAdjustments, adjustments],
    ] as const
  ).flatMap(([text, figures]): ReportRow[] =>
    hasFigures(figures) ? [{ kind: 'line', values: [text, ...figuresOf(figures), null] }] : [],
  );
  return [...rows, totalRow(net, texts.changeInCash)];
}

function cashNotes({ basis, totals }: BudgetReport, texts: BookTexts): string[] {
  return [
    ...(hasFigures(totals.withoutPayment) ? [texts.withoutPaymentNote] : []),
    ...(basis === 'booked' ? [texts.cashNote] : []),
  ];
}

const hasFigures = (figures: Figures) => figuresOf(figures).some((amount) => amount !== 0);

/** Returns the rows of a section, and an empty row after them. Expenses are listed by group. */
function sectionRows(
  { rows, totals }: BudgetReport,
  { part, word, total, sum, kind }: (typeof SECTIONS)[number] | typeof CAPITAL,
  { texts, say }: Setting,
): ReportRow[] {
  const own = rows.filter((row) => row.part === part);
  if (own.length === 0) return [];
  const lines = own.flatMap((row, index): ReportRow[] => {
    const { group, name } = row;
    const isFirst = group !== null && group !== own[index - 1]?.group;
    const heading: ReportRow[] = isFirst ? [{ kind: 'heading', text: say(group, 'groups'), indent: 1 }] : [];
    const values = [say(name, kind), ...figuresOf(row), overOf(row)];
    return [...heading, { kind: 'line', indent: group === null ? 1 : 2, values, source: sourceOf(row) }];
  });
  const subtotal: ReportRow = { kind: 'subtotal', values: [texts[total], ...figuresOf(totals[sum]), null] };
  return [{ kind: 'heading', text: texts[word] }, ...lines, subtotal, GAP];
}

function sourceOf({ categoryId, incomeCategoryId, subCategoryId, accountId }: BudgetReportRow): Source | undefined {
  if (categoryId !== null) return { type: 'GivingCategory', id: categoryId };
  if (incomeCategoryId !== null) return { type: 'IncomeCategory', id: incomeCategoryId };
  if (subCategoryId !== null) return { type: 'SubCategory', id: subCategoryId };
  return accountId === null ? undefined : { type: 'Account', id: accountId };
}

function figuresOf({ month, yearToDate, annual, left }: Figures): Value[] {
  return [month.budget, month.actual, yearToDate.budget, yearToDate.actual, annual, left];
}

/** Returns how much more than its budget was spent in the year to date; null for a row that is not over its budget. */
function overOf({ over, yearToDate }: BudgetReportRow): Minor | null {
  return over ? subtractMoney(yearToDate.actual, yearToDate.budget) : null;
}
