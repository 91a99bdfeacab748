/** Decides which lines of a bank file are new, which are known, and which the bank has changed. */
import { inChunks } from '../../../lib/chunks.ts';
import { addDays, type CalendarDate, type DateRange } from '../../../lib/date.ts';
import type { Minor } from '../../../lib/money.ts';
import { changesBetween, type Fact } from '../../audit/rules.ts';
import { LINES_AT_ONCE } from '../files/statement.ts';
import { BankLine } from './schema.ts';

/** A line of a file. */
export type FileLine = {
  bankId: string | null;
  date: CalendarDate;
  amount: Minor;
  description: string;
  checkNumber: string | null;
};

/** A line that an earlier import added. A settled line is part of a match, or ignored. */
export type KnownLine = FileLine & {
  id: number;
  isSettled: boolean;
  /** Whether a finished reconciliation has the line, which then does not change any more. */
  isReconciled: boolean;
};

export type Sorted = { added: FileLine[]; changed: { known: KnownLine; line: FileLine }[]; skipped: number };

/** In how many days a bank changes the day, the text or the id of a line. */
export const MOVES_WITHIN = 10;

/**
 * Compares the lines of a file with the known lines of the account. A line is known if the bank's id, the date and the
 * amount agree; or, without an id, the date, the amount and the text. Of several equal lines, as many are new as the
 * file has more of. If a known line of the days of the file is missing there, and the file has a new line like it, the
 * bank has changed the line. A line that is settled changes only if its amount stays. Lets other requests run in
 * between.
 */
export async function sortLines(lines: readonly FileLine[], known: readonly KnownLine[]): Promise<Sorted> {
  const lacksIds = lines.some(({ bankId }) => bankId === null);
  const left = await listsBy(known, (line) => keysOfKnown(line, lacksIds));
  const seen = new Set<KnownLine>();
  const changed: Sorted['changed'] = [];
  const fresh: FileLine[] = [];
  const lookUp = (line: FileLine) => {
    const same = takeFirst(keysToLookUp(line), left, seen);
    if (!same) fresh.push(line);
    else seen.add(same);
    if (same && !same.isReconciled && hasOtherText(same, line)) changed.push({ known: same, line });
  };
  await inChunks(lines, async (part) => part.forEach(lookUp), LINES_AT_ONCE);
  const skipped = seen.size - changed.length;
  const days = daysOf(lines);
  const isMissing = (one: KnownLine) => days && !seen.has(one) && one.date >= days.from && one.date <= days.to;
  const missing = await listsBy(known.filter(isMissing), likeness);
  const added: FileLine[] = [];
  const compare = (line: FileLine) => {
    const before = takeFirst(likeness(line), missing, seen, (one) => isChanged(one, line));
    if (before) {
      seen.add(before);
      changed.push({ known: before, line });
    } else added.push(line);
  };
  await inChunks(fresh, async (part) => part.forEach(compare), LINES_AT_ONCE);
  return { added, changed, skipped };
}

/** Returns the days from the first to the last line, or undefined if there are no lines. */
export function daysOf(lines: readonly { date: CalendarDate }[]): DateRange | undefined {
  return lines.reduce<DateRange | undefined>(
    (days, { date }) => ({
      from: days && days.from < date ? days.from : date,
      to: days && days.to > date ? days.to : date,
    }),
    undefined,
  );
}

/** Returns the lines by each of their keys. */
async function listsBy<T>(lines: readonly T[], keys: (line: T) => readonly string[]): Promise<Map<string, T[]>> {
  const lists = new Map<string, T[]>();
  const add = (line: T) => {
    for (const key of keys(line)) {
      const list = lists.get(key);
      if (list) list.push(line);
      else lists.set(key, [line]);
    }
  };
  await inChunks(lines, async (part) => part.forEach(add), LINES_AT_ONCE);
  return lists;
}

/** How many lines with the same key are looked at. */
const LOOKED_AT = 50;

/** Returns the first line under one of the keys that is not taken and that fits, and removes it from its list. */
function takeFirst<T>(
  keys: readonly string[],
  lists: ReadonlyMap<string, T[]>,
  taken: ReadonlySet<T>,
  fits: (line: T) => boolean = () => true,
): T | undefined {
  for (const key of keys) {
    const list = lists.get(key) ?? [];
    const left = list.findIndex((line) => !taken.has(line));
    list.splice(0, left < 0 ? list.length : left);
    const index = list.slice(0, LOOKED_AT).findIndex((line) => !taken.has(line) && fits(line));
    if (index >= 0) return list.splice(index, 1)[0];
  }
  return undefined;
}

/** Returns the keys that a line and the line into which the bank changed it may have in common. */
function likeness({ bankId, amount }: FileLine): string[] {
  return [...(bankId === null ? [] : [`id ${bankId}`]), `amount ${amount}`];
}

/** True if the bank has given the same line another text. Files of other formats have other texts, but no ids. */
function hasOtherText(before: KnownLine, after: FileLine): boolean {
  return before.bankId !== null && before.bankId === after.bankId && before.description !== after.description;
}

const idKey = ({ bankId, date, amount }: FileLine) => JSON.stringify(['id', date, amount, bankId]);
const textKey = (kind: 'text' | 'text without id', { date, amount, description }: FileLine) =>
  JSON.stringify([kind, date, amount, folded(description)]);

/** Returns the keys under which a known line is found. Only a file that lacks ids looks for the text of any line. */
function keysOfKnown(line: KnownLine, lacksIds: boolean): string[] {
  const own = line.bankId === null ? textKey('text without id', line) : idKey(line);
  return lacksIds ? [own, textKey('text', line)] : [own];
}

/**
 * Returns the keys under which a line of a file is looked up. Lines with different ids are different, but a file of
 * another format may lack the ids.
 */
function keysToLookUp(line: FileLine): string[] {
  return line.bankId === null ? [textKey('text', line)] : [idKey(line), textKey('text without id', line)];
}

/** Whether the bank may have turned one line into the other, for example a pending line into a posted one. */
function isChanged(before: KnownLine, after: FileLine): boolean {
  if (before.isReconciled || (before.isSettled && before.amount !== after.amount)) return false;
  if (after.date > addDays(before.date, MOVES_WITHIN) || after.date < addDays(before.date, -MOVES_WITHIN)) return false;
  if (before.bankId !== null && before.bankId === after.bankId) return true;
  if (before.amount !== after.amount) return false;
  if (before.checkNumber !== null && before.checkNumber === after.checkNumber) return true;
  const [old, now] = [folded(before.description), folded(after.description)];
  return old.startsWith(now) || now.startsWith(old) || old.includes('pending');
}

/** Returns a text without case, punctuation and extra spaces, by which texts of the bank are compared. */
export function folded(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Returns a folded text without words that contain digits, such as a day or a number that is new in every line. */
export const payeeIn = (text: string): string =>
  folded(text)
    .split(' ')
    .filter((word) => !/\d/.test(word))
    .join(' ');

/** Returns the audit entry of a change to a line. `before` is null for a new line, and `after` for a deleted one. */
export function lineFact(action: string, before: BankLine | null, after: BankLine | null): Fact {
  const changes = changesBetween(BankLine, before, after);
  return { action, entityType: 'BankLine', entityId: (after ?? before)?.id ?? '', changes };
}
