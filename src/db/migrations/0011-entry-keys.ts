/**
 * Gives each gift that is entered in the console a key of its own. The service stores a gift with the same key only
 * once, however often the console sends it.
 */
export const entryKeys = {
  name: '0011-entry-keys',
  sql: `
alter table givings add column entryKey text;
create unique index givingsByEntryKey on givings (entryKey) where entryKey is not null;
`,
};
