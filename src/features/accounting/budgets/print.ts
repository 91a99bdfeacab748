import { amount, type Column, pairTable, table } from '../../../cli/kit/print.ts';
import { addMoney } from '../../../lib/money.ts';
import { counted } from '../../../lib/text.ts';
import { monthNames } from './columns.ts';
import { kindOf } from './names.ts';
import type { Budget, BudgetImport, BudgetLine, BudgetTotals, BudgetVersion, CopiedBudget } from './schema.ts';

const LINES: readonly Column<BudgetLine>[] = [
  { title: 'Kind', cell: kindOf },
  { title: 'Category', cell: ({ name }) => name },
  { title: 'Ministry', cell: ({ ministryName }) => ministryName },
  { title: 'Fund', cell: ({ fundName }) => fundName },
  { title: 'Annual', align: 'right', cell: ({ annual }) => amount(annual) },
];

/** Returns a budget as text. With `months`, every line has the amounts of its months. */
export function printBudget(budget: Budget, { months = false }: { months?: boolean } = {}): string {
  const { fiscalYear, from, to, version, kind, adoptedOn, reason, lines, totals } = budget;
  if (version === null) {
    return `There is no budget for the fiscal year ${fiscalYear} yet. Copy one from the year before, or import a file:
  vestry budget copy --year ${fiscalYear} --from budget
  vestry budget import budget.csv --year ${fiscalYear}`;
  }
  const names = monthNames(Number(from.slice(5, 7)));
  const byMonth = names.map((name, index): Column<BudgetLine> => {
    const cell = (line: BudgetLine) => (line.months[index] === undefined ? '' : amount(line.months[index]));
    return { title: name.slice(0, 3), align: 'right', cell };
  });
  const head = [
    `Budget of the fiscal year ${fiscalYear}, ${from} to ${to}`,
    `Version ${version}: ${stateOf({ kind, adoptedOn })}${reason === null ? '' : ` (${reason})`}`,
  ];
  return [head.join('\n'), table([...LINES, ...(months ? byMonth : [])], lines), printTotals(totals)].join('\n\n');
}

function printTotals({ giving, otherIncome, expenses, operating, capital, withoutPayment, net }: BudgetTotals): string {
  return pairTable('', [
    ['Giving', amount(giving)],
    ['Other income', amount(otherIncome)],
    ['Expenses', amount(expenses)],
    ['Operating result', amount(operating)],
    ['Purchases and debt', amount(capital)],
    ...(withoutPayment === 0 ? [] : [['Depreciation, not paid', amount(withoutPayment)] as const]),
    ['Change in cash', amount(net)],
  ]);
}

const stateOf = ({ kind, adoptedOn }: Pick<Budget, 'kind' | 'adoptedOn'>) =>
  kind === 'Draft' ? 'draft' : `${kind.toLowerCase()} on ${adoptedOn}`;

/** Returns a copied budget as text, with its warnings first. */
export function printCopy({ warnings = [], ...budget }: CopiedBudget): string {
  return [...warnings.map(({ message }) => message), printBudget(budget)].join('\n\n');
}

/** The columns of the list of versions. */
export const VERSIONS: readonly Column<BudgetVersion>[] = [
  { title: 'Version', align: 'right', cell: ({ version }) => version },
  { title: 'Kind', cell: ({ kind }) => kind },
  { title: 'Adopted', cell: ({ adoptedOn }) => adoptedOn },
  { title: 'Lines', align: 'right', cell: ({ lineCount }) => lineCount },
  { title: 'Income', align: 'right', cell: ({ totals }) => amount(addMoney(totals.giving, totals.otherIncome)) },
  { title: 'Spending', align: 'right', cell: ({ totals }) => amount(addMoney(totals.expenses, totals.capital)) },
  { title: 'Reason', cell: ({ reason }) => reason },
];

/** Returns the result of an import as text. */
export function printImport({ fiscalYear, dryRun, lines, kind, version }: BudgetImport): string {
  const what = counted(lines, 'line');
  if (dryRun) return `${what} can be saved as the budget of the fiscal year ${fiscalYear}. Nothing was written.`;
  return `${what} saved as the budget of the fiscal year ${fiscalYear}: version ${version}, ${kind?.toLowerCase()}.`;
}
