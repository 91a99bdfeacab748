/**
 * Adds the opening of the books, other income, transfers, adjusting entries, parts of expenses, closed fiscal years,
 * and the balances that each finalized month stores. Earlier reversals of givings become corrections. The opening
 * balance of the first monthly statement becomes the opening of the books, unless that would change a figure.
 */
export const ledger = {
  name: '0022-ledger',
  // Payments and deposits can now be searched.
  reindexes: true,
  sql: `
alter table givings add column source text not null default 'Personal'
  check (source in ('Personal', 'IRA', 'DAF', 'Business'));
alter table givings add column nonCashKind text check (nonCashKind in ('Stock', 'Vehicle', 'Goods'));
alter table givings add column reversalKind text check (reversalKind in ('Returned', 'Refund', 'Correction'));
update givings set reversalKind = 'Correction' where reversalOf is not null;

-- Gifts without a session in Undeposited offerings.
create index givingsUndeposited on givings (date, id) where sessionId is null and accountId = 1 and deletedAt is null;

create table incomeCategories (
  id integer primary key autoincrement,
  name text not null,
  nameZh text,
  nameKey text not null unique,
  isActive integer not null default 1 check (isActive in (0, 1)),
  sortOrder integer not null default 0,
  createdAt text not null,
  modifiedAt text not null,
  createdBy integer references users (id),
  modifiedBy integer references users (id)
) strict;

create table otherIncome (
  id integer primary key autoincrement,
  date text not null check (length(date) = 10),
  -- Negative in a reversal.
  amountMinor integer not null check (amountMinor <> 0),
  incomeCategoryId integer not null references incomeCategories (id),
  accountId integer not null references accounts (id),
  fundId integer not null references funds (id),
  payer text,
  reference text,
  memo text,
  reversalOf integer references otherIncome (id),
  createdAt text not null,
  modifiedAt text not null,
  createdBy integer references users (id),
  modifiedBy integer references users (id),
  deletedAt text
) strict;
create index otherIncomeByDate on otherIncome (date, id, accountId, fundId, incomeCategoryId, amountMinor) where deletedAt is null;
create index otherIncomeByAmount on otherIncome (amountMinor, id) where deletedAt is null;
create index otherIncomeByCreation on otherIncome (createdAt, id) where deletedAt is null;
create index otherIncomeByChange on otherIncome (modifiedAt, id) where deletedAt is null;
create index otherIncomeById on otherIncome (id) where deletedAt is null;
create index otherIncomeDeleted on otherIncome (deletedAt) where deletedAt is not null;
create index otherIncomeReversals on otherIncome (reversalOf) where reversalOf is not null;

create table transfers (
  id integer primary key autoincrement,
  date text not null check (length(date) = 10),
  -- Negative in a reversal.
  amountMinor integer not null check (amountMinor <> 0),
  fromAccountId integer references accounts (id),
  toAccountId integer references accounts (id),
  fromFundId integer references funds (id),
  toFundId integer references funds (id),
  memo text not null,
  reason text,
  status text not null check (status in ('PendingApproval', 'Posted')),
  approvedBy integer references users (id),
  approvedAt text,
  reversalOf integer references transfers (id),
  createdAt text not null,
  modifiedAt text not null,
  createdBy integer references users (id),
  modifiedBy integer references users (id),
  deletedAt text,
  check ((fromAccountId is null) = (toAccountId is null)),
  check ((fromFundId is null) = (toFundId is null)),
  check (fromAccountId is not null or fromFundId is not null)
) strict;
create index transfersByDate on transfers (date, id, status) where deletedAt is null;
create index transfersByAmount on transfers (amountMinor, id) where deletedAt is null;
create index transfersByCreation on transfers (createdAt, id) where deletedAt is null;
create index transfersByChange on transfers (modifiedAt, id) where deletedAt is null;
create index transfersById on transfers (id) where deletedAt is null;
create index transfersDeleted on transfers (deletedAt) where deletedAt is not null;
create index transfersReversals on transfers (reversalOf) where reversalOf is not null;

-- Who entered or changed a transfer, and so may not approve it.
create table transferHands (
  transferId integer not null references transfers (id),
  userId integer not null references users (id),
  primary key (transferId, userId)
) strict, without rowid;

create table journalEntries (
  id integer primary key autoincrement,
  date text not null check (length(date) = 10),
  memo text not null,
  isYearEnd integer not null default 0 check (isYearEnd in (0, 1)),
  -- The day on which the entry counts in monthly statements. It differs from the date only in a year-end entry whose month is finalized.
  shownOn text not null check (length(shownOn) = 10),
  status text not null check (status in ('PendingApproval', 'Posted')),
  -- The sum of the debits, and the number of lines.
  amountMinor integer not null check (amountMinor > 0),
  lineCount integer not null check (lineCount > 0),
  approvedBy integer references users (id),
  approvedAt text,
  reversalOf integer references journalEntries (id),
  createdAt text not null,
  modifiedAt text not null,
  createdBy integer references users (id),
  modifiedBy integer references users (id),
  deletedAt text
) strict;
create table journalLines (
  entryId integer not null references journalEntries (id),
  position integer not null check (position >= 0),
  -- A line names an account, a subcategory, an income category, or none of them for net assets.
  accountId integer references accounts (id),
  subCategoryId integer references expenseSubCategories (id),
  incomeCategoryId integer references incomeCategories (id),
  fundId integer references funds (id),
  ministryId integer references ministries (id),
  functionalClass text check (functionalClass in ('ProgramServices', 'ManagementAndGeneral', 'Fundraising')),
  -- Positive for a debit, negative for a credit.
  amountMinor integer not null check (amountMinor <> 0),
  primary key (entryId, position),
  check ((accountId is not null) + (subCategoryId is not null) + (incomeCategoryId is not null) <= 1)
) strict, without rowid;
create index journalLinesByAccount on journalLines (accountId, entryId) where accountId is not null;
create index journalLinesBySubCategory on journalLines (subCategoryId, entryId) where subCategoryId is not null;
create index journalLinesByIncomeCategory on journalLines (incomeCategoryId, entryId) where incomeCategoryId is not null;
create index journalLinesByFund on journalLines (fundId, entryId) where fundId is not null;
create index journalLinesByMinistry on journalLines (ministryId, entryId) where ministryId is not null;
-- Who entered or changed an entry, and so may not approve it.
create table journalHands (
  entryId integer not null references journalEntries (id),
  userId integer not null references users (id),
  primary key (entryId, userId)
) strict, without rowid;
create index journalEntriesByAmount on journalEntries (amountMinor, id) where deletedAt is null;
create index journalEntriesByDate on journalEntries (date, id, status) where deletedAt is null;
create index journalEntriesShown on journalEntries (shownOn, id, status) where deletedAt is null;
create index journalEntriesByCreation on journalEntries (createdAt, id) where deletedAt is null;
create index journalEntriesByChange on journalEntries (modifiedAt, id) where deletedAt is null;
create index journalEntriesById on journalEntries (id) where deletedAt is null;
create index journalEntriesDeleted on journalEntries (deletedAt) where deletedAt is not null;
create index journalEntriesReversals on journalEntries (reversalOf) where reversalOf is not null;

-- The opening of the books: at most one row.
create table bookOpening (
  id integer primary key check (id = 1),
  -- The books begin at the start of this day.
  date text not null check (length(date) = 10),
  -- The unpaid part of expenses approved before this day, and the part already paid of expenses approved later.
  unpaidMinor integer not null default 0,
  paidEarlyMinor integer not null default 0,
  -- 1 if this migration took the opening from the first monthly statement, and nobody has replaced it.
  isFromUpgrade integer not null default 0 check (isFromUpgrade in (0, 1)),
  createdAt text not null,
  modifiedAt text not null,
  createdBy integer references users (id),
  modifiedBy integer references users (id)
) strict;
create table openingAccounts (
  accountId integer primary key references accounts (id),
  -- Positive for what the church has, negative for what it owes.
  balanceMinor integer not null,
  bankBalanceMinor integer
) strict;
create table openingFunds (
  -- Includes the General fund, which has what the others leave.
  fundId integer primary key references funds (id),
  balanceMinor integer not null
) strict;
-- Checks and deposits from before the books that the bank has not seen yet. Checks are negative.
create table outstandingItems (
  id integer primary key autoincrement,
  accountId integer not null references accounts (id),
  date text not null check (length(date) = 10),
  reference text,
  amountMinor integer not null check (amountMinor <> 0)
) strict;
create index outstandingByAccount on outstandingItems (accountId, id);
-- Bills from before the books that are not paid yet.
create table payables (
  id integer primary key autoincrement,
  vendor text not null,
  fundId integer not null references funds (id),
  amountMinor integer not null check (amountMinor > 0)
) strict;
-- Giving, income and expenses of the first fiscal year from before the books. They count in annual reports only.
create table openingAmounts (
  position integer primary key check (position >= 0),
  categoryId integer references givingCategories (id),
  incomeCategoryId integer references incomeCategories (id),
  subCategoryId integer references expenseSubCategories (id),
  fundId integer not null references funds (id),
  ministryId integer references ministries (id),
  amountMinor integer not null,
  check ((categoryId is not null) + (incomeCategoryId is not null) + (subCategoryId is not null) = 1)
) strict;

alter table depositItems rename to oldDepositItems;
create table depositItems (
  depositId integer not null references deposits (id),
  position integer not null check (position >= 0),
  -- The account that the money leaves.
  sourceId integer not null references accounts (id),
  sessionId integer references offeringSessions (id),
  method text check (method in ('Cash', 'Check')),
  givingId integer references givings (id),
  otherIncomeId integer references otherIncome (id),
  amountMinor integer not null check (amountMinor <> 0),
  primary key (depositId, position),
  check ((sessionId is null) = (method is null)),
  check ((sessionId is not null) + (givingId is not null) + (otherIncomeId is not null) = 1)
) strict, without rowid;
insert into depositItems (depositId, position, sourceId, sessionId, method, givingId, amountMinor)
  select depositId, position, sourceId, sessionId, method, givingId, amountMinor from oldDepositItems
  order by depositId, position;
drop table oldDepositItems;
create index depositItemsBySession on depositItems (sessionId, method, depositId, amountMinor) where sessionId is not null;
create index depositItemsByGiving on depositItems (givingId, depositId) where givingId is not null;
create index depositItemsByIncome on depositItems (otherIncomeId, depositId) where otherIncomeId is not null;

alter table paymentItems rename to oldPaymentItems;
create table paymentItems (
  paymentId integer not null references payments (id),
  position integer not null check (position >= 0),
  expenseId integer references expenses (id),
  payableId integer references payables (id),
  amountMinor integer not null check (amountMinor <> 0),
  primary key (paymentId, position),
  unique (paymentId, expenseId),
  unique (paymentId, payableId),
  check ((expenseId is null) <> (payableId is null))
) strict, without rowid;
insert into paymentItems (paymentId, position, expenseId, amountMinor)
  select paymentId, position, expenseId, amountMinor from oldPaymentItems order by paymentId, position;
drop table oldPaymentItems;
create index paymentItemsByExpense on paymentItems (expenseId, paymentId, amountMinor) where expenseId is not null;
create index paymentItemsByPayable on paymentItems (payableId, paymentId, amountMinor) where payableId is not null;
create index paymentsVoided on payments (voidedOn, id) where voidedOn is not null and deletedAt is null;

alter table expenses alter column subCategoryId drop not null;
alter table expenses alter column ministryId drop not null;
alter table expenses alter column fundId drop not null;
-- The fee that was kept from a deposit, and its expense.
alter table deposits add column feeMinor integer check (feeMinor > 0);
alter table deposits add column feeExpenseId integer references expenses (id);
-- How an expense was paid before it was approved. Vestry records the payment when the expense is submitted.
alter table expenses add column settledAccountId integer references accounts (id);
alter table expenses add column settledOn text check (length(settledOn) = 10);
alter table expenses add column settledMethod text;
alter table expenses add column settledReference text;
alter table expenses add column settledPaymentId integer references payments (id);
-- The parts of an expense whose own subCategoryId is null.
create table expenseSplits (
  expenseId integer not null references expenses (id),
  position integer not null check (position >= 0),
  subCategoryId integer references expenseSubCategories (id),
  accountId integer references accounts (id),
  ministryId integer references ministries (id),
  functionalClass text check (functionalClass in ('ProgramServices', 'ManagementAndGeneral', 'Fundraising')),
  fundId integer not null references funds (id),
  amountMinor integer not null check (amountMinor <> 0),
  primary key (expenseId, position),
  check ((subCategoryId is null) <> (accountId is null))
) strict, without rowid;
create index expensesSettled on expenses (settledOn, status, amountMinor) where settledPaymentId is not null and deletedAt is null;
create index expensesSplit on expenses (bookedOn, id, status) where subCategoryId is null and deletedAt is null;
create index expenseSplitsBySubCategory on expenseSplits (subCategoryId, expenseId) where subCategoryId is not null;
create index expenseSplitsByMinistry on expenseSplits (ministryId, expenseId) where ministryId is not null;
create index expenseSplitsByFund on expenseSplits (fundId, expenseId);
create index expenseSplitsByAccount on expenseSplits (accountId, expenseId) where accountId is not null;

-- The balances at the end of a finalized month. They only save work: they equal the sum of all postings until that day.
create table monthEndBalances (
  date text not null check (length(date) = 10),
  side text not null check (side in ('Account', 'Fund')),
  -- The id of the account or the fund.
  rowId integer not null,
  amountMinor integer not null,
  primary key (date, side, rowId)
) strict, without rowid;

create table fiscalYears (
  -- The calendar year in which the fiscal year begins.
  year integer primary key,
  status text not null check (status in ('Open', 'Closed')),
  -- The reports of the closed year, as JSON.
  snapshot text,
  closedAt text,
  closedBy integer references users (id),
  createdAt text not null,
  modifiedAt text not null,
  createdBy integer references users (id),
  modifiedBy integer references users (id)
) strict;

-- The opening balance of the first monthly statement becomes the opening of the books, if nothing contradicts it: no other
-- month has an entered balance, no document comes before, and the balances of all finalized months follow from it.
insert into bookOpening (id, date, isFromUpgrade, createdAt, modifiedAt)
  select 1, beginning, 1, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  from (select openingBalanceMinor, printf('%04d-%02d-01', year, month) as beginning
    from monthlyStatements order by year, month limit 1) as earliest
  where openingBalanceMinor is not null
    and (select count(*) from monthlyStatements where openingBalanceMinor is not null) = 1
    and not exists (select 1 from funds where class = 'Custodial')
    and not exists (select 1 from givings where deletedAt is null and date < beginning)
    and not exists (select 1 from expenses where deletedAt is null and bookedOn < beginning)
    and not exists (select 1 from deposits where deletedAt is null and date < beginning)
    and not exists (select 1 from payments where deletedAt is null and date < beginning)
    and not exists (select 1 from monthlyStatements as finalized
      where status = 'Finalized' and closingBalanceMinor <> earliest.openingBalanceMinor
        + (select coalesce(sum(amountMinor), 0) from givings where deletedAt is null and nonCashDescription is null
          and date < date(printf('%04d-%02d-01', finalized.year, finalized.month), '+1 month'))
        - (select coalesce(sum(amountMinor), 0) from expenses where deletedAt is null and status in ('Approved', 'Paid')
          and bookedOn < date(printf('%04d-%02d-01', finalized.year, finalized.month), '+1 month')));
insert into openingAccounts (accountId, balanceMinor)
  select accounts.id, openingBalanceMinor from accounts, monthlyStatements, bookOpening
  where isDefault = 1 and openingBalanceMinor is not null;
insert into openingFunds (fundId, balanceMinor)
  select funds.id, openingBalanceMinor from funds, monthlyStatements, bookOpening
  where class = 'General' and openingBalanceMinor is not null;
`,
};
