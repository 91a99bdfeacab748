import { addMoney, formatMoney, type Minor, negateMoney, ZERO } from '../../../lib/money.ts';
import { fill } from '../../../lib/template.ts';
import { yearBefore } from '../books/income-statement.ts';
import type { IncomeLine, IncomeStatement, Totals } from '../books/schema.ts';
import type { ReportRow, Source, Value } from '../formats/report.ts';
import type { Kind } from './names.ts';
import { aboutPeriod, amountColumns, type Described, priorNotes, type Setting } from './texts.ts';

type Section = {
  part: 'giving' | 'otherIncome' | 'expenses';
  total: keyof Totals;
  kind: Kind;
  source: Source['type'];
};

const SECTIONS: readonly Section[] = [
  { part: 'giving', total: 'totalGiving', kind: 'categories', source: 'GivingCategory' },
  { part: 'otherIncome', total: 'totalOtherIncome', kind: 'incomeCategories', source: 'IncomeCategory' },
  { part: 'expenses', total: 'totalExpenses', kind: 'subCategories', source: 'SubCategory' },
];

/** Returns the description of an income statement: giving, other income and expenses, in the columns of the answer. */
export function describeIncomeStatement(report: IncomeStatement, setting: Setting): Described {
  const { texts, say } = setting;
  const { columns, columnTotals, prior, released } = report;
  const adjusted = [report, prior, ...Object.values(columnTotals)].some((totals) => totals && totals.adjustments !== 0);
  // The adjustments of a column include the transfers from and to other columns.
  const adjustments = columns.length === 0 ? texts.adjustments : texts.transfersAndAdjustments;
  return {
    title: texts.titles.incomeStatement,
    about: [...aboutPeriod(texts, report), ...(prior ? [fill(texts.priorPeriod, yearBefore(report))] : [])],
    columns: [
      { title: texts.item, kind: 'text' },
      ...amountColumns(
        ...columns.map(({ name }) => say(name, 'funds', 'ministries')),
        columns.length === 0 ? texts.amount : texts.all,
        ...(prior === undefined ? [] : [texts.prior]),
        ...(hasBudget(report) ? [texts.budget] : []),
      ),
    ],
    rows: [
      ...SECTIONS.flatMap((one) => sectionRows(report, one, setting)),
      ...(adjusted ? [totalRow(report, 'line', 'adjustments', adjustments)] : []),
      totalRow(report, 'total', 'netChange', texts.netChange),
    ],
    notes: [
      ...(released === null ? [] : [fill(texts.released, { amount: formatMoney(released) })]),
      ...(report.includesHistory ? [texts.history] : []),
      ...priorNotes(report, texts),
    ],
  };
}

/** Returns the rows of a section, and an empty row after them. Expenses are listed by group. */
function sectionRows(
  report: IncomeStatement,
  { part, total, kind, source }: Section,
  { texts, say }: Setting,
): ReportRow[] {
  const lines = report[part];
  if (part === 'otherIncome' && lines.length === 0) return [];
  const rows: ReportRow[] = [{ kind: 'heading', text: texts[part] }];
  for (const [index, line] of lines.entries()) {
    const { group } = line;
    if (group !== null && group !== lines[index - 1]?.group)
      rows.push({ kind: 'heading', text: say(group, 'groups'), indent: 1 });
    rows.push({
      kind: 'line',
      indent: group === null ? 1 : 2,
      values: [say(line.name, kind), ...amountsOf(report, line)],
      source: line.id === null ? undefined : { type: source, id: line.id },
    });
  }
  return [...rows, totalRow(report, 'subtotal', total, texts[total]), { kind: 'gap' }];
}

function amountsOf(report: IncomeStatement, { amount, amounts, prior, budget }: IncomeLine): Value[] {
  return [
    ...report.columns.map(({ key }) => amounts[key] ?? ZERO),
    amount,
    ...(report.prior === undefined ? [] : [report.prior === null || prior === null ? null : (prior ?? ZERO)]),
    ...(hasBudget(report) ? [budget ?? null] : []),
  ];
}

function totalRow(
  report: IncomeStatement,
  kind: 'line' | 'subtotal' | 'total',
  total: keyof Totals,
  text: string,
): ReportRow {
  const { columns, columnTotals, prior } = report;
  const amounts = [
    ...columns.map(({ key }) => columnTotals[key]?.[total] ?? ZERO),
    report[total],
    ...(prior === undefined ? [] : [prior === null ? null : prior[total]]),
    ...(hasBudget(report) ? [budgetOf(report, total)] : []),
  ];
  return { kind, values: [text, ...amounts] };
}

function hasBudget({ giving, otherIncome, expenses }: IncomeStatement): boolean {
  return [...giving, ...otherIncome, ...expenses].some(({ budget }) => budget !== undefined);
}

/** Returns the budget of a section, or the budgeted net change. Returns null if no line of them has a budget. */
function budgetOf(report: IncomeStatement, total: keyof Totals): Minor | null {
  const section = SECTIONS.find((one) => one.total === total);
  if (section) return budgetOfPart(report, section.part);
  if (total !== 'netChange') return null;
  const [giving, otherIncome, expenses] = SECTIONS.map(({ part }) => budgetOfPart(report, part));
  if ([giving, otherIncome, expenses].every((budget) => budget == null)) return null;
  return addMoney(giving ?? ZERO, otherIncome ?? ZERO, negateMoney(expenses ?? ZERO));
}

function budgetOfPart(report: IncomeStatement, part: Section['part']): Minor | null {
  const budgets = report[part].flatMap(({ budget }) => budget ?? []);
  return budgets.length === 0 ? null : addMoney(...budgets);
}
