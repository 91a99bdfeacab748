/** Checks the records that a rule names. */
import type { App } from '../../../app.ts';
import { isCash } from '../../../books/account-kinds.ts';
import { AppError, badField, unknownReferences } from '../../../errors.ts';
import { ZERO } from '../../../lib/money.ts';
import { refusal } from '../../../validate.ts';
import { accountDisabled } from '../../ledger/accounts/by-method.ts';
import type { Account } from '../../ledger/accounts/schema.ts';
import { refuseUnusable } from '../../ledger/usable.ts';
import { refuseBadReferences } from '../../spending/expenses/references.ts';
import { vendorOf } from '../../spending/expenses/vendor.ts';
import type { RuleAction } from './schema.ts';

/**
 * Checks the records that the action of a rule names, and returns the action with the name of the vendor. Records that
 * `before` also names may be disabled. Raises `unknown_reference`, `account_reserved`, `account_disabled`,
 * `fund_disabled`, `category_disabled`, `vendor_disabled`, and `validation_failed` for an account that cannot be used.
 */
export async function checkedAction(
  app: App,
  account: Account,
  { action, before }: { action: RuleAction; before?: RuleAction | undefined },
): Promise<RuleAction> {
  if (!account.isActive) throw accountDisabled(account);
  if (action.otherAccountId === account.id) {
    throw badField('action.otherAccountId', 'same', 'must not be the account of the rule');
  }
  if (action.type === 'OtherIncome' && !isCash(account.kind)) {
    throw badField('action.type', 'no_money', 'cannot be OtherIncome, because the account contains no money');
  }
  return underAction(() => refuseBad(app, action, before));
}

async function refuseBad(app: App, action: RuleAction, before?: RuleAction): Promise<RuleAction> {
  const { type, functionalClass, vendorId, vendor } = action;
  if (type === 'Expense') {
    const purpose = (one: RuleAction) => {
      const single = { subCategoryId: one.subCategoryId, ministryId: one.ministryId, fundId: one.fundId };
      return { ...single, functionalClass, splits: null, memberId: null, vendorId: one.vendorId, amount: ZERO };
    };
    await refuseBadReferences(app, purpose(action), before && purpose(before));
    const held = before && { vendorId: before.vendorId, vendor: before.vendor };
    return { ...action, ...(await vendorOf(app, { vendorId, vendor }, held)) };
  }
  const named = (field: 'otherAccountId' | 'fundId' | 'incomeCategoryId') => {
    return [{ path: field, id: action[field], before: before?.[field] }];
  };
  const { accounts } = await refuseUnusable(app, {
    accounts: named('otherAccountId'),
    funds: named('fundId'),
    categories: named('incomeCategoryId'),
  });
  if (accounts.get(action.otherAccountId ?? 0)?.kind !== 'Undeposited') return action;
  throw badField('otherAccountId', 'use_a_deposit', 'must not be an Undeposited account; enter a deposit instead');
}

/** Calls `check`, and raises its errors with the paths of the fields in the action. */
async function underAction<T>(check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof AppError) || !error.details.errors) throw error;
    const errors = error.details.errors.map((fault) => ({ ...fault, path: `action.${fault.path}` }));
    throw error.code === 'unknown_reference' ? unknownReferences(errors) : refusal(errors);
  }
}
