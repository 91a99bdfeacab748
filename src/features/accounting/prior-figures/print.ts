import { amount, type Column, pairTable, table } from '../../../cli/kit/print.ts';
import { counted } from '../../../lib/text.ts';
import type { PriorFigures, PriorFiguresImport } from './schema.ts';

type Line = Pick<PriorFigures['income'][number], 'name' | 'amount'> & { kind: string };

const LINES: readonly Column<Line>[] = [
  { title: 'Kind', cell: ({ kind }) => kind },
  { title: 'Name', cell: ({ name }) => name },
  { title: 'Amount', align: 'right', cell: (line) => amount(line.amount) },
];

/** Returns the figures of a fiscal year as text. */
export function printPriorFigures(figures: PriorFigures): string {
  const { fiscalYear, from, to, income, expenses, netAssets, assets, liabilities, createdAt } = figures;
  if (createdAt === null) {
    return `There are no figures of the fiscal year ${fiscalYear}, ${from} to ${to}. Enter them with a file:
  vestry prior-figures set ${fiscalYear} --file figures.csv`;
  }
  const lines = [
    ...income.map((line) => ({ ...line, kind: 'Income' })),
    ...expenses.map((line) => ({ ...line, kind: 'Expense' })),
  ];
  const totals = [
    ['Assets', assets],
    ['Liabilities', liabilities],
    ['Net assets', netAssets],
  ] as const;
  return [
    `Figures of the fiscal year ${fiscalYear}, ${from} to ${to}`,
    table(LINES, lines),
    pairTable(
      `At the end of ${to}`,
      totals.map(([label, total]) => [label, total === null ? 'not entered' : amount(total)]),
    ),
  ].join('\n\n');
}

/** Returns the result of an import as text. */
export function printImport({ dryRun, lines, alone, ...figures }: PriorFiguresImport): string {
  const what = counted(lines, 'line');
  const rows = alone.length === 0 ? [] : [`Rows of their own, because they name no category: ${alone.join(', ')}`];
  if (dryRun) {
    const done = `${what} can be saved as the figures of the fiscal year ${figures.fiscalYear}. Nothing was written.`;
    return [done, ...rows].join('\n');
  }
  return [...rows, printPriorFigures(figures)].join('\n\n');
}
