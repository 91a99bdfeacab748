/** Adds rules that settle lines of bank statements, and which rule settled a line. */
export const bankRules = {
  name: '0029-bank-rules',
  sql: `
create table bankRules (
  id integer primary key autoincrement,
  accountId integer not null references accounts (id),
  name text,
  -- The text that the bank's description must contain.
  contains text not null,
  direction text not null check (direction in ('In', 'Out')),
  amountFromMinor integer check (amountFromMinor > 0),
  amountToMinor integer check (amountToMinor > 0),
  -- What the rule does with a line, and the fields of the document that it makes.
  type text not null check (type in ('Expense', 'OtherIncome', 'Transfer', 'Ignore', 'Match')),
  subCategoryId integer references expenseSubCategories (id),
  ministryId integer references ministries (id),
  functionalClass text,
  vendorId integer references vendors (id),
  vendor text,
  description text,
  incomeCategoryId integer references incomeCategories (id),
  payer text,
  fundId integer references funds (id),
  otherAccountId integer references accounts (id),
  isActive integer not null check (isActive in (0, 1)),
  position integer not null check (position > 0),
  createdAt text not null,
  modifiedAt text not null,
  createdBy integer references users (id),
  modifiedBy integer references users (id),
  deletedAt text,
  check (amountFromMinor <= amountToMinor),
  check (otherAccountId <> accountId)
) strict;
create index bankRulesByAccount on bankRules (accountId, position, id) where deletedAt is null;
create index bankRulesOfVendor on bankRules (vendorId) where vendorId is not null;

-- The rule that matched or ignored the line.
alter table bankLines add column ruleId integer references bankRules (id);
create index bankLinesByRule on bankLines (ruleId, date, id) where ruleId is not null;

-- The rule that made the match, and whether it also made the document.
alter table bankMatches add column ruleId integer references bankRules (id);
alter table bankMatches add column isRuleMade integer not null default 0 check (isRuleMade in (0, 1));
`,
};
