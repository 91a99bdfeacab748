import { type App, created, inSnapshot, inTransaction, modified } from '../../../app.ts';
import { canPay, isCash, isLiability, UNDEPOSITED } from '../../../books/account-kinds.ts';
import { accountBalancesAt } from '../../../books/balances.ts';
import { isReferenced } from '../../../db/references.ts';
import { AppError, badField, notFound } from '../../../errors.ts';
import { LAST_DAY } from '../../../lib/date.ts';
import { fold } from '../../../lib/fold.ts';
import { negateMoney, ZERO } from '../../../lib/money.ts';
import { changesBetween, type Fact } from '../../audit/rules.ts';
import { record } from '../../audit/service.ts';
import {
  deleteAccount as removeAccount,
  findByName,
  insertAccount,
  listAccounts as readAccounts,
  listMethods,
  updateAccountColumns,
} from './queries.ts';
import { Account, type AccountWithBalance, type NewAccount, type PaymentAccount } from './schema.ts';

/** Returns all accounts with their balances, in the order in which they were added. */
export function listAccounts(app: App): Promise<{ items: AccountWithBalance[] }> {
  return inSnapshot(app, async ({ db }) => {
    const balances = await accountBalancesAt(db, LAST_DAY);
    const items = (await readAccounts(db)).map((account) => {
      const balance = balances.get(account.id) ?? ZERO;
      return { ...account, balance: isLiability(account.kind) ? negateMoney(balance) : balance };
    });
    return { items };
  });
}

/** Returns the accounts that can pay an expense and are in use. */
export async function listPaymentAccounts(app: App): Promise<{ items: PaymentAccount[] }> {
  const accounts = await readAccounts(app.db);
  return { items: accounts.filter(({ kind, isActive, isReserved }) => isActive && !isReserved && canPay(kind)) };
}

/** Returns all accounts, by id, without their balances. */
export async function accountsById(app: Pick<App, 'db'>): Promise<ReadonlyMap<number, Account>> {
  return new Map((await readAccounts(app.db)).map((account) => [account.id, account]));
}

/** Returns one account with its balance. Raises `not_found`. */
export async function getAccount(app: App, id: number): Promise<AccountWithBalance> {
  const account = (await listAccounts(app)).items.find((one) => one.id === id);
  if (!account) throw notFound('account');
  return account;
}

/**
 * Adds an account. Raises `name_taken`, and `validation_failed` for a default account that is inactive or of the wrong
 * kind.
 */
export function createAccount(app: App, input: NewAccount): Promise<AccountWithBalance> {
  return inTransaction(app, async (app) => {
    refuseUnfitDefault(input);
    const nameKey = await freeNameKey(app, input.name);
    const previous = input.isDefault ? await takeDefault(app) : null;
    const id = await insertAccount(app.db, { ...toColumns(input), nameKey, ...created(app) });
    const account = await getAccount(app, id);
    await record(app, accountFact('AccountCreated', null, account), ...(previous ? [previous] : []));
    return account;
  });
}

/**
 * Replaces the fields of an account. Raises `not_found`, `name_taken` and `account_reserved`. Raises
 * `validation_failed` if there would be no default account, or if the default account would be inactive or of the wrong
 * kind. Raises `account_in_use` if the kind of an account in use would change, or if an account would become inactive
 * that is chosen for a payment method or keeps the cash and checks of sessions.
 */
