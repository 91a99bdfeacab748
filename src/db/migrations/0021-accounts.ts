/**
 * Adds accounts, deposits and payments. Money that was received before this migration is in Checking, except the cash
 * and the checks of sessions that are not reconciled yet, which are undeposited. Each expense that was already paid
 * gets a payment from Checking. The payment has the same id as the expense.
 */
export const accounts = {
  name: '0021-accounts',
  sql: `
create table accounts (
  id integer primary key autoincrement,
  name text not null,
  nameZh text,
  nameKey text not null unique,
  kind text not null check (kind in ('Checking', 'Savings', 'Cash', 'Undeposited', 'Processor', 'CreditCard', 'Loan',
    'FixedAsset', 'OtherAsset', 'OtherLiability')),
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

insert into accounts (id, name, nameZh, nameKey, kind, isDefault, role, createdAt, modifiedAt)
  select id, name, nameZh, lower(name), kind, isDefault, role,
    strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  from (
    select 1 as id, 'Undeposited offerings' as name, '未存奉獻' as nameZh, 'Undeposited' as kind, 0 as isDefault, null as role
    union all select 2, 'Checking', '支票帳戶', 'Checking', 1, null
    union all select 3, 'Petty cash', '零用金', 'Cash', 0, null
    union all select 4, 'Accounts payable', '應付帳款', 'OtherLiability', 0, 'Payable'
    union all select 5, 'Paid, not yet booked', '已付未入帳', 'OtherAsset', 0, 'PaidEarly'
  ) order by id;

create table accountMethods (
  direction text not null check (direction in ('in', 'out')),
  method text not null check (method in ('Cash', 'Check', 'Zelle', 'PayPal', 'Card', 'BankTransfer', 'Other')),
  accountId integer not null references accounts (id),
  primary key (direction, method)
) strict, without rowid;

alter table givings add column accountId integer references accounts (id);
update givings set accountId = case
  when method in ('Cash', 'Check') and sessionId in (select id from offeringSessions where status <> 'Reconciled') then 1
  else 2 end;
alter table givings alter column accountId set not null;
drop index givingsByDate;
create index givingsByDate on givings
  (date, id, categoryId, amountMinor, nonCashDescription, method, memberId, accountId) where deletedAt is null;

create table deposits (
  id integer primary key autoincrement,
  date text not null check (length(date) = 10),
  accountId integer not null references accounts (id),
  memo text,
  -- The session whose reconciliation made the deposit.
  sessionId integer references offeringSessions (id),
  createdAt text not null,
  modifiedAt text not null,
  createdBy integer references users (id),
  modifiedBy integer references users (id),
  deletedAt text
) strict;
create table depositItems (
  depositId integer not null references deposits (id),
  position integer not null check (position >= 0),
  -- The account that the money leaves.
  sourceId integer not null references accounts (id),
  sessionId integer references offeringSessions (id),
  method text check (method in ('Cash', 'Check')),
  givingId integer references givings (id),
  amountMinor integer not null check (amountMinor <> 0),
  primary key (depositId, position),
  check ((sessionId is null) = (method is null)),
  check ((sessionId is null) <> (givingId is null))
) strict, without rowid;
create index depositsByDate on deposits (date, id, accountId) where deletedAt is null;
create index depositsByCreation on deposits (createdAt, id) where deletedAt is null;
create index depositsByChange on deposits (modifiedAt, id) where deletedAt is null;
create index depositsById on deposits (id) where deletedAt is null;
create index depositsDeleted on deposits (deletedAt) where deletedAt is not null;
create index depositsBySession on deposits (sessionId) where sessionId is not null;
create index depositItemsBySession on depositItems (sessionId, method, depositId, amountMinor) where sessionId is not null;
create index depositItemsByGiving on depositItems (givingId, depositId) where givingId is not null;

create table payments (
  id integer primary key autoincrement,
  date text not null check (length(date) = 10),
  accountId integer not null references accounts (id),
  method text check (method in ('Cash', 'Check', 'Zelle', 'PayPal', 'Card', 'BankTransfer', 'Other')),
  reference text,
  voidedOn text check (length(voidedOn) = 10),
  voidReason text,
  -- The expense for whose payment this migration added the row.
  madeFor integer references expenses (id),
  createdAt text not null,
  modifiedAt text not null,
  createdBy integer references users (id),
  modifiedBy integer references users (id),
  deletedAt text
) strict;
create table paymentItems (
  paymentId integer not null references payments (id),
  position integer not null check (position >= 0),
  expenseId integer not null references expenses (id),
  amountMinor integer not null check (amountMinor <> 0),
  primary key (paymentId, position),
  unique (paymentId, expenseId)
) strict, without rowid;
insert into payments (id, date, accountId, method, reference, madeFor, createdAt, modifiedAt, createdBy, modifiedBy)
  select id, coalesce(paidOn, bookedOn), 2, paymentMethod, paymentReference, id, modifiedAt, modifiedAt, paidBy, paidBy
  from expenses where status = 'Paid' and deletedAt is null order by id;
insert into paymentItems (paymentId, position, expenseId, amountMinor)
  select id, 0, id, amountMinor from expenses where status = 'Paid' and deletedAt is null order by id;
create index paymentsByDate on payments (date, id, accountId, voidedOn) where deletedAt is null;
create index paymentsByAccount on payments (accountId, date, id) where deletedAt is null;
create index paymentsByReference on payments (reference, id) where deletedAt is null;
create index paymentsByCreation on payments (createdAt, id) where deletedAt is null;
create index paymentsByChange on payments (modifiedAt, id) where deletedAt is null;
create index paymentsById on payments (id) where deletedAt is null;
create index paymentsDeleted on payments (deletedAt) where deletedAt is not null;
create index paymentItemsByExpense on paymentItems (expenseId, paymentId, amountMinor);
`,
};
