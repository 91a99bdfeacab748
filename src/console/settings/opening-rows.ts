/** What is typed into the opening of the books, and the request that it becomes. */
import type { Schemas } from '../../client/client.ts';
import { addMoney, formatMoney, type Minor, negateMoney, subtractMoney, toDecimal, ZERO } from '../../lib/money.ts';
import { minorOf } from '../kit/money.ts';
import { readBalance } from '../kit/typed-balance.ts';
import {
  type Outstanding,
  outstandingOf,
  outstandingTyped,
  type YearAmount,
  yearOf,
  yearTyped,
} from './opening-more.ts';

type Opening = Schemas['Opening'];
type Payable = Schemas['NewOpening']['payables'] extends readonly (infer One)[] | undefined ? One : never;
export type Bill = {
  key: number;
  vendor: string;
  amount: string;
  /** What the form does not show of a stored bill. */
  rest: Pick<Payable, 'id' | 'vendorId' | 'fundId' | 'form1099'>;
};
export type OpeningTyped = {
  date: string | null;
  /** The typed balances by the key of the account, or of the part of it that a fund holds (`accountKey`). */
  accounts: Readonly<Record<string, string>>;
  /** The typed balances by the id of the fund. */
  funds: Readonly<Record<string, string>>;
  bills: readonly Bill[];
  outstanding: readonly Outstanding[];
  year: readonly YearAmount[];
};

/** Returns the key of an account, or of the part of it that a fund holds. */
export const accountKey = (accountId: number, fundId: number | null) =>
  fundId === null ? String(accountId) : `${accountId}/${fundId}`;

/** Returns the account and the fund of a key. */
export function partOfKey(key: string): { accountId: number; fundId: number | null } {
  const [accountId, fundId] = key.split('/');
  return { accountId: Number(accountId), fundId: fundId === undefined ? null : Number(fundId) };
}

const textOf = (amount: number) => (amount === 0 ? '' : formatMoney(minorOf(amount)));

/** Returns the texts for a stored opening. */
export function openingTyped(opening: Opening | undefined): OpeningTyped {
  const { date = null, accounts = [], funds = [], payables = [], yearToDate = [] } = opening ?? {};
  return {
    date,
    accounts: Object.fromEntries(accounts.map((one) => [accountKey(one.accountId, one.fundId), textOf(one.balance)])),
    funds: Object.fromEntries(funds.map((one) => [one.fundId, textOf(one.balance)])),
    bills: payables.map(({ id, vendor, vendorId, fundId, form1099, amount }, key) => ({
      key,
      vendor,
      amount: textOf(amount),
      rest: { id, vendorId, fundId, form1099 },
    })),
    outstanding: outstandingTyped({ accounts }),
    year: yearTyped({ yearToDate }),
  };
}

/** Returns the keys of the accounts of the request: those with a typed balance, and those with checks or deposits. */
export function accountKeysOf({ accounts, outstanding }: Pick<OpeningTyped, 'accounts' | 'outstanding'>): string[] {
  const ids = outstanding.flatMap(({ accountId }) => accountId ?? []);
  return [...new Set([...Object.keys(accounts), ...ids.map((id) => accountKey(id, null))])];
}

/**
 * Returns what a fund holds in accounts, less its loans and bills, if that is more than its balance: it would have less than
 * no cash. `isDebt` says of which accounts the balance is owed.
 */
export function excessOf(
  { accounts, funds, bills }: Pick<OpeningTyped, 'accounts' | 'funds' | 'bills'>,
  fundId: number,
  isDebt: (accountId: number) => boolean,
): Minor | undefined {
  const parts = Object.entries(accounts).flatMap(([key, text]) => {
    const part = partOfKey(key);
    const balance = readBalance(text) ?? ZERO;
    return part.fundId === fundId ? [isDebt(part.accountId) ? negateMoney(balance) : balance] : [];
  });
  const owed = bills.filter(({ rest }) => rest.fundId === fundId).map(({ amount }) => readBalance(amount) ?? ZERO);
  const held = subtractMoney(addMoney(ZERO, ...parts), addMoney(ZERO, ...owed));
  return held > (readBalance(funds[fundId] ?? '') ?? ZERO) && parts.length > 0 ? held : undefined;
}

/** Returns the request for the typed texts. */
export function openingOf(typed: OpeningTyped, generalFund: number): Schemas['NewOpening'] {
  // An empty box is a balance of 0.
  const read = (text = '') => readBalance(text) ?? ZERO;
  const balance = (text?: string) => toDecimal(read(text));
  return {
    date: typed.date ?? '',
    accounts: accountKeysOf(typed).map((key) => {
      const { accountId, fundId } = partOfKey(key);
      const outstanding = fundId === null ? outstandingOf(typed.outstanding, accountId, read) : [];
      return { accountId, fundId, balance: balance(typed.accounts[key]), outstanding };
    }),
    funds: Object.entries(typed.funds)
      .filter(([id]) => Number(id) !== generalFund)
      .map(([id, text]) => ({ fundId: Number(id), balance: balance(text) })),
    payables: typed.bills.map(({ vendor, amount, rest }) => ({ ...rest, vendor, amount: balance(amount) })),
    yearToDate: yearOf(typed.year, read),
  };
}
