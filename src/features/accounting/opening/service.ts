import { type App, created, inSnapshot, inTransaction, modified, NEVER_SAVED } from '../../../app.ts';
import { isLiability, PAID_EARLY, PAYABLE } from '../../../books/account-kinds.ts';
import { forgetBalancesFrom } from '../../../books/balances.ts';
import { clearedAccounts, refuseCleared, refuseLostDocuments, refuseReconciled } from '../../../books/cleared.ts';
import { GENERAL_FUND } from '../../../books/fund-classes.ts';
import { listFinalizedFrom } from '../../../books/period-queries.ts';
import { sumAccountPostings } from '../../../books/posted-sums.ts';
import { AppError } from '../../../errors.ts';
import { addDays, addMonths, type CalendarDate, formatMonth, monthOf, monthRange } from '../../../lib/date.ts';
import { addMoney, formatMoney, type Minor, negateMoney, subtractMoney, ZERO } from '../../../lib/money.ts';
import { refusal } from '../../../validate.ts';
import { type Changes, changesBetween } from '../../audit/rules.ts';
import { record } from '../../audit/service.ts';
import { accountsById } from '../../ledger/accounts/service.ts';
import { fundsById } from '../../ledger/funds/service.ts';
import { holdersOfAll, refuseLostHoldings } from '../../ledger/held.ts';
import { listPayables, movePayables, replacePayables } from '../../spending/payments/payables.ts';
import { refuseOtherYearBefore } from '../prior-figures/agreement.ts';
import { amountsOf, refuseFaults } from './checks.ts';
import {
  deleteOpening,
  findLists,
  findOpening,
  insertOpening,
  type OpeningRow,
  type OutstandingRow,
  replaceOutstanding,
} from './queries.ts';
import { bankBalances, byAccount, digestOfOpening, generalBalance, excessesOf, generalFault, rowsOf } from './rules.ts';
import { type NewOpening, Opening, type SavedOpening } from './schema.ts';

const NONE: Opening = {
  date: null,
  accounts: [],
  funds: [],
  payables: [],
  yearToDate: [],
  unpaid: ZERO,
  paidEarly: ZERO,
  isFromUpgrade: false,
  ...NEVER_SAVED,
};

/** Returns the opening of the books. Its date is null if none is saved. */
export function getOpening(app: App): Promise<Opening> {
  return inSnapshot(app, async (app) => {
    const row = await findOpening(app.db);
    if (!row) return NONE;
    const { createdAt, modifiedAt, createdBy, modifiedBy } = row;
    const lists = await readLists(app);
    return {
      date: row.date,
      ...lists,
      unpaid: row.unpaidMinor,
      paidEarly: row.paidEarlyMinor,
      isFromUpgrade: row.isFromUpgrade === 1,
      createdAt,
      modifiedAt,
      createdBy,
      modifiedBy,
    };
  });
}

/** Returns the day of the opening if the fund has a balance in the opening, otherwise undefined. */
export async function firstBalanceOf(app: App, fundId: number): Promise<CalendarDate | undefined> {
  const row = await findOpening(app.db);
  const { funds } = await findLists(app.db);
  return funds.some((fund) => fund.fundId === fundId && fund.balanceMinor !== 0) ? row?.date : undefined;
}

async function readLists(app: App): Promise<Pick<Opening, 'accounts' | 'funds' | 'payables' | 'yearToDate'>> {
  const { accounts, outstanding, funds, amounts, holdings } = await findLists(app.db);
  const known = await accountsById(app);
  const fundNames = await fundsById(app);
  const payables = await listPayables(app);
  return {
    accounts: accounts.flatMap(({ accountId, balanceMinor, bankBalanceMinor }) => {
      const { name = '', kind } = known.get(accountId) ?? {};
      const isDebt = kind !== undefined && isLiability(kind);
      const signed = (amount: Minor) => (isDebt ? negateMoney(amount) : amount);
      const held = holdings.filter((one) => one.accountId === accountId);
      const rest = subtractMoney(balanceMinor, addMoney(ZERO, ...held.map(({ amountMinor }) => amountMinor)));
      const whole = {
        accountId,
        accountName: name,
        fundId: null,
        balance: signed(rest),
        bankBalance: bankBalanceMinor === null ? null : signed(bankBalanceMinor),
        outstanding: outstanding
          .filter((item) => item.accountId === accountId)
          .map(({ id, date, reference, amountMinor }) => ({ id, date, reference, amount: signed(amountMinor) })),
      };
      const parts = held.map(({ fundId, amountMinor }) => {
        return { ...whole, fundId, balance: signed(amountMinor), bankBalance: null, outstanding: [] };
      });
      return held.length > 0 && rest === 0 ? parts : [whole, ...parts];
    }),
    funds: funds.map(({ fundId, balanceMinor }) => ({
      fundId,
      fundName: fundNames.get(fundId)?.name ?? '',
      balance: balanceMinor,
    })),
    payables: payables.map(({ firstPaidOn: _day, ...payable }) => payable),
    yearToDate: amounts.map(({ position: _place, amountMinor, ...line }) => ({ ...line, amount: amountMinor })),
  };
}

