/** A gift that is entered on the page has its own key. The service stores a key once, however often it is sent. */
export const entryKeys = {
  name: '0011-entry-keys',
  sql: `
alter table givings add column entryKey text;
create unique index givingsByEntryKey on givings (entryKey) where entryKey is not null;
`,
};
