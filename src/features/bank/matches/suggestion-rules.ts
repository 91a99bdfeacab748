/**
 * Finds documents that may belong to lines of a bank statement. A suggestion has a reason for everything that agrees;
 * only a person, or a rule of a person, makes it a match.
 */
import { breathe, inChunks } from '../../../lib/chunks.ts';
import { type CalendarDate, daysBetween } from '../../../lib/date.ts';
import type { Minor } from '../../../lib/money.ts';
import { DAYS, eachGroup, groupsOf, newMeter } from './group-rules.ts';
import type { Reason } from './schema.ts';

export type Line = {
  id: number;
  date: CalendarDate;
  amount: Minor;
  checkNumber: string | null;
  /** The text of the bank, folded. */
  text: string;
  /** The same without words that contain digits. */
  payee: string;
};

export type Candidate = {
  /** Identifies the document: `TYPE/ID`. */
  key: string;
  date: CalendarDate;
  amount: Minor;
  /** Folded, like the text of a line. */
  reference: string | null;
  party: string | null;
};

export type Proposal = { lines: readonly number[]; documents: readonly string[]; reasons: Reason[] };

/** The parties with which lines of a text were matched before, by text. */
export type Taught = ReadonlyMap<string, ReadonlySet<string>>;

/** How many days before the line, and after it, a document with the same amount may be. A check may be late. */
const WITHIN = { before: 90, after: 10 };
/** Days that are this close count as a reason. */
const CLOSE = 5;
/** How many suggestions a line may have. */
const SHOWN = 3;
export type Day = { day: number };
export type DatedLine = Line & Day;
export type DatedCandidate = Candidate & Day;

/** What the search has found so far, and which documents are the first proposal of a line. */
type Found = { proposals: Map<number, Proposal[]>; taken: Set<string> };

/**
 * Returns the proposals for each line, the most likely first, by the id of the line. Each document is the first proposal
 * of at most one line, so equal lines get different documents. Lets other requests run in between.
 */
export async function propose(
  lines: readonly Line[],
  candidates: readonly Candidate[],
  taught: Taught,
): Promise<ReadonlyMap<number, readonly Proposal[]>> {
  const found: Found = { proposals: new Map(), taken: new Set() };
  const [datedLines, documents] = [byDay(lines), byDay(candidates)];
  await breathe();
  const transfers = await transfersOf(documents);
  addReferred(datedLines, transfers, found);
  await breathe();
  addPairs(await pairsOf(datedLines, documents, taught), found);
  await breathe();
  await groupDocuments(datedLines, { candidates: documents, transfers }, found);
  await groupLines(datedLines, documents, found);
  return new Map([...found.proposals].map(([id, all]) => [id, all.slice(0, SHOWN)]));
}

/** Returns the entries ordered by day. */
function byDay<T extends { date: CalendarDate }>(entries: readonly T[]): (T & Day)[] {
  const days = new Map<CalendarDate, number>();
  const dayOf = (date: CalendarDate) => {
    const known = days.get(date) ?? daysBetween('1970-01-01', date);
    days.set(date, known);
    return known;
  };
  return entries.map((one) => ({ ...one, day: dayOf(one.date) })).toSorted((a, b) => a.day - b.day);
}

type Transfers = ReadonlyMap<string, readonly DatedCandidate[]>;

/** How many documents are looked at before other requests may run. */
const STEP = 2000;

/** Returns the documents that have one reference in common, such as the gifts of one transfer, by the reference. */
async function transfersOf(candidates: readonly DatedCandidate[]): Promise<Transfers> {
  const all = new Map<string, DatedCandidate[]>();
  const add = async (part: readonly DatedCandidate[]) => {
    for (const candidate of part) {
      const { reference } = candidate;
      if (reference === null || reference.length < SHORTEST) continue;
      const group = all.get(reference);
      if (group) group.push(candidate);
      else all.set(reference, [candidate]);
    }
  };
  await inChunks(candidates, add, STEP);
  return new Map([...all].filter(([, group]) => group.length > 1));
}

/** Proposes all documents of a transfer whose reference the bank names, if they add up. */
function addReferred(lines: readonly DatedLine[], transfers: Transfers, { proposals, taken }: Found): void {
  for (const line of lines) {
    const named = line.text.split(' ').map((word) => transfers.get(word) ?? []);
    const group = named.find((all) => all.length > 0 && sumOf(all) === line.amount);
    if (!group || group.some(({ key }) => taken.has(key))) continue;
    proposals.set(line.id, [proposalOf(line, group, taken)]);
  }
}

