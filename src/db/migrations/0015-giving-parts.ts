/**
 * A gift over several giving categories, such as one cheque: then its own category is null, and each part says how much is for
 * what. A reversal of such a gift has parts as well, with negative amounts.
 */
export const givingParts = {
  name: '0015-giving-parts',
  sql: `
alter table givings alter column categoryId drop not null;

create table givingParts (
  givingId integer not null references givings (id),
  position integer not null check (position >= 0),
  categoryId integer not null references givingCategories (id),
  amountMinor integer not null check (amountMinor <> 0),
  primary key (givingId, position),
  unique (givingId, categoryId)
) strict, without rowid;
create index givingPartsByCategory on givingParts (categoryId, givingId, amountMinor);
`,
};
