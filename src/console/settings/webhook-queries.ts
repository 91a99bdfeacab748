/** All requests about webhook endpoints and their deliveries. */
import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../../client/client.ts';
import { answerOf, client } from '../session/api.ts';
import { queryClient } from '../session/query-client.ts';
import { type Versioned, versioned } from './store.ts';

export type Endpoint = Schemas['WebhookEndpoint'];
export type ListedEndpoint = Schemas['ListedWebhookEndpoint'];
export type Delivery = Schemas['WebhookDelivery'];
type NewEndpoint = Schemas['NewWebhookEndpoint'];

export const EVENTS: readonly Endpoint['events'][number][] = [
  'offering-session.submitted',
  'expense.submitted',
  'expense.approved',
  'expense.paid',
  'month.finalized',
  'member.created',
  'member.changed',
  'message.failed',
];

export const endpointsQuery = queryOptions({
  queryKey: ['settings', 'webhooks'],
  queryFn: async () => (await answerOf(client.GET('/api/webhook-endpoints'))).items,
  refetchInterval: 10_000,
});

export const endpointQuery = (id: number) =>
  queryOptions({
    queryKey: ['settings', 'webhook', id],
    queryFn: () => versioned(client.GET('/api/webhook-endpoints/{id}', { params: { path: { id } } })),
    staleTime: 0,
  });

export const deliveriesQuery = (id: number, page: number) =>
  queryOptions({
    queryKey: ['settings', 'webhook-deliveries', id, page],
    queryFn: () => {
      const params = { path: { id }, query: { page, pageSize: 20 } };
      return answerOf(client.GET('/api/webhook-endpoints/{id}/deliveries', { params }));
    },
    placeholderData: (before) => before,
    refetchInterval: 5000,
  });

/** Adds an endpoint. The result has its secret, which is shown only once. */
export async function addEndpoint(body: object): Promise<Schemas['CreatedWebhookEndpoint']> {
  const made = await answerOf(client.POST('/api/webhook-endpoints', { body: body as NewEndpoint }));
  changed();
  return made;
}

/** Replaces an endpoint. Throws a Refusal `stale_version` if somebody else changed it meanwhile. */
export async function saveEndpoint(id: number, body: object, etag: string): Promise<Versioned<Endpoint>> {
  const params = { path: { id }, header: { 'If-Match': etag } };
  return noted(await versioned(client.PUT('/api/webhook-endpoints/{id}', { params, body: body as NewEndpoint })));
}

/** Switches an endpoint on or off. */
export async function moveEndpoint(id: number, step: 'activate' | 'deactivate'): Promise<Versioned<Endpoint>> {
  return noted(await versioned(client.POST(`/api/webhook-endpoints/{id}/${step}`, { params: { path: { id } } })));
}

/** Removes an endpoint and the list of its deliveries. */
export async function removeEndpoint(id: number): Promise<void> {
  await answerOf(client.DELETE('/api/webhook-endpoints/{id}', { params: { path: { id } } }));
  changed();
}

/** Gives an endpoint a new secret, which is shown only once. */
export async function rotateSecret(id: number): Promise<string> {
  const call = client.POST('/api/webhook-endpoints/{id}/rotate-secret', { params: { path: { id } } });
  const { secret } = await answerOf(call);
  changed();
  return secret ?? '';
}

/** Sends a test event to an endpoint. */
export async function testEndpoint(id: number): Promise<void> {
  await answerOf(client.POST('/api/webhook-endpoints/{id}/test', { params: { path: { id } } }));
  changed();
}

/** Sends an event again. */
export async function repeatDelivery(id: number, deliveryId: number): Promise<void> {
  const params = { path: { id, deliveryId } };
  await answerOf(client.POST('/api/webhook-endpoints/{id}/deliveries/{deliveryId}/repeat', { params }));
  changed();
}

function noted(saved: Versioned<Endpoint>): Versioned<Endpoint> {
  queryClient.setQueryData(endpointQuery(saved.record.id).queryKey, saved);
  changed();
  return saved;
}

function changed(): void {
  void queryClient.invalidateQueries({ queryKey: endpointsQuery.queryKey });
  void queryClient.invalidateQueries({ queryKey: ['settings', 'webhook-deliveries'] });
}
