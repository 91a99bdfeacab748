/** Adds the imports of bank files, so that a whole file can be taken back. */
export const bankImports = {
  name: '0030-bank-imports',
  sql: `
create table bankImports (
  id integer primary key autoincrement,
  accountId integer not null references accounts (id),
  fileName text,
  imported integer not null,
  skipped integer not null,
  changed integer not null,
  pending integer not null,
  emptyRows integer not null,
  -- The ids of the known lines that the file changed, as JSON.
  changedLines text not null,
  -- What the account remembers of this file: the number of the account in it, and the columns of a CSV file.
  fileNumber text,
  mapping text,
  importedByName text not null,
  undoneAt text,
  undoneBy integer references users (id),
  createdAt text not null,
  modifiedAt text not null,
  createdBy integer references users (id),
  modifiedBy integer references users (id)
) strict;
create index bankImportsByAccount on bankImports (accountId, id);

-- The import that added the line. Null for lines from before this version.
alter table bankLines add column importId integer references bankImports (id);
create index bankLinesByImport on bankLines (importId) where importId is not null;
`,
};
