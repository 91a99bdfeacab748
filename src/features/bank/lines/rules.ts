/** Decides which lines of a bank file are new, which are known, and which the bank has changed. */
import { inChunks } from '../../../lib/chunks.ts';
import { addDays, type CalendarDate, type DateRange } from '../../../lib/date.ts';
import type { Minor } from '../../../lib/money.ts';
import { changesBetween, type Fact } from '../../audit/rules.ts';
import { LINES_AT_ONCE } from '../files/statement.ts';
import { hasWords, partsOf } from '../files/words.ts';
import { BankLine } from './schema.ts';

/** What is kept of a line of a file. */
export type FileLine = {
  bankId: string | null;
  date: CalendarDate;
  amount: Minor;
  description: string;
  checkNumber: string | null;
};

/** A line of a file, with the texts of which its description consists. */
export type ReadLine = FileLine & { parts: readonly string[] };

/** A line that an earlier import added. A settled line is part of a match, or ignored. */
export type KnownLine = FileLine & {
  id: number;
  isSettled: boolean;
  /** Whether a finished reconciliation has the line, which then does not change any more. */
  isReconciled: boolean;
};

export type Sorted = { added: ReadLine[]; changed: { known: KnownLine; line: ReadLine }[]; skipped: number };

/** In how many days a bank changes the day, the text or the id of a line. */
export const MOVES_WITHIN = 10;

/** How many days before its first line a file may begin. Some banks name a first day that is much too early. */
const BELIEVED = 31;

/**
 * Compares the lines of a file with the known lines of the account. A line is known if the bank's id, the date and the
 * amount agree; or, without an id, the date, the amount and the text, or one of the texts that make it up. Of several
 * equal lines, as many are new as the file has more of. If a known line of the days of the file is missing there, and
 * the file has a new line like it, the bank has changed the line. A line that is settled changes only if its amount
 * stays. `begin` is the first day that the file names. Lets other requests run in between.
 */
export async function sortLines(
  lines: readonly ReadLine[],
  known: readonly KnownLine[],
  begin: CalendarDate | null = null,
): Promise<Sorted> {
  const lacksIds = lines.some(({ bankId }) => bankId === null);
  const left = await listsBy(known, (line) => keysOfKnown(line, lacksIds));
  const seen = new Set<KnownLine>();
  const changed: Sorted['changed'] = [];
  const unequal: ReadLine[] = [];
  const lookUp = (line: ReadLine) => {
    const same = takeFirst(keysToLookUp(line), left, seen);
    if (!same) unequal.push(line);
    else seen.add(same);
    if (same && !same.isReconciled && hasOtherText(same, line)) changed.push({ known: same, line });
  };
  await inChunks(lines, async (part) => part.forEach(lookUp), LINES_AT_ONCE);
  const fresh = await withoutParts(unequal, known, seen);
  const skipped = seen.size - changed.length;
  const isCovered = coverOf(lines, seen, begin);
  const missing = await listsBy(
    known.filter((one) => !seen.has(one)),
    likeness,
  );
  const added: ReadLine[] = [];
  const compare = (line: ReadLine) => {
    const fits = (one: KnownLine) => isCovered(one, line) && isChanged(one, line);
    const before = takeFirst(likeness(line), missing, seen, fits);
    if (before) {
      seen.add(before);
      changed.push({ known: before, line });
    } else added.push(line);
  };
  await inChunks(fresh, async (part) => part.forEach(compare), COMPARED_AT_ONCE);
  return { added, changed, skipped };
}

/**
 * Returns a function that is true if a file, which has a new line, should have a known line, too. It has the days from
 * its first to its last line. The first line may be one that the bank has moved, so the file may begin before it: on the
 * day that it names or, if it names none, `MOVES_WITHIN` days earlier. In that case, an earlier file must have had lines
 * of the day of the new line, because otherwise the new line may be the payment of the next week.
 */
function coverOf(lines: readonly FileLine[], seen: ReadonlySet<KnownLine>, begin: CalendarDate | null) {
  const days = daysOf(lines);
  const last = daysOf([...seen])?.to ?? '';
  return (known: KnownLine, line: FileLine): boolean => {
    if (!days || known.date > days.to) return false;
    if (known.date >= days.from) return true;
    // Some banks begin their ids anew in each file, so an id alone is not enough.
    if (!isAlike(known, line)) return false;
    const isNamed = begin !== null && begin <= days.from && begin >= addDays(days.from, -BELIEVED);
    return isNamed ? known.date >= begin : line.date <= last;
  };
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

/** How many lines are compared, each with up to `LOOKED_AT` others, before other requests may run. */
const COMPARED_AT_ONCE = 20;

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

/**
 * Returns the lines that are not known by a part of their texts either, and adds those that are to `seen`. Files of other
 * formats, and an older Vestry, keep only a part of what the bank says. Only lines whose own texts are not known are
 * compared, so that two transfers of a day, which differ in the memo only, stay two.
 */
async function withoutParts(lines: readonly ReadLine[], known: readonly KnownLine[], seen: Set<KnownLine>) {
  const rest = lines.length === 0 ? [] : known.filter((one) => !seen.has(one));
  const left = await listsBy(rest, (line) => [placeKey(line)]);
  const fresh: ReadLine[] = [];
  const lookUp = (line: ReadLine) => {
    const same = takeFirst([placeKey(line)], left, seen, (one) => sharesText(one, line));
    if (same) seen.add(same);
    else fresh.push(line);
  };
  await inChunks(lines, async (part) => part.forEach(lookUp), COMPARED_AT_ONCE);
  return fresh;
}

const placeKey = ({ date, amount }: FileLine) => `${date} ${amount}`;

/**
 * True if the text of one line is a part of the text of the other. If only one of them has an id, they come from files
 * of different formats; then one part in common is enough.
 */
function sharesText(before: KnownLine, after: ReadLine): boolean {
  if (before.bankId !== null && after.bankId !== null) return false;
  const [old, now] = [textsOf(before), textsOf(after)];
  if (now.parts.includes(old.whole) || old.parts.includes(now.whole)) return true;
  if (before.bankId === null && after.bankId === null) return false;
  const isCommon = (part: string) => part !== '' && now.parts.includes(part);
  return old.parts.some(isCommon) || hasWords(old.whole, now.whole) || hasWords(now.whole, old.whole);
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
  return (before.bankId !== null && before.bankId === after.bankId) || isAlike(before, after);
}

/** True if two lines have the same amount, and the number of the check or the beginning of the text in common. */
function isAlike(before: KnownLine, after: FileLine): boolean {
  if (before.amount !== after.amount) return false;
  if (before.checkNumber !== null && before.checkNumber === after.checkNumber) return true;
  const [old, now] = [textsOf(before).whole, textsOf(after).whole];
  if (old.startsWith(now) || now.startsWith(old) || old.includes('pending')) return true;
  // The bank may have changed only what it adds to the name.
  const [title] = partsOf(before.description);
  return partsOf(after.description)[0] === title;
}

/** The texts of a line, and all of them as one, as they are compared. */
type Texts = { whole: string; parts: readonly string[] };

/** Each line is compared with up to `LOOKED_AT` others, so its texts are kept as long as it is. */
const compared = new WeakMap<FileLine, Texts>();

function textsOf(line: FileLine | ReadLine): Texts {
  const known = compared.get(line);
  if (known) return known;
  const parts = 'parts' in line ? line.parts : partsOf(line.description);
  const texts = { whole: folded(line.description), parts: parts.map(folded) };
  compared.set(line, texts);
  return texts;
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
