/**
 * The rows of the grid: the gifts in the books, combined with the entries of this tab that are not in the books yet.
 */
import type { Problem } from '../../../client/client.ts';
import { addMoney, type Minor } from '../../../lib/money.ts';
import { minorOf } from '../../kit/money.ts';
import type { Gift } from '../queries.ts';
import { bodyOfGift } from './gift.ts';
import type { Entry } from './entry.ts';
import type { GiftBody, Method } from './row.ts';

export type Row = {
  /** Identifies the row. A new gift has the same key before and after it reaches the books. */
  key: string;
  number: number;
  isMine: boolean;
  body: GiftBody;
  /** The giver's name from the service. It is shown if the giver is not in the list of givers. */
  memberName: string | null;
  enteredByName: string;
  gift: Gift | undefined;
  entry: Entry | undefined;
  /** `coming`: the gift is still being stored on this computer, or is only half typed. */
  status: 'saved' | 'coming' | 'waiting' | 'refused';
  refusal: Problem | null;
};

const bodies = new WeakMap<Gift, GiftBody>();

/**
 * Returns the body of a gift. Returns the same object for every call with the same gift, so that an unchanged row is
 * not rendered again.
 */
function bodyOnce(gift: Gift): GiftBody {
  const body = bodies.get(gift) ?? bodyOfGift(gift);
  bodies.set(gift, body);
  return body;
}

/**
 * Returns the gifts of other people, then the person's own gifts in the order of entry, then the entries that are not
 * in the books yet. A gift is left out as soon as the person deletes it.
 */
export function rowsOf(gifts: readonly Gift[], entries: readonly Entry[], meId: number): Row[] {
  const overlay = new Map(
    entries.flatMap((entry) => [
      [entry.key, entry] as const,
      ...(entry.givingId === null ? [] : [[`giving:${entry.givingId}`, entry] as const]),
    ]),
  );
  const seen = new Set<Entry>();
  const fromBooks = gifts.flatMap((gift) => {
    const entry = overlay.get(`giving:${gift.id}`) ?? overlay.get(gift.entryKey ?? '');
    if (entry) seen.add(entry);
    return rowOf(gift, entry, meId);
  });
  const waiting = entries.filter((entry) => !seen.has(entry)).flatMap(rowOfEntry);
  const others = fromBooks.filter(({ isMine }) => !isMine);
  return [...others, ...fromBooks.filter(({ isMine }) => isMine), ...waiting].map((row, at) => ({
    ...row,
    number: at + 1,
  }));
}

function rowOf(gift: Gift, entry: Entry | undefined, meId: number): Row[] {
  const isMine = gift.createdBy === meId;
  const row: Row = {
    key: gift.entryKey ?? `giving:${gift.id}`,
    number: 0,
    isMine,
    body: bodyOnce(gift),
    memberName: gift.memberName,
    enteredByName: gift.enteredByName ?? '',
    gift,
    entry: undefined,
    status: 'saved',
    refusal: null,
  };
  const last = entry?.deeds.at(-1);
  if (!entry || !last) return [row];
  if (last.kind === 'delete' && entry.refusal === null) return [];
  const status = entry.refusal ? 'refused' : last.kind === 'create' ? 'saved' : 'waiting';
  return [{ ...row, entry, status, refusal: entry.refusal, body: last.kind === 'delete' ? row.body : last.body }];
}

function rowOfEntry(entry: Entry): Row[] {
  const last = entry.deeds.at(-1);
  // A deleted gift has no row, unless the deletion was refused.
  if (!last || (last.kind === 'delete' && entry.refusal === null)) return [];
  const [first] = entry.deeds;
  const created = first?.kind === 'create' ? first.body : null;
  const body = last.kind === 'delete' ? (entry.seen ?? created) : last.body;
  if (!body) return [];
  return [
    {
      key: entry.row ?? entry.key,
      number: 0,
      isMine: true,
      body,
      memberName: null,
      enteredByName: entry.owner.name,
      gift: undefined,
      entry,
      status: entry.refusal ? 'refused' : entry.isComing ? 'coming' : 'waiting',
      refusal: entry.refusal,
    },
  ];
}

/** The sums of the rows. Amounts of gifts in kind are left out, but `count` includes these gifts. */
export type Sums = {
  total: Minor;
  count: number;
  /** How many rows the service refused. A refused new gift is not in the sums. */
  refused: number;
  byMethod: ReadonlyMap<Method, Minor>;
  byCategory: ReadonlyMap<number, Minor>;
};

/**
 * Returns the sums of the rows. A gift whose correction was refused counts as it is in the books, and a refused new gift
 * does not count.
 */
export function sumsOf(rows: readonly Row[]): Sums {
  const byMethod = new Map<Method, Minor>();
  const byCategory = new Map<number, Minor>();
  const amounts: Minor[] = [];
  const bodies = rows.flatMap(countedBody);
  for (const body of bodies) {
    if (body.nonCashDescription !== null) continue;
    const amount = minorOf(body.amount);
    amounts.push(amount);
    byMethod.set(body.method, addMoney(byMethod.get(body.method) ?? (0 as Minor), amount));
    for (const part of body.parts ?? [{ categoryId: body.categoryId ?? 0, amount: body.amount }]) {
      byCategory.set(part.categoryId, addMoney(byCategory.get(part.categoryId) ?? (0 as Minor), minorOf(part.amount)));
    }
  }
  const refused = rows.filter(({ status }) => status === 'refused').length;
  return { total: addMoney(...amounts), count: bodies.length, refused, byMethod, byCategory };
}

function countedBody({ status, body, gift }: Row): GiftBody[] {
  if (status !== 'refused') return [body];
  return gift ? [bodyOnce(gift)] : [];
}
