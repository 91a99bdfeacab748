/** All requests of the vendors to the service. */
import { queryOptions } from '@tanstack/react-query';
import type { Outcome, Schemas } from '../../../client/client.ts';
import { answerOf, client } from '../../session/api.ts';
import { queryClient } from '../../session/query-client.ts';

export type Vendor = Schemas['Vendor'];
/** A vendor, its version, and the ids of other vendors that may be the same. */
export type VersionedVendor = { vendor: Vendor; etag: string; doubles: readonly number[] };

const PAGE_SIZE = 50;

export const vendorsQuery = (search: string, page: number) =>
  queryOptions({
    queryKey: ['vendors', 'list', search, page],
    queryFn: () => {
      const query = { page, pageSize: PAGE_SIZE, sort: 'name', ...(search !== '' && { search }) } as const;
      return answerOf(client.GET('/api/vendors', { params: { query } }));
    },
    placeholderData: (before) => before,
  });

export const vendorQuery = (id: number) =>
  queryOptions({
    queryKey: ['vendors', id],
    queryFn: () => versioned(client.GET('/api/vendors/{id}', { params: { path: { id } } })),
  });

/** What was paid to vendors in a year for the boxes of Form 1099. Fails for a year whose amounts are not known. */
export const form1099Query = (year: number) =>
  queryOptions({
    queryKey: ['payments', '1099', year],
    queryFn: () => answerOf(client.GET('/api/reports/1099', { params: { query: { year } } })),
  });

/** The number of expenses of a vendor. */
export const expensesOfVendorQuery = (vendorId: number) =>
  queryOptions({
    queryKey: ['expenses', 'of-vendor', vendorId],
    queryFn: async () =>
      (await answerOf(client.GET('/api/expenses', { params: { query: { vendorId, pageSize: 1 } } }))).totalCount,
  });

type Answered = Vendor & { warnings?: readonly { vendorIds: readonly number[] }[] };

async function versioned(call: Promise<Outcome<Answered> & { response: Response }>): Promise<VersionedVendor> {
  const { warnings = [], ...vendor } = await answerOf(call);
  const etag = (await call).response.headers.get('ETag') ?? '';
  return { vendor, etag, doubles: warnings.flatMap(({ vendorIds }) => vendorIds) };
}

async function changed(saving: Promise<VersionedVendor>): Promise<VersionedVendor> {
  const saved = await saving;
  await queryClient.invalidateQueries({ queryKey: ['vendors'] });
  return saved;
}

/** Adds a vendor. The same `key` adds it once. */
export function addVendor(body: Schemas['NewVendor'], key: string): Promise<VersionedVendor> {
  return changed(versioned(client.POST('/api/vendors', { params: { header: { 'Idempotency-Key': key } }, body })));
}

/** Replaces a vendor. Throws a Refusal `stale_version` if it is no longer the version with this `etag`. */
export function saveVendor(id: number, body: Schemas['NewVendor'], etag: string): Promise<VersionedVendor> {
  const params = { path: { id }, header: { 'If-Match': etag } };
  return changed(versioned(client.PUT('/api/vendors/{id}', { params, body })));
}

/** Merges a vendor into another one, who gets its expenses. */
export async function mergeVendor(id: number, body: Schemas['VendorMerge']): Promise<void> {
  await answerOf(client.POST('/api/vendors/{id}/merge', { params: { path: { id } }, body }));
  for (const queryKey of [['vendors'], ['expenses'], ['expense']]) void queryClient.invalidateQueries({ queryKey });
}

/** Gives the expenses with a typed name to a vendor. Returns how many there were. */
export async function linkVendor(id: number, name: string): Promise<number> {
  const { expenses } = await answerOf(
    client.POST('/api/vendors/{id}/link', { params: { path: { id } }, body: { name } }),
  );
  for (const queryKey of [['vendors'], ['expenses'], ['expense'], ['payments'], ['reports']])
    void queryClient.invalidateQueries({ queryKey });
  return expenses;
}