/** Returns the proposal of a group for a line, and records that the documents are taken. */
function proposalOf(line: DatedLine, group: readonly DatedCandidate[], taken: Set<string>): Proposal {
  for (const { key } of group) taken.add(key);
  const reasons = reasonsOfGroup(line, group, line.text);
  return { lines: [line.id], documents: group.map(({ key }) => key), reasons };
}

const sumOf = (group: readonly { amount: Minor }[]) => group.reduce((sum, { amount }) => sum + amount, 0);

type Pair = { line: DatedLine; candidate: DatedCandidate; reasons: Reason[]; score: number };

/** How many documents with the amount of a line are compared with it, apart from those that it names. */
const COMPARED = 12;

/** Returns the pairs of a line and a document with equal amounts, the most likely first. Lets other requests run. */
async function pairsOf(
  lines: readonly DatedLine[],
  candidates: readonly DatedCandidate[],
  taught: Taught,
): Promise<Pair[]> {
  const byAmount = new Map<Minor, DatedCandidate[]>(lines.map(({ amount }) => [amount, []]));
  for (const candidate of candidates) byAmount.get(candidate.amount)?.push(candidate);
  const ranks = new Map<Minor, number>();
  const pairs: Pair[] = [];
  await inChunks(
    lines,
    async (part) => {
      for (const line of part) {
        const rank = ranks.get(line.amount) ?? 0;
        ranks.set(line.amount, rank + 1);
        for (const candidate of comparedWith(line, byAmount.get(line.amount) ?? [], rank)) {
          const reasons = reasonsFor(line, candidate, taught);
          if (reasons) pairs.push({ line, candidate, reasons, score: scoreOf(reasons, line, candidate) });
        }
      }
    },
    LINES_AT_ONCE,
  );
  return pairs.toSorted((a, b) => b.score - a.score || a.line.id - b.line.id);
}

/** How many lines are compared before other requests may run. */
const LINES_AT_ONCE = 100;

/**
 * Returns the documents, ordered by day, with which a line is compared: those that it names, those of the nearest days,
 * and for one of many equal lines those that have the same place in the order.
 */
function comparedWith(line: DatedLine, equal: readonly DatedCandidate[], rank: number): readonly DatedCandidate[] {
  if (equal.length <= COMPARED) return equal;
  const number = numberOf(line.checkNumber);
  const first = equal.findIndex(({ day }) => day >= line.day);
  const near = Math.max(0, (first < 0 ? equal.length : first) - COMPARED / 2);
  const place = Math.max(0, rank - COMPARED / 2);
  const chosen = new Set([...equal.slice(near, near + COMPARED), ...equal.slice(place, place + COMPARED)]);
  for (const one of equal) {
    const isNumbered = number !== '' && numberOf(one.reference) === number;
    if (isNumbered || isNamed(one.reference, line.text)) chosen.add(one);
  }
  return [...chosen];
}

/** Gives each line the best document that no other line has first, and adds the other pairs after it. */
function addPairs(pairs: readonly Pair[], { proposals, taken }: Found): void {
  const firsts = new Map<number, string>();
  for (const { line, candidate } of pairs) {
    if (proposals.has(line.id) || firsts.has(line.id) || taken.has(candidate.key)) continue;
    firsts.set(line.id, candidate.key);
    taken.add(candidate.key);
  }
  for (const { line, candidate, reasons } of pairs) {
    const one = { lines: [line.id], documents: [candidate.key], reasons };
    const others = proposals.get(line.id) ?? [];
    if (firsts.get(line.id) === candidate.key) others.unshift(one);
    else others.push(one);
    proposals.set(line.id, others);
  }
}

/** Returns why a document with the amount of a line may belong to it, or undefined if something speaks against it. */
function reasonsFor(line: DatedLine, candidate: DatedCandidate, taught: Taught): Reason[] | undefined {
  const [number, reference] = [numberOf(line.checkNumber), numberOf(candidate.reference)];
  const hasNumber = number !== '' && number === reference;
  if (number !== '' && reference !== '' && !hasNumber && candidate.amount < 0) return undefined;
  const isReferred = !hasNumber && isNamed(candidate.reference, line.text);
  const days = line.day - candidate.day;
  if (!hasNumber && !isReferred && (days > WITHIN.before || days < -WITHIN.after)) return undefined;
  const isTaught = candidate.party !== null && taught.get(line.payee)?.has(candidate.party) === true;
  return [
    'amount',
    ...(hasNumber ? (['checkNumber'] as const) : []),
    ...(isReferred ? (['reference'] as const) : []),
    ...(Math.abs(days) <= CLOSE ? (['date'] as const) : []),
    ...(isTaught ? (['payee'] as const) : []),
  ];
}

