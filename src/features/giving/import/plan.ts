/**
 * Plans an import of givings: finds the giver, the categories and the session of each row, and the faults that prevent
 * the import.
 */
import { fullName } from '../../../lib/person-name.ts';
import { eachRow } from '../../../lib/chunks.ts';
import { giveIds } from '../../../lib/import-ids.ts';
import { faultAt, type ImportFault } from '../../../lib/import-table.ts';
import { addMoney, formatMoney, type Minor, ZERO } from '../../../lib/money.ts';
import { fold } from '../../../lib/fold.ts';
import { remembered } from '../../../lib/remembered.ts';
import { byNames } from '../../../lib/named.ts';
import type { GivingCategory } from '../categories/schema.ts';
import { type Identity, type PersonFinder, personFinder } from '../../people/import/person-finder.ts';
import { blankPlanner, type GiverFlags, giverPlanner } from './givers.ts';
import type { NewMember } from '../../people/members/schema.ts';
import type { ClosedMonthOf } from '../../../books/periods.ts';
import type { GivingField } from './columns.ts';
import type { Candidate, GivingTable } from './rows.ts';
import type { Existing, Given } from './queries.ts';
import { bookingOf, purposeOf } from '../givings/rules.ts';
import { faultsOfNew } from '../givings/stored-rules.ts';
import { unusual } from '../givings/warnings.ts';
import type { Line } from '../../../books/giving-lines.ts';
import type { GivingImport } from '../givings/schema.ts';

/** The church's records that an import needs. */
export type Records = {
  members: readonly Identity[];
  categories: readonly GivingCategory[];
  /** The sessions on the dates of the file. */
  sessions: ReadonlyMap<string, { id: number; status: string }>;
  /** The givings whose ids occur in the file. */
  existing: ReadonlyMap<number, Existing>;
  /** The givings on the dates of the file that a row may repeat, in the order of entry. */
  given: readonly Given[];
  closedMonthOf: ClosedMonthOf;
  /** The highest id that was ever given to a record of each kind. */
  last: { givings: number; members: number; sessions: number };
};

/** The categories of a gift with their amounts, which are negative in a reversal. */
type Purpose = { isSplit: boolean; lines: readonly { category: GivingCategory; amount: Minor }[] };

export type PlannedGiving = {
  id: number;
  candidate: Candidate;
  /** The category of the gift; null for a gift that is split over several categories, which has parts. */
  category: GivingCategory | null;
  parts: Purpose['lines'] | null;
  memberId: number | null;
  memberName: string | null;
  session: { id: number } | null;
  /**
   * The giving that this one reverses, which may be in the church's records or in the file. Null if this is not a
   * reversal.
   */
  original: Original | null;
};

export type Plan = {
  givings: PlannedGiving[];
  members: { id: number; input: NewMember; line: number }[];
  sessions: { id: number; date: string }[];
  duplicates: GivingImport['duplicates'];
  warnings: GivingImport['warnings'];
  formerMatches: GivingImport['formerMatches'];
  skipped: number;
  faults: ImportFault[];
};

type Flags = Pick<GivingTable, 'headers'> & GiverFlags & { category: GivingCategory | null };

export type Fault = { path: GivingField } & Pick<ImportFault, 'code' | 'message' | 'choices'>;