/**
 * Saves the opening of the books, or replaces it. Raises `period_finalized` if the month of the opening or a later
 * month is finalized, `validation_failed`, `unknown_reference`, `account_reserved`, `vendor_disabled`, `payable_in_use`, `reconciled` if
 * the balance changes with which a finished reconciliation began, `fund_overdrawn` if a fund later gave up more of an
 * account than the opening would give it, and `prior_figures_differ`. The result has a warning for every fund that holds
 * more in accounts than its balance.
 */
export function putOpening(app: App, input: NewOpening): Promise<SavedOpening> {
  return inTransaction(app, async (app) => {
    const stored = await findOpening(app.db);
    if (stored) await refuseFrozen(app, stored, input.date);
    await refuseFaults(app, input);
    const before = stored ? { opening: await getOpening(app), digest: await digestNow(app, stored) } : null;
    await refuseOtherStart(app, input, before?.opening ?? NONE);
    const held = await holdersOfAll(app);
    await deleteOpening(app.db);
    await save(app, input, stored);
    await forgetBalancesFrom(app.db, '');
    if (input.date !== stored?.date) await refuseLostDocuments(app);
    await refuseLostHoldings(app, held);
    await refuseOtherYearBefore(app, input.date);
    const after = await getOpening(app);
    const row = await findOpening(app.db);
    const digest: Changes[string] = [before?.digest ?? null, row ? await digestNow(app, row) : null];
    await record(app, {
      action: before ? 'BookOpeningUpdated' : 'BookOpeningCreated',
      entityType: 'BookOpening',
      entityId: 1,
      changes: { ...changesBetween(Opening, before?.opening ?? null, after), digest },
    });
    const warnings = await overdrawn(app, input);
    return warnings.length > 0 ? { ...after, warnings } : after;
  });
}

/** Returns a warning for every fund that holds more in accounts than its balance. */
async function overdrawn(app: App, input: NewOpening): Promise<NonNullable<SavedOpening['warnings']>> {
  const [accounts, funds] = [await accountsById(app), await fundsById(app)];
  return excessesOf(input, (id) => isLiability(accounts.get(id)?.kind ?? 'Cash')).map(({ fundId, held, balance }) => ({
    code: 'fund_overdrawn',
    message: `What ${funds.get(fundId)?.name} holds in accounts, less its loans and bills, is ${formatMoney(held)}, but its balance is only ${formatMoney(balance)}. The balance of a fund is all that it has: its cash and what it holds. Correct it, unless the fund owes the difference.`,
  }));
}

/**
 * Raises `period_finalized` if the month of the present opening or of the new one, or a later month, is finalized. An
 * opening that an upgrade made may be replaced even then.
 */
async function refuseFrozen(app: App, { date, isFromUpgrade }: OpeningRow, wanted: CalendarDate): Promise<void> {
  if (isFromUpgrade === 1) return;
  const finalized = await listFinalizedFrom(app.db, monthOf(wanted < date ? wanted : date));
  const last = finalized.at(-1);
  if (!last) return;
  const months = finalized.map(formatMonth).toReversed();
  throw new AppError(
    'period_finalized',
    `The books begin on ${date}, and months after that are finalized: ${months.join(', ')}. Nothing was changed. ` +
      'Enter an adjusting entry, or have those months reopened.',
    { extra: { months, firstOpenDate: monthRange(addMonths(last, 1)).from } },
  );
}

/**
 * Raises `reconciled` if the balance at the bank would change for an account that has a finished reconciliation, or if
 * the books would begin on another day and a reconciliation has documents.
 */
async function refuseOtherStart(app: App, input: NewOpening, before: Opening): Promise<void> {
  const [old, wanted] = [bankBalances(before.accounts), bankBalances(input.accounts)];
  const ids = [...new Set([...old.keys(), ...wanted.keys()])];
  const changed = ids.filter((id) => (old.get(id) ?? ZERO) !== (wanted.get(id) ?? ZERO));
  await refuseReconciled(app, input.date === before.date ? changed : [...changed, ...(await clearedAccounts(app))]);
}

