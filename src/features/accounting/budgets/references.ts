/** Checks the records that the lines of a budget refer to, with one query for each kind of record. */
import type { App } from '../../../app.ts';
import { isNoMoney } from '../../../books/account-kinds.ts';
import { isOwned } from '../../../books/fund-classes.ts';
import { type FieldError, missingReference, unknownReferences } from '../../../errors.ts';
import { refusal } from '../../../validate.ts';
import { listMinistries } from '../../church/ministries/service.ts';
import { listCategories } from '../../giving/categories/service.ts';
import type { Account } from '../../ledger/accounts/schema.ts';
import { accountsById } from '../../ledger/accounts/service.ts';
import type { Fund } from '../../ledger/funds/schema.ts';
import { fundsById } from '../../ledger/funds/service.ts';
import { incomeCategoriesById } from '../../ledger/income-categories/service.ts';
import { listExpenseCategories } from '../../spending/categories/service.ts';
import { keyOf, type LineKey } from './line-rules.ts';

const FIELDS = {
  categoryId: { noun: 'giving category', code: 'category_disabled' },
  incomeCategoryId: { noun: 'category of other income', code: 'category_disabled' },
  subCategoryId: { noun: 'expense subcategory', code: 'category_disabled' },
  accountId: { noun: 'account', code: 'account_disabled' },
  ministryId: { noun: 'ministry', code: 'ministry_disabled' },
  fundId: { noun: 'fund', code: 'fund_disabled' },
} as const;
type Field = keyof typeof FIELDS;
const NAMES = Object.keys(FIELDS) as Field[];

type Named = { id: number; name: string; nameZh: string | null; isActive: boolean };
type ById<T> = ReadonlyMap<number, T>;

/** The records that a budget line can name, by id. */
export type BudgetRecords = {
  categoryId: ById<Named & { fundId: number }>;
  incomeCategoryId: ById<Named>;
  subCategoryId: ById<Named & { groupName: string; form990LineCode: string }>;
  accountId: ById<Account>;
  ministryId: ById<Named>;
  fundId: ById<Fund>;
};

/** Returns all records that a budget line can name, including those that are no longer in use. */
export async function readBudgetRecords(app: App): Promise<BudgetRecords> {
  const byId = <T extends { id: number }>(items: readonly T[]) => new Map(items.map((one) => [one.id, one]));
  const { items: groups } = await listExpenseCategories(app);
  return {
    categoryId: byId((await listCategories(app, true)).items),
    incomeCategoryId: await incomeCategoriesById(app),
    subCategoryId: byId(
      groups.flatMap(({ name: groupName, isActive, subCategories }) =>
        subCategories.map((one) => ({ ...one, groupName, isActive: one.isActive && isActive })),
      ),
    ),
    accountId: await accountsById(app),
    ministryId: byId((await listMinistries(app)).items),
    fundId: await fundsById(app),
  };
}

/**
 * Checks all records that the lines name. A line that was in the budget before (`before`) may name a record that is no
 * longer in use. Raises `unknown_reference` if a record does not exist, otherwise `validation_failed`; both list every
 * bad field.
 */
export function refuseBadReferences(
  records: BudgetRecords,
  lines: readonly LineKey[],
  before: readonly LineKey[] = [],
): void {
  const missing = lines.flatMap((line, index) => missingIn(records, line, index));
  const unusable = unusableFaults(records, lines, before);
  if (missing.length > 0) throw unknownReferences([...missing, ...unusable]);
  if (unusable.length > 0) throw refusal(unusable);
}

/**
 * Returns a fault for every record that the lines name and that cannot be in a budget, such as one that is no longer in
 * use. A line that was in the budget before may stay.
 */
export function unusableFaults(
  records: BudgetRecords,
  lines: readonly LineKey[],
  before: readonly LineKey[],
): FieldError[] {
  const held = new Set(before.map(keyOf));
  return lines.flatMap((line, index) => (held.has(keyOf(line)) ? [] : unusableIn(records, line, index)));
}

/** True if nothing prevents a new line with this key. */
export function isUsable(records: BudgetRecords, line: LineKey): boolean {
  return missingIn(records, line, 0).length + unusableIn(records, line, 0).length === 0;
}

function missingIn(records: BudgetRecords, line: LineKey, index: number): FieldError[] {
  return NAMES.flatMap((field) => {
    const id = line[field];
    if (id == null || records[field].has(id)) return [];
    return [missingReference(`lines.${index}.${field}`, FIELDS[field].noun)];
  });
}

function unusableIn(records: BudgetRecords, line: LineKey, index: number): FieldError[] {
  const disabled = NAMES.flatMap((field): FieldError[] => {
    const one: Named | undefined = records[field].get(line[field] ?? 0);
    if (!one || one.isActive) return [];
    const { code, noun } = FIELDS[field];
    const message = `names the ${noun} ${one.name}, which is no longer in use; choose another`;
    return [{ path: `lines.${index}.${field}`, code, message }];
  });
  return [...disabled, ...unfitIn(records, line).map((fault) => ({ ...fault, path: `lines.${index}.${fault.path}` }))];
}

function unfitIn(records: BudgetRecords, line: LineKey): FieldError[] {
  const account = records.accountId.get(line.accountId ?? 0);
  const category = records.categoryId.get(line.categoryId ?? 0);
  const fund = records.fundId.get(line.fundId ?? category?.fundId ?? 0);
  const faults: FieldError[] = [];
  if (account && (account.isReserved || !isNoMoney(account.kind))) {
    const message = 'must be an account of the kind Loan, Investment, FixedAsset, OtherAsset or OtherLiability';
    faults.push({ path: 'accountId', code: 'wrong_kind', message });
  }
  if (category && line.fundId != null && line.fundId !== category.fundId) {
    faults.push({ path: 'fundId', code: 'other_fund', message: 'must be the fund of the giving category' });
  } else if (fund && !isOwned(fund.class)) {
    const message = `belongs to the fund ${fund.name}, whose money the church holds for others; it has no budget`;
    faults.push({ path: line.fundId == null ? 'categoryId' : 'fundId', code: 'held_for_others', message });
  }
  return faults;
}
