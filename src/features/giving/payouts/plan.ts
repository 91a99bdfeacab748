/** Plans an import of payouts: reads what the books have, and plans the gifts and everything that follows from them. */
import type { App } from '../../../app.ts';
import { findBeginning } from '../../../books/balances.ts';
import { closedMonths } from '../../../books/periods.ts';
import { breathe, eachRow } from '../../../lib/chunks.ts';
import type { CalendarDate } from '../../../lib/date.ts';
import { fold } from '../../../lib/fold.ts';
import { faultAt, type ImportFault } from '../../../lib/import-table.ts';
import { addMoney, negateMoney, ZERO } from '../../../lib/money.ts';
import { byNames } from '../../../lib/named.ts';
import { withoutMissing } from '../../../lib/without-missing.ts';
import { getChurch, latestDate } from '../../church/profile/service.ts';
import type { Program } from '../../imports/programs.ts';
import { listCategories } from '../categories/service.ts';
import type { GiverFlags } from '../import/givers.ts';
import { type Plan as GivingPlan, planGivings } from '../import/plan.ts';
import { listExisting } from '../import/queries.ts';
import { candidatesOf, type GivingTable } from '../import/rows.ts';
import { categoryNamed, readRecords } from '../import/service.ts';
import { type Payouts, planPayouts as planPaidOut } from './payout-rules.ts';
import { type Entry, keyOf, type LeftOf, type Movements, planMovements } from './plan-rules.ts';
import { type KnownRow, listFees, listKnown, listOfPayouts, listOpen, listReferred } from './queries.ts';
import { type LeftOutRow, type PayoutTable, readSaid, type Said } from './row-rules.ts';
import { meanings } from './words.ts';

/** What is imported, and as what. */
export type Wanted = GiverFlags & {
  accountId: number;
  category: string | undefined;
  program: Program | undefined;
};

export type PayoutPlan = Movements &
  Payouts & {
    gifts: GivingPlan;
    /** The new rows, and the payouts that have no row. */
    entries: Entry[];
    leftOut: LeftOutRow[];
    /** Rows that are booked on another day than their own. */
    moved: { line: number; day: CalendarDate; date: CalendarDate }[];
    skipped: number;
  };

/** Plans an import from the church's present records. The plan has the faults that prevent the import. */
export async function planPayouts(app: App, table: PayoutTable, wanted: Wanted): Promise<PayoutPlan> {
  const { program, accountId } = wanted;
  const { currency } = await getChurch(app);
  const { said, leftOut, faults } = await readSaid(table, { words: wordsOf(program), program, currency });
  const known = await readKnown(app, accountId, said);
  const { fresh, skipped, faults: repeated } = await newRows(table, said, known);
  const open = (await listOpen(app.db, accountId)).map(entryOf);
  const days = [...said, ...open].map(({ day }) => day).toSorted();
  const openDay = await firstOpenDays(app, days[0] ?? '9999-12-31');
  const latest = await latestDate(app);
  const giftTable = await giftsOf(table, fresh, { openDay, program, isCategory: await categoryTest(app) });
  const gifts = await planGifts(app, giftTable, wanted, latest);
  await breathe();
  const givingOf = new Map(gifts.givings.map(({ id, candidate }) => [candidate.row.line, id]));
  const entries = fresh.map((one) => newEntry(one, accountId, givingOf.get(one.row.line) ?? null));
  const charges = said.flatMap(({ kind, charge }) => (kind === 'Gift' ? [] : (charge ?? [])));
  const referred = (await listReferred(app.db, accountId, charges)).map(entryOf);
  const about = {
    accountId,
    known,
    open,
    openDay,
    latest,
    referred,
    gifts: await giftsLeft(app, [...known, ...referred], gifts),
    fees: await listFees(app.db, accountId),
  };
  await breathe();
  const movements = planMovements(entries, about);
  await breathe();
  const payouts = planPaidOut({ entries, said, table }, about);
  return {
    ...movements,
    ...payouts,
    gifts,
    entries,
    leftOut,
    skipped,
    moved: fresh.flatMap(({ row: { line }, day }) => {
      const date = openDay(day);
      return date === day ? [] : { line, day, date };
    }),
    faults: [
      ...faults,
      ...repeated,
      ...gifts.faults,
      ...payouts.faults,
      ...beforeBooks(table, said, [...payouts.payouts, ...movements.feeReturns], await findBeginning(app.db)),
    ],
  };
}

/**
 * Returns a fault for each payout, and for each fee that was given back, on a day before the opening of the books, because
 * no transfer and no reversal of an expense may be there. The row of a payout without one is its first.
 */
function beforeBooks(
  table: PayoutTable,
  said: readonly Said[],
  booked: readonly { entry: Entry; date: CalendarDate }[],
  begin: CalendarDate | undefined,
): ImportFault[] {
  if (begin === undefined) return [];
  return booked.flatMap(({ entry, date }) => {
    const row = entry.row ?? said.find(({ payout }) => payout !== null && payout === entry.payout)?.row;
    if (!row || date >= begin) return [];
    const message = `would be booked on ${date}, before the start of the books on ${begin}; leave out what was paid out before that day, which the opening has already`;
    return [faultAt(table, row, { path: 'date', code: 'before_the_books', message })];
  });
}

const wordsOf = (program: Program | undefined) => ({
  kind: meanings('kind', program),
  status: meanings('status', program),
  impact: meanings('impact', program),
});

/** Plans the gifts as an import of gifts does. */
async function planGifts(app: App, table: GivingTable, wanted: Wanted, latest: CalendarDate): Promise<GivingPlan> {
  const { candidates, faults } = await candidatesOf(table, latest);
  const records = await readRecords(app, candidates);
  const category = categoryNamed(records.categories, wanted.category);
  const plan = await planGivings(candidates, records, { ...wanted, headers: table.headers, category });
  return { ...plan, faults: [...faults, ...plan.faults] };
}

