/**
 * Plans what is booked for the rows of a payment service besides its gifts and payouts: the reversals of gifts, gifts that
 * came back, and one expense a day for the fees.
 *
 * The fees of a day are one expense, not those of a payout: a charge has its fee before anybody knows its payout, and a
 * payout of January has fees of December.
 */
import type { CalendarDate } from '../../../lib/date.ts';
import { addMoney, type Minor, negateMoney, ZERO } from '../../../lib/money.ts';
import type { KnownRow } from './queries.ts';
import type { Row } from './row-rules.ts';

/** A row of the service that is new or open, and its line if it is in the file. */
export type Entry = Omit<KnownRow, 'grossMinor' | 'feeMinor'> & { gross: Minor; fee: Minor; row: Row | null };

/** What is left of a gift. A gift that is split over several categories can only be reversed in full. */
export type LeftOf = { date: CalendarDate; left: Minor; reversed: Minor; isSplit: boolean };

export type Records = {
  /** The account in which the money lies until it is paid out. */
  accountId: number;
  /** The rows in the books that have something to do with those of the file. */
  known: readonly Entry[];
  /** Gifts that were entered with the ids of a service, but not from its file. */
  referred: readonly Entry[];
  /** What is left of the gifts of these rows, by the id of the giving. Without those that were deleted. */
  gifts: ReadonlyMap<number, LeftOf>;
  /** Refunds and the like, for which there was no gift so far. */
  open: readonly Entry[];
  /** What is left of the expenses of earlier fees, the latest first. */
  fees: readonly { id: number; date: CalendarDate; left: Minor }[];
  /** Returns the first day on which something of a day can be booked. */
  openDay: (day: CalendarDate) => CalendarDate;
  /** The latest day on which something can be booked. */
  latest: CalendarDate;
};

/** A reversal of a gift, or a gift that came back, with the day on which it is booked. */
export type OfGift = { entry: Entry; givingId: number; date: CalendarDate; amount: Minor };
export type DayOfFees = { day: CalendarDate; date: CalendarDate; amount: Minor; entries: Entry[] };
/** A fee that was given back: the expense that it reverses, or the fees of a day of the same file. */
export type FeeReturn = { entry: Entry; of: number | DayOfFees; date: CalendarDate; amount: Minor };

export type Movements = {
  reversals: OfGift[];
  regained: OfGift[];
  fees: DayOfFees[];
  feeReturns: FeeReturn[];
  /** Rows that nothing books. */
  open: Entry[];
};

/**
 * Plans what follows from the gifts, and the fees. `entries` are the new rows of the file; those of kind Gift have the id
 * of their giving.
 */
export function planMovements(entries: Entry[], records: Records): Movements {
  const ofGifts = planOfGifts(entries, records);
  const fees = daysOfFees(entries, records);
  const returned = feeReturner(fees, records);
  const feeReturns: FeeReturn[] = [];
  for (const entry of entries.filter(({ fee }) => fee < 0)) {
    const back = returned(entry);
    if (back) feeReturns.push(back);
    else {
      // A fee that came back although nobody knows it is money that no rule books.
      entries.push({ ...entry, kind: 'Open', gross: negateMoney(entry.fee), fee: ZERO, givingId: null });
      entry.fee = ZERO;
    }
  }
  const open = [...ofGifts.open, ...entries.filter(({ kind }) => kind === 'Open')];
  return { ...ofGifts, open, fees, feeReturns };
}

/** Returns the later of two days. */
const later = (a: CalendarDate, b: CalendarDate): CalendarDate => (a > b ? a : b);

/** Plans the reversals of gifts and the gifts that came back, in the order in which they happened. */
function planOfGifts(entries: readonly Entry[], records: Records) {
  const gifts = new Map([...records.gifts].map(([id, gift]) => [id, { ...gift }]));
  const isWanted = ({ kind }: Entry) => kind === 'Refund' || kind === 'Returned' || kind === 'Regained';
  const all = [...records.open, ...entries].filter(isWanted);
  const rank = ({ day, kind }: Entry) => `${day}${kind === 'Regained' ? 1 : 0}`;
  const giftsOf = giftFinder([...records.known, ...entries, ...records.referred]);
  const [reversals, regained, open]: [OfGift[], OfGift[], Entry[]] = [[], [], []];
  for (const entry of all.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))) {
    const isBack = entry.kind === 'Regained';
    const amount = isBack ? entry.gross : negateMoney(entry.gross);
    const found = giftsOf(entry).flatMap((givingId) => {
      const gift = gifts.get(givingId);
      return gift && mayTake(gift, amount, isBack) ? [{ givingId, gift }] : [];
    })[0];
    if (!found) {
      if (entry.row !== null) open.push(entry);
      continue;
    }
    const { givingId, gift } = found;
    const change = isBack ? negateMoney(amount) : amount;
    if (!isBack) gift.left = addMoney(gift.left, negateMoney(amount));
    gift.reversed = addMoney(gift.reversed, change);
    const date = later(records.openDay(entry.day), gift.date);
    (isBack ? regained : reversals).push({ entry, givingId, date, amount });
  }
  return { reversals, regained, open };
}

