/** Adds the keys with which programs use the API. */
export const programKeys = {
  name: '0035-program-keys',
  sql: `
create table programKeys (
  -- The audit log names a key by its id, so no id is used twice.
  id integer primary key autoincrement,
  userId integer not null references users (id),
  name text not null,
  tokenHash text not null unique check (length(tokenHash) = 64),
  -- The last four characters of the token, by which its owner recognizes it.
  hint text not null check (length(hint) = 4),
  -- The names of permissions, separated by spaces.
  permissions text not null,
  access text not null check (access in ('ReadOnly', 'ReadWrite')),
  createdAt text not null,
  expiresAt text not null,
  lastUsedAt text,
  lastUsedFrom text,
  endedAt text,
  endedBy integer references users (id)
) strict;
create index programKeysByUser on programKeys (userId);
`,
};
