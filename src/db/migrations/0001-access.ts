/**
 * Accounts, sign-ins, idempotency keys, the audit log and the search index. Columns have the names that the domain
 * uses. Ids are never reused (`autoincrement`), because the audit log outlives the records that it names.
 */
export const access = {
  name: '0001-access',
  sql: `
create table roles (
  name text primary key,
  description text not null,
  sortOrder integer not null
) strict;

create table users (
  id integer primary key autoincrement,
  email text not null,
  emailKey text not null unique,
  displayName text not null,
  passwordHash text not null,
  passwordExpiresAt text,
  mustChangePassword integer not null check (mustChangePassword in (0, 1)),
  isActive integer not null default 1 check (isActive in (0, 1)),
  lastLoginAt text,
  createdAt text not null,
  modifiedAt text not null,
  createdBy integer references users (id),
  modifiedBy integer references users (id)
) strict;

create table userRoles (
  userId integer not null references users (id),
  role text not null references roles (name),
  primary key (userId, role)
) strict, without rowid;

create table userInvitations (
  id integer primary key,
  userId integer not null references users (id),
  tokenHash text not null unique,
  createdAt text not null,
  expiresAt text not null,
  acceptedAt text,
  revokedAt text,
  createdBy integer references users (id)
) strict;
create index userInvitationsByUser on userInvitations (userId);

create table signIns (
  id integer primary key,
  userId integer not null references users (id),
  createdAt text not null,
  lastUsedAt text not null,
  expiresAt text not null,
  userAgent text,
  ipAddress text,
  revokedAt text
) strict;
create index signInsByUser on signIns (userId) where revokedAt is null;

create table refreshTokens (
  id integer primary key,
  signInId integer not null references signIns (id) on delete cascade,
  tokenHash text not null unique check (length(tokenHash) = 64),
  createdAt text not null,
  expiresAt text not null,
  rotatedAt text,
  revokedAt text
) strict;
create index refreshTokensBySignIn on refreshTokens (signInId);

create table idempotencyKeys (
  userId integer not null references users (id),
  key text not null,
  requestHash text not null,
  state text not null check (state in ('claimed', 'done')),
  status integer,
  headers text,
  body text,
  batchId text,
  createdAt text not null,
  primary key (userId, key)
) strict, without rowid;
create index idempotencyKeysByAge on idempotencyKeys (createdAt);

create table auditLogs (
  id integer primary key,
  at text not null,
  action text not null,
  actorId integer,
  actorName text not null,
  entityType text not null,
  entityId text not null,
  changes text,
  changesDigest text not null,
  ipAddress text,
  requestId text,
  previousHash text not null,
  hash text not null
) strict;
create index auditLogsByEntity on auditLogs (entityType, entityId);
create index auditLogsByAction on auditLogs (action);
create index auditLogsByActor on auditLogs (actorId);
create index auditLogsByTime on auditLogs (at);

create table auditHead (
  id integer primary key check (id = 1),
  entries integer not null,
  lastHash text not null
) strict;
insert into auditHead (id, entries, lastHash) values (1, 0, '');

create virtual table searchIndex using fts5(
  parts, content = '', contentless_delete = 1, tokenize = 'ascii', prefix = '1 2'
);

create table seededRows (
  catalog text not null,
  key text not null,
  rowKey text not null,
  primary key (catalog, key)
) strict, without rowid;
`,
};