export function updateAccount(app: App, id: number, input: NewAccount): Promise<AccountWithBalance> {
  return inTransaction(app, async (app) => {
    const before = await findChangeable(app, id);
    refuseUnfitDefault(input);
    if (before.isDefault && !input.isDefault) {
      const message = 'must be true, because there must be a default account; make another account the default instead';
      throw badField('isDefault', 'default_account', message);
    }
    if (id === UNDEPOSITED && (input.kind !== before.kind || !input.isActive)) throw neededForSessions(before);
    if (input.kind !== before.kind && (await isReferenced(app.db, 'accounts', id, ['accountMethods']))) {
      throw new AppError('account_in_use', `${before.name} is in use, so it stays a ${before.kind} account.`);
    }
    if (before.isActive && !input.isActive && (await isChosen(app, id))) {
      throw new AppError(
        'account_in_use',
        `${before.name} is chosen for a payment method, so it stays active. Choose another account for the method first.`,
      );
    }
    const nameKey = await freeNameKey(app, input.name, id);
    const previous = input.isDefault && !before.isDefault ? await takeDefault(app) : null;
    await updateAccountColumns(app.db, id, { ...toColumns(input), nameKey, ...modified(app) });
    const after = await getAccount(app, id);
    await record(app, accountFact('AccountUpdated', before, after), ...(previous ? [previous] : []));
    return after;
  });
}

/** Removes an account that was never used. Raises `not_found`, `account_reserved` and `account_in_use`. */
export function deleteAccount(app: App, id: number): Promise<void> {
  return inTransaction(app, async (app) => {
    const before = await findChangeable(app, id);
    if (id === UNDEPOSITED) throw neededForSessions(before);
    if (before.isDefault || (await isReferenced(app.db, 'accounts', id))) {
      throw new AppError('account_in_use', `${before.name} is in use. Set isActive to false instead.`);
    }
    await removeAccount(app.db, id);
    await record(app, accountFact('AccountDeleted', before, null));
  });
}

/** Returns the error for an attempt to remove or close the account of the cash and checks of sessions, or to change its kind. */
function neededForSessions({ name }: Account): AppError {
  return new AppError(
    'account_in_use',
    `The cash and checks of offering sessions go to ${name}. It stays an active Undeposited account. Nothing was changed.`,
  );
}

async function isChosen(app: App, id: number): Promise<boolean> {
  return (await listMethods(app.db)).some(({ accountId }) => accountId === id);
}

async function findChangeable(app: App, id: number): Promise<Account> {
  const account = (await accountsById(app)).get(id);
  if (!account) throw notFound('account');
  if (account.isReserved) throw accountReserved(account);
  return account;
}

/** Returns the error for an attempt to change or use an account to which only Vestry itself posts. */
export function accountReserved({ name }: Account): AppError {
  return new AppError('account_reserved', `Only Vestry itself posts to ${name}. Choose another account.`);
}

function refuseUnfitDefault({ kind, isActive, isDefault }: NewAccount): void {
  if (!isDefault) return;
  if (!isCash(kind) || kind === 'Undeposited') {
    throw badField(
      'isDefault',
      'default_account',
      'can be true only for Checking, Savings, Cash and Processor accounts',
    );
  }
  if (!isActive) throw badField('isActive', 'default_account', 'must be true for the default account');
}

/**
 * Ends the role of the present default account, so that another account can become the default. Returns the entry for
 * the audit log, or null if there is no default account.
 */
async function takeDefault(app: App): Promise<Fact | null> {
  const before = [...(await accountsById(app)).values()].find(({ isDefault }) => isDefault);
  if (!before) return null;
  await updateAccountColumns(app.db, before.id, { isDefault: 0, ...modified(app) });
  return accountFact('AccountUpdated', before, { ...before, isDefault: false });
}

async function freeNameKey(app: App, name: string, own?: number): Promise<string> {
  const nameKey = fold(name);
  const holder = await findByName(app.db, nameKey);
  if (holder === undefined || holder === own) return nameKey;
  throw new AppError('name_taken', `There is already an account named ${name}.`);
}

function toColumns({ isActive, isDefault, ...rest }: NewAccount) {
  return {
    ...rest,
    isActive: isActive ? (1 as const) : (0 as const),
    isDefault: isDefault ? (1 as const) : (0 as const),
  };
}

function accountFact(action: string, before: Account | null, after: Account | null): Fact {
  const changes = changesBetween(Account, before, after);
  return { action, entityType: 'Account', entityId: (after ?? before)?.id ?? '', changes };
}
