/** Decides which rule settles a line of a bank statement, and which document a line may be. */
import { keyOf } from '../../../books/account-documents.ts';
import { inChunks } from '../../../lib/chunks.ts';
import { addDays, type CalendarDate } from '../../../lib/date.ts';
import { foldForSearch } from '../../../lib/fold.ts';
import type { Minor } from '../../../lib/money.ts';
import { changesBetween, type Fact } from '../../audit/rules.ts';
import type { BankDocument, Suggestion } from '../matches/schema.ts';
import { type BankRule, type NewRule, ToldRule } from './schema.ts';

type Line = { id: number; date: CalendarDate; amount: Minor; description: string };

/** A line, and the first rule that fits it. */
export type Ruled<L> = { line: L; rule: BankRule };

/** How many lines are compared with the rules before other requests may run. */
const LINES_AT_ONCE = 200;

/**
 * Returns the lines that a rule fits, each with the first such rule. The rules are in the order in which they are tried.
 * Lets other requests run in between.
 */
export async function ruledLines<L extends Line>(lines: readonly L[], rules: readonly BankRule[]): Promise<Ruled<L>[]> {
  const prepared = rules.map((rule) => ({ rule, text: foldForSearch(rule.contains) }));
  const ruled: Ruled<L>[] = [];
  const add = async (part: readonly L[]) => {
    for (const line of part) {
      const text = foldForSearch(line.description);
      const first = prepared.find((one) => text.includes(one.text) && fitsAmount(one.rule, line.amount));
      if (first) ruled.push({ line, rule: first.rule });
    }
  };
  await inChunks(lines, add, LINES_AT_ONCE);
  return ruled;
}

function fitsAmount({ direction, amountFrom, amountTo }: BankRule, amount: Minor): boolean {
  if (amount > 0 !== (direction === 'In')) return false;
  const size = Math.abs(amount);
  return size >= (amountFrom ?? 0) && size <= (amountTo ?? Infinity);
}

/** True if two rules fit the same lines. */
export function isEqualRule(one: BankRule, other: NewRule): boolean {
  return (
    foldForSearch(one.contains) === foldForSearch(other.contains) &&
    one.direction === other.direction &&
    one.amountFrom === other.amountFrom &&
    one.amountTo === other.amountTo
  );
}

/** A document that a line may be. */
export type Claim = {
  document: BankDocument;
  /** There is no other line and no other document for either of them. */
  isCertain: boolean;
  /** More than the amount speaks for it, or the days are close. */
  isLikely: boolean;
};

/** A document may be each of several equal lines if it is at most this many days away. */
const WITHIN = 90;
/** An amount that was entered by hand is rarely further from the day of the bank. */
const CLOSE = 10;

/**
 * Returns the document of its own amount that each wanted line may be, by the id of the line. `open` has all open lines
 * of the account, and `suggestions` their suggestions.
 */
export function claimsOf(
  wanted: readonly Line[],
  open: readonly Line[],
  suggestions: ReadonlyMap<number, readonly Suggestion[]>,
): ReadonlyMap<number, Claim> {
  const all = [...suggestions.values()].flat();
  const single = all.flatMap((one) => (isSingle(one) ? one.documents : []));
  const named = countsOf(all.flatMap(({ documents }) => documents.map(keyOf)));
  const documents = byAmount(new Map(single.map((one) => [keyOf(one), one])).values());
  const equal = byAmount(open);
  const claims = new Map<number, Claim>();
  for (const line of wanted) {
    const own = suggestions.get(line.id) ?? [];
    // A document is suggested for only one of several equal lines, but it may be each of them.
    const first = own.find(isSingle);
    const others = documents.get(line.amount) ?? [];
    const document = first?.documents[0] ?? others.find(isNear(line.date, CLOSE));
    if (!document) continue;
    const isRival = isNear(document.date, WITHIN);
    const hasRival = equal.get(line.amount)?.some((other) => other.id !== line.id && isRival(other)) === true;
    const isCertain = own.length === 1 && !hasRival && named.get(keyOf(document)) === 1;
    const isLikely = isNear(document.date, CLOSE)(line) || (first?.reasons ?? []).length > 1;
    claims.set(line.id, { document, isCertain, isLikely });
  }
  return claims;
}

const isSingle = ({ lines, documents }: Suggestion) => lines.length === 1 && documents.length === 1;

function isNear(day: CalendarDate, days: number): (other: { date: CalendarDate }) => boolean {
  const [first, last] = [addDays(day, -days), addDays(day, days)];
  return ({ date }) => date >= first && date <= last;
}

function countsOf(keys: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

function byAmount<T extends { amount: Minor }>(all: Iterable<T>): ReadonlyMap<Minor, T[]> {
  const groups = new Map<Minor, T[]>();
  for (const one of all) {
    const group = groups.get(one.amount);
    if (group) group.push(one);
    else groups.set(one.amount, [one]);
  }
  return groups;
}

/** Returns the audit entry of a change to a rule. `before` is null for a new rule, and `after` for a deleted one. */
export function ruleFact(action: string, before: BankRule | null, after: BankRule | null): Fact {
  const changes = changesBetween(ToldRule, before && toldOf(before), after && toldOf(after));
  return { action, entityType: 'BankRule', entityId: (after ?? before)?.id ?? '', changes };
}

const toldOf = ({ action, ...rule }: BankRule) => ({ ...rule, ...action });
