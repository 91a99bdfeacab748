/** Adds the second factor of sign-ins: authenticator apps, recovery codes, passkeys and remembered devices. */
export const secondFactor = {
  name: '0034-second-factor',
  sql: `
alter table roles add column requiresSecondFactor integer not null default 0 check (requiresSecondFactor in (0, 1));

create table authenticators (
  id integer primary key,
  userId integer not null references users (id),
  -- Encrypted, because the service must compute the codes from it.
  secret text not null,
  createdAt text not null,
  -- Null until the first code shows that the app has the secret. The app before it works until then.
  confirmedAt text,
  lastUsedAt text,
  -- The time step of the last accepted code. No code of this or an earlier step is accepted again (RFC 6238, 5.2).
  lastStep integer not null default 0,
  -- How many time steps the clock of the app is ahead of the clock of this computer (RFC 6238, 6).
  drift integer not null default 0,
  -- The step of a right code for a wrong time. The code after it proves that a clock is wrong.
  doubtfulStep integer
) strict;
create unique index authenticatorsInUse on authenticators (userId) where confirmedAt is not null;
create unique index authenticatorsToConfirm on authenticators (userId) where confirmedAt is null;

create table recoveryCodes (
  id integer primary key,
  userId integer not null references users (id),
  -- The first group of the code, by which the code is found.
  lookup text not null,
  codeHash text not null,
  createdAt text not null,
  usedAt text,
  unique (userId, lookup)
) strict;

create table passkeys (
  id integer primary key autoincrement,
  userId integer not null references users (id),
  -- The id of the user as the passkey knows it, which says nothing about the person (WebAuthn, 14.6.1).
  userHandle text not null,
  credentialId text not null unique,
  publicKey text not null,
  signCount integer not null,
  transports text not null,
  host text not null,
  name text not null,
  createdAt text not null,
  lastUsedAt text
) strict;
create index passkeysByUser on passkeys (userId);

create table rememberedDevices (
  id integer primary key autoincrement,
  userId integer not null references users (id),
  -- A token is a name, which stays, and a secret, which is replaced at each use.
  nameHash text not null unique check (length(nameHash) = 64),
  tokenHash text not null check (length(tokenHash) = 64),
  -- The token before this one, which two tabs may send at once.
  previousHash text,
  createdAt text not null,
  lastUsedAt text not null,
  expiresAt text not null,
  userAgent text,
  ipAddress text
) strict;
create index rememberedDevicesByUser on rememberedDevices (userId);

create table usedTickets (
  id text primary key,
  expiresAt text not null
) strict, without rowid;
`,
};
