import * as z from 'zod';
import { pageOf, pageQuery } from '../../lib/page.ts';
import { audited, filter, id, idText, instant, items, lineOrNull, text } from '../../lib/wire.ts';
import { EVENT_NAMES } from '../audit/announcements.ts';
import { Failure } from './failures.ts';
import { LONGEST_URL, normalUrl } from './rules.ts';

/** Sent by `POST /{id}/test`, and wanted by every endpoint. */
export const TEST_EVENT = 'endpoint.test';

export const EventName = z
  .enum(EVENT_NAMES)
  .meta({ id: 'WebhookEventName', description: 'Something that happens in Vestry.' });

const ANY_EVENT = z.enum([...EVENT_NAMES, TEST_EVENT]);

/** `overwrite` stores an address as it is called, so that it reads the same everywhere. */
const url = text(LONGEST_URL)
  .refine((value) => !/[\s\\]/.test(value), {
    error: 'must not contain a space or a backslash',
    params: { code: 'webhook_url' },
  })
  .overwrite(normalUrl)
  .max(LONGEST_URL)
  .describe(
    'The address to which events are sent. It begins with `https://`, and with `http://` only where the setting `webhookAddresses` allows addresses of this network.',
  );
const description = lineOrNull(200).describe('What the endpoint is for.');
const events = z
  .array(EventName)
  .min(1)
  .max(EVENT_NAMES.length)
  .overwrite((list) => EVENT_NAMES.filter((name) => list.includes(name)))
  .describe('The wanted events, at least one.');
const DETAILS =
  'Whether the payload contains the record as the API shows it, which may be personal data. Otherwise it contains ids only. The record is read when the event is sent, with the permissions of whoever last chose the address or this setting.';

const fields = {
  url,
  description: description.default(null),
  events,
  includesDetails: z.boolean().default(false).describe(DETAILS),
};

export const NewWebhookEndpoint = z
  .strictObject(fields)
  .meta({ id: 'NewWebhookEndpoint', description: 'An endpoint, as you send it.' });
export type NewWebhookEndpoint = z.output<typeof NewWebhookEndpoint>;

export const WebhookEndpoint = z
  .object({
    id,
    url: z.string().describe('The address to which events are sent.'),
    description: z.string().nullable().describe('What the endpoint is for.'),
    events: z.array(EventName).describe('The wanted events.'),
    includesDetails: z.boolean().describe(DETAILS),
    ownerId: id
      .nullable()
      .describe(
        'The user who last chose the address or the details; null if a command without `--as` did. Vestry writes to them if the endpoint is switched off.',
      ),
    isActive: z
      .boolean()
      .describe('Whether events are sent. While it is false, no new events are kept for the endpoint.'),
    switchedOffReason: z
      .enum(['Owner', 'Failing', 'Gone'])
      .nullable()
      .describe(
        'Why the endpoint is not active: a person switched it off, nothing was accepted for five days, or it answered 410. Null while it is active.',
      ),
    ...audited,
  })
  .meta({ id: 'WebhookEndpoint', description: 'An address to which Vestry sends events.' });
export type WebhookEndpoint = z.output<typeof WebhookEndpoint>;

/** How deliveries go is only in the list, so that a change of an endpoint is not refused because one was delivered. */
export const ListedWebhookEndpoint = WebhookEndpoint.extend({
  failingSince: instant.nullable().describe('The first failure since the last success; null if there is none.'),
  lastDeliveredAt: instant.nullable().describe('When the endpoint last accepted an event; null before that.'),
  pending: z.int().describe('How many events wait to be sent.'),
}).meta({ id: 'ListedWebhookEndpoint', description: 'An endpoint, and how its deliveries go.' });
export type ListedWebhookEndpoint = z.output<typeof ListedWebhookEndpoint>;

export const WebhookEndpoints = items(ListedWebhookEndpoint);

const secret = z
  .string()
  .nullable()
  .describe(
    'The secret with which the receiver verifies signatures, `whsec_` and 32 bytes in base64. It is shown only once. Null if the request is repeated with the same `Idempotency-Key`.',
  );

export const CreatedWebhookEndpoint = z
  .object({ endpoint: WebhookEndpoint.describe('The new endpoint.'), secret })
  .meta({ id: 'CreatedWebhookEndpoint', description: 'A new endpoint and its secret.' });
export type CreatedWebhookEndpoint = z.output<typeof CreatedWebhookEndpoint>;

export const WebhookSecret = z
  .object({ secret })
  .meta({ id: 'WebhookSecret', description: 'A new secret. The one before it also signs for 24 hours.' });
export type WebhookSecret = z.output<typeof WebhookSecret>;

const DeliveryState = z.enum(['Pending', 'Delivered', 'Failed']);

export const WebhookDelivery = z
  .object({
    id,
    eventId: z.string().describe('The header `webhook-id`. It stays the same when the event is sent again.'),
    event: ANY_EVENT.describe('What happened.'),
    subjectType: z.string().describe('The kind of record that the event is about, such as `Expense`.'),
    subjectId: z.string().describe('The id of the record, as text. For a month, it is `YYYY-MM`.'),
    occurredAt: instant.describe('When it happened.'),
    state: DeliveryState.describe('`Failed` means that Vestry has given up.'),
    attempts: z.int().describe('How often the event was sent.'),
    nextAttemptAt: instant.nullable().describe('When the event is sent next; null unless it is pending.'),
    deliveredAt: instant.nullable().describe('When the endpoint accepted the event; null before that.'),
    lastAttemptAt: instant.nullable().describe('When the event was last sent; null before that.'),
    lastStatus: z.int().nullable().describe('The HTTP status of the last response; null if there was none.'),
    lastFailure: Failure.nullable().describe('Why the last attempt failed; null if it did not.'),
    lastError: z.string().nullable().describe('The same as a sentence.'),
    lastDurationMs: z.int().nullable().describe('How many milliseconds the last attempt took.'),
  })
  .meta({ id: 'WebhookDelivery', description: 'One event for one endpoint, and how its delivery went.' });
export type WebhookDelivery = z.output<typeof WebhookDelivery>;

export const WebhookDeliveryPage = pageOf(WebhookDelivery);
export type WebhookDeliveryPage = z.output<typeof WebhookDeliveryPage>;

export const WebhookDeliveryQuery = pageQuery({
  sort: ['id'],
  by: '-id',
  filters: {
    state: filter(DeliveryState, 'Only deliveries in this state.'),
    event: filter(ANY_EVENT, 'Only deliveries of this event.'),
  },
});
export type WebhookDeliveryQuery = z.output<typeof WebhookDeliveryQuery>;

export const WebhookEndpointPath = z.strictObject({ id: idText });
export const WebhookDeliveryPath = z.strictObject({ id: idText, deliveryId: idText });