/** True if so much of a gift can be reversed, or has been reversed and can come back. */
const mayTake = ({ left, reversed, isSplit }: LeftOf, amount: Minor, isBack: boolean) =>
  isBack ? !isSplit && amount <= reversed : amount <= left && (!isSplit || amount === left);

/**
 * Returns a function that finds the gifts to which a row may belong: the gift whose row has the id that it names, or the
 * one of the row that it names, or the gifts of the same payment. Several gifts of one payment id, such as that of a
 * subscription, are none.
 */
function giftFinder(all: readonly Entry[]) {
  const byId = groupedBy(all, ({ transactionId }) => transactionId);
  const byCharge = groupedBy(all, ({ charge }) => charge);
  const idsOf = (rows: readonly Entry[]) =>
    rows.flatMap(({ kind, givingId }) =>
      (kind === 'Gift' || kind === 'Regained') && givingId !== null ? givingId : [],
    );
  const find = (charge: string | null, isFirst: boolean): number[] => {
    if (charge === null) return [];
    const named = byId.get(charge) ?? [];
    const own = idsOf(named);
    if (own.length > 0) return own;
    const [other] = named.flatMap((row) => (row.charge === null || row.charge === charge ? [] : row.charge));
    if (other !== undefined && isFirst) return find(other, false);
    const rows = byCharge.get(charge) ?? [];
    return rows.filter(({ kind }) => kind === 'Gift').length === 1 ? idsOf(rows) : [];
  };
  return ({ charge }: Entry) => find(charge, true);
}

/** Returns groups of entries by a key. Entries without a key are in none. */
export function groupedBy<T>(all: readonly T[], keyOf: (one: T) => string | null): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    if (key === null) continue;
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return groups;
}

function daysOfFees(entries: readonly Entry[], { openDay }: Records): DayOfFees[] {
  const days = groupedBy(
    entries.filter(({ fee }) => fee > 0),
    ({ day }) => day,
  );
  return [...days].map(([day, all]) => {
    return { day, date: openDay(day), amount: addMoney(...all.map(({ fee }) => fee)), entries: all };
  });
}

/**
 * Returns a function that plans that the fee of a row is given back: by reversing a part of the fees of the same payment
 * or, if they are not left, of other fees that are not later. The function returns null if there are none.
 */
function feeReturner(fees: readonly DayOfFees[], { known, fees: earlier, openDay }: Records) {
  type Source = { of: number | DayOfFees; date: CalendarDate; left: Minor };
  const sources: Source[] = [
    ...fees.map((one) => ({ of: one, date: one.day, left: one.amount })),
    ...earlier.map(({ id, date, left }) => ({ of: id, date, left })),
  ];
  const byExpense = new Map(sources.map((source) => [source.of, source]));
  const paid = [
    ...fees.flatMap((of) => of.entries.map(({ charge }) => ({ charge, of }))),
    ...known.flatMap(({ charge, feeExpenseId, fee }) =>
      fee > 0 && feeExpenseId !== null ? { charge, of: feeExpenseId } : [],
    ),
  ];
  const byCharge = groupedBy<{ charge: string | null; of: Source['of'] }>(paid, ({ charge }) => charge);
  return (entry: Entry): FeeReturn | null => {
    const amount = negateMoney(entry.fee);
    const own = (byCharge.get(entry.charge ?? '') ?? []).flatMap(({ of }) => byExpense.get(of) ?? []);
    const found = [...own, ...sources].find(({ date, left }) => date <= entry.day && amount <= left);
    if (!found) return null;
    found.left = addMoney(found.left, entry.fee);
    const day = openDay(entry.day);
    return { entry, of: found.of, date: typeof found.of === 'number' ? day : later(day, found.of.date), amount };
  };
}

/** Returns what makes a row of a service the same in two files. */
export const keyOf = ({ transactionId, kind }: Pick<Entry, 'transactionId' | 'kind'>): string =>
  JSON.stringify([transactionId, kind]);
