/** Checks the records that an expense and its parts name. */
import type { App } from '../../../app.ts';
import { isNoMoney } from '../../../books/account-kinds.ts';
import { type Split, splitsOf } from '../../../books/expense-lines.ts';
import { exists } from '../../../db/exists.ts';
import { AppError, badField, type FieldError, missingReference, unknownReferences } from '../../../errors.ts';
import { listMinistries } from '../../church/ministries/service.ts';
import { accountDisabled } from '../../ledger/accounts/by-method.ts';
import type { Account } from '../../ledger/accounts/schema.ts';
import { accountReserved, accountsById } from '../../ledger/accounts/service.ts';
import { fundDisabled, fundsById } from '../../ledger/funds/service.ts';
import { usableSubCategories } from '../categories/service.ts';
import { vendorsById } from '../vendors/service.ts';
import type { Purpose } from './rules.ts';
import type { Expense } from './schema.ts';

/** What an expense is for, who is paid, and who is paid back. */
type References = Purpose & Pick<Expense, 'memberId' | 'vendorId' | 'amount'>;

/**
 * Checks the records that an expense names. All must exist, but a payee that `before` also names may have been deleted.
 * The subcategories, ministries, funds and accounts must be active unless `before` also names them. Raises
 * `unknown_reference`, `account_reserved`, `account_disabled`, `fund_disabled`, `category_disabled`, and
 * `validation_failed` for an account of the wrong kind.
 */
export async function refuseBadReferences(app: App, input: References, before?: References): Promise<void> {
  const [wanted, held] = [splitsOf(input), before ? splitsOf(before) : []];
  const records = await recordsOf(app, wanted);
  const pathOf = (index: number, field: string) => (input.splits === null ? field : `splits.${index}.${field}`);
  const missing: FieldError[] = wanted.flatMap((split, index) =>
    KINDS.flatMap(({ field, noun }) => {
      const id = split[field];
      return id === null || records[field].has(id) ? [] : [missingReference(pathOf(index, field), noun)];
    }),
  );
  // A payee who was deleted after the expense was entered may still be paid back.
  const { memberId } = input;
  if (memberId !== null && memberId !== before?.memberId && !(await exists(app.db, 'members', memberId))) {
    missing.push(missingReference('memberId', 'member'));
  }
  const { vendorId } = input;
  const vendors = vendorId === null ? undefined : await vendorsById(app, [vendorId]);
  if (vendorId !== null && !vendors?.has(vendorId)) missing.push(missingReference('vendorId', 'vendor'));
  if (missing.length > 0) throw unknownReferences(missing);
  for (const [index, split] of wanted.entries()) {
    const account = split.accountId === null ? undefined : records.accountId.get(split.accountId);
    if (account) refuseUnfit(account, pathOf(index, 'accountId'));
    for (const { field, disabled } of KINDS) refuseDisabled(records[field], { split, held, field, disabled });
  }
}

type Record = { name: string; isActive: boolean };
type Field = 'subCategoryId' | 'ministryId' | 'fundId' | 'accountId';
type Kind = { field: Field; noun: string; disabled: (one: Record) => AppError };

const notInUse = ({ name }: Record) =>
  new AppError('category_disabled', `${name} is no longer in use. Choose another.`);

const KINDS: readonly Kind[] = [
  { field: 'subCategoryId', noun: 'expense subcategory', disabled: notInUse },
  { field: 'ministryId', noun: 'ministry', disabled: notInUse },
  { field: 'fundId', noun: 'fund', disabled: fundDisabled },
  { field: 'accountId', noun: 'account', disabled: accountDisabled },
];

async function recordsOf(app: App, splits: readonly Split[]) {
  const { items: ministries } = await listMinistries(app);
  const hasAccount = splits.some(({ accountId }) => accountId !== null);
  return {
    subCategoryId: await usableSubCategories(app),
    ministryId: new Map(ministries.map((one) => [one.id, one])),
    fundId: await fundsById(app),
    accountId: hasAccount ? await accountsById(app) : new Map<number, Account>(),
  };
}

function refuseUnfit(account: Account, path: string): void {
  if (account.isReserved) throw accountReserved(account);
  if (isNoMoney(account.kind)) return;
  throw badField(
    path,
    'wrong_kind',
    'must be an account of the kind Loan, Investment, FixedAsset, OtherAsset or OtherLiability',
  );
}

function refuseDisabled(
  records: ReadonlyMap<number, Record>,
  { split, held, field, disabled }: { split: Split; held: readonly Split[] } & Pick<Kind, 'field' | 'disabled'>,
): void {
  const id = split[field];
  const one = id === null ? undefined : records.get(id);
  if (!one || one.isActive || held.some((other) => other[field] === id)) return;
  throw disabled(one);
}
