/** Writes the body of an event. It contains ids only, or the record for an endpoint that asked for details. */
import type { App } from '../../app.ts';
import { AppError, type ErrorCode } from '../../errors.ts';
import { can } from '../../permissions.ts';
import { EVENT_DETAILS } from '../audit/announcements.ts';
import { personActor } from '../access/users/acting.ts';
import type { DeliveryRow } from './delivery-queries.ts';
import { TEST_EVENT } from './schema.ts';

/** The name of the id of each kind of record in the payload. */
const ID_NAMES: Readonly<Record<string, string>> = {
  OfferingSession: 'offeringSessionId',
  Expense: 'expenseId',
  Member: 'memberId',
  NotificationLog: 'messageId',
};

/** Signing takes time that no request should wait for. A larger record is left out, and its id stays. */
const LARGEST = 262_144;

/** The refusals that mean that there is no record for this reader. */
const GONE: ReadonlySet<ErrorCode> = new Set(['not_found', 'forbidden']);

/** `ownerId` is the person who last chose the address or the details. */
type Reader = { ownerId: number | null; includesDetails: number };

/** Returns the body of an event as JSON: `type`, `timestamp` and `data` (Standard Webhooks, "Payload structure"). */
export async function bodyOf(app: App, delivery: DeliveryRow, endpoint: Reader): Promise<string> {
  const { event: type, occurredAt: timestamp } = delivery;
  const record = endpoint.includesDetails === 1 ? await readRecord(app, delivery, endpoint) : undefined;
  const ids = { type, timestamp, data: idsOf(delivery) };
  const whole = JSON.stringify({ ...ids, data: { ...ids.data, ...(record !== undefined && { record }) } });
  return whole.length <= LARGEST ? whole : JSON.stringify(ids);
}

function idsOf({ event, endpointId, subjectType, subjectId }: DeliveryRow): Record<string, number | string> {
  if (event === TEST_EVENT) return { endpointId };
  const [year, month] = subjectId.split('-');
  if (subjectType === 'MonthlyStatement') return { year: Number(year), month: Number(month) };
  return { [ID_NAMES[subjectType] ?? 'id']: Number(subjectId) };
}

/**
 * Returns the record of an event as the owner of the endpoint may read it, or undefined if the record is gone, or the
 * person lost the permission or their account. Rethrows every other error, such as one that says that the database is
 * busy.
 */
async function readRecord(app: App, { subjectType, subjectId }: DeliveryRow, { ownerId }: Reader) {
  const details = (await app.declared(EVENT_DETAILS)).find((one) => one.subjectType === subjectType);
  const actor = ownerId === null ? undefined : await personActor(app, ownerId);
  if (!details || !actor || !can(actor, details.permission)) return undefined;
  try {
    return await details.read({ ...app, actor }, subjectId);
  } catch (error) {
    if (error instanceof AppError && GONE.has(error.code)) return undefined;
    throw error;
  }
}
