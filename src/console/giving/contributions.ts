/** All requests about the givers of a year and their statements. */
import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../../client/client.ts';
import { answerOf, client, Refusal } from '../session/api.ts';
import { queryClient } from '../session/query-client.ts';

export type Contribution = Schemas['Contribution'];
/** The sums of one statement, and its latest issue. */
export type StatementSums = Schemas['CompanyContribution'] | Contribution;
export type Overview = Schemas['ContributionOverview'];
export type SendResult = Schemas['SendResult'];
export type StatementState = Schemas['StatementState'];
/** One statement of a giver: the giver's own, or that of a company whose checks the giver brought. */
export type Paper = { giver: Contribution; sums: StatementSums; companyName: string | null };

/** Returns the statements of givers. A giver who has only gifts of companies has no other statement. */
export function papersOf(givers: readonly Contribution[]): Paper[] {
  return givers.flatMap((giver) => [
    ...(giver.count > 0 ? [{ giver, sums: giver, companyName: null }] : []),
    ...giver.companies.map((sums) => ({ giver, sums, companyName: sums.companyName })),
  ]);
}

/** Returns a key for a statement that no other statement of the year has. */
export const keyOfPaper = ({ giver, companyName }: Paper): string => `${giver.memberId} ${companyName ?? ''}`;

/** Which givers a list shows, or which statements are printed. */
export type Wanted = { state?: StatementState; hasEmail?: boolean };

const PAGE_SIZE = 50;

export const contributionsQuery = (year: number, page: number, wanted: Wanted = {}) =>
  queryOptions({
    queryKey: ['contributions', year, page, wanted],
    queryFn: () =>
      answerOf(
        client.GET('/api/contributions/{year}', {
          params: { path: { year }, query: { page, pageSize: PAGE_SIZE, ...wanted } },
        }),
      ),
    placeholderData: (before) => before,
  });

/** Reads what a giver gave in a year; null if the giver gave nothing. */
export const contributionQuery = (year: number, memberId: number) =>
  queryOptions({
    queryKey: ['contributions', year, 'of', memberId],
    queryFn: () =>
      answerOf(client.GET('/api/contributions/{year}/{memberId}', { params: { path: { year, memberId } } })).catch(
        (error: unknown) => {
          if (error instanceof Refusal && error.problem.status === 404) return null;
          throw error;
        },
      ),
  });

export const overviewQuery = (year: number) =>
  queryOptions({
    queryKey: ['contributions', year, 'overview'],
    queryFn: () => answerOf(client.GET('/api/contributions/{year}/overview', { params: { path: { year } } })),
  });

/** Issues the statement of one giver. */
export async function issueOne(year: number, memberId: number): Promise<void> {
  await answerOf(client.POST('/api/contributions/{year}/{memberId}/issue', { params: { path: { year, memberId } } }));
  forget();
}

/** Issues all statements of a year that are not issued with their current figures. */
export async function issueAll(year: number): Promise<Overview> {
  const overview = await answerOf(client.POST('/api/contributions/{year}/issue', { params: { path: { year } } }));
  forget();
  return overview;
}

/**
 * Sends the statements of a year to the givers who have an e-mail address and have not got their current statement yet.
 * With `memberIds`, sends only to these givers, even if they already have it. The service sends nothing twice for the
 * same key.
 */
export async function mailStatements(year: number, key: string, memberIds?: readonly number[]): Promise<SendResult> {
  const params = { path: { year }, header: { 'Idempotency-Key': key } };
  const body = { language: 'byName' as const, ...(memberIds && { memberIds: [...memberIds], again: true }) };
  try {
    return await answerOf(client.POST('/api/contributions/{year}/email', { params, body }));
  } finally {
    forget();
  }
}

/** Records that the printed statements of these givers were handed out. */
export async function handOut(year: number, memberIds: readonly number[]): Promise<void> {
  const params = { path: { year } };
  await answerOf(client.POST('/api/contributions/{year}/hand-out', { params, body: { memberIds: [...memberIds] } }));
  forget();
}

/** Reads the statement of one giver as a PDF. It is marked as a preview until the statement is issued. */
export function readStatement(year: number, memberId: number): Promise<Blob> {
  return answerOf(client.GET('/api/contributions/{year}/{memberId}.pdf', { params: { path: { year, memberId } } }));
}

/** Reads the statements of these givers, at most 500, in one PDF. */
export function readStatements(year: number, ids: readonly number[]): Promise<Blob> {
  const params = { path: { year }, query: { ids: ids.join(',') } };
  return answerOf(client.GET('/api/contributions/{year}/statements.pdf', { params }));
}

/** Reads the ids of all givers whose statements a list with this filter shows. */
export async function idsOf(year: number, wanted: Wanted): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1; ; page += 1) {
    const { items, totalPages } = await answerOf(
      client.GET('/api/contributions/{year}', {
        params: { path: { year }, query: { page, pageSize: 200, ...wanted } },
      }),
    );
    ids.push(...items.map(({ memberId }) => memberId));
    if (page >= totalPages) return ids;
  }
}

function forget(): void {
  void queryClient.invalidateQueries({ queryKey: ['contributions'] });
}