/** Plans an import, and lets other work run in between. Skips rows of Vestry's own export whose givings still exist. */
export async function planGivings(candidates: readonly Candidate[], records: Records, flags: Flags): Promise<Plan> {
  const found = { duplicates: [], warnings: [], formerMatches: [], skipped: 0, faults: [] };
  const plan: Plan = { givings: [], members: [], sessions: [], ...found };
  const purposeIn = purposeFinder(records.categories, flags.category);
  const finder = await personFinder(records.members);
  const members = new Map(records.members.map((member) => [member.id, member]));
  const nameOf = namesOf(plan, members);
  const context = { ...flags, candidates, members, lastId: records.last.members };
  const giverOf = giverPlanner(plan, finder, context);
  const giverOfBlank = blankPlanner(context);
  const sessionOf = sessionPlanner(plan, records);
  const originals = originalFinder(records);
  const planOne = (candidate: Candidate) => {
    const { row, gift, giver, reversalOf, id } = candidate;
    const purpose = purposeIn(candidate);
    const there = id === null ? undefined : records.existing.get(id);
    if (there && !isFault(purpose) && isSame(there, candidate, { purpose, finder })) {
      plan.skipped += 1;
      originals.learn(candidate, there, purpose);
      return;
    }
    const faults = isFault(purpose)
      ? [purpose]
      : purpose.lines.flatMap(({ category }) => categoryFaults(candidate, category, records, flags));
    // A reversal has the name and the day of its giving.
    if (reversalOf === null) faults.push(...(faultsOfNew(gift) as Fault[]));
    const memberId = giver === null ? giverOfBlank(candidate) : giverOf(candidate, giver);
    const session = reversalOf === null ? sessionOf(candidate) : null;
    const original = reversalOf === null || isFault(purpose) ? null : originals.find(candidate, reversalOf, purpose);
    for (const part of [memberId, session, original]) if (isFault(part)) faults.push(part);
    for (const fault of faults) plan.faults.push(faultAt(flags, row, fault));
    if (isFault(purpose) || isFault(memberId) || isFault(session) || isFault(original)) return;
    const memberName = memberId === null ? null : nameOf(memberId);
    const [category, parts] = purpose.isSplit ? [null, purpose.lines] : [purpose.lines[0]?.category ?? null, null];
    const giving = { id: 0, candidate, category, parts, memberId, memberName, session, original };
    plan.givings.push(giving);
    originals.learn(candidate, giving, purpose);
    if (reversalOf !== null) return;
    for (const one of unusual({ ...gift, reversalOf })) plan.warnings.push({ line: row.line, ...one });
  };
  // Reversals are planned last, because a reversal may precede its giving in the file.
  await eachRow(
    candidates.toSorted((a, b) => Number(a.reversalOf !== null) - Number(b.reversalOf !== null)),
    planOne,
  );
  giveIds(plan.givings, ({ candidate }) => candidate.id, records.last.givings);
  plan.duplicates = await duplicatesIn(plan.givings, records.given);
  return plan;
}

/** Returns a function that returns the name of a member, who may be one that the plan adds. */
function namesOf(plan: Plan, members: ReadonlyMap<number, Identity>): (memberId: number) => string {
  const names = new Map<number, string>();
  return (memberId) => {
    const [first] = plan.members;
    const named = members.get(memberId) ?? (first && plan.members[memberId - first.id])?.input;
    const name = names.get(memberId) ?? (named ? fullName(named) : '');
    names.set(memberId, name);
    return name;
  };
}

function isFault(part: unknown): part is Fault {
  return typeof part === 'object' && part !== null && 'code' in part;
}

/** True if a row describes this existing giving, so that the row need not be imported again. */
function isSame(
  existing: Existing,
  { gift, giver }: Candidate,
  { purpose, finder }: { purpose: Purpose; finder: PersonFinder },
): boolean {
  const { memberId, date, amount } = existing;
  if (date !== gift.date || amount !== gift.amount || purposeOf(existing) !== keyOf(purpose)) return false;
  if (giver === null || memberId === giver.id) return memberId === (giver?.id ?? null);
  const found = finder.find(giver);
  return 'id' in found && found.id === memberId;
}

/** Returns the lines of a gift with the ids of their categories, as the database stores them. */
const linesIn = (lines: Purpose['lines']): Line[] =>
  lines.map(({ category, amount }) => ({ categoryId: category.id, amount }));

/** Returns a text that is the same for all gifts with equal categories and amounts. */
const keyOf = (purpose: Purpose) => purposeOf({ categoryId: null, amount: ZERO, parts: linesIn(purpose.lines) });

/**
 * Returns a function that finds the categories of a row: the category that the row names, the categories of its parts,
 * or, if it names none, the category for the whole file. The function returns a fault if a category is missing, unknown
 * or repeated.
 */
