/** The account that receives or pays money if the document names no account. */
import { type App, inTransaction } from '../../../app.ts';
import { type AccountKind, canPay, isCash, PAYING, UNDEPOSITED } from '../../../books/account-kinds.ts';
import { Method } from '../../../books/payment-methods.ts';
import { AppError, badField, type FieldError, missingReference, unknownReferences } from '../../../errors.ts';
import { changesBetween } from '../../audit/rules.ts';
import { record } from '../../audit/service.ts';
import { findByMethod, listAccounts, listMethods, replaceMethods } from './queries.ts';
import { AccountsByMethod, type NewAccountsByMethod } from './schema.ts';
import { accountReserved, accountsById } from './service.ts';

const DIRECTIONS = ['in', 'out'] as const;

/** Returns the account of every payment method. */
export async function getAccountsByMethod(app: App): Promise<AccountsByMethod> {
  const fallback = (await listAccounts(app.db)).find(({ isDefault }) => isDefault)?.id ?? 0;
  const chosen = await listMethods(app.db);
  const accounts = (wanted: (typeof DIRECTIONS)[number]) =>
    Object.fromEntries(
      Method.options.map((method) => {
        const row = chosen.find((one) => one.direction === wanted && one.method === method);
        return [method, row?.accountId ?? fallback];
      }),
    ) as Record<Method, number>;
  return { in: accounts('in'), out: accounts('out') };
}

/**
 * Replaces the accounts of the payment methods. Existing documents keep their accounts. Raises `unknown_reference`,
 * `account_reserved`, `account_disabled`, and `validation_failed` for an account of the wrong kind.
 */
export function putAccountsByMethod(app: App, input: NewAccountsByMethod): Promise<AccountsByMethod> {
  return inTransaction(app, async (app) => {
    const before = await getAccountsByMethod(app);
    const rows = DIRECTIONS.flatMap((direction) =>
      Method.options.flatMap((method) => {
        const accountId = input[direction][method];
        return accountId === null ? [] : [{ direction, method, accountId }];
      }),
    );
    const accounts = await accountsById(app);
    const missing = rows.flatMap(({ direction, method, accountId }): FieldError[] =>
      accounts.has(accountId) ? [] : [missingReference(`${direction}.${method}`, 'account')],
    );
    if (missing.length > 0) throw unknownReferences(missing);
    for (const { direction, method, accountId } of rows) {
      const account = accounts.get(accountId);
      if (account?.isReserved) throw accountReserved(account);
      if (account && !account.isActive) throw accountDisabled(account);
      if (account) refuseUnfit(account, direction, `${direction}.${method}`);
    }
    await replaceMethods(app.db, rows);
    const after = await getAccountsByMethod(app);
    const changes = changesBetween(AccountsByMethod, before, after);
    await record(app, { action: 'AccountsByMethodUpdated', entityType: 'AccountsByMethod', entityId: 1, changes });
    return after;
  });
}

function refuseUnfit({ kind }: { kind: AccountKind }, direction: (typeof DIRECTIONS)[number], path: string): void {
  if (direction === 'in' && !isCash(kind)) throw badField(path, 'no_money', 'must be an account that contains money');
  if (direction === 'out' && !canPay(kind)) throw badField(path, 'cannot_pay', PAYING);
}

/** Returns the error for an attempt to use an account that is no longer active. */
export function accountDisabled({ name }: { name: string }): AppError {
  return new AppError('account_disabled', `The account ${name} is no longer in use. Choose another.`);
}

type Gift = { method: Method; sessionId: number | null };

/**
 * Returns a function that finds the account which receives a gift. Cash and checks of a session go to the account of
 * undeposited offerings. All other gifts go to the account of their payment method.
 */
export async function accountFinder(app: App, gifts: readonly Gift[]): Promise<(gift: Gift) => number> {
  const methods = [...new Set(gifts.filter((gift) => !isUndeposited(gift)).map(({ method }) => method))];
  const accounts = new Map<Method, number>();
  for (const method of methods) accounts.set(method, await accountFor(app, 'in', method));
  return (gift) => (isUndeposited(gift) ? UNDEPOSITED : (accounts.get(gift.method) ?? UNDEPOSITED));
}

function isUndeposited({ method, sessionId }: Gift): boolean {
  return sessionId !== null && (method === 'Cash' || method === 'Check');
}

/**
 * Returns the account that receives (`in`) or pays (`out`) money by a payment method. If `method` is null, the account
 * for the method `Other` is returned.
 */
export async function accountFor(app: App, direction: 'in' | 'out', method: Method | null): Promise<number> {
  const id = await findByMethod(app.db, direction, method ?? 'Other');
  if (id === undefined) throw new Error('There is no default account.');
  return id;
}
