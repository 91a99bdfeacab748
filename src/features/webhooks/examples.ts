/**
 * Examples for the API document. A key is the name of a schema, or of an operation whose response needs its own
 * example.
 */
import { audited, changed, type Examples, list, page, type RefusalExamples, type Said } from '../../lib/examples.ts';

const endpoint = {
  id: 2,
  url: 'https://hooks.example.org/vestry',
  description: 'The list of members on the website',
  events: ['member.created', 'member.changed'],
  includesDetails: false,
  ownerId: 1,
  isActive: true,
  switchedOffReason: null,
  ...audited,
};

const listed = { ...endpoint, failingSince: null, lastDeliveredAt: '2026-03-08T18:01:12.540Z', pending: 0 };

const SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDI0d0Q5VgLqE=';

const delivery = {
  id: 81,
  eventId: 'msg_5f0c1d9e3b7a4a559a536d2f7f2f0c11',
  event: 'member.created',
  subjectType: 'Member',
  subjectId: '214',
  occurredAt: '2026-03-08T18:01:12.004Z',
  state: 'Delivered',
  attempts: 1,
  nextAttemptAt: null,
  deliveredAt: '2026-03-08T18:01:12.540Z',
  lastAttemptAt: '2026-03-08T18:01:12.540Z',
  lastStatus: 204,
  lastFailure: null,
  lastError: null,
  lastDurationMs: 310,
};

const OFF: Said = ['This webhook endpoint is switched off. Switch it on first.'];

export const EXAMPLES: Examples = {
  NewWebhookEndpoint: {
    url: endpoint.url,
    description: endpoint.description,
    events: endpoint.events,
    includesDetails: false,
  },
  WebhookEndpoint: endpoint,
  ListedWebhookEndpointList: list(listed),
  CreatedWebhookEndpoint: { endpoint, secret: SECRET },
  WebhookSecret: { secret: SECRET },
  WebhookDelivery: {
    ...delivery,
    state: 'Pending',
    attempts: 0,
    deliveredAt: null,
    nextAttemptAt: '2026-03-08T18:05:00.000Z',
  },
  WebhookDeliveryPage: page(delivery),
  postWebhookEndpointsIdDeactivate: { ...endpoint, ...changed, isActive: false, switchedOffReason: 'Owner' },
};

export const REFUSALS: RefusalExamples = {
  postWebhookEndpoints: { conflict: ['There are at most 20 webhook endpoints. Remove one first.'] },
  postWebhookEndpointsIdTest: { conflict: OFF },
  postWebhookEndpointsIdDeliveriesDeliveryIdRepeat: { conflict: OFF },
};
