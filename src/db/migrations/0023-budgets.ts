/** Adds the budgets of fiscal years, with what was adopted and every amendment. */
export const budgets = {
  name: '0023-budgets',
  sql: `
create table budgetVersions (
  id integer primary key autoincrement,
  -- The calendar year in which the fiscal year begins.
  year integer not null,
  version integer not null check (version > 0),
  kind text not null check (kind in ('Draft', 'Adopted', 'Amended')),
  adoptedOn text check (length(adoptedOn) = 10),
  reason text,
  createdAt text not null,
  modifiedAt text not null,
  createdBy integer references users (id),
  modifiedBy integer references users (id),
  unique (year, version),
  check ((kind = 'Draft') = (adoptedOn is null))
) strict;
create table budgetLines (
  versionId integer not null references budgetVersions (id),
  position integer not null check (position >= 0),
  categoryId integer references givingCategories (id),
  incomeCategoryId integer references incomeCategories (id),
  subCategoryId integer references expenseSubCategories (id),
  accountId integer references accounts (id),
  ministryId integer references ministries (id),
  fundId integer references funds (id),
  annualMinor integer not null check (annualMinor >= 0),
  -- The amounts of the twelve months in the order of the fiscal year, as a JSON list. They add up to annualMinor.
  monthsMinor text not null,
  primary key (versionId, position),
  check ((categoryId is not null) + (incomeCategoryId is not null) + (subCategoryId is not null) + (accountId is not null) = 1)
) strict, without rowid;
create index budgetLinesByCategory on budgetLines (categoryId) where categoryId is not null;
create index budgetLinesByIncomeCategory on budgetLines (incomeCategoryId) where incomeCategoryId is not null;
create index budgetLinesBySubCategory on budgetLines (subCategoryId) where subCategoryId is not null;
create index budgetLinesByAccount on budgetLines (accountId) where accountId is not null;
create index budgetLinesByMinistry on budgetLines (ministryId) where ministryId is not null;
create index budgetLinesByFund on budgetLines (fundId) where fundId is not null;
`,
};
