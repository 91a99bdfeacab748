/**
 * Expenses and their categories, and the monthly statements that close a month. Amounts are integers in minor units.
 */
export const expenses = {
  name: '0004-expenses',
  sql: `
create table ministries (
  id integer primary key autoincrement,
  name text not null,
  nameKey text not null unique,
  defaultFunctionalClass text not null
    check (defaultFunctionalClass in ('ProgramServices', 'ManagementAndGeneral', 'Fundraising')),
  isActive integer not null default 1 check (isActive in (0, 1)),
  sortOrder integer not null,
  createdAt text not null,
  modifiedAt text not null,
  createdBy integer references users (id),
  modifiedBy integer references users (id)
) strict;

create table form990Lines (
  code text primary key,
  description text not null,
  allowedColumns text not null,
  sortOrder integer not null
) strict;

create table expenseCategoryGroups (
  id integer primary key autoincrement,
  name text not null,
  nameKey text not null unique,
  isActive integer not null default 1 check (isActive in (0, 1)),
  sortOrder integer not null,
  createdAt text not null,
  modifiedAt text not null,
  createdBy integer references users (id),
  modifiedBy integer references users (id)
) strict;

create table expenseSubCategories (
  id integer primary key autoincrement,
  groupId integer not null references expenseCategoryGroups (id),
  name text not null,
  nameKey text not null,
  description text,
  form990LineCode text not null references form990Lines (code) check (form990LineCode <> '25'),
  isActive integer not null default 1 check (isActive in (0, 1)),
  sortOrder integer not null,
  createdAt text not null,
  modifiedAt text not null,
  createdBy integer references users (id),
  modifiedBy integer references users (id),
  unique (groupId, nameKey)
) strict;

create table expenses (
  id integer primary key autoincrement,
  subCategoryId integer not null references expenseSubCategories (id),
  ministryId integer not null references ministries (id),
  expenseDate text not null check (length(expenseDate) = 10),
  amountMinor integer not null,
  vendor text,
  description text not null,
  functionalClass text check (functionalClass in ('ProgramServices', 'ManagementAndGeneral', 'Fundraising')),
  memberId integer references members (id) on delete set null,
  fundCategoryId integer references givingCategories (id),
  paymentMethod text
    check (paymentMethod in ('Cash', 'Check', 'Zelle', 'PayPal', 'Card', 'BankTransfer', 'Other')),
  paymentReference text,
  notes text,
  status text not null check (status in ('Draft', 'PendingApproval', 'Approved', 'Paid')),
  bookedOn text check (length(bookedOn) = 10),
  submittedBy integer not null references users (id),
  editedBy integer references users (id),
  approvedBy integer references users (id),
  approvedAt text,
  rejectedReason text,
  paidBy integer references users (id),
  paidOn text,
  reversalOf integer references expenses (id),
  receiptPath text,
  receiptFileName text,
  receiptContentType text,
  receiptSize integer check (receiptSize > 0),
  receiptSha256 text,
  createdAt text not null,
  modifiedAt text not null,
  createdBy integer references users (id),
  modifiedBy integer references users (id),
  deletedAt text,
  check (case when reversalOf is null then amountMinor > 0 else amountMinor < 0 end),
  check (status not in ('Approved', 'Paid') or bookedOn is not null),
  check ((receiptPath is null) = (receiptSha256 is null))
) strict;
create index expensesBooked on expenses
  (bookedOn, subCategoryId, ministryId, functionalClass, fundCategoryId, status, paidOn, amountMinor)
  where bookedOn is not null and deletedAt is null;
create index expensesByDate on expenses (expenseDate) where deletedAt is null;
create index expensesByOwner on expenses (submittedBy, expenseDate) where deletedAt is null;
create index expensesByMember on expenses (memberId) where memberId is not null;
create index expensesBySubCategory on expenses (subCategoryId);
create index expensesByFund on expenses (fundCategoryId, bookedOn) where fundCategoryId is not null;
create index expensesByReversal on expenses (reversalOf) where reversalOf is not null;

create table monthlyStatements (
  id integer primary key,
  year integer not null check (year between 1900 and 2999),
  month integer not null check (month between 1 and 12),
  status text not null check (status in ('Draft', 'Finalized')),
  openingBalanceMinor integer,
  notes text,
  snapshot text,
  closingBalanceMinor integer,
  carriedFrom text,
  finalizedAt text,
  finalizedBy integer references users (id),
  createdAt text not null,
  modifiedAt text not null,
  createdBy integer references users (id),
  modifiedBy integer references users (id),
  unique (year, month),
  check ((status = 'Finalized') = (snapshot is not null)),
  check ((status = 'Finalized') = (closingBalanceMinor is not null))
) strict;
`,
};
