/**
 * Adds accounts of the kind Investment, and says which fund holds what the church has in accounts that are no money:
 * `transfers.fundId`, `openingHoldings`, and the funds that parts of expenses and lines of adjusting entries already
 * name. Adds loans between funds. SQLite cannot change a CHECK constraint, so the table `accounts` is made anew. All
 * ids stay, so every reference to an account finds it again.
 */
export const fundHoldings = {
  name: '0043-fund-holdings',
  sql: `
pragma defer_foreign_keys = on;

create table oldAccounts as select * from accounts;
create table oldSequence as select seq from sqlite_sequence where name = 'accounts';
drop table accounts;
create table accounts (
  id integer primary key autoincrement,
  name text not null,
  nameZh text,
  nameKey text not null unique,
  kind text not null check (kind in ('Checking', 'Savings', 'Cash', 'Undeposited', 'Processor', 'CreditCard', 'Loan',
    'Investment', 'FixedAsset', 'OtherAsset', 'OtherLiability')),
  number text,
  isActive integer not null default 1 check (isActive in (0, 1)),
  isDefault integer not null default 0 check (isDefault in (0, 1)),
  -- What the program itself uses the account for. Nobody posts to it directly.
  role text unique check (role in ('Payable', 'PaidEarly')),
  createdAt text not null,
  modifiedAt text not null,
  createdBy integer references users (id),
  modifiedBy integer references users (id)
) strict;
create unique index accountsDefault on accounts (isDefault) where isDefault = 1;
insert into accounts (id, name, nameZh, nameKey, kind, number, isActive, isDefault, role, createdAt, modifiedAt,
    createdBy, modifiedBy)
  select id, name, nameZh, nameKey, kind, number, isActive, isDefault, role, createdAt, modifiedAt, createdBy,
    modifiedBy
  from oldAccounts order by id;
update sqlite_sequence set seq = (select seq from oldSequence) where name = 'accounts';
drop table oldSequence;
drop table oldAccounts;

-- The fund that holds the account without money from or to which the transfer goes.
alter table transfers add column fundId integer references funds (id);
-- The receiving fund owes the money to the fund from which it comes.
alter table transfers add column loan integer not null default 0 check (loan in (0, 1));
-- The loan between funds that the transfer pays back.
alter table transfers add column repays integer references transfers (id);
create index transfersByHolder on transfers (fundId, date) where fundId is not null;
create index transfersLent on transfers (date, id) where loan = 1;
create index transfersRepaying on transfers (repays, date) where repays is not null;
create index journalLinesHeld on journalLines (entryId, fundId, accountId, amountMinor)
  where accountId is not null and fundId is not null;

-- Which funds hold an account when the books begin. The General fund holds the rest of its balance.
create table openingHoldings (
  accountId integer not null references accounts (id),
  fundId integer not null references funds (id),
  -- Positive for what the church has, negative for what it owes.
  amountMinor integer not null check (amountMinor <> 0),
  primary key (accountId, fundId)
) strict, without rowid;
`,
};
