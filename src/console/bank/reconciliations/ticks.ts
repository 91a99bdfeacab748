/** The ticks of a reconciliation: what the statement has, and what is left of the difference. */
import { addMoney, type Minor, negateMoney, subtractMoney } from '../../../lib/money.ts';
import { DEBTS } from '../../kit/account-kinds.ts';
import { minorOf } from '../../kit/money.ts';
import type { Account, BankDocument } from '../queries.ts';
import { keyOf } from '../names.ts';
import type { Reconciliation } from './queries.ts';

/** A document in the list of a reconciliation. A document of a match is ticked, and its tick cannot be removed here. */
export type Row = BankDocument & { key: string; isTicked: boolean; isMatched: boolean };
/** The ticks that are not saved yet, by the key of the document. */
export type Pending = ReadonlyMap<string, boolean>;

/** Returns all documents of a reconciliation by date, with the ticks that are not saved yet. */
export function rowsOf(
  { cleared, outstanding }: Pick<Reconciliation, 'cleared' | 'outstanding'>,
  pending: Pending,
): Row[] {
  const rows = [
    ...cleared.map((one) => ({ ...one, isTicked: true, isMatched: (one.matchId ?? null) !== null })),
    ...outstanding.map((one) => ({ ...one, isTicked: false, isMatched: false })),
  ].map((one) => ({ ...one, key: keyOf(one) }));
  return rows
    .map((row) => ({ ...row, isTicked: row.isMatched || (pending.get(row.key) ?? row.isTicked) }))
    .toSorted((a, b) => a.date.localeCompare(b.date) || a.type.localeCompare(b.type) || a.id - b.id);
}

/** Returns the documents that were ticked, as they are sent. Documents of matches need not be named. */
export function tickedOf(rows: readonly Row[]): { type: Row['type']; id: number }[] {
  return rows.filter(({ isTicked, isMatched }) => isTicked && !isMatched).map(({ type, id }) => ({ type, id }));
}

/** Returns what is missing: the end less the start less what is ticked. Of a debt, what is ticked reduces it. */
export function differenceOf(
  { startBalance, endBalance }: Pick<Reconciliation, 'startBalance' | 'endBalance'>,
  rows: readonly Row[],
  { kind }: Pick<Account, 'kind'>,
): Minor {
  const sum = addMoney(...rows.filter(({ isTicked }) => isTicked).map(({ amount }) => minorOf(amount)));
  const change = subtractMoney(minorOf(endBalance), minorOf(startBalance));
  return subtractMoney(change, DEBTS.has(kind) ? negateMoney(sum) : sum);
}
