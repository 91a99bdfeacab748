/** All requests of the messages room to the service. */
import { queryOptions } from '@tanstack/react-query';
import { answerOf, client } from '../session/api.ts';
import { queryClient } from '../session/query-client.ts';
import type { BatchDetail, Draft, Preview, SendResult, Status } from './types.ts';

const PAGE_SIZE = 50;
const LARGEST_PAGE = 200;

/** Returns the ids of everybody who gets a message: the chosen people, and everybody with the chosen status. */
export async function recipientsOf({ memberIds, status }: Draft): Promise<number[]> {
  const ids = new Set(memberIds);
  if (status !== '') for (const id of await idsWith(status)) ids.add(id);
  return [...ids];
}

async function idsWith(status: Status): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1; ; page += 1) {
    const query = { page, pageSize: LARGEST_PAGE, sort: 'lastName', status } as const;
    const { items, totalPages } = await answerOf(client.GET('/api/members', { params: { query } }));
    ids.push(...items.map(({ id }) => id));
    if (page >= totalPages) return ids;
  }
}

/** The members of a family. */
export const familyQuery = (familyUnitId: number | null) =>
  queryOptions({
    queryKey: ['people', 'family', familyUnitId],
    queryFn: async () => {
      const query = { familyUnitId: familyUnitId ?? 0, pageSize: LARGEST_PAGE } as const;
      return (await answerOf(client.GET('/api/members', { params: { query } }))).items;
    },
    enabled: familyUnitId !== null,
  });

/** Reads what a message would look like in both languages, who would get it, and who not. */
export async function readPreviews(draft: Draft, memberIds: number[]): Promise<readonly Preview[]> {
  if (draft.way !== 'email') {
    return [await answerOf(client.POST('/api/notifications/line/preview', { body: lineBody(draft, memberIds) }))];
  }
  return Promise.all(
    (['en-US', 'zh-TW'] as const).map((locale) =>
      answerOf(client.POST('/api/notifications/email/preview', { body: { ...emailBody(draft, memberIds), locale } })),
    ),
  );
}

/** The ways to send messages, with what must be set up before each of them works. */
export const channelsQuery = queryOptions({
  queryKey: ['channels'],
  queryFn: async () => (await answerOf(client.GET('/api/notifications/channels'))).items,
});

/** Sends a message. With the same key, the service sends nothing twice. */
export function sendMessage(draft: Draft, memberIds: number[], key: string, locale: Locale): Promise<SendResult> {
  const params = { header: { 'Idempotency-Key': key } };
  return draft.way === 'email'
    ? answerOf(client.POST('/api/notifications/email', { params, body: { ...emailBody(draft, memberIds), locale } }))
    : answerOf(client.POST('/api/notifications/line', { params, body: lineBody(draft, memberIds) }));
}

/** The language of the words around an e-mail. */
export type Locale = 'en-US' | 'zh-TW';

const emailBody = ({ subject, body }: Draft, memberIds: number[]) => ({ memberIds, subject, body });
const lineBody = ({ body, groupIds, way }: Draft, memberIds: number[]) => ({
  memberIds,
  groupIds: [...groupIds],
  body,
  fallbackToEmail: way === 'both',
});

/** The interval at which a batch that is being sent is read again. */
const LOOK_EVERY_MS = 1500;
/** The interval if all that is left waits to be tried again. */
const LOOK_WHILE_WAITING_MS = 15_000;

export const batchQuery = (id: string) =>
  queryOptions({
    queryKey: ['batch', id],
    queryFn: () => answerOf(client.GET('/api/notifications/batches/{id}', { params: { path: { id } } })),
    refetchInterval: ({ state }) => {
      const { open = 0, deferred = 0 } = state.data ?? {};
      if (open === 0) return false;
      return open === deferred ? LOOK_WHILE_WAITING_MS : LOOK_EVERY_MS;
    },
    staleTime: 0,
  });

export const unfinishedQuery = queryOptions({
  queryKey: ['batches', 'unfinished'],
  queryFn: async () =>
    (await answerOf(client.GET('/api/notifications/batches', { params: { query: { unfinished: true } } }))).items,
});

/** What of a batch is sent besides its rest. */
export type Retries = { retryFailed?: true; retryUnknown?: true };

/** Sends the rest of a batch, and what `retries` says. */
export async function resume(id: string, retries: Retries, key: string): Promise<SendResult> {
  const params = { path: { id }, header: { 'Idempotency-Key': key } };
  try {
    return await answerOf(client.POST('/api/notifications/batches/{id}/resume', { params, body: retries }));
  } finally {
    readBatchAgain(id);
  }
}

/** Sends no more of a batch. */
export async function stop(id: string): Promise<BatchDetail> {
  try {
    return await answerOf(client.POST('/api/notifications/batches/{id}/stop', { params: { path: { id } } }));
  } finally {
    readBatchAgain(id);
  }
}

function readBatchAgain(id: string): void {
  for (const queryKey of [['batch', id], ['batches'], ['history']]) void queryClient.invalidateQueries({ queryKey });
}

export type HistoryFilters = {
  page: number;
  channel?: 'Email' | 'Line';
  result?: 'sent' | 'failed' | 'unknown';
  memberId?: number;
  batchId?: string;
};

export const historyQuery = (filters: HistoryFilters) =>
  queryOptions({
    queryKey: ['history', filters],
    queryFn: () =>
      answerOf(client.GET('/api/notifications/history', { params: { query: { ...filters, pageSize: PAGE_SIZE } } })),
    placeholderData: (before) => before,
  });

export const groupsQuery = queryOptions({
  queryKey: ['line-groups'],
  queryFn: async () => (await answerOf(client.GET('/api/notifications/groups'))).items,
});

export const bindingsQuery = queryOptions({
  queryKey: ['line-bindings'],
  queryFn: async () => (await answerOf(client.GET('/api/notifications/bindings'))).items,
});

/** Makes a code with which a person connects their LINE account. */
export const makeCode = (memberId: number) =>
  answerOf(client.POST('/api/notifications/binding-codes', { body: { memberId } }));

/** Ends the connection of a LINE account with a person. */
export async function retireBinding(id: number): Promise<void> {
  await answerOf(client.DELETE('/api/notifications/bindings/{id}', { params: { path: { id } } }));
  await queryClient.invalidateQueries({ queryKey: bindingsQuery.queryKey });
}

/** Changes the name of a LINE group, or whether it gets messages. */
export async function saveGroup(id: number, body: { name: string; isActive: boolean }): Promise<void> {
  await answerOf(client.PUT('/api/notifications/groups/{id}', { params: { path: { id } }, body }));
  await queryClient.invalidateQueries({ queryKey: groupsQuery.queryKey });
}
