/**
 * Messages to people: batches, a row for each recipient, and LINE accounts. The state of a recipient goes from
 * `pending` through `sending` to `sent` or `failed`. `sending` is stored before the message is sent, so if the process
 * dies meanwhile, the state shows that the message may have been sent.
 */
export const notifications = {
  name: '0008-notifications',
  sql: `
create table notificationBatches (
  id text primary key check (length(id) = 36),
  channel text not null check (channel in ('Email', 'Line')),
  kind text not null check (kind in ('Message', 'ContributionStatement', 'MonthlyStatement')),
  subject text,
  content text not null,
  skipped text not null,
  createdAt text not null,
  createdBy integer references users (id),
  createdByName text not null,
  finishedAt text
) strict, without rowid;
create index notificationBatchesOpen on notificationBatches (createdAt) where finishedAt is null;

create table messagingGroups (
  id integer primary key autoincrement,
  platform text not null check (platform = 'Line'),
  platformGroupId text not null,
  name text not null,
  isActive integer not null check (isActive in (0, 1)),
  joinedAt text not null,
  leftAt text,
  createdAt text not null,
  modifiedAt text not null,
  createdBy integer references users (id),
  modifiedBy integer references users (id),
  unique (platform, platformGroupId)
) strict;

create table notificationLogs (
  id integer primary key autoincrement,
  batchId text not null references notificationBatches (id),
  channel text not null check (channel in ('Email', 'Line')),
  recipient text not null,
  memberId integer references members (id),
  groupId integer references messagingGroups (id),
  subject text,
  state text not null check (state in ('pending', 'sending', 'sent', 'failed')),
  retryKey text,
  error text,
  mayHaveArrived integer not null default 0 check (mayHaveArrived in (0, 1)),
  sentAt text,
  sentBy integer references users (id),
  check ((state in ('sent', 'failed')) = (sentAt is not null)),
  check (state = 'failed' or error is null)
) strict;
create index notificationLogsByBatch on notificationLogs (batchId, state);
create index notificationLogsByMember on notificationLogs (memberId) where memberId is not null;
create index notificationLogsByTime on notificationLogs (sentAt) where sentAt is not null;

create table memberChannelBindings (
  id integer primary key autoincrement,
  memberId integer not null references members (id) on delete cascade,
  platform text not null check (platform = 'Line'),
  platformUserId text not null,
  displayName text,
  language text,
  boundAt text not null,
  retiredAt text
) strict;
create unique index memberChannelBindingsByIdentity on memberChannelBindings (platform, platformUserId)
  where retiredAt is null;
create unique index memberChannelBindingsByMember on memberChannelBindings (platform, memberId)
  where retiredAt is null;
create index memberChannelBindingsOfMember on memberChannelBindings (memberId);

create table lineBindingCodes (
  id integer primary key autoincrement,
  memberId integer not null references members (id) on delete cascade,
  codeHash text not null unique check (length(codeHash) = 64),
  createdAt text not null,
  createdBy integer references users (id),
  expiresAt text not null,
  usedAt text,
  revokedAt text
) strict;
create index lineBindingCodesByMember on lineBindingCodes (memberId);

alter table contributionStatements add column handedOutAt text;
update contributionStatements set handedOutAt = issuedAt;

create table webhookEvents (
  eventId text primary key,
  at text not null
) strict, without rowid;
`,
};
