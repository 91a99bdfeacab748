/**
 * Allows one gift, such as a check, to be for several giving categories. The category of the gift itself is then null,
 * and each part of the gift has a category and an amount. A reversal of such a gift also has parts, with negative
 * amounts.
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
