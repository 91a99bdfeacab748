/** All requests about transfers to the service. */
import { queryOptions } from '@tanstack/react-query';
import type { Problem, Schemas } from '../../../client/client.ts';
import { answerOf, client, Refusal } from '../../session/api.ts';
import { readAgain } from '../queries.ts';

export type Transfer = Schemas['Transfer'];
export type NewTransfer = Schemas['NewTransfer'];
export type Entered = Schemas['EnteredTransfer'];

/** A page of the transfers, the latest first. `status` is empty for all of them. */
export const transfersQuery = (status: string, page: number) =>
  queryOptions({
    queryKey: ['bank', 'transfers', status, page],
    queryFn: () => {
      // The address may contain anything. The service refuses what is no status.
      const query = { page, pageSize: 50, ...(status !== '' && { status: status as Transfer['status'] }) };
      return answerOf(client.GET('/api/transfers', { params: { query } }));
    },
    placeholderData: (before) => before,
  });

export const transferQuery = (id: number) =>
  queryOptions({
    queryKey: ['bank', 'transfer', id],
    queryFn: () => answerOf(client.GET('/api/transfers/{id}', { params: { path: { id } } })),
  });

/** What funds owe each other at the end of a day. */
export const owedQuery = (at: string) =>
  queryOptions({
    queryKey: ['bank', 'owed', at],
    queryFn: () => answerOf(client.GET('/api/reports/interfund', { params: { query: { at } } })),
  });

/** Enters a transfer. The same `key` enters it once, however often it is sent. */
export const addTransfer = (body: NewTransfer, key: string): Promise<Entered> =>
  reread(answerOf(client.POST('/api/transfers', { params: { header: { 'Idempotency-Key': key } }, body })));

/** Approves the shown version of a transfer. */
export const approveTransfer = async (transfer: Transfer): Promise<Entered> =>
  reread(answerOf(client.POST('/api/transfers/{id}/approve', { params: await shownVersion(transfer) })));

/** Deletes the shown version of a transfer. */
export const deleteTransfer = async (transfer: Transfer): Promise<void> => {
  await reread(answerOf(client.DELETE('/api/transfers/{id}', { params: await shownVersion(transfer) })));
};

const STALE = { code: 'stale_version', detail: '' } as Problem;

/** Returns the parameters for a transfer with its ETag. Throws `stale_version` if it is not the version that was shown. */
async function shownVersion({ id, modifiedAt }: Transfer) {
  const call = client.GET('/api/transfers/{id}', { params: { path: { id } } });
  if ((await answerOf(call)).modifiedAt !== modifiedAt) {
    readAgain();
    throw new Refusal(STALE);
  }
  return { path: { id }, header: { 'If-Match': (await call).response.headers.get('ETag') ?? '' } };
}

/** Waits for a change, and reads everything again that it changes. */
async function reread<Result>(call: Promise<Result>): Promise<Result> {
  const result = await call;
  readAgain();
  return result;
}
