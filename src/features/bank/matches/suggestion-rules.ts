/**
 * Finds documents that may belong to lines of a bank statement. A suggestion has a reason for everything that agrees;
 * only a person, or a rule of a person, makes it a match.
 */
import { AT_ONCE } from '../../../books/account-documents.ts';
import { breathe, inChunks } from '../../../lib/chunks.ts';
import type { Minor } from '../../../lib/money.ts';
import { DAYS, eachGroup, groupsOf, newMeter } from './group-rules.ts';
import {
  type Candidate,
  CLOSE,
  type Day,
  isNamed,
  isOneCheck,
  type Line,
  type Pair,
  pairsOf,
  SHORTEST,
  type Taught,
} from './pair-rules.ts';
import type { Reason } from './schema.ts';

export type Proposal = { lines: readonly number[]; documents: readonly string[]; reasons: Reason[] };

/** How many suggestions a line may have. */
const SHOWN = 3;
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
  const [sortedLines, documents] = [await byDay(lines), await byDay(candidates)];
  await breathe();
  const transfers = await transfersOf(documents);
  addReferred(sortedLines, transfers, found);
  await breathe();
  const pairs = await pairsOf(sortedLines, documents, taught);
  addPairs(
    pairs.filter((pair) => !isWeak(pair)),
    found,
  );
  await breathe();
  await groupDocuments(sortedLines, { candidates: documents, transfers }, found);
  await groupLines(sortedLines, documents, found);
  addPairs(pairs, found);
  return new Map([...found.proposals].map(([id, all]) => [id, all.slice(0, SHOWN)]));
}

/** Returns the entries ordered by day. Lets other requests run in between. */
async function byDay<T extends Day>(entries: readonly T[]): Promise<T[]> {
  const days = new Map<number, T[]>();
  const add = async (part: readonly T[]) => {
    for (const one of part) {
      const same = days.get(one.day);
      if (same) same.push(one);
      else days.set(one.day, [one]);
    }
  };
  await inChunks(entries, add, AT_ONCE);
  return [...days.keys()].toSorted((a, b) => a - b).flatMap((day) => days.get(day) ?? []);
}

type Transfers = ReadonlyMap<string, readonly Candidate[]>;

/** Returns the documents that have one reference in common, such as the gifts of one transfer, by the reference. */
async function transfersOf(candidates: readonly Candidate[]): Promise<Transfers> {
  const all = new Map<string, Candidate[]>();
  const add = async (part: readonly Candidate[]) => {
    for (const candidate of part) {
      const { reference } = candidate;
      if (reference === null || reference.length < SHORTEST) continue;
      const group = all.get(reference);
      if (group) group.push(candidate);
      else all.set(reference, [candidate]);
    }
  };
  await inChunks(candidates, add, AT_ONCE);
  return new Map([...all].filter(([, group]) => group.length > 1));
}

/** Proposes all documents of a transfer whose reference the bank names, if they add up. */
function addReferred(lines: readonly Line[], transfers: Transfers, { proposals, taken }: Found): void {
  for (const line of lines) {
    const named = line.text.split(' ').map((word) => transfers.get(word) ?? []);
    const group = named.find((all) => all.length > 0 && sumOf(all) === line.amount);
    if (!group || group.some(({ key }) => taken.has(key))) continue;
    proposals.set(line.id, [proposalOf(line, group, taken)]);
  }
}

/** Returns the proposal of a group for a line, and records that the documents are taken. */
function proposalOf(line: Line, group: readonly Candidate[], taken: Set<string>): Proposal {
  for (const { key } of group) taken.add(key);
  const reasons = reasonsOfGroup(line, group, line.text);
  return { lines: [line.id], documents: group.map(({ key }) => key), reasons };
}

const sumOf = (group: readonly { amount: Minor }[]) => group.reduce((sum, { amount }) => sum + amount, 0);

/** True if only the amounts of a pair agree, and documents near the line that add up are more likely. */
const isWeak = ({ line, candidate, reasons }: Pair) =>
  reasons.length === 1 && Math.abs(line.day - candidate.day) > DAYS;

