/** Plans the transfers of payouts, and checks that a payout is what its rows leave. */
import type { CalendarDate } from '../../../lib/date.ts';
import { faultAt, type ImportFault } from '../../../lib/import-table.ts';
import { addMoney, formatMoney, type Minor, negateMoney, ZERO } from '../../../lib/money.ts';
import { type Entry, groupedBy, keyOf, type Records } from './plan-rules.ts';
import { netOf, type PayoutTable, type Said } from './row-rules.ts';

/** A payout to the bank, or back from it if the amount is negative. */
export type PaidOut = { entry: Entry; date: CalendarDate; amount: Minor };

/** What belongs to a payout: rows of the file, new ones, those in the books, and of these the ones that now name it. */
type Payout = { payout: string; rows: readonly Said[]; added: Entry[]; earlier: Entry[]; named: Entry[] };

type File = { entries: Entry[]; said: readonly Said[]; table: PayoutTable };
export type Payouts = {
  payouts: PaidOut[];
  /** Rows in the books whose payout the file names. */
  nowPaid: Entry[];
  faults: ImportFault[];
};

/** True for the row of a payout itself. Money that came back from the bank leaves with another payout. */
const isOwn = ({ kind, gross }: Pick<Entry, 'kind' | 'gross'>): boolean => kind === 'Payout' && gross < 0;
const isMember = (entry: Entry): boolean => !isOwn(entry);

/** Plans the transfers of a file. Adds an entry for each payout that has no row of its own. */
export function planPayouts({ entries, said, table }: File, records: Records): Payouts {
  const faults: ImportFault[] = [];
  const nowPaid: Entry[] = [];
  for (const one of payoutsOf(entries, said, records.known)) {
    const message = faultOf(one);
    const row = (one.added.find(isOwn) ?? one.added[0])?.row ?? one.rows[0]?.row;
    if (message !== null && row) {
      faults.push(faultAt(table, row, { path: 'net', code: 'payout_does_not_add_up', message }));
    }
    nowPaid.push(...one.named.map((entry) => ({ ...entry, payout: one.payout })));
    entries.push(...unwritten(one, records));
  }
  const arrival = new Map(said.map(({ row, payoutOn }) => [row, payoutOn]));
  const payouts = entries
    .filter(({ kind, gross }) => kind === 'Payout' && gross !== ZERO)
    .map((entry) => {
      const on = isOwn(entry) && entry.row ? arrival.get(entry.row) : null;
      const date = records.openDay(on == null || on > records.latest ? entry.day : on);
      return { entry, date, amount: negateMoney(entry.gross) };
    });
  return { payouts: payouts.toSorted((a, b) => (a.date < b.date ? -1 : 1)), nowPaid, faults };
}

function payoutsOf(entries: readonly Entry[], said: readonly Said[], known: readonly Entry[]): Payout[] {
  const byKey = groupedBy(known, keyOf);
  const earlier = groupedBy(known, ({ payout }) => payout);
  const added = groupedBy(entries, ({ payout }) => payout);
  return [...groupedBy(said, (one) => one.payout)].map(([payout, rows]) => ({
    payout,
    rows,
    added: added.get(payout) ?? [],
    earlier: earlier.get(payout) ?? [],
    named: rows.flatMap((one) => byKey.get(keyOf(one)) ?? []).filter((one) => one.payout === null),
  }));
}

const membersOf = ({ added, earlier, named }: Payout): Entry[] => [...added, ...earlier, ...named].filter(isMember);
const leftBy = (members: readonly Entry[]): Minor => addMoney(ZERO, ...members.map(netOf));

/** Returns why a payout cannot be, or null. */
function faultOf(one: Payout): string | null {
  const { payout, added, earlier, named } = one;
  if (earlier.some(isOwn)) {
    const isNew = [...added, ...named].some(isMember);
    return isNew
      ? `belongs to payout ${payout}, which was imported without this row; take that import back first`
      : null;
  }
  const own = added.find(isOwn);
  const members = membersOf(one);
  if (!own || members.length === 0) return null;
  const [left, paid] = [leftBy(members), negateMoney(netOf(own))];
  if (left === paid) return null;
  return `does not add up: the rows of payout ${payout} leave ${formatMoney(left)}, and ${formatMoney(paid)} was paid out; give a file that has all of them`;
}

/** Returns the row of a payout that has none, if its day has come: what its rows leave is what reached the bank. */
function unwritten(one: Payout, { accountId, latest }: Records): Entry[] {
  const { payout, rows, added, earlier } = one;
  const [day] = rows.flatMap(({ payoutOn }) => payoutOn ?? []);
  if (day === undefined || day > latest || [...added, ...earlier].some(isOwn)) return [];
  return [
    {
      id: 0,
      accountId,
      kind: 'Payout',
      transactionId: payout,
      charge: null,
      day,
      gross: negateMoney(leftBy(membersOf(one))),
      fee: ZERO,
      payout,
      givingId: null,
      feeExpenseId: null,
      transferId: null,
      row: null,
    },
  ];
}
