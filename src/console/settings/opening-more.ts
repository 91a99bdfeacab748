/** The checks and deposits that the bank had not seen, and the year before the books, as the form of the opening has them. */
import type { Schemas } from '../../client/client.ts';
import { formatMoney, type Minor, negateMoney, toDecimal } from '../../lib/money.ts';
import { minorOf } from '../kit/money.ts';

type Opening = Schemas['Opening'];
type NewOpening = Schemas['NewOpening'];
type NewOutstanding = NonNullable<NewOpening['accounts'][number]['outstanding']>[number];
type NewYearAmount = NonNullable<NewOpening['yearToDate']>[number];

/** A check or deposit that the bank had not seen. The amount is typed without a sign. */
export type Outstanding = {
  key: number;
  accountId: number | null;
  kind: 'check' | 'deposit';
  date: string | null;
  reference: string;
  amount: string;
};

export const SOURCES = ['categoryId', 'incomeCategoryId', 'subCategoryId'] as const;
export type Source = (typeof SOURCES)[number];

/** An amount of the year before the books. `source` and `id` name its category. */
export type YearAmount = {
  key: number;
  source: Source;
  id: number | null;
  fundId: number | null;
  ministryId: number | null;
  amount: string;
};

/** Returns the key of a row that is added to these. */
export const nextKey = (rows: readonly { key: number }[]): number => Math.max(-1, ...rows.map(({ key }) => key)) + 1;

/** Returns the stored checks and deposits of all accounts. */
export function outstandingTyped({ accounts }: Pick<Opening, 'accounts'>): Outstanding[] {
  return accounts
    .flatMap(({ accountId, outstanding }) => outstanding.map((one) => ({ accountId, ...one })))
    .map(({ accountId, date, reference, amount }, key) => ({
      key,
      accountId,
      kind: amount < 0 ? 'check' : 'deposit',
      date,
      reference: reference ?? '',
      amount: formatMoney(minorOf(Math.abs(amount))),
    }));
}

type ReadAmount = (text: string) => Minor;

/** Returns the checks and deposits of an account for the request. */
export function outstandingOf(rows: readonly Outstanding[], accountId: number, read: ReadAmount): NewOutstanding[] {
  return rows
    .filter((row) => row.accountId === accountId)
    .map(({ kind, date, reference, amount }) => ({
      date: date ?? '',
      reference: reference.trim() || null,
      amount: toDecimal(kind === 'check' ? negateMoney(read(amount)) : read(amount)),
    }));
}

/** Returns the path by which the service names a row in its errors. `accountIds` are the accounts of the request. */
export function outstandingPath(
  rows: readonly Outstanding[],
  { key, accountId }: Outstanding,
  accountKeys: readonly string[],
): string {
  const own = rows.filter((row) => row.accountId === accountId);
  const at = own.findIndex((row) => row.key === key);
  return `accounts.${accountKeys.indexOf(String(accountId ?? 0))}.outstanding.${at}`;
}

export function yearTyped({ yearToDate }: Pick<Opening, 'yearToDate'>): YearAmount[] {
  return yearToDate.map((one, key) => {
    const source = SOURCES.find((name) => one[name] !== null) ?? 'categoryId';
    const { fundId, ministryId, amount } = one;
    return { key, source, id: one[source], fundId, ministryId, amount: formatMoney(minorOf(amount)) };
  });
}

/** Returns the amounts of the year for the request. Giving belongs to the fund of its category. */
export function yearOf(rows: readonly YearAmount[], read: ReadAmount): NewYearAmount[] {
  return rows.map(({ source, id, fundId, ministryId, amount }) => ({
    [source]: id,
    ...(source !== 'categoryId' && { fundId }),
    ...(source === 'subCategoryId' && { ministryId }),
    amount: toDecimal(read(amount)),
  }));
}
