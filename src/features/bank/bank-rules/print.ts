/** Rules, and what they did, on the terminal. */
import { amount, type Column, table } from '../../../cli/kit/print.ts';
import { counted } from '../../../lib/text.ts';
import type { ShownRule, RuledLine, RuledLines } from './schema.ts';

/** Returns a table of rules. */
export function printRules(rules: readonly ShownRule[]): string {
  return rules.length === 0 ? 'There are no rules. Add one with: vestry bank rule add' : table(RULES, rules);
}

const RULES: readonly Column<ShownRule>[] = [
  { title: 'Id', align: 'right', cell: ({ id }) => id },
  { title: 'Order', align: 'right', cell: ({ position }) => position },
  { title: 'Name', cell: ({ name }) => name },
  { title: 'Text of the bank contains', cell: ({ contains }) => contains },
  { title: 'In or out', cell: ({ direction }) => direction },
  { title: 'From', align: 'right', cell: ({ amountFrom }) => amountFrom && amount(amountFrom) },
  { title: 'To', align: 'right', cell: ({ amountTo }) => amountTo && amount(amountTo) },
  { title: 'Does', cell: ({ action }) => action.type },
  { title: 'In use', cell: ({ isActive }) => (isActive ? 'yes' : 'no') },
];

/** Returns a table of lines that rules settled, or that were taken back. `verb` says which. */
export function printRuled({ done, refused, left, items }: RuledLines, verb: string): string {
  const lines = items.length === 0 ? [] : [table(LINES, items), ''];
  const more = left === 0 ? '' : ` ${counted(left, 'line')} left for later: run the command again.`;
  const isWithoutPerson = items.some(({ code }) => code === 'forbidden');
  return [
    ...lines,
    `${counted(done, 'line')} ${verb}, ${refused} left unchanged.${more}`,
    ...(isWithoutPerson ? ['An expense needs a person who submits it. Name yourself: --as EMAIL'] : []),
  ].join('\n');
}

const LINES: readonly Column<RuledLine>[] = [
  { title: 'Line', align: 'right', cell: ({ lineId }) => lineId },
  { title: 'Date', cell: ({ date }) => date },
  { title: 'Amount', align: 'right', cell: (line) => amount(line.amount) },
  { title: 'Text of the bank', cell: ({ description }) => description },
  { title: 'Rule', align: 'right', cell: ({ ruleId }) => ruleId },
  { title: 'Result', cell: ({ outcome, documents, message }) => message ?? resultOf(outcome, documents) },
];

const resultOf = (outcome: string, documents: RuledLine['documents']) =>
  [outcome, ...documents.map(({ type, id }) => `${type}/${id}`)].join(' ');