function purposeFinder(categories: readonly GivingCategory[], fallback: GivingCategory | null) {
  const known = byNames(categories);
  const keyOf = remembered(fold);
  const names = categories.filter(({ isActive }) => isActive).map(({ name }) => name);
  return ({ category: name, parts, gift }: Candidate): Purpose | Fault => {
    const path = parts ? 'parts' : 'categoryName';
    if (!parts && name === null && fallback === null)
      return { path, code: 'required', message: 'is required, unless you use --category' };
    const wanted = parts ?? [{ categoryName: name, amount: gift.amount }];
    const lines: { category: GivingCategory; amount: Minor }[] = [];
    for (const { categoryName, amount } of wanted) {
      const category = categoryName === null ? fallback : known.get(keyOf(categoryName));
      if (!category) {
        const message =
          `names no giving category: "${categoryName}". Choose one of: ${names.join(', ')}. ` +
          'You can also add this category, or read the category from another column with --map';
        const choices = parts ? undefined : names.map((value) => ({ value, label: value }));
        return { path, code: 'unknown_reference', message, ...(choices && { choices }) };
      }
      // Two different names, such as the English and the Chinese one, may mean the same category.
      if (lines.some((line) => line.category === category))
        return { path, code: 'category_repeated', message: 'must each be for a different category' };
      lines.push({ category, amount });
    }
    return { isSplit: parts !== null, lines };
  };
}

/** Returns the reasons why a row cannot use a category. A reversal may use a category that has been disabled. */
function categoryFaults(candidate: Candidate, category: GivingCategory, records: Records, flags: Flags): Fault[] {
  const { gift, reversalOf, parts } = candidate;
  if (!category.isActive && reversalOf === null) {
    const message = `names a category that is disabled: ${category.name}`;
    return [{ path: parts ? 'parts' : 'categoryName', code: 'category_disabled', message }];
  }
  const faults = deductibleFaults(candidate, category, records.categories, flags);
  const closed = records.closedMonthOf(bookingOf(gift.date, category));
  if (!closed) return faults;
  const message = `would change ${closed.month}, which is finalized; the first open date is ${closed.firstOpenDate}`;
  return [...faults, { path: 'date', code: 'period_finalized', message }];
}

/**
 * Returns a fault if a row says that its gift is not deductible although gifts to its category are. Statements certify
 * deductibility by category, so the row needs another category.
 */
function deductibleFaults(
  { row, isTaxDeductible }: Candidate,
  category: GivingCategory,
  categories: readonly GivingCategory[],
  { headers }: Flags,
): Fault[] {
  if (isTaxDeductible !== false || !category.isTaxDeductible) return [];
  const path =
    (['isTaxDeductible', 'isNotDeductible', 'method'] as const).find((field) => row.values[field] !== undefined) ??
    'isTaxDeductible';
  const others = categories.filter((one) => one.isActive && !one.isTaxDeductible).map(({ name }) => name);
  const other =
    others.length > 0
      ? `name a category that is not deductible (${others.join(', ')})`
      : 'add a category that is not deductible';
  const column = row.columns?.[path] ?? headers[path] ?? path;
  const message = `says that this gift is not deductible, but gifts to ${category.name} are certified as deductible; ${other}, or leave the column out with --ignore "${column}"`;
  return [{ path, code: 'deductible_category', message }];
}

/**
 * Returns a function that finds the session of a row: an existing draft on its session date, or else a new session,
 * which is added to the plan. The function returns null for a row without a session date, and a fault for a locked
 * session.
 */
function sessionPlanner(plan: Plan, { sessions, last }: Records) {
  const made = new Map<string, { id: number; date: string }>();
  return ({ sessionDate: date }: Candidate): { id: number } | Fault | null => {
    if (date === null) return null;
    const there = sessions.get(date);
    if (there?.status === 'Draft') return there;
    if (there) {
      const message = `the offering session of ${date} is ${there.status}; reopen it first`;
      return { path: 'sessionDate', code: 'session_locked', message };
    }
    const session = made.get(date) ?? { id: last.sessions + made.size + 1, date };
    if (!made.has(date)) plan.sessions.push(session);
    made.set(date, session);
    return session;
  };
}

/** A giving of the plan, or one in the records, which already has an account. */
export type Original = PlannedGiving | { id: number; accountId: number };

/** What is left of a gift after its reversals, in total and for each part. */
type Left = { original: Original; all: Minor; parts: Map<number, Minor> | null };

/**
 * Returns two functions. `learn` records a giving of the file. `find` returns the giving that a reversal reverses.
 * `find` returns a fault if that giving is not in the file, if only the giving or only the reversal has parts, or if
 * the reversal takes more than is left of the giving or of one of its parts.
 */
