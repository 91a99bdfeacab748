/** The requests about the rules for bank lines. */
import { queryOptions } from '@tanstack/react-query';
import type { Outcome, Schemas } from '../../../client/client.ts';
import { answerOf, client } from '../../session/api.ts';
import { readAgain } from '../queries.ts';

export type Rule = Schemas['BankRule'];
export type NewRule = Schemas['NewBankRule'];
export type RuledLines = Schemas['RuledBankLines'];
/** A rule, and the ETag of the version that was read. */
export type VersionedRule = { rule: Rule; etag: string };

export const rulesQuery = (id: number) =>
  queryOptions({
    queryKey: ['bank', 'rules', id],
    queryFn: async () =>
      (await answerOf(client.GET('/api/accounts/{id}/bank-rules', { params: { path: { id } } }))).items,
  });

export const ruleQuery = (id: number, ruleId: number) =>
  queryOptions({
    queryKey: ['bank', 'rule', id, ruleId],
    queryFn: () =>
      versioned(client.GET('/api/accounts/{id}/bank-rules/{ruleId}', { params: { path: { id, ruleId } } })),
    staleTime: 0,
    gcTime: 0,
  });

/** A line of which somebody makes a rule. */
export const lineQuery = (id: number, lineId: number) =>
  queryOptions({
    queryKey: ['bank', 'line', id, lineId],
    queryFn: () => answerOf(client.GET('/api/accounts/{id}/bank-lines/{lineId}', { params: { path: { id, lineId } } })),
  });

async function versioned(call: Promise<Outcome<Rule> & { response: Response }>): Promise<VersionedRule> {
  const rule = await answerOf(call);
  return { rule, etag: (await call).response.headers.get('ETag') ?? '' };
}

async function changed<Result>(call: Promise<Result>): Promise<Result> {
  const result = await call;
  readAgain();
  return result;
}

/** Adds a rule, or replaces one if nobody else changed it since it was read. */
export function saveRule(id: number, body: NewRule, before: VersionedRule | undefined): Promise<Rule> {
  if (!before)
    return changed(answerOf(client.POST('/api/accounts/{id}/bank-rules', { params: { path: { id } }, body })));
  const params = { path: { id, ruleId: before.rule.id }, header: { 'If-Match': before.etag } };
  return changed(answerOf(client.PUT('/api/accounts/{id}/bank-rules/{ruleId}', { params, body })));
}

export async function deleteRule({ accountId, id }: Rule): Promise<void> {
  const params = { path: { id: accountId, ruleId: id } };
  await changed(answerOf(client.DELETE('/api/accounts/{id}/bank-rules/{ruleId}', { params })));
}

/** Applies the rules in use to the open lines of an account. With `isDry`, only says what they would do. */
export function applyRules(id: number, isDry: boolean): Promise<RuledLines> {
  const params = { path: { id } };
  const call = answerOf(client.POST('/api/accounts/{id}/bank-rules/apply', { params, body: { dryRun: isDry } }));
  return isDry ? call : changed(call);
}

/** Takes back what a rule did. */
export function takeBackRule({ accountId, id }: Rule): Promise<RuledLines> {
  const params = { path: { id: accountId, ruleId: id } };
  return changed(answerOf(client.POST('/api/accounts/{id}/bank-rules/{ruleId}/undo', { params, body: {} })));
}