async function save(app: App, input: NewOpening, stored: OpeningRow | undefined): Promise<void> {
  const { date } = input;
  const known = await accountsById(app);
  const accounts = input.accounts.map((account) => {
    const kind = known.get(account.accountId)?.kind;
    return { ...rowsOf(account, kind !== undefined && isLiability(kind)), fundId: account.fundId };
  });
  const payables = input.payables.map((payable) => ({ ...payable, fundId: payable.fundId ?? GENERAL_FUND }));
  await replacePayables(app, payables, date);
  const gone = await replaceOutstanding(
    app.db,
    accounts.flatMap(({ outstanding }) => outstanding),
  );
  await refuseCleared(app, 'OutstandingItem', gone);
  const unsettled = await sumUnsettled(app, date);
  const funds = input.funds.filter(({ fundId }) => fundId !== GENERAL_FUND);
  const general = generalBalance({
    accounts: accounts.map(({ account }) => account.balanceMinor),
    payables: payables.map(({ amount }) => amount),
    funds: funds.map(({ balance }) => balance),
    ...unsettled,
  });
  const fault = generalFault(input, general);
  if (fault) throw refusal([fault]);
  await insertOpening(app.db, {
    opening: {
      id: 1,
      date,
      unpaidMinor: unsettled.unpaid,
      paidEarlyMinor: unsettled.paidEarly,
      isFromUpgrade: 0,
      ...created(app),
      ...(stored && { createdAt: stored.createdAt, createdBy: stored.createdBy, ...modified(app) }),
    },
    accounts: byAccount(accounts.map(({ account }) => account)),
    holdings: accounts.flatMap(({ account, fundId }) => {
      if (fundId === null || fundId === GENERAL_FUND || account.balanceMinor === 0) return [];
      return [{ accountId: account.accountId, fundId, amountMinor: account.balanceMinor }];
    }),
    funds: [
      { fundId: GENERAL_FUND, balanceMinor: general },
      ...funds.map(({ fundId, balance }) => ({ fundId, balanceMinor: balance })),
    ],
    amounts: await amountsOf(app, input),
  });
}

/**
 * Returns the unpaid part of expenses booked before a day, and the amount paid before that day for expenses that were
 * booked later. Must run while no opening is stored, because the postings of a stored opening would be added to the
 * sums.
 */
async function sumUnsettled(app: App, day: CalendarDate): Promise<{ unpaid: Minor; paidEarly: Minor }> {
  const sums = await sumAccountPostings(app.db, { from: '', to: addDays(day, -1) });
  return { unpaid: negateMoney(sums.get(PAYABLE) ?? ZERO), paidEarly: sums.get(PAID_EARLY) ?? ZERO };
}

/** Returns the hash of the stored opening. */
async function digestNow(app: App, row: OpeningRow): Promise<string> {
  const { accounts, outstanding, funds, amounts, holdings } = await findLists(app.db);
  return digestOfOpening({
    row: [row.date, row.unpaidMinor, row.paidEarlyMinor, row.isFromUpgrade],
    accounts: accounts.map((one) => [one.accountId, one.balanceMinor, one.bankBalanceMinor]),
    outstanding: outstanding.map((one) => [one.id, one.accountId, one.date, one.reference, one.amountMinor]),
    funds: funds.map((one) => [one.fundId, one.balanceMinor]),
    holdings: holdings.map((one) => [one.accountId, one.fundId, one.amountMinor]),
    payables: (await listPayables(app)).map((one) => [
      one.id,
      one.vendor,
      one.fundId,
      one.amount,
      one.vendorId,
      one.form1099,
    ]),
    amounts: amounts.map((one) => [
      one.categoryId,
      one.incomeCategoryId,
      one.subCategoryId,
      one.fundId,
      one.ministryId,
      one.amountMinor,
    ]),
  });
}

/** Gives the payables of a vendor to another vendor. The names on the payables stay. Must run inside a transaction. */
export async function moveVendorOfPayables(app: App, from: number, to: number): Promise<void> {
  const row = await findOpening(app.db);
  if (!row) return;
  const before = await digestNow(app, row);
  if (!(await movePayables(app, from, to))) return;
  const changes: Changes = { vendorId: [from, to], digest: [before, await digestNow(app, row)] };
  await record(app, { action: 'BookOpeningVendorMerged', entityType: 'BookOpening', entityId: 1, changes });
}

/**
 * Returns the items of an account that the bank had not seen when the books began, and the balance at the bank on that
 * day. All amounts are debits less credits.
 */
export async function openingOf(app: App, accountId: number): Promise<{ items: OutstandingRow[]; bankBalance: Minor }> {
  const { accounts, outstanding } = await findLists(app.db);
  const items = outstanding.filter((item) => item.accountId === accountId);
  const balance = accounts.find((account) => account.accountId === accountId)?.balanceMinor ?? ZERO;
  return { items, bankBalance: subtractMoney(balance, addMoney(...items.map(({ amountMinor }) => amountMinor))) };
}
