/** Describes the statement of a month as a report, for its table in the API and its files. */
import { addMoney, ZERO } from '../../../lib/money.ts';
import { fill } from '../../../lib/template.ts';
import type { Locale } from '../../../lib/wire.ts';
import { readTexts } from '../../../package.ts';
import type { Report, ReportRow, Source } from '../formats/report.ts';
import type { BoardStatement } from './board.ts';
import { nameIn } from './names.ts';
import type { Statement } from './schema.ts';
import { monthName, positionLines, remarksOf, stateOf, type StatementTexts } from './statement-tables.ts';

/** Returns the description of a statement: income, expenses, the funds, and the amount that the church can spend. */
export function describeStatement(board: BoardStatement, locale: Locale): Report {
  const statement = nameIn(board.statement, board.names, locale);
  const texts = readTexts(locale, 'monthly-statement') as StatementTexts;
  const { name, ein, currency, paper } = board.church;
  const title = fill(texts.title, { month: monthName(statement, locale) });
  return {
    locale,
    title,
    church: { name, ein, currency, paper },
    about: [stateOf(board, texts), texts.basis],
    columns: [
      { title: '', kind: 'text' },
      { title: texts.count, kind: 'count' },
      { title: texts.amount, kind: 'amount' },
    ],
    rows: [
      { kind: 'line', values: [texts.opening, null, statement.openingBalance] },
      GAP,
      ...incomeRows(statement, texts),
      ...expenseRows(statement, texts),
      ...closingRows(statement, texts),
      ...fundRows(statement, texts),
      ...positionRows(statement, texts),
    ],
    notes: [...remarksOf(statement, texts), ...(statement.notes === null ? [] : [statement.notes])],
  };
}

const GAP: ReportRow = { kind: 'gap' };
type Counted = { name: string; count: number; amount: number };

const line = ({ name, count, amount }: Counted, indent: number, source: Source): ReportRow => ({
  kind: 'line',
  indent,
  values: [name, count, amount],
  source,
});

function incomeRows(
  { givingByCategory, totalGiving, totalOtherIncome }: Statement,
  texts: StatementTexts,
): ReportRow[] {
  const other: ReportRow[] = totalOtherIncome
    ? [{ kind: 'line', indent: 1, values: [texts.otherIncome, null, totalOtherIncome] }]
    : [];
  return [
    { kind: 'heading', text: texts.income },
    ...givingByCategory.map((one) => line(one, 1, { type: 'GivingCategory', id: one.categoryId })),
    ...other,
    { kind: 'subtotal', values: [texts.totalIncome, null, addMoney(totalGiving, totalOtherIncome ?? ZERO)] },
    GAP,
  ];
}

function expenseRows({ expensesByGroup, totalExpenses }: Statement, texts: StatementTexts): ReportRow[] {
  const groups = expensesByGroup.flatMap(({ name, subCategories }): ReportRow[] => [
    { kind: 'heading', indent: 1, text: name },
    ...subCategories.map((one) => line(one, 2, { type: 'SubCategory', id: one.subCategoryId })),
  ]);
  return [
    { kind: 'heading', text: texts.expenses },
    ...groups,
    { kind: 'subtotal', values: [texts.totalExpenses, null, totalExpenses] },
    GAP,
  ];
}

function closingRows({ adjustments, netChange, closingBalance }: Statement, texts: StatementTexts): ReportRow[] {
  return [
    ...(adjustments ? [{ kind: 'line', values: [texts.adjustments, null, adjustments] } as const] : []),
    { kind: 'line', values: [texts.net, null, netChange] },
    { kind: 'total', values: [texts.closing, null, closingBalance] },
  ];
}

function fundRows({ funds }: Statement, texts: StatementTexts): ReportRow[] {
  if (funds.length === 0) return [];
  return [
    GAP,
    { kind: 'heading', text: `${texts.funds}: ${texts.fundClosing}` },
    ...funds.map(({ fundId, name, closing }): ReportRow => {
      const source = fundId === null ? undefined : ({ type: 'Fund', id: fundId } as const);
      return { kind: 'line', indent: 1, values: [name, null, closing], source };
    }),
  ];
}

function positionRows({ position }: Statement, texts: StatementTexts): ReportRow[] {
  if (position === null) return [];
  const lines = positionLines(position, texts);
  return [
    GAP,
    { kind: 'heading', text: texts.position },
    ...lines.map(({ text, amount, isTotal }): ReportRow => ({
      kind: isTotal ? 'total' : 'line',
      indent: isTotal ? 0 : 1,
      values: [text, null, amount],
    })),
  ];
}
