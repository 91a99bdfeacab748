/** The requests about the reconciliations of an account. */
import { queryOptions } from '@tanstack/react-query';
import type { Outcome, Schemas } from '../../../client/client.ts';
import { type Language, localeOf } from '../../i18n/i18n.ts';
import { answerOf, client, isStale } from '../../session/api.ts';
import { queryClient } from '../../session/query-client.ts';
import { readAgain } from '../queries.ts';

export type Reconciliation = Schemas['BankReconciliation'];
export type Listed = Schemas['ListedBankReconciliation'];
/** A reconciliation, and the ETag of the version that was read. */
export type Versioned = { reconciliation: Reconciliation; etag: string };

type Path = { id: number; rid: number };

export const reconciliationsQuery = (id: number) =>
  queryOptions({
    queryKey: ['bank', 'reconciliations', id],
    queryFn: async () =>
      (await answerOf(client.GET('/api/accounts/{id}/reconciliations', { params: { path: { id } } }))).items,
  });

export const reconciliationQuery = (path: Path) =>
  queryOptions({
    queryKey: ['bank', 'reconciliation', path],
    queryFn: () => versioned(client.GET('/api/accounts/{id}/reconciliations/{rid}', { params: { path } })),
  });

async function versioned(call: Promise<Outcome<Reconciliation> & { response: Response }>): Promise<Versioned> {
  const reconciliation = await answerOf(call);
  return { reconciliation, etag: (await call).response.headers.get('ETag') ?? '' };
}

const pathOf = ({ accountId, id }: Pick<Reconciliation, 'accountId' | 'id'>): Path => ({ id: accountId, rid: id });

/** Shows a changed reconciliation without reading it again. A reading from before the change no longer counts. */
async function shown(saved: Versioned): Promise<Versioned> {
  const { queryKey } = reconciliationQuery(pathOf(saved.reconciliation));
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, saved);
  return saved;
}

export const readReconciliation = (one: Pick<Reconciliation, 'accountId' | 'id'>): Promise<Versioned> =>
  queryClient.fetchQuery({ ...reconciliationQuery(pathOf(one)), staleTime: 0 });

/** Begins to compare an account with a statement. */
export async function start(id: number, body: Schemas['NewBankReconciliation']): Promise<Versioned> {
  const params = { path: { id } };
  const saved = await shown(await versioned(client.POST('/api/accounts/{id}/reconciliations', { params, body })));
  readAgain();
  return saved;
}

/** Changes a draft. Throws a Refusal `stale_version` if it is no longer the version that was read. */
export async function change(
  { reconciliation, etag }: Versioned,
  body: Schemas['ChangedBankReconciliation'],
): Promise<Versioned> {
  const params = { path: pathOf(reconciliation), header: { 'If-Match': etag } };
  return shown(await versioned(client.PUT('/api/accounts/{id}/reconciliations/{rid}', { params, body })));
}

/** Sends a change. If somebody else changed the reconciliation meanwhile, shows its newest version, and throws the refusal. */
async function sent<Result>(one: Reconciliation, call: Promise<Result>): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    if (isStale(error)) await readReconciliation(one);
    throw error;
  }
}

/**
 * Takes a step with a reconciliation. Everything that shows reconciled documents is read again. Throws a Refusal
 * `stale_version` if it is no longer the version that was read.
 */
export async function step(
  { reconciliation, etag }: Versioned,
  what: 'finish' | 'undo' | 'review',
): Promise<Versioned> {
  const params = { path: pathOf(reconciliation), header: { 'If-Match': etag } };
  const call =
    what === 'finish'
      ? client.POST('/api/accounts/{id}/reconciliations/{rid}/finish', { params })
      : what === 'undo'
        ? client.POST('/api/accounts/{id}/reconciliations/{rid}/undo', { params })
        : client.POST('/api/accounts/{id}/reconciliations/{rid}/review', { params });
  const saved = await shown(await sent(reconciliation, versioned(call)));
  readAgain();
  return saved;
}

/** Deletes a draft. Throws a Refusal `stale_version` if it is no longer the version that was read. */
export async function remove({ reconciliation, etag }: Versioned): Promise<void> {
  const params = { path: pathOf(reconciliation), header: { 'If-Match': etag } };
  await sent(reconciliation, answerOf(client.DELETE('/api/accounts/{id}/reconciliations/{rid}', { params })));
  readAgain();
}

/** Returns the report of a reconciliation as a PDF in a language. */
export async function reportPdf(one: Reconciliation, language: Language): Promise<Blob> {
  const params = { path: pathOf(one), query: { format: 'pdf', locale: localeOf(language) } as const };
  return (await answerOf(client.GET('/api/accounts/{id}/reconciliations/{rid}/table', { params }))) as unknown as Blob;
}