function originalFinder({ existing }: Records) {
  const known = new Map<number, Left>();
  const learn = ({ id, gift, reversalOf }: Candidate, original: Original, purpose: Purpose) => {
    if (id === null || reversalOf !== null || known.has(id)) return;
    const there = existing.get(original.id);
    const taken = (categoryId: number) => there?.reversedParts.get(categoryId) ?? ZERO;
    const parts = linesIn(purpose.lines).map(
      ({ categoryId, amount }) => [categoryId, addMoney(amount, taken(categoryId))] as const,
    );
    const all = there ? addMoney(there.amount, there.reversed) : gift.amount;
    known.set(id, { original, all, parts: purpose.isSplit ? new Map(parts) : null });
  };
  const find = ({ gift }: Candidate, reversalOf: number, purpose: Purpose): Original | Fault => {
    const path = 'reversalOf' as const;
    const found = known.get(reversalOf);
    if (!found) return { path, code: 'unknown_reference', message: 'names no giving in this file' };
    if (purpose.isSplit !== (found.parts !== null)) {
      const message =
        'needs parts to reverse a gift that is split over several categories, and a category to reverse any other gift';
      return { path, code: 'not_the_parts', message };
    }
    const left = addMoney(found.all, gift.amount);
    if (left < 0) return takesTooMuch(`${formatMoney(found.all)} that is left of the giving`);
    for (const { category, amount } of found.parts ? purpose.lines : []) {
      const own = found.parts?.get(category.id) ?? ZERO;
      if (addMoney(own, amount) < 0) return takesTooMuch(`${formatMoney(own)} that is left for ${category.name}`);
      found.parts?.set(category.id, addMoney(own, amount));
    }
    found.all = left;
    return found.original;
  };
  return { learn, find };
}

const takesTooMuch = (what: string): Fault => ({
  path: 'reversalOf',
  code: 'already_reversed',
  message: `reverses more than the ${what}`,
});

/**
 * Returns the gifts of a plan that seem to repeat one in the church's records, or one earlier in the file. The gifts of one
 * giver are compared after those of another, so that only the keys of one giver are in memory.
 */
async function duplicatesIn(planned: readonly PlannedGiving[], given: Records['given']): Promise<Plan['duplicates']> {
  const recorded = groupedBy(given, ({ memberId }) => memberId);
  const duplicates: Plan['duplicates'] = [];
  let giver: number | null = null;
  let seen = new Map<string, Twin>();
  const compare = ({ candidate: { row, gift }, category, parts, memberId }: PlannedGiving) => {
    if (memberId !== giver) {
      giver = memberId;
      seen = new Map();
      for (const { id, amountMinor: amount, ...twin } of recorded.get(memberId) ?? []) {
        const key = twinKey(twin, purposeOf({ ...twin, amount }));
        if (!seen.has(key)) seen.set(key, { givingId: id, duplicateOf: null });
      }
    }
    const { amount, date } = gift;
    const lines = parts && linesIn(parts);
    const key = twinKey(gift, purposeOf({ categoryId: category?.id ?? null, amount, parts: lines }));
    const twin = seen.get(key);
    if (twin) duplicates.push({ line: row.line, amount, date, ...twin });
    else seen.set(key, { givingId: null, duplicateOf: row.line });
  };
  const isNew = ({ original }: PlannedGiving) => original === null;
  await eachRow([...groupedBy(planned.filter(isNew), ({ memberId }) => memberId).values()].flat(), compare);
  return duplicates.toSorted((a, b) => a.line - b.line);
}

type Twin = Pick<Plan['duplicates'][number], 'givingId' | 'duplicateOf'>;

/** Returns the gifts of each giver. Those without a giver are left out. */
function groupedBy<T>(gifts: readonly T[], giverOf: (gift: T) => number | null): Map<number | null, T[]> {
  const groups = new Map<number | null, T[]>();
  for (const gift of gifts) {
    const giver = giverOf(gift);
    if (giver === null) continue;
    const group = groups.get(giver);
    if (group) group.push(gift);
    else groups.set(giver, [gift]);
  }
  return groups;
}

type Gift = Pick<Candidate['gift'], 'date' | 'checkNumber' | 'zelleReference' | 'payPalReference'>;

/** Returns a text that is the same for gifts of one giver that look the same. */
function twinKey({ date, checkNumber, zelleReference, payPalReference }: Gift, purpose: string): string {
  const hasReference = checkNumber !== null || zelleReference !== null || payPalReference !== null;
  return hasReference
    ? JSON.stringify([date, purpose, checkNumber, zelleReference, payPalReference])
    : `${date} ${purpose}`;
}
