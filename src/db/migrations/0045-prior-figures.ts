/** Keeps the figures of fiscal years before the books, which the church enters once. */
export const priorFigures = {
  name: '0045-prior-figures',
  sql: `
create table priorFigures (
  id integer primary key autoincrement,
  -- The first day of the fiscal year. If the church's fiscal year begins with another month later, these figures are of
  -- none of the new years.
  startsOn text not null unique check (length(startsOn) = 10),
  netAssetsMinor integer,
  assetsMinor integer check (assetsMinor >= 0),
  liabilitiesMinor integer check (liabilitiesMinor >= 0),
  createdAt text not null,
  modifiedAt text not null,
  createdBy integer references users (id),
  modifiedBy integer references users (id)
) strict;
create table priorFigureLines (
  figuresId integer not null references priorFigures (id),
  position integer not null check (position >= 0),
  part text not null check (part in ('Income', 'Expense')),
  -- The name in the books of that year. A line without an id is a row of its own in reports.
  name text not null,
  categoryId integer references givingCategories (id),
  incomeCategoryId integer references incomeCategories (id),
  subCategoryId integer references expenseSubCategories (id),
  groupId integer references expenseCategoryGroups (id),
  amountMinor integer not null,
  primary key (figuresId, position),
  check ((categoryId is not null) + (incomeCategoryId is not null) + (subCategoryId is not null) + (groupId is not null) <= 1),
  check (part = 'Expense' or (subCategoryId is null and groupId is null)),
  check (part = 'Income' or (categoryId is null and incomeCategoryId is null)),
  check (part = 'Income' or amountMinor >= 0)
) strict, without rowid;
create index priorFigureLinesByCategory on priorFigureLines (categoryId) where categoryId is not null;
create index priorFigureLinesByIncomeCategory on priorFigureLines (incomeCategoryId) where incomeCategoryId is not null;
create index priorFigureLinesBySubCategory on priorFigureLines (subCategoryId) where subCategoryId is not null;
create index priorFigureLinesByGroup on priorFigureLines (groupId) where groupId is not null;
`,
};