const entryOf = ({ grossMinor: gross, feeMinor: fee, ...row }: KnownRow): Entry => ({ ...row, gross, fee, row: null });

function newEntry(
  { row, kind, transactionId, charge, day, gross, fee, payout }: Said,
  accountId: number,
  givingId: number | null,
): Entry {
  const documents = { givingId: kind === 'Gift' ? givingId : null, feeExpenseId: null, transferId: null };
  return { id: 0, accountId, kind, transactionId, charge, day, gross, fee, payout, ...documents, row };
}

/** Returns the rows in the books that have something to do with those of the file: the same, of one payment, of one payout. */
async function readKnown(app: App, accountId: number, said: readonly Said[]): Promise<Entry[]> {
  const own = await listKnown(
    app.db,
    accountId,
    said.flatMap(({ transactionId, charge }) => (charge === null ? [transactionId] : [transactionId, charge])),
  );
  // A row may name another row, such as a dispute, which names the gift.
  const behind = await listKnown(
    app.db,
    accountId,
    own.flatMap(({ charge }) => charge ?? []),
  );
  const payouts = new Set([...said, ...own].flatMap(({ payout }) => payout ?? []));
  await breathe();
  const ofPayouts = await listOfPayouts(app.db, accountId, [...payouts]);
  return [...new Map([...own, ...behind, ...ofPayouts].map((row) => [row.id, row])).values()].map(entryOf);
}

/**
 * Divides the rows of the file into new ones and those that were imported before. A row that has other amounts than before
 * is a fault, as are two rows of one id with different amounts.
 */
async function newRows(table: PayoutTable, said: readonly Said[], known: readonly Entry[]) {
  const there = new Map<string, Pick<Said, 'gross' | 'fee'>>(known.map((row) => [keyOf(row), row]));
  const isOwn = ({ kind, gross }: Pick<Said, 'kind' | 'gross'>) => kind === 'Payout' && gross < 0;
  const paid = new Map(known.flatMap((row) => (isOwn(row) && row.payout !== null ? [[row.payout, row] as const] : [])));
  const fresh: Said[] = [];
  const faults: ImportFault[] = [];
  const look = (one: Said) => {
    const before = there.get(keyOf(one)) ?? (isOwn(one) ? paid.get(one.payout ?? '') : undefined);
    if (!before) {
      fresh.push(one);
      there.set(keyOf(one), one);
      return;
    }
    // A fee that was given back may be kept as a row of its own.
    if (before.gross === one.gross && (one.fee <= 0 || before.fee === one.fee)) return;
    const message = `was imported before, or stands above, with other amounts under the same id, ${one.transactionId}`;
    faults.push(faultAt(table, one.row, { path: 'amount', code: 'identity_twice', message }));
  };
  await eachRow(said, look);
  return { fresh, skipped: said.length - fresh.length - faults.length, faults };
}

/** Returns a function that finds the first day on which something of a day can be booked. */
async function firstOpenDays(app: App, earliest: CalendarDate) {
  const closedMonthOf = await closedMonths(app, earliest);
  return (date: CalendarDate) => closedMonthOf({ date, moves: 'fund' })?.firstOpenDate ?? date;
}

async function categoryTest(app: App) {
  const categories = byNames((await listCategories(app, true)).items);
  return (name: string) => categories.has(fold(name));
}

type AsGifts = {
  openDay: (day: CalendarDate) => CalendarDate;
  program: Program | undefined;
  isCategory: (name: string) => boolean;
};

/** Returns the new gifts as a table of an import of gifts. */
async function giftsOf(
  { headers }: PayoutTable,
  fresh: readonly Said[],
  { openDay, program, isCategory }: AsGifts,
): Promise<GivingTable> {
  const methodOf = meanings('method', program);
  const rows: GivingTable['rows'] = [];
  const add = ({ row, kind, day, transactionId, gross }: Said) => {
    if (kind !== 'Gift') return;
    const { purpose, method: written, categoryName, ...values } = row.values;
    const named = purpose !== undefined && isCategory(String(purpose)) ? purpose : undefined;
    const method = written === undefined ? (program?.method ?? 'Other') : (methodOf(String(written)) ?? 'Other');
    const own = {
      date: openDay(day),
      giftDate: day,
      amount: gross,
      method,
      categoryName: categoryName ?? named,
      payPalReference: method === 'PayPal' ? transactionId : undefined,
    };
    rows.push({ ...row, values: withoutMissing({ ...values, ...own }) });
  };
  await eachRow(fresh, add);
  return { rows, headers, faults: [], passedOver: new Map(), leftEmpty: [] };
}

/** Returns what is left of the gifts of the file, and of those in the books that were not deleted. */
async function giftsLeft(app: App, known: readonly Entry[], { givings }: GivingPlan): Promise<Map<number, LeftOf>> {
  const existing = await listExisting(
    app.db,
    known.flatMap(({ kind, givingId }) =>
      (kind === 'Gift' || kind === 'Regained') && givingId !== null ? givingId : [],
    ),
  );
  const left = [...existing.values()].map(({ id, date, amount, reversed, parts }): [number, LeftOf] => [
    id,
    { date, left: addMoney(amount, reversed), reversed: negateMoney(reversed), isSplit: parts !== null },
  ]);
  const added = givings.map(({ id, candidate: { gift } }): [number, LeftOf] => [
    id,
    { date: gift.date, left: gift.amount, reversed: ZERO, isSplit: false },
  ]);
  return new Map([...left, ...added]);
}
