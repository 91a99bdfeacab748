/** All requests of the room "Month end" to the service. */
import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../../client/client.ts';
import { type Language, localeOf } from '../i18n/i18n.ts';
import { answerOf, client } from '../session/api.ts';
import { queryClient } from '../session/query-client.ts';

export type Statement = Schemas['MonthlyStatement'];
export type Checklist = Schemas['MonthChecklist'];
export type Check = Checklist['checks'][number];
export type SavedMonth = Pick<Schemas['MonthlyStatementItem'], 'year' | 'month' | 'status'>;
/** A statement with the ETag of its current version. */
export type VersionedStatement = { statement: Statement; etag: string };

/** Returns the parameters of the path for a month, such as `2026-03`. */
const pathOf = (month: string) => ({ year: Number(month.slice(0, 4)), month: Number(month.slice(5)) });

/** The months whose statement is saved, the latest first. */
export const savedQuery = queryOptions({
  queryKey: ['month-end', 'saved'],
  queryFn: async () => (await answerOf(client.GET('/api/monthly-statements'))).items,
});

export const statementQuery = (month: string) =>
  queryOptions({
    queryKey: ['month-end', 'statement', month],
    queryFn: () => versioned(client.GET('/api/monthly-statements/{year}/{month}', { params: { path: pathOf(month) } })),
  });

export const checklistQuery = (month: string) =>
  queryOptions({
    queryKey: ['month-end', 'checklist', month],
    queryFn: () =>
      answerOf(client.GET('/api/monthly-statements/{year}/{month}/checklist', { params: { path: pathOf(month) } })),
  });

/** The statement as the service lays it out in a language. */
export const tableQuery = (month: string, language: Language) =>
  queryOptions({
    queryKey: ['month-end', 'table', month, language],
    queryFn: async () => (await laidOut(month, { locale: localeOf(language) })) as Schemas['ReportTable'],
  });

/** Returns the statement as a file in a language. */
export async function statementFile(month: string, format: 'pdf' | 'xlsx', language: Language): Promise<Blob> {
  return (await laidOut(month, { format, locale: localeOf(language) })) as unknown as Blob;
}

type Layout = { format?: 'pdf' | 'xlsx'; locale: Schemas['Locale'] };

const laidOut = (month: string, query: Layout) =>
  answerOf(client.GET('/api/monthly-statements/{year}/{month}/table', { params: { path: pathOf(month), query } }));

/** Finalizes the month if its figures are still those of the version. `force` overrules open items. */
export async function finalizeMonth(month: string, etag: string, force: boolean): Promise<Statement> {
  const params = { path: pathOf(month), query: { force }, header: { 'If-Match': etag } };
  return changed(answerOf(client.POST('/api/monthly-statements/{year}/{month}/finalize', { params })));
}

/** Saves the notes below a statement, if it is still the version. An empty text removes them. */
export async function saveNotes(month: string, notes: string, read: VersionedStatement): Promise<Statement> {
  const { statement, etag } = read;
  const params = { path: pathOf(month), header: { 'If-Match': etag } };
  // Without the opening balance, the service would carry it over again.
  const body = { openingBalance: statement.givenOpeningBalance, notes: notes === '' ? null : notes };
  return changed(answerOf(client.PUT('/api/monthly-statements/{year}/{month}', { params, body })));
}

/** Reopens a finalized month. The reason stays in the audit log. */
export async function reopenMonth(month: string, etag: string, reason: string): Promise<Statement> {
  const params = { path: pathOf(month), header: { 'If-Match': etag } };
  return changed(answerOf(client.POST('/api/monthly-statements/{year}/{month}/reopen', { params, body: { reason } })));
}

/** Waits for a change, and reads everything about months again, even if the service refused the change. */
async function changed(call: Promise<Statement>): Promise<Statement> {
  try {
    return await call;
  } finally {
    void queryClient.invalidateQueries({ queryKey: ['month-end'] });
    void queryClient.invalidateQueries({ queryKey: ['reports'] });
  }
}

async function versioned(call: Promise<Answered>): Promise<VersionedStatement> {
  const statement = await answerOf(call);
  return { statement, etag: (await call).response.headers.get('ETag') ?? '' };
}

type Answered = Awaited<ReturnType<typeof client.GET<'/api/monthly-statements/{year}/{month}'>>>;
