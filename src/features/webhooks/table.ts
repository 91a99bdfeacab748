import type { Generated } from 'kysely';
import type { AuditedColumns, Flag } from '../../db/columns.ts';
import type { Failure } from './failures.ts';

export type WebhookEndpointTable = AuditedColumns & {
  id: Generated<number>;
  url: string;
  description: string | null;
  events: string;
  includesDetails: Flag;
  /** Who last chose the address or the details. Records are read with this person's permissions. */
  ownerId: number | null;
  isActive: Generated<Flag>;
  switchedOffReason: 'Owner' | 'Failing' | 'Gone' | null;
  secret: string;
  /** The secret before this one, which also signs until `previousSecretUntil`. */
  previousSecret: string | null;
  previousSecretUntil: string | null;
  /** The first failure since the last success. */
  failingSince: string | null;
  lastDeliveredAt: string | null;
};

export type WebhookDeliveryTable = {
  id: Generated<number>;
  endpointId: number;
  eventId: string;
  event: string;
  subjectType: string;
  subjectId: string;
  occurredAt: string;
  state: Generated<'Pending' | 'Delivered' | 'Failed'>;
  attempts: Generated<number>;
  nextAttemptAt: string;
  deliveredAt: string | null;
  lastAttemptAt: string | null;
  lastStatus: number | null;
  lastFailure: Failure | null;
  lastDurationMs: number | null;
};
