/** Compares the balances of a CSV file with its lines. A line that is missing or was changed shows in them. */
import { AppError } from '../../../errors.ts';
import { breathe } from '../../../lib/chunks.ts';
import type { ImportFault } from '../../../lib/import-table.ts';
import { addMoney, formatMoney, type Minor, negateMoney } from '../../../lib/money.ts';
import { guessMapping } from './csv-guess.ts';
import type { Balanced } from './csv-row.ts';
import { listed } from './statement.ts';

/** The lines of an account, and the text and the column of the balances of their file. */
type Checked = { lines: readonly Balanced[]; column: string; text: string };

/** The largest number of lines that are compared. An import refuses a longer file anyway. */
const MOST_COMPARED = 10_000;

/**
 * Raises `file_refused` with a sentence for each line whose balance does not follow from the line before it. Checks
 * nothing if a line has no balance, or if the bank may still change a line.
 */
export async function refuseBrokenBalances({ lines, column, text }: Checked): Promise<void> {
  await breathe();
  const steps = lines.length <= MOST_COMPARED ? stepsOf(lines) : undefined;
  if (!steps || follow(steps)) return;
  await breathe();
  // The balance of a debt may be what is owed. Some banks show only the balance at the end of the day.
  const owed = steps.map((step) => ({ ...step, amount: negateMoney(step.amount) }));
  if (follow(owed)) return;
  await breathe();
  if (follow(daysOf(lines, steps))) return;
  const breaks = [breaksIn(steps), breaksIn(owed)].toSorted((a, b) => a.length - b.length);
  throw new AppError(
    'file_refused',
    'The balances in the file do not follow from its lines, so a line may be missing. Nothing was imported. Download ' +
      `the file again. If the bank counts in another way, import it without the column "${column}".`,
    { rows: listed((breaks[0] ?? []).map((one) => faultOf(one, column))), extra: { guess: await guessMapping(text) } },
  );
}

/** A balance, the amount that led to it, and the line of the file with both. */
type Step = { amount: Minor; balance: Minor; line: number };
type Break = { step: Step; before: Step };

function faultOf({ step, before }: Break, column: string): ImportFault {
  const [balance, amount, last] = [step.balance, step.amount, before.balance].map(formatMoney);
  const sum = formatMoney(addMoney(before.balance, step.amount));
  const message = `is ${balance}, but ${last} in line ${before.line} and ${amount} in this line make ${sum}`;
  return { line: step.line, column, field: 'balance', code: 'balance_differs', message };
}

/** Returns the lines from the earliest to the latest, or undefined if they cannot be compared. */
function stepsOf(lines: readonly Balanced[]): Step[] | undefined {
  const steps = lines.flatMap(({ entry, balance }) =>
    balance === null || entry.pending ? [] : [{ amount: entry.amount, balance, line: entry.line }],
  );
  if (steps.length < lines.length) return undefined;
  const [first, last] = [lines[0]?.entry.date ?? '', lines.at(-1)?.entry.date ?? ''];
  const isDescending = first > last || (first === last && breaksIn(steps).length > breaksIn(steps.toReversed()).length);
  return isDescending ? steps.toReversed() : steps;
}

/**
 * Returns whether the steps can be put into an order in which each begins where the one before ends. Banks do not always
 * write the lines of a day in the order in which they counted.
 */
function follow(steps: readonly Step[]): boolean {
  const ends = new Map<number, number>();
  for (const { balance } of steps) ends.set(balance, (ends.get(balance) ?? 0) + 1);
  let withoutEnd = 0;
  for (const { amount, balance } of steps) {
    const begin = balance - amount;
    const count = ends.get(begin) ?? 0;
    if (count === 0) withoutEnd += 1;
    else ends.set(begin, count - 1);
  }
  return withoutEnd <= 1;
}

/** Returns a step for each day, with the last balance of the day that is shown, if all lines of a day show the same. */
function daysOf(lines: readonly Balanced[], steps: readonly Step[]): Step[] {
  const dates = new Map(lines.map(({ entry }) => [entry.line, entry.date]));
  const days = new Map<string, Step>();
  for (const step of steps) {
    const date = dates.get(step.line) ?? '';
    const day = days.get(date);
    if (day && day.balance !== step.balance) return [...steps];
    days.set(date, { ...step, amount: addMoney(step.amount, day?.amount ?? (0 as Minor)) });
  }
  return [...days.values()];
}

/** Returns the steps that do not begin where the one before them ends. */
function breaksIn(steps: readonly Step[]): Break[] {
  return steps.flatMap((step, index) => {
    const before = steps[index - 1];
    return !before || before.balance + step.amount === step.balance ? [] : [{ step, before }];
  });
}
