import type { Kept } from '../audit/kept.ts';

/** Where events go, and the secrets that sign them. */
export const keptEndpoints: Kept = {
  kind: 'WebhookEndpoint',
  from: '"webhookEndpoints"',
  values: `json_array("url", "description", "events", "includesDetails", "ownerId", "isActive", "switchedOffReason", "secret",
    "previousSecret", "previousSecretUntil")`,
  since: '0049-kept-records',
};
