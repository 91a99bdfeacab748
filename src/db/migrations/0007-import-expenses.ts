/**
 * Allows imports of expenses. SQLite cannot change a CHECK constraint, so the table `imports` is rebuilt. No other
 * table refers to it.
 */
export const importExpenses = {
  name: '0007-import-expenses',
  sql: `
create table newImports (
  id integer primary key autoincrement,
  kind text not null check (kind in ('members', 'givings', 'expenses')),
  fileName text not null,
  fileHash text not null check (length(fileHash) = 64),
  rows integer not null,
  created text not null,
  at text not null,
  "by" integer references users (id),
  byName text not null,
  undoneAt text,
  undoneBy integer references users (id)
) strict;
insert into newImports select * from imports;
drop table imports;
alter table newImports rename to imports;
create index importsByHash on imports (fileHash);
`,
};
