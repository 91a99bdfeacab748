import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../../db/connect.ts';
import { insertRow } from '../../../db/insert.ts';
import { isOneOf } from '../../../db/prepared.ts';
import type { CalendarDate } from '../../../lib/date.ts';
import type { BankRule } from './schema.ts';
import type { BankRuleTable } from './table.ts';

/** Returns a rule, or undefined. A deleted rule is found, too, because its deeds can still be taken back. */
export async function findRule(db: Db, id: number): Promise<(BankRule & { isDeleted: boolean }) | undefined> {
  const row = await db.selectFrom('bankRules').selectAll().where('id', '=', id).executeTakeFirst();
  return row && { ...toRule(row), isDeleted: row.deletedAt !== null };
}

/** Returns the user who last wrote the rule that made each of these payments, by payment. */
export function listAuthors(db: Db, paymentIds: string) {
  return db
    .selectFrom('clearedItems')
    .innerJoin('bankMatches', 'bankMatches.id', 'clearedItems.matchId')
    .innerJoin('bankRules', 'bankRules.id', 'bankMatches.ruleId')
    .select(['clearedItems.documentId'])
    .select((eb) => eb.fn.coalesce('bankRules.modifiedBy', 'bankRules.createdBy').as('author'))
    .where('clearedItems.type', '=', 'Payment')
    .where(isOneOf('clearedItems.documentId', paymentIds))
    .where('bankMatches.isRuleMade', '=', 1)
    .where('bankMatches.deletedAt', 'is', null)
    .execute();
}

/** Returns the rules of an account in the order in which they are tried. */
export async function listRules(db: Db, accountId: number): Promise<BankRule[]> {
  const rows = await db
    .selectFrom('bankRules')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('deletedAt', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map(toRule);
}

/** Returns the rules with these ids, by id. Deleted rules are among them. */
export async function listRulesById(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, BankRule>> {
  const rows = await db
    .selectFrom('bankRules')
    .selectAll()
    .where(isOneOf('id', JSON.stringify(ids)))
    .execute();
  return new Map(rows.map((row) => [row.id, toRule(row)]));
}

function toRule({ deletedAt: _deleted, amountFromMinor, amountToMinor, isActive, ...row }: Selectable<BankRuleTable>) {
  const { id, accountId, name, contains, direction, position, createdAt, modifiedAt, createdBy, modifiedBy } = row;
  const { type, subCategoryId, ministryId, functionalClass, vendorId, vendor, description } = row;
  const { incomeCategoryId, payer, fundId, otherAccountId } = row;
  const expense = { subCategoryId, ministryId, functionalClass, vendorId, vendor, description };
  return {
    id,
    accountId,
    name,
    contains,
    direction,
    amountFrom: amountFromMinor,
    amountTo: amountToMinor,
    action: { type, ...expense, incomeCategoryId, payer, fundId, otherAccountId },
    isActive: isActive === 1,
    position,
    createdAt,
    modifiedAt,
    createdBy,
    modifiedBy,
  } satisfies BankRule;
}

/** Adds a rule and returns its id. */
export function insertRule(db: Db, rule: Insertable<BankRuleTable>): Promise<number> {
  return insertRow(db, 'bankRules', rule);
}

/** Changes columns of a rule. */
export async function updateRuleColumns(
  db: Db,
  id: number,
  columns: Partial<Omit<Selectable<BankRuleTable>, 'id'>>,
): Promise<void> {
  await db.updateTable('bankRules').set(columns).where('id', '=', id).execute();
}

/** Replaces the vendor of rules, including deleted ones. Returns the ids of the changed rules. */
export async function moveRules(
  db: Db,
  vendorId: number,
  columns: Pick<Selectable<BankRuleTable>, 'vendorId' | 'modifiedAt' | 'modifiedBy'>,
): Promise<number[]> {
  const rows = await db
    .updateTable('bankRules')
    .set(columns)
    .where('vendorId', '=', vendorId)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the rules that name a vendor and are not deleted, by account and id. */
export function listWithVendor(
  db: Db,
  vendorId: number,
): Promise<Pick<Selectable<BankRuleTable>, 'id' | 'accountId' | 'name' | 'contains'>[]> {
  return db
    .selectFrom('bankRules')
    .select(['id', 'accountId', 'name', 'contains'])
    .where('vendorId', '=', vendorId)
    .where('deletedAt', 'is', null)
    .orderBy('accountId')
    .orderBy('id')
    .execute();
}

/** Notes on a match which rule made it, and whether the rule also made its document. */
export async function markMatch(db: Db, id: number, ruleId: number, isRuleMade: boolean): Promise<void> {
  await db
    .updateTable('bankMatches')
    .set({ ruleId, isRuleMade: isRuleMade ? 1 : 0 })
    .where('id', '=', id)
    .execute();
}

/** Returns, of these matches, those whose document a rule made. */
export async function listRuleMade(db: Db, matchIds: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('bankMatches')
    .select('id')
    .where(isOneOf('id', JSON.stringify(matchIds)))
    .where('isRuleMade', '=', sql.lit(1))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Returns the ids of the lines that a rule settled from a day on, the oldest first. */
export async function listSettledBy(db: Db, ruleId: number, from: CalendarDate | null): Promise<number[]> {
  const rows = await db
    .selectFrom('bankLines')
    .select('id')
    .where('ruleId', '=', ruleId)
    .where('date', '>=', from ?? '')
    .orderBy('date')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
