/** All requests of the giving room to the service. */
import { queryOptions } from '@tanstack/react-query';
import type { Outcome } from '../../client/client.ts';
import { readReversals } from '../kit/reversals.ts';
import { answerOf, client } from '../session/api.ts';
import { queryClient } from '../session/query-client.ts';
import { bodyOf, typedGift } from './gift-body.ts';
import type { GiftFilters, Giving, GroupBy, NewGiving, NewReversal } from './types.ts';

const PAGE_SIZE = 50;

export const giftsQuery = (filters: GiftFilters) =>
  queryOptions({
    queryKey: ['gifts', filters],
    queryFn: () =>
      answerOf(client.GET('/api/givings', { params: { query: { ...filters, pageSize: PAGE_SIZE } as never } })),
    // The previous results stay visible while the next search runs.
    placeholderData: (before) => before,
  });

export const allCategoriesQuery = queryOptions({
  queryKey: ['giving-categories', 'all'],
  queryFn: async () =>
    (await answerOf(client.GET('/api/giving-categories', { params: { query: { includeDisabled: true } } }))).items,
  staleTime: 60_000,
});

/** A gift, and the ETag of the version that was read. */
export type VersionedGift = { gift: Giving; etag: string };

export const giftQuery = (id: number) =>
  queryOptions({
    queryKey: ['gift', id],
    queryFn: () => versioned(client.GET('/api/givings/{id}', { params: { path: { id } } })),
  });

async function versioned(call: Promise<Outcome<Giving> & { response: Response }>): Promise<VersionedGift> {
  const gift = await answerOf(call);
  return { gift, etag: (await call).response.headers.get('ETag') ?? '' };
}

/** Enters a gift, or replaces `before`. Throws a Refusal `stale_version` if somebody else changed `before` meanwhile. */
export async function saveGift(body: NewGiving, before: VersionedGift | undefined): Promise<VersionedGift> {
  const saving = before
    ? client.PUT('/api/givings/{id}', {
        params: { path: { id: before.gift.id }, header: { 'If-Match': before.etag } },
        body,
      })
    : client.POST('/api/givings', { body });
  const saved = await versioned(saving);
  queryClient.setQueryData(giftQuery(saved.gift.id).queryKey, saved);
  forget();
  return saved;
}

/** Enters a deleted gift again. */
export async function enterAgain(gift: Giving): Promise<void> {
  const body = bodyOf(typedGift(gift, gift.date), gift);
  if (body) await saveGift(body, undefined);
}

/** Deletes a gift if it still has the version `etag`. */
export async function deleteGift(id: number, etag: string): Promise<void> {
  await answerOf(client.DELETE('/api/givings/{id}', { params: { path: { id }, header: { 'If-Match': etag } } }));
  forget();
}

/** Lets the lists and the sums be read again, because a gift has changed. */
function forget(): void {
  for (const key of ['gifts', 'reversals-of', 'contributions', 'giving-summary']) {
    void queryClient.invalidateQueries({ queryKey: [key] });
  }
}

/**
 * Reads the reversals of a gift. The service cannot search for them, so this reads the gifts since the date of the gift,
 * of the same giver if there is one.
 */
export const reversalsOfQuery = ({ id, date, memberId, reversalOf }: Giving) =>
  queryOptions({
    queryKey: ['reversals-of', id],
    queryFn: async () => {
      const query = { from: date, sort: 'amount', pageSize: PAGE_SIZE, ...(memberId !== null && { memberId }) };
      const found = await readReversals<Giving>((page) =>
        answerOf(client.GET('/api/givings', { params: { query: { ...query, page } as never } })),
      );
      return found.filter((one) => one.reversalOf === id);
    },
    enabled: reversalOf === null,
  });

/** Reverses a gift, in whole or in part. */
export async function reverseGift({ id }: Giving, body: NewReversal): Promise<void> {
  await answerOf(client.POST('/api/givings/{id}/reverse', { params: { path: { id } }, body }));
  forget();
}

export const offeringOfQuery = (sessionId: number | null) =>
  queryOptions({
    queryKey: ['offering-of-gift', sessionId],
    queryFn: () => answerOf(client.GET('/api/offering-sessions/{id}', { params: { path: { id: sessionId ?? 0 } } })),
    enabled: sessionId !== null,
  });

const WITH_MONEY: ReadonlySet<string> = new Set(['Checking', 'Savings', 'Cash', 'Undeposited', 'Processor']);

export const moneyAccountsQuery = queryOptions({
  queryKey: ['accounts', 'money'],
  queryFn: async () =>
    (await answerOf(client.GET('/api/accounts'))).items.filter(
      ({ kind, isActive, isReserved }) => isActive && !isReserved && WITH_MONEY.has(kind),
    ),
});

export const summaryQuery = (from: string, to: string, groupBy: GroupBy) =>
  queryOptions({
    queryKey: ['giving-summary', from, to, groupBy],
    queryFn: () => answerOf(client.GET('/api/giving/summary', { params: { query: { from, to, groupBy } } })),
    placeholderData: (before) => (before?.groupBy === groupBy ? before : undefined),
  });