/** Gives each line the best document that no other line has first, and adds the other pairs after it. */
function addPairs(pairs: readonly Pair[], { proposals, taken }: Found): void {
  const firsts = new Map<number, string>();
  for (const { line, candidate } of pairs) {
    if (proposals.has(line.id) || firsts.has(line.id) || taken.has(candidate.key)) continue;
    firsts.set(line.id, candidate.key);
    taken.add(candidate.key);
  }
  for (const { line, candidate, reasons } of pairs) {
    // A line whose documents all belong to other lines first may still have a group of its own.
    if (!firsts.has(line.id) && !proposals.has(line.id)) continue;
    const one = { lines: [line.id], documents: [candidate.key], reasons };
    const others = proposals.get(line.id) ?? [];
    if (others.some(({ documents }) => documents.length === 1 && documents[0] === candidate.key)) continue;
    if (firsts.get(line.id) === candidate.key) others.unshift(one);
    else others.push(one);
    proposals.set(line.id, others);
  }
}

/** Returns each deposit with a payment of the same day, such as the fee that the processor kept. */
function netDeposits(candidates: readonly Candidate[]): Candidate[][] {
  const payments = new Map<number, Candidate[]>();
  for (const candidate of candidates) {
    if (!candidate.key.startsWith('Payment/')) continue;
    const list = payments.get(candidate.day);
    if (list) list.push(candidate);
    else payments.set(candidate.day, [candidate]);
  }
  const deposits = candidates.filter(({ key }) => key.startsWith('Deposit/'));
  return deposits.flatMap((deposit) => (payments.get(deposit.day) ?? []).map((payment) => [deposit, payment]));
}

type Choice = { candidates: readonly Candidate[]; transfers: Transfers };

/** Proposes several documents for each line without a proposal, if they add up to the line. */
async function groupDocuments(lines: readonly Line[], { candidates, transfers }: Choice, found: Found) {
  const { proposals, taken } = found;
  const bySum = new Map([...netDeposits(candidates), ...transfers.values()].map((group) => [sumOf(group), group]));
  const fits = ({ key }: Candidate) => !taken.has(key);
  const meter = newMeter();
  for (const line of lines) {
    if (proposals.has(line.id) || isOneCheck(line)) continue;
    const transfer = bySum.get(line.amount)?.filter((one) => fits(one) && Math.abs(one.day - line.day) <= DAYS);
    const isWhole = transfer && sumOf(transfer) === line.amount;
    const [first, ...others] = isWhole ? [transfer] : groupsOf(line, candidates, { meter, fits });
    const more = others.map((group) => proposalOf(line, group, new Set()));
    if (first) proposals.set(line.id, [proposalOf(line, first, taken), ...more]);
    await meter.pause();
  }
}

/** Proposes one document for several lines without a proposal, if they add up to the document. */
async function groupLines(lines: readonly Line[], candidates: readonly Candidate[], found: Found) {
  const { proposals, taken } = found;
  const left = lines.filter(({ id }) => !proposals.has(id)).map((line) => ({ ...line, reference: null }));
  const byAmount = new Map<number, Candidate[]>();
  const add = async (part: readonly Candidate[]) => {
    for (const candidate of part) {
      if (taken.has(candidate.key)) continue;
      const same = byAmount.get(candidate.amount);
      if (same) same.push(candidate);
      else byAmount.set(candidate.amount, [candidate]);
    }
  };
  if (left.length > 1) await inChunks(candidates, add, AT_ONCE);
  const take = (group: readonly Line[]) => {
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
  await eachGroup(left, byAmount, take);
}

type Part = Day & { reference: string | null };

function reasonsOfGroup({ day }: Day, group: readonly Part[], text: string): Reason[] {
  return [
    'sum',
    ...(group.every(({ reference }) => isNamed(reference, text)) ? (['reference'] as const) : []),
    ...(group.every((one) => Math.abs(one.day - day) <= CLOSE) ? (['date'] as const) : []),
  ];
}
