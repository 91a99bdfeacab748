/** Keeps why transfers and adjusting entries that wait for a second person were rejected. */
export const rejections = {
  name: '0052-rejections',
  sql: `
create table rejections (
  id integer primary key autoincrement,
  kind text not null check (kind in ('Transfer', 'JournalEntry')),
  subjectId integer not null,
  userId integer not null references users (id),
  at text not null,
  reason text not null,
  clearedAt text
) strict;
create unique index rejectionInForce on rejections (kind, subjectId) where clearedAt is null;
create index rejectionsByUser on rejections (userId);
`,
};
