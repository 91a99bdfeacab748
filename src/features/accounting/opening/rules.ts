import { GENERAL_FUND } from '../../../books/fund-classes.ts';
import { type FieldError, inFuture, repeatedFields } from '../../../errors.ts';
import type { CalendarDate } from '../../../lib/date.ts';
import { addMoney, addTo, formatMoney, type Minor, negateMoney, subtractMoney, ZERO } from '../../../lib/money.ts';
import { sha256Hex } from '../../../lib/secret.ts';
import type { NewOpening } from './schema.ts';

/** Returns what is wrong with an opening as it was sent. `latest` is the latest day on which books may begin. */
export function faultsOf(input: NewOpening, latest: CalendarDate): FieldError[] {
  const { date, accounts, funds, yearToDate } = input;
  return [
    ...(date > latest ? [inFuture('date', latest)] : []),
    ...repeatedFields(
      accounts.map(({ accountId, fundId }) => `${accountId}/${fundId ?? GENERAL_FUND}`),
      (index) => `accounts.${index}.accountId`,
    ),
    ...repeatedFields(
      funds.map(({ fundId }) => fundId),
      (index) => `funds.${index}.fundId`,
    ),
    ...repeatedFields(yearToDate.map(keyOfAmount), (index) => `yearToDate.${index}`),
    ...accounts.flatMap((account, index) => accountFaults(account, date, `accounts.${index}`)),
  ];
}

function keyOfAmount({ amount: _amount, ...key }: NewOpening['yearToDate'][number]): string {
  return JSON.stringify(key);
}

type AccountBalance = NewOpening['accounts'][number];

function accountFaults(account: AccountBalance, begin: CalendarDate, path: string): FieldError[] {
  const late = account.outstanding.flatMap(({ date }, index): FieldError[] =>
    date < begin
      ? []
      : [{ path: `${path}.outstanding.${index}.date`, code: 'not_before', message: `must be before ${begin}` }],
  );
  const { balance, bankBalance } = account;
  const outstanding = sumOutstanding(account);
  if (bankBalance === null || addMoney(bankBalance, outstanding) === balance) return late;
  const message =
    `is ${formatMoney(balance)}, but the bank balance of ${formatMoney(bankBalance)} and the outstanding items of ` +
    `${formatMoney(outstanding)} add up to ${formatMoney(addMoney(bankBalance, outstanding))}`;
  return [...late, { path: `${path}.balance`, code: 'balance_differs', message }];
}

/** The balance of an account in an opening, with the items that the bank had not seen yet. */
export type OpeningBalance = { accountId: number; balance: Minor; outstanding: readonly { amount: Minor }[] };

/** Returns the balance of each account according to the bank, by id. */
export function bankBalances(accounts: readonly OpeningBalance[]): ReadonlyMap<number, Minor> {
  const found = new Map<number, Minor>();
  for (const one of accounts) {
    const balance = subtractMoney(one.balance, sumOutstanding(one));
    addTo(found, one.accountId, balance);
  }
  return found;
}

function sumOutstanding({ outstanding }: Pick<OpeningBalance, 'outstanding'>): Minor {
  return addMoney(...outstanding.map(({ amount }) => amount));
}

/** Adds up the parts of accounts that are listed once for each fund. Returns one row for each account, in their order. */
export function byAccount(rows: readonly AccountRows['account'][]): AccountRows['account'][] {
  const found = new Map<number, AccountRows['account']>();
  for (const row of rows) {
    const known = found.get(row.accountId);
    if (!known) found.set(row.accountId, row);
    else found.set(row.accountId, { ...known, balanceMinor: addMoney(known.balanceMinor, row.balanceMinor) });
  }
  return [...found.values()];
}

/** The amounts of an account as they are stored: as debits less credits. */
export type AccountRows = {
  account: { accountId: number; balanceMinor: Minor; bankBalanceMinor: Minor | null };
  outstanding: { accountId: number; date: CalendarDate; reference: string | null; amountMinor: Minor }[];
};

