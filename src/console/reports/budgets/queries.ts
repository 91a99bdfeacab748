/** All requests of the budget to the service. */
import { queryOptions } from '@tanstack/react-query';
import type { Outcome, Schemas } from '../../../client/client.ts';
import { NO_MONEY } from '../../kit/account-kinds.ts';
import { answerOf, client } from '../../session/api.ts';
import { queryClient } from '../../session/query-client.ts';
import type { Named } from '../queries.ts';
import type { Part } from './sheet.ts';

export type Budget = Schemas['Budget'];
export type NewBudget = Schemas['NewBudget'];
export type NewLine = Schemas['NewBudgetLine'];
export type BudgetVersion = Schemas['BudgetVersion'];
/** A budget, and the ETag of the version that was read. */
export type VersionedBudget = { budget: Budget; etag: string };
export type CopiedBudget = VersionedBudget & { warnings: Schemas['CopiedBudget']['warnings'] };

/** What a line can be for. Expense categories have their group, and the line of Form 990 to which they belong. */
export type Item = Named & { isActive: boolean; group?: Named; form990LineCode?: string };
export type Catalog = Readonly<Record<Part | 'ministryId' | 'fundId', readonly Item[]>>;

export const catalogQuery = queryOptions({
  queryKey: ['reports', 'budget-catalog'],
  queryFn: async (): Promise<Catalog> => {
    const all = { params: { query: { includeDisabled: true } } } as const;
    const [categories, income, groups, accounts, ministries, funds] = await Promise.all([
      answerOf(client.GET('/api/giving-categories', all)),
      answerOf(client.GET('/api/income-categories')),
      answerOf(client.GET('/api/expense-categories')),
      answerOf(client.GET('/api/accounts')),
      answerOf(client.GET('/api/ministries')),
      answerOf(client.GET('/api/funds')),
    ]);
    return {
      categoryId: categories.items,
      incomeCategoryId: income.items,
      subCategoryId: groups.items.flatMap((group) => group.subCategories.map((one) => ({ ...one, group }))),
      accountId: accounts.items.filter(({ kind }) => NO_MONEY.has(kind)),
      ministryId: ministries.items,
      fundId: funds.items,
    };
  },
});

export const budgetQuery = (fiscalYear: number) =>
  queryOptions({
    queryKey: ['reports', 'budgets', fiscalYear],
    queryFn: () => versioned(client.GET('/api/budgets/{fiscalYear}', { params: { path: { fiscalYear } } })),
  });

export const versionsQuery = (fiscalYear: number) =>
  queryOptions({
    queryKey: ['reports', 'budgets', fiscalYear, 'versions'],
    queryFn: async () => {
      const params = { path: { fiscalYear } };
      return (await answerOf(client.GET('/api/budgets/{fiscalYear}/versions', { params }))).items;
    },
  });

/** An earlier version of a budget, which does not change any more. */
export const versionQuery = (fiscalYear: number, version: number) =>
  queryOptions({
    queryKey: ['reports', 'budgets', fiscalYear, version],
    queryFn: () =>
      answerOf(
        client.GET('/api/budgets/{fiscalYear}/versions/{version}', { params: { path: { fiscalYear, version } } }),
      ),
  });

/** Saves a budget. Throws a Refusal `stale_version` if somebody else saved it since this version was read. */
export function saveBudget({ budget, etag }: VersionedBudget, body: NewBudget): Promise<VersionedBudget> {
  const params = { path: { fiscalYear: budget.fiscalYear }, header: { 'If-Match': etag } };
  return changed(versioned(client.PUT('/api/budgets/{fiscalYear}', { params, body })));
}

/** Replaces the draft with the budget or the actual amounts of the year before. The warnings say what was left out. */
export async function copyBudget({ budget, etag }: VersionedBudget, from: 'budget' | 'actuals'): Promise<CopiedBudget> {
  const params = { path: { fiscalYear: budget.fiscalYear }, header: { 'If-Match': etag } };
  const call = client.POST('/api/budgets/{fiscalYear}/copy', { params, body: { from } });
  const { warnings } = await answerOf(call);
  return { ...(await changed(versioned(call))), warnings };
}

async function changed(call: Promise<VersionedBudget>): Promise<VersionedBudget> {
  const saved = await call;
  const { queryKey } = budgetQuery(saved.budget.fiscalYear);
  queryClient.setQueryData(queryKey, saved);
  void queryClient.invalidateQueries({ queryKey: [...queryKey, 'versions'] });
  void queryClient.invalidateQueries({ queryKey: ['reports', 'table'] });
  return saved;
}

async function versioned(call: Promise<Outcome<Budget> & { response: Response }>): Promise<VersionedBudget> {
  const budget = await answerOf(call);
  return { budget, etag: (await call).response.headers.get('ETag') ?? '' };
}
