/** Compares lines of a bank statement with documents of the same amount, and says what agrees. */
import { inChunks } from '../../../lib/chunks.ts';
import type { Minor } from '../../../lib/money.ts';
import type { Reason } from './schema.ts';

/** `day` counts days, from any day on. */
export type Day = { day: number };

export type Line = Day & {
  id: number;
  amount: Minor;
  checkNumber: string | null;
  /** The text of the bank, folded. */
  text: string;
  /** The same without words that contain digits. */
  payee: string;
};

export type Candidate = Day & {
  /** Identifies the document: `TYPE/ID`. */
  key: string;
  amount: Minor;
  /** Folded, like the text of a line. */
  reference: string | null;
  party: string | null;
};

/** The parties with which lines of a text were matched before, by text. */
export type Taught = ReadonlyMap<string, ReadonlySet<string>>;

/** How many days before the line, and after it, a document with the same amount may be. A check may be late. */
const WITHIN = { before: 90, after: 10 };
/** Days that are this close count as a reason. */
export const CLOSE = 5;
export type Pair = { line: Line; candidate: Candidate; reasons: Reason[]; score: number };

/** How many documents with the amount of a line are compared with it, apart from those that it names. */
const COMPARED = 12;

/** Returns the pairs of a line and a document with equal amounts, the most likely first. Lets other requests run. */
export async function pairsOf(
  lines: readonly Line[],
  candidates: readonly Candidate[],
  taught: Taught,
): Promise<Pair[]> {
  const byAmount = new Map<Minor, Candidate[]>(lines.map(({ amount }) => [amount, []]));
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
function comparedWith(line: Line, equal: readonly Candidate[], rank: number): readonly Candidate[] {
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

/** Returns why a document with the amount of a line may belong to it, or undefined if something speaks against it. */
function reasonsFor(line: Line, candidate: Candidate, taught: Taught): Reason[] | undefined {
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

function scoreOf(reasons: readonly Reason[], line: Line, candidate: Candidate): number {
  const weight = reasons.reduce((sum, reason) => sum + (WEIGHTS[reason] ?? 0), 0);
  return weight - Math.abs(line.day - candidate.day);
}

/** Returns the number of a check without leading zeros. Empty if there is no number. */
const numberOf = (text: string | null) => /^#?\s*0*(\d+)$/.exec(text ?? '')?.[1] ?? '';

/** The shortest reference that is looked for in the text of the bank. */
export const SHORTEST = 5;

/** True if a text of the bank names a reference. Both are folded. */
export const isNamed = (reference: string | null, text: string) =>
  reference !== null && reference.length >= SHORTEST && text.includes(reference);

/** A check is one document, so documents with other numbers do not add up to it. */
export const isOneCheck = ({ amount, checkNumber }: Line) => amount < 0 && numberOf(checkNumber) !== '';