const WEIGHTS: Partial<Record<Reason, number>> = { checkNumber: 400, reference: 300, payee: 100 };

function scoreOf(reasons: readonly Reason[], line: DatedLine, candidate: DatedCandidate): number {
  const weight = reasons.reduce((sum, reason) => sum + (WEIGHTS[reason] ?? 0), 0);
  return weight - Math.abs(line.day - candidate.day);
}

/** Returns the number of a check without leading zeros. Empty if there is no number. */
const numberOf = (text: string | null) => /^#?\s*0*(\d+)$/.exec(text ?? '')?.[1] ?? '';

/** The shortest reference that is looked for in the text of the bank. */
const SHORTEST = 5;

const isNamed = (reference: string | null, text: string) =>
  reference !== null && reference.length >= SHORTEST && text.includes(reference);

/** A check is one document, so documents with other numbers do not add up to it. */
const isOneCheck = ({ amount, checkNumber }: DatedLine) => amount < 0 && numberOf(checkNumber) !== '';

/** Returns each deposit with a payment of the same day, such as the fee that the processor kept. */
function netDeposits(candidates: readonly DatedCandidate[]): DatedCandidate[][] {
  const payments = new Map<number, DatedCandidate[]>();
  for (const candidate of candidates) {
    if (!candidate.key.startsWith('Payment/')) continue;
    const list = payments.get(candidate.day);
    if (list) list.push(candidate);
    else payments.set(candidate.day, [candidate]);
  }
  const deposits = candidates.filter(({ key }) => key.startsWith('Deposit/'));
  return deposits.flatMap((deposit) => (payments.get(deposit.day) ?? []).map((payment) => [deposit, payment]));
}

type Choice = { candidates: readonly DatedCandidate[]; transfers: Transfers };

/** Proposes several documents for each line without a proposal, if they add up to the line. */
async function groupDocuments(lines: readonly DatedLine[], { candidates, transfers }: Choice, found: Found) {
  const { proposals, taken } = found;
  const bySum = new Map([...netDeposits(candidates), ...transfers.values()].map((group) => [sumOf(group), group]));
  const fits = ({ key }: DatedCandidate) => !taken.has(key);
  const meter = newMeter();
  for (const line of lines) {
    if (proposals.has(line.id) || isOneCheck(line)) continue;
    const transfer = bySum.get(line.amount)?.filter((one) => fits(one) && Math.abs(one.day - line.day) <= DAYS);
    const isWhole = transfer && sumOf(transfer) === line.amount;
    const [first, ...others] = isWhole ? [transfer] : groupsOf(line, candidates, { meter, fits });
    if (!first) continue;
    const more = others.map((group) => proposalOf(line, group, new Set()));
    proposals.set(line.id, [proposalOf(line, first, taken), ...more]);
    await meter.pause();
  }
}

/** Proposes one document for several lines without a proposal, if they add up to the document. */
async function groupLines(lines: readonly DatedLine[], candidates: readonly DatedCandidate[], found: Found) {
  const { proposals, taken } = found;
  const left = lines.filter(({ id }) => !proposals.has(id)).map((line) => ({ ...line, reference: null }));
  const byAmount = new Map<number, DatedCandidate[]>();
  for (const candidate of left.length < 2 ? [] : candidates) {
    if (taken.has(candidate.key)) continue;
    const same = byAmount.get(candidate.amount);
    if (same) same.push(candidate);
    else byAmount.set(candidate.amount, [candidate]);
  }
  const take = (group: readonly DatedLine[]) => {
    const sum = sumOf(group);
    const isNear = ({ day }: Day) => group.every((line) => Math.abs(line.day - day) <= DAYS);
    const candidate = byAmount.get(sum)?.find((one) => !taken.has(one.key) && isNear(one));
    if (!candidate) return false;
    taken.add(candidate.key);
    const ids = group.map(({ id }) => id);
    const parts = group.map((line) => ({ ...line, reference: null }));
    const proposal = { lines: ids, documents: [candidate.key], reasons: reasonsOfGroup(candidate, parts, '') };
    for (const id of ids) proposals.set(id, [proposal]);
    return true;
  };
  await eachGroup(left, (sum) => byAmount.has(sum), take);
}

type Part = Day & { reference: string | null };

function reasonsOfGroup({ day }: Day, group: readonly Part[], text: string): Reason[] {
  return [
    'sum',
    ...(group.every(({ reference }) => isNamed(reference, text)) ? (['reference'] as const) : []),
    ...(group.every((one) => Math.abs(one.day - day) <= CLOSE) ? (['date'] as const) : []),
  ];
}
