/** Checks the records that the lines of an entry refer to, with one query for each kind of record. */
import type { App } from '../../../app.ts';
import { AppError, type FieldError, missingReference, unknownReferences } from '../../../errors.ts';
import { listMinistries } from '../../church/ministries/service.ts';
import { accountDisabled } from '../../ledger/accounts/by-method.ts';
import type { Account } from '../../ledger/accounts/schema.ts';
import { accountReserved, accountsById } from '../../ledger/accounts/service.ts';
import { fundDisabled, fundsById } from '../../ledger/funds/service.ts';
import { incomeCategoriesById } from '../../ledger/income-categories/service.ts';
import { usableSubCategories } from '../../spending/categories/service.ts';
import type { StoredLine } from './rules.ts';

const FIELDS = {
  accountId: 'account',
  subCategoryId: 'expense subcategory',
  incomeCategoryId: 'income category',
  fundId: 'fund',
  ministryId: 'ministry',
} as const;
type Field = keyof typeof FIELDS;

type Named = { name: string; isActive: boolean };
type Records = Readonly<Record<Field, ReadonlyMap<number, Named>>> & { accountId: ReadonlyMap<number, Account> };

/** The largest number of missing records that an error lists. */
const MOST_NAMED = 100;

/**
 * Returns the accounts of the church, by id, after checking all records that the lines name. An entry may keep a record
 * that is no longer active if its lines named that record before the change (`before`). Raises `unknown_reference`,
 * `account_reserved`, `account_disabled`, `fund_disabled` and `category_disabled`.
 */
export async function refuseBadReferences(
  app: App,
  lines: readonly StoredLine[],
  before: readonly Pick<StoredLine, Field>[] = [],
): Promise<ReadonlyMap<number, Account>> {
  const records = await recordsOf(app);
  const missing = missingOf(lines, records);
  if (missing.length > 0) throw unknownReferences(missing);
  for (const field of Object.keys(FIELDS) as Field[]) {
    const named = idsIn(lines, field);
    const held = idsIn(before, field);
    for (const id of named) {
      const one = records[field].get(id);
      if (one) refuseUnusable(field, one, held.has(id));
    }
  }
  return records.accountId;
}

async function recordsOf(app: App): Promise<Records> {
  const { items: ministries } = await listMinistries(app);
  return {
    accountId: await accountsById(app),
    subCategoryId: await usableSubCategories(app),
    incomeCategoryId: await incomeCategoriesById(app),
    fundId: await fundsById(app),
    ministryId: new Map(ministries.map((ministry) => [ministry.id, ministry])),
  };
}

function missingOf(lines: readonly StoredLine[], records: Records): FieldError[] {
  const missing: FieldError[] = [];
  for (const [index, line] of lines.entries()) {
    for (const field of Object.keys(FIELDS) as Field[]) {
      const id = line[field];
      if (id === null || records[field].has(id)) continue;
      missing.push(missingReference(`lines.${index}.${field}`, FIELDS[field]));
      if (missing.length === MOST_NAMED) return missing;
    }
  }
  return missing;
}

function idsIn(lines: readonly Pick<StoredLine, Field>[], field: Field): ReadonlySet<number> {
  const ids = new Set<number>();
  for (const { [field]: id } of lines) if (id !== null) ids.add(id);
  return ids;
}

function refuseUnusable(field: Field, one: Named | Account, isHeld: boolean): void {
  if ('isReserved' in one && one.isReserved) throw accountReserved(one);
  if (one.isActive || isHeld) return;
  if ('kind' in one) throw accountDisabled(one);
  if (field === 'fundId') throw fundDisabled(one);
  throw new AppError('category_disabled', `${one.name} is no longer in use. Choose another.`);
}
