/** All requests about transfers to the service. */
import { queryOptions } from '@tanstack/react-query';
import type { Problem, Schemas } from '../../../client/client.ts';
import type { NewReversal } from '../../kit/reverse-dialog.tsx';
import { readReversals } from '../../kit/reversals.ts';
import { answerOf, client, Refusal } from '../../session/api.ts';
import { readAgain } from '../queries.ts';
import { againOf, reversalAgainOf } from './transfer.ts';

export type Transfer = Schemas['Transfer'];
export type NewTransfer = Schemas['NewTransfer'];
export type Entered = Schemas['EnteredTransfer'];
/** A transfer with what reverses it, also what waits for approval. */
export type Shown = Transfer & { reversals: readonly Transfer[] };

const PAGE_SIZE = 50;

/** A page of the transfers, the latest first, each with its reversals. `status` is empty for all of them. */
export const transfersQuery = (status: string, page: number) =>
  queryOptions({
    queryKey: ['bank', 'transfers', status, page],
    queryFn: async () => {
      // The address may contain anything. The service refuses what is no status.
      const query = { page, pageSize: PAGE_SIZE, ...(status !== '' && { status: status as Transfer['status'] }) };
      const list = await answerOf(client.GET('/api/transfers', { params: { query } }));
      return { ...list, items: await withReversals(list.items) };
    },
    placeholderData: (before) => before,
  });

/** Adds the reversals of these transfers, which may be on another page. None is dated before what it reverses. */
async function withReversals(transfers: readonly Transfer[]): Promise<Shown[]> {
  const originals = transfers.filter(({ status, reversalOf }) => status === 'Posted' && reversalOf === null);
  const [from] = originals.map(({ date }) => date).toSorted();
  if (from === undefined) return transfers.map((one) => ({ ...one, reversals: [] }));
  const query = { from, sort: 'amount', pageSize: PAGE_SIZE } as const;
  const found = await readReversals((page) =>
    answerOf(client.GET('/api/transfers', { params: { query: { ...query, page } } })),
  );
  return transfers.map((one) => ({ ...one, reversals: found.filter(({ reversalOf }) => reversalOf === one.id) }));
}

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

/** Reverses a transfer, as a whole or in part. The same `key` reverses it once, however often it is sent. */
export const reverseTransfer = (id: number, body: NewReversal, key: string): Promise<Entered> => {
  const params = { path: { id }, header: { 'Idempotency-Key': key } };
  return reread(answerOf(client.POST('/api/transfers/{id}/reverse', { params, body })));
};

/** Enters a deleted transfer again. */
export const enterAgain = (transfer: Transfer): Promise<Entered> =>
  transfer.reversalOf === null
    ? addTransfer(againOf(transfer), crypto.randomUUID())
    : reverseTransfer(transfer.reversalOf, reversalAgainOf(transfer), crypto.randomUUID());

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
