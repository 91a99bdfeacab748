/**
 * The church's mail server, which is a single row, and letters that wait to be tried again: `pending` rows with
 * `nextTryAt`. An e-mail that failed but may have arrived is now `unknown`. LINE recognizes a repeated message, so there it
 * is `failed`. From now on, an e-mail is `sending` only from the moment in which the server can accept it.
 */
export const mail = {
  name: '0041-mail',
  sql: `
create table mailSettings (
  id integer primary key check (id = 1),
  preset text,
  host text,
  port integer not null check (port between 1 and 65535),
  user text,
  password text,
  sender text,
  maxConnections integer not null check (maxConnections between 1 and 20),
  perMinute integer check (perMinute > 0),
  perDay integer check (perDay > 0),
  createdAt text not null,
  modifiedAt text not null,
  createdBy integer references users (id),
  modifiedBy integer references users (id)
) strict;

alter table notificationBatches add column stoppedAt text;
alter table notificationLogs add column nextTryAt text;
alter table notificationLogs add column tries integer not null default 0;
alter table notificationLogs add column waitsFor text;
alter table notificationLogs add column result text generated always as (case
  when state = 'failed' and mayHaveArrived = 1 and channel = 'Email' then 'unknown'
  when state = 'pending' and nextTryAt is not null then 'deferred'
  else state end) virtual;
create index notificationLogsWaiting on notificationLogs (nextTryAt, batchId) where nextTryAt is not null;
drop index notificationLogsByState;
create index notificationLogsByResult on notificationLogs (result, id) where sentAt is not null;
`,
};
