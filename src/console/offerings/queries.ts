/** All requests that the offerings pages send to the service. */
import { queryOptions } from '@tanstack/react-query';
import type { Outcome, Schemas } from '../../client/client.ts';
import { currentLanguage, localeOf } from '../i18n/i18n.ts';
import { answerOf, client } from '../session/api.ts';
import { queryClient } from '../session/query-client.ts';
import type { DepositItem } from './left-to-deposit.ts';

export type Offering = Schemas['OfferingSession'];
/** A day that has an offering. Everybody who counts may know of it, even if they may not read the offering. */
export type OfferingDay = Schemas['OfferingDay'];
export type OfferingCounts = Schemas['SessionCounts'];
/** A gift. If it is split over several categories, it has `parts`. */
export type Gift = Offering['givings'][number];
export type Category = Schemas['GivingCategory'];

/** The interval at which an open offering is read again, to show gifts that other people entered. */
const LOOK_EVERY_MS = 4000;

export const categoriesQuery = queryOptions({
  queryKey: ['giving-categories'],
  queryFn: async () => (await answerOf(client.GET('/api/giving-categories'))).items,
  staleTime: 60_000,
});

export const giversQuery = queryOptions({
  queryKey: ['givers'],
  queryFn: async () => (await answerOf(client.GET('/api/givers'))).items,
  staleTime: 5 * 60_000,
  gcTime: Number.POSITIVE_INFINITY,
});

const PAGE_SIZE = 50;
const FOR_DEPOSITS: ReadonlySet<Schemas['AccountKind']> = new Set(['Checking', 'Savings', 'Cash', 'Processor']);

/** The accounts into which the money of an offering can be deposited. */
export const depositAccountsQuery = queryOptions({
  queryKey: ['deposit-accounts'],
  queryFn: async () =>
    (await answerOf(client.GET('/api/payment-accounts'))).items.filter(({ kind }) => FOR_DEPOSITS.has(kind)),
  staleTime: 60_000,
});

/** What deposits since the date of an offering hold. Money of the offering may have been deposited in parts. */
export const depositItemsQuery = ({ id, date }: Pick<Offering, 'id' | 'date'>) =>
  queryOptions({
    queryKey: ['deposit-items', id],
    queryFn: async () => {
      const items: DepositItem[] = [];
      for (let page = 1; ; page += 1) {
        const query = { from: date, page, pageSize: 200 } as const;
        const read = await answerOf(client.GET('/api/deposits', { params: { query } }));
        items.push(...read.items.flatMap((deposit) => deposit.items));
        if (page >= read.totalPages) return items;
      }
    },
    staleTime: 0,
  });

export const offeringsQuery = (page: number) =>
  queryOptions({
    queryKey: ['offerings', page],
    queryFn: () => answerOf(client.GET('/api/offering-days', { params: { query: { page, pageSize: PAGE_SIZE } } })),
    staleTime: 0,
  });

/** The offering of a date, or null if the date has none. */
export const dayQuery = (date: string) =>
  queryOptions({
    queryKey: ['offerings', 'day', date],
    queryFn: () => readDay({ from: date, to: date }),
    staleTime: 0,
  });

/** What everybody who counts may know of an offering, or null if there is no such offering. */
export const dayOfOfferingQuery = (sessionId: number) =>
  queryOptions({ queryKey: ['offerings', 'of', sessionId], queryFn: () => readDay({ sessionId }), staleTime: 0 });

async function readDay(query: { from: string; to: string } | { sessionId: number }): Promise<OfferingDay | null> {
  const { items } = await answerOf(client.GET('/api/offering-days', { params: { query } }));
  return items[0] ?? null;
}

export const offeringQuery = (id: number) =>
  queryOptions({
    queryKey: ['offering', id],
    queryFn: () => answerOf(client.GET('/api/offering-sessions/{id}', { params: { path: { id } } })),
    refetchInterval: LOOK_EVERY_MS,
    staleTime: 0,
  });

/** Creates the offering for a date. Throws a Refusal with `existingId` if the date already has an offering. */
export const openOffering = (date: string) => answerOf(client.POST('/api/offering-sessions', { body: { date } }));

/** An offering and the ETag of its version. A change with this ETag in `If-Match` applies only to this version. */
export type Versioned = { offering: Offering; etag: string };

/** Reads the current version of an offering from the service. */
export function readOffering(id: number): Promise<Versioned> {
  return versioned(client.GET('/api/offering-sessions/{id}', { params: { path: { id } } }));
}

async function versioned(call: Promise<Outcome<Offering> & { response: Response }>): Promise<Versioned> {
  const offering = await answerOf(call);
  return { offering, etag: (await call).response.headers.get('ETag') ?? '' };
}

type Move = 'submit' | 'reopen' | 'reconcile';

/**
 * Submits, reopens or reconciles an offering. If an `etag` is given, the service refuses when the offering no longer
 * has this version.
 */
