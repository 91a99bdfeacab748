/**
 * Adds the place off this computer to which copies are sent, the copies that lie there, who this church and this
 * installation are, and the numbers of statements that were given before an older backup was restored.
 */
export const backupTarget = {
  name: '0050-backup-target',
  sql: `
create table backupTarget (
  id integer primary key check (id = 1),
  kind text check (kind in ('Folder', 'Rclone')),
  place text,
  keepDays integer not null check (keepDays between 1 and 366),
  keepWeeks integer not null check (keepWeeks between 0 and 520),
  keepMonths integer not null check (keepMonths between 0 and 600),
  afterSubmit integer not null check (afterSubmit in (0, 1)),
  afterFinalize integer not null check (afterFinalize in (0, 1)),
  nightly integer not null check (nightly in (0, 1)),
  -- Stays the same when a backup is restored.
  churchKey text not null,
  -- A new one after each restore, so that the earlier computer and this one notice each other.
  installationKey text not null,
  -- How often something happened after which the books are sent, and how much of that the last copy has.
  owed integer not null default 0,
  sent integer not null default 0,
  lastErrorCode text,
  lastErrorDetail text,
  lastErrorAt text,
  createdAt text not null,
  modifiedAt text not null,
  createdBy integer references users (id),
  modifiedBy integer references users (id),
  check ((kind is null) = (place is null))
) strict;

create table backupCopies (
  id integer primary key autoincrement,
  place text not null,
  name text not null,
  holds text not null check (holds in ('Books', 'All')),
  installationKey text not null,
  -- The copy has everything that was stored before this instant.
  asOf text not null,
  size integer not null,
  sha256 text not null,
  sentAt text not null,
  unique (place, name)
) strict;

create table statementNumbersGiven (
  year integer primary key,
  last integer not null check (last > 0)
) strict;
`,
};
