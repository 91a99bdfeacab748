/** Adds webhook endpoints, and the events that are to be delivered to them. */
export const webhooks = {
  name: '0036-webhooks',
  sql: `
create table webhookEndpoints (
  id integer primary key autoincrement,
  url text not null,
  description text,
  -- The names of the wanted events, separated by spaces.
  events text not null,
  includesDetails integer not null check (includesDetails in (0, 1)),
  -- Records are read with the permissions of this person.
  ownerId integer references users (id),
  isActive integer not null default 1 check (isActive in (0, 1)),
  switchedOffReason text check (switchedOffReason in ('Owner', 'Failing', 'Gone')),
  -- Encrypted, because the service must sign with it.
  secret text not null,
  previousSecret text,
  previousSecretUntil text,
  failingSince text,
  lastDeliveredAt text,
  createdAt text not null,
  modifiedAt text not null,
  createdBy integer references users (id),
  modifiedBy integer references users (id)
) strict;

create table webhookDeliveries (
  id integer primary key autoincrement,
  endpointId integer not null references webhookEndpoints (id) on delete cascade,
  -- The id by which a receiver knows an event that comes twice.
  eventId text not null,
  event text not null,
  subjectType text not null,
  subjectId text not null,
  occurredAt text not null,
  state text not null default 'Pending' check (state in ('Pending', 'Delivered', 'Failed')),
  attempts integer not null default 0,
  nextAttemptAt text not null,
  deliveredAt text,
  lastAttemptAt text,
  lastStatus integer,
  lastFailure text,
  lastDurationMs integer,
  unique (endpointId, eventId)
) strict;
create index webhookDeliveriesDue on webhookDeliveries (endpointId, nextAttemptAt, id) where state = 'Pending';
create index webhookDeliveriesInOrder on webhookDeliveries (endpointId, subjectType, subjectId, id)
  where state = 'Pending';
create index webhookDeliveriesByAge on webhookDeliveries (occurredAt);
`,
};