export async function moveOffering(
  id: number,
  move:
    | { kind: 'submit' }
    | { kind: 'reopen'; reason: string }
    | { kind: 'reconcile'; body: Schemas['Reconciliation'] },
  etag?: string,
): Promise<Offering> {
  const params = { path: { id }, ...(etag !== undefined && { header: { 'If-Match': etag } }) };
  const moved = await answerOf(callOf(move, params));
  showOffering(moved);
  return moved;
}

function callOf(move: Parameters<typeof moveOffering>[1], params: { path: { id: number } }) {
  const path: `/api/offering-sessions/{id}/${Move}` = `/api/offering-sessions/{id}/${move.kind}`;
  const body = move.kind === 'reopen' ? { reason: move.reason } : move.kind === 'reconcile' ? move.body : undefined;
  return client.POST(path as '/api/offering-sessions/{id}/submit', { params, body } as never);
}

/** Saves the counts if the offering still has the version `etag`. Returns the offering and its new version. */
export function saveCounts(id: number, counts: OfferingCounts, etag: string): Promise<Versioned> {
  const params = { path: { id }, header: { 'If-Match': etag } };
  return versioned(client.PUT('/api/offering-sessions/{id}', { params, body: counts }));
}

/** Deletes an offering that has no gifts. The service refuses if a gift arrives before the offering is deleted. */
export async function deleteOffering(id: number): Promise<void> {
  const { etag } = await readOffering(id);
  const params = { path: { id }, header: { 'If-Match': etag } };
  await answerOf(client.DELETE('/api/offering-sessions/{id}', { params }));
  await queryClient.invalidateQueries({ queryKey: ['offerings'] });
}

/** Shows an offering that a response contains, without reading it again. The list of offerings is read again. */
export function showOffering(offering: Offering): void {
  queryClient.setQueryData(offeringQuery(offering.id).queryKey, offering);
  void queryClient.invalidateQueries({ queryKey: ['offerings'] });
}

/** Adds a gift to the shown offering, or replaces the shown gift with the same id. */
export async function showGift(sessionId: number, gift: Gift): Promise<void> {
  await stopLooking(sessionId);
  queryClient.setQueryData(offeringQuery(sessionId).queryKey, (offering) => {
    if (!offering) return offering;
    const others = offering.givings.filter(({ id }) => id !== gift.id);
    return { ...offering, givings: [...others, gift].toSorted((a, b) => a.id - b.id) };
  });
}

/** Removes a deleted gift from the shown offering. */
export async function hideGift(sessionId: number, givingId: number): Promise<void> {
  await stopLooking(sessionId);
  queryClient.setQueryData(
    offeringQuery(sessionId).queryKey,
    (offering) => offering && { ...offering, givings: offering.givings.filter(({ id }) => id !== givingId) },
  );
}

/** Cancels a running request for the offering, because its response may be older than what the page shows now. */
function stopLooking(sessionId: number): Promise<void> {
  return queryClient.cancelQueries({ queryKey: offeringQuery(sessionId).queryKey });
}

/**
 * Reads the reversals of an offering's gifts. Reversals do not belong to an offering, so this reads all gifts since the
 * date of the offering, sorted by amount. It stops when the amounts become positive, because reversals are negative.
 */
export const reversalsQuery = ({ id, date, givings }: Offering) =>
  queryOptions({
    queryKey: ['reversals', id],
    queryFn: async () => {
      const own = new Set(givings.map((gift) => gift.id));
      const reversals: Gift[] = [];
      for (let page = 1; ; page += 1) {
        const query = { from: date, sort: 'amount', page, pageSize: PAGE_SIZE } as const;
        const { items, totalPages } = await answerOf(client.GET('/api/givings', { params: { query } }));
        reversals.push(...items.filter(({ reversalOf }) => reversalOf !== null && own.has(reversalOf)));
        if (page >= totalPages || (items.at(-1)?.amount ?? 0) > 0) return reversals;
      }
    },
  });

/** Reverses a gift and immediately shows the reversal. */
export async function reverseGift(
  offering: Offering,
  givingId: number,
  body: Schemas['GivingReversal'],
): Promise<void> {
  const params = { path: { id: givingId } };
  const reversal = await answerOf(client.POST('/api/givings/{id}/reverse', { params, body }));
  const { queryKey } = reversalsQuery(offering);
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, (known = []) => [...known, reversal]);
  void queryClient.invalidateQueries({ queryKey });
}

/** Reads the deposit slip as a PDF, in the language of the page. */
export async function readSlip(id: number): Promise<Blob> {
  return answerOf(client.GET('/api/offering-sessions/{id}/deposit-slip.pdf', paperOf(id)));
}

/** Reads the count sheet as a PDF, in the language of the page. */
export async function readCountSheet(id: number): Promise<Blob> {
  return answerOf(client.GET('/api/offering-sessions/{id}/count-sheet.pdf', paperOf(id)));
}

const paperOf = (id: number) => ({ params: { path: { id }, query: { locale: localeOf(currentLanguage()) } } });
