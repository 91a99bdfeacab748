/** Checks the accounts, funds, categories and ministries that an opening refers to. */
import type { App } from '../../../app.ts';
import { GENERAL_FUND } from '../../../books/fund-classes.ts';
import { type FieldError, missingReference, unknownReferences } from '../../../errors.ts';
import { refusal } from '../../../validate.ts';
import { listMinistries } from '../../church/ministries/service.ts';
import { latestDate } from '../../church/profile/service.ts';
import { fundByCategory } from '../../giving/categories/service.ts';
import { accountReserved, accountsById } from '../../ledger/accounts/service.ts';
import { fundsById } from '../../ledger/funds/service.ts';
import { refuseHoldersOfMoney } from '../../ledger/held.ts';
import { incomeCategoriesById } from '../../ledger/income-categories/service.ts';
import { listExpenseCategories } from '../../spending/categories/service.ts';
import { faultsOf } from './rules.ts';
import type { NewOpening } from './schema.ts';
import type { OpeningAmountTable } from './table.ts';

/**
 * Checks an opening as it was sent. Raises `validation_failed`, `unknown_reference` with a list of all records that do
 * not exist, and `account_reserved`. Accounts and funds that are no longer in use may have a balance.
 */
export async function refuseFaults(app: App, input: NewOpening): Promise<void> {
  const faults = faultsOf(input, await latestDate(app));
  if (faults.length > 0) throw refusal(faults);
  const accounts = await accountsById(app);
  const missing = [
    ...input.accounts.flatMap(({ accountId }, index) =>
      accounts.has(accountId) ? [] : [missingReference(`accounts.${index}.accountId`, 'account')],
    ),
    ...(await missingFunds(app, input)),
    ...(await missingInAmounts(app, input)),
  ];
  if (missing.length > 0) throw unknownReferences(missing);
  for (const { accountId } of input.accounts) {
    const account = accounts.get(accountId);
    if (account?.isReserved) throw accountReserved(account);
  }
  const parts = input.accounts.map((one, index) => ({ ...one, path: `accounts.${index}.fundId` }));
  refuseHoldersOfMoney(
    parts.filter(({ fundId }) => fundId !== null),
    accounts,
  );
  await refuseOtherFunds(app, input);
}

async function missingFunds(app: App, input: NewOpening): Promise<FieldError[]> {
  const funds = await fundsById(app);
  return (['accounts', 'funds', 'payables', 'yearToDate'] as const).flatMap((list) =>
    input[list].flatMap(({ fundId }, index) =>
      fundId === null || funds.has(fundId) ? [] : [missingReference(`${list}.${index}.fundId`, 'fund')],
    ),
  );
}

async function missingInAmounts(app: App, { yearToDate }: NewOpening): Promise<FieldError[]> {
  if (yearToDate.length === 0) return [];
  const { items: groups } = await listExpenseCategories(app);
  const { items: ministries } = await listMinistries(app);
  const known = {
    categoryId: ['giving category', await fundByCategory(app)],
    incomeCategoryId: ['category of other income', await incomeCategoriesById(app)],
    subCategoryId: [
      'subcategory',
      new Set(groups.flatMap(({ subCategories }) => subCategories.map((subCategory) => subCategory.id))),
    ],
    ministryId: ['ministry', new Set(ministries.map((ministry) => ministry.id))],
  } as const;
  const fields = Object.keys(known) as (keyof typeof known)[];
  return yearToDate.flatMap((amount, index) =>
    fields.flatMap((field) => {
      const [what, ids] = known[field];
      const id = amount[field];
      return id === null || ids.has(id) ? [] : [missingReference(`yearToDate.${index}.${field}`, what)];
    }),
  );
}

/** Raises `validation_failed` for an amount of giving whose fund is not the fund of its category. */
async function refuseOtherFunds(app: App, { yearToDate }: NewOpening): Promise<void> {
  const fundOf = await fundByCategory(app);
  const faults = yearToDate.flatMap(({ categoryId, fundId }, index): FieldError[] => {
    if (categoryId === null || fundId === null || fundOf.get(categoryId) === fundId) return [];
    return [
      { path: `yearToDate.${index}.fundId`, code: 'other_fund', message: 'must be the fund of the giving category' },
    ];
  });
  if (faults.length > 0) throw refusal(faults);
}

/** Returns the rows to store for the amounts of the fiscal year from before the books begin. */
export async function amountsOf(app: App, { yearToDate }: NewOpening): Promise<OpeningAmountTable[]> {
  const fundOf = await fundByCategory(app);
  return yearToDate.map(({ amount, fundId, ...line }, position) => ({
    position,
    ...line,
    fundId: fundId ?? fundOf.get(line.categoryId ?? 0) ?? GENERAL_FUND,
    amountMinor: amount,
  }));
}
