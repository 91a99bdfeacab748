import { type App, created, inTransaction, modified, now } from '../../../app.ts';
import { badField, notFound } from '../../../errors.ts';
import { type Actor, can } from '../../../permissions.ts';
import type { Changes, Fact } from '../../audit/rules.ts';
import { record } from '../../audit/service.ts';
import type { Account } from '../../ledger/accounts/schema.ts';
import { bankAccount } from '../accounts.ts';
import {
  findRule,
  insertRule,
  listRules as readRules,
  listRulesById,
  listWithVendor,
  moveRules,
  updateRuleColumns,
} from './queries.ts';
import { checkedAction } from './references.ts';
import { isEqualRule, ruleFact } from './rules.ts';
import { type BankRule, type BankRuleList, LAST_POSITION, type NewRule, type ShownRule } from './schema.ts';

export type RulePath = { id: number; ruleId: number };

/** Returns one rule of an account. Raises `not_found`. */
export async function getRule(app: App, { id, ruleId }: RulePath): Promise<BankRule> {
  const found = await findRule(app.db, ruleId);
  if (found?.accountId !== id || found.isDeleted) throw notFound('bank rule');
  const { isDeleted: _not, ...rule } = found;
  return rule;
}

/** Returns the rules of an account in the order in which they are tried. Raises the errors of `bankAccount`. */
export async function listRules(app: App, accountId: number): Promise<BankRuleList> {
  await bankAccount(app, accountId);
  return { items: (await readRules(app.db, accountId)).map((rule) => ruleShownTo(app.actor, rule)) };
}

/** Returns the rules with these ids, by id, as the actor may see them. Deleted rules are among them. */
export async function rulesById(app: App, ids: readonly number[]): Promise<ReadonlyMap<number, ShownRule>> {
  const rules = await listRulesById(app.db, ids);
  return new Map([...rules].map(([id, rule]) => [id, ruleShownTo(app.actor, rule)]));
}

/** Returns a rule as the actor may see it: its texts may name a giver. */
export function ruleShownTo(actor: Actor, rule: BankRule): ShownRule {
  if (rule.direction === 'Out' || can(actor, 'giving.read')) return rule;
  return { ...rule, name: null, contains: null, action: { ...rule.action, payer: null } };
}

/**
 * Adds a rule to an account. Raises `not_found`, `validation_failed` for an account without statements and for a rule
 * that equals another one, and the errors of `checkedAction`.
 */
export function createRule(app: App, accountId: number, input: NewRule): Promise<BankRule> {
  return inTransaction(app, async (app) => {
    const account = await bankAccount(app, accountId);
    const columns = await toColumns(app, { account, input });
    const id = await insertRule(app.db, { accountId, ...columns, ...created(app) });
    const rule = await getRule(app, { id: accountId, ruleId: id });
    await record(app, ruleFact('BankRuleCreated', null, rule));
    return rule;
  });
}

/**
 * Replaces the fields of a rule. Lines that it has settled do not change. Raises `not_found` and the errors of
 * `createRule`.
 */
export function updateRule(app: App, path: RulePath, input: NewRule): Promise<BankRule> {
  return inTransaction(app, async (app) => {
    const before = await getRule(app, path);
    const account = await bankAccount(app, path.id);
    await updateRuleColumns(app.db, path.ruleId, {
      ...(await toColumns(app, { account, input, before })),
      ...modified(app),
    });
    const after = await getRule(app, path);
    await record(app, ruleFact('BankRuleUpdated', before, after));
    return after;
  });
}

/** Soft-deletes a rule. Lines that it has settled do not change. Raises `not_found`. */
export function deleteRule(app: App, path: RulePath): Promise<void> {
  return inTransaction(app, async (app) => {
    const rule = await getRule(app, path);
    await updateRuleColumns(app.db, path.ruleId, { deletedAt: now(app), ...modified(app) });
    await record(app, ruleFact('BankRuleDeleted', rule, null));
  });
}

/** Makes the rules that name a vendor name another one. Must run in the transaction that merges the two. */
export async function moveVendorOfRules(app: App, from: number, to: number): Promise<void> {
  const ids = await moveRules(app.db, from, { vendorId: to, ...modified(app) });
  const changes: Changes = { vendorId: [from, to] };
  await record(
    app,
    ...ids.map((entityId): Fact => ({ action: 'BankRuleVendorMerged', entityType: 'BankRule', entityId, changes })),
  );
}

/** Returns the rules that name a vendor, in words for people. */
export async function rulesWithVendor(app: App, vendorId: number): Promise<string[]> {
  const rules = await listWithVendor(app.db, vendorId);
  return rules.map(
    ({ id, accountId, name, contains }) => `bank rule ${id} of account ${accountId} (${name ?? contains})`,
  );
}

type Entry = { account: Account; input: NewRule; before?: BankRule };

/** Checks a rule, and returns its columns. */
async function toColumns(app: App, { account, input, before }: Entry) {
  const { action: sent, amountFrom, amountTo, isActive, position, ...fields } = input;
  const rules = await readRules(app.db, account.id);
  const equal = rules.find((one) => one.id !== before?.id && isEqualRule(one, input));
  if (equal) throw repeats(equal);
  const action = await checkedAction(app, account, { action: sent, before: before?.action });
  return {
    ...fields,
    ...action,
    amountFromMinor: amountFrom,
    amountToMinor: amountTo,
    isActive: isActive ? (1 as const) : (0 as const),
    position: position ?? before?.position ?? Math.min((rules.at(-1)?.position ?? 0) + 1, LAST_POSITION),
  };
}

function repeats({ id }: BankRule) {
  return badField('contains', 'duplicate', `must differ from rule ${id}, which has the same direction and amounts`);
}