/** Returns the rows of an account. The amounts of a debt change their sign. */
export function rowsOf(account: AccountBalance, isDebt: boolean): AccountRows {
  const { accountId, balance, bankBalance, outstanding } = account;
  const signed = (amount: Minor) => (isDebt ? negateMoney(amount) : amount);
  const derived = outstanding.length > 0 ? subtractMoney(balance, sumOutstanding(account)) : null;
  const bank = bankBalance ?? derived;
  return {
    account: { accountId, balanceMinor: signed(balance), bankBalanceMinor: bank === null ? null : signed(bank) },
    outstanding: outstanding.map(({ amount, ...item }) => ({ accountId, ...item, amountMinor: signed(amount) })),
  };
}

/**
 * The amounts that determine the balance of the General fund: what the church has, what it owes, and the balances of
 * the other funds.
 */
export type Whole = {
  /** The balances of the accounts, as debits less credits. */
  accounts: readonly Minor[];
  payables: readonly Minor[];
  /** The balances of all funds except the General fund. */
  funds: readonly Minor[];
  unpaid: Minor;
  paidEarly: Minor;
};

/** Returns the balance of the General fund, which is what remains after the balances of the other funds. */
export function generalBalance({ accounts, payables, funds, unpaid, paidEarly }: Whole): Minor {
  const owed = addMoney(...payables, unpaid);
  return subtractMoney(addMoney(...accounts, paidEarly), addMoney(owed, ...funds));
}

/**
 * Returns a field error if a request gives the General fund a balance that differs from what remains after the other
 * funds.
 */
export function generalFault({ funds }: NewOpening, general: Minor): FieldError | undefined {
  const index = funds.findIndex(({ fundId }) => fundId === GENERAL_FUND);
  const given = funds[index]?.balance;
  if (given === undefined || given === general) return undefined;
  const message = `is ${formatMoney(given)}, but ${formatMoney(general)} remains for the General fund after the other funds; send no balance for the General fund`;
  return { path: `funds.${index}.balance`, code: 'balance_differs', message };
}

/** What a fund holds in accounts that are no money in an opening, less the bills that it owes, and its balance. */
export type Excess = { fundId: number; held: Minor; balance: Minor };

/**
 * Returns the funds, except the General fund, that hold more in accounts than they have: their cash would be less than
 * nothing, so their balance is probably that of their cash alone. What a fund owes for bills lowers its balance and nothing
 * that it holds.
 */
export function excessesOf(
  { accounts, funds, payables }: NewOpening,
  isDebt: (accountId: number) => boolean,
): Excess[] {
  const ids = new Set(accounts.flatMap(({ fundId }) => (fundId === null || fundId === GENERAL_FUND ? [] : [fundId])));
  return [...ids].flatMap((fundId) => {
    const own = accounts.filter((account) => account.fundId === fundId);
    const owed = payables.filter((payable) => payable.fundId === fundId).map(({ amount }) => negateMoney(amount));
    const parts = own.map(({ accountId, balance }) => (isDebt(accountId) ? negateMoney(balance) : balance));
    const held = addMoney(ZERO, ...parts, ...owed);
    const balance = funds.find((fund) => fund.fundId === fundId)?.balance ?? ZERO;
    return held > balance ? [{ fundId, held, balance }] : [];
  });
}

/** The stored opening, with each list as rows of values in the order of their ids. */
export type Contents = Readonly<
  Record<'row' | 'accounts' | 'outstanding' | 'funds' | 'payables' | 'amounts' | 'holdings', readonly unknown[]>
>;

/** Returns the hash of a stored opening. The audit log stores this hash at every change of the opening. */
export function digestOfOpening({ row, accounts, outstanding, funds, payables, amounts, holdings }: Contents): string {
  const hashed = [row, accounts, outstanding, funds, payables.map(asHashed), amounts];
  // The hashes of earlier versions are about openings in which no fund holds an account.
  return sha256Hex(JSON.stringify(holdings.length === 0 ? hashed : [...hashed, holdings]));
}

/** The hashes of earlier versions are about payables without a vendor of the list and without a box of Form 1099. */
function asHashed(payable: unknown): unknown {
  const [id, vendor, fundId, amount, vendorId, form1099] = payable as readonly unknown[];
  const hashed = [id, vendor, fundId, amount];
  return vendorId === null && form1099 === null ? hashed : [...hashed, vendorId, form1099];
}
