/** Givings, offering sessions, contribution statements and meal attendance. Amounts are integers in minor units. */
export const giving = {
  name: '0003-giving',
  sql: `
create table givingCategories (
  id integer primary key autoincrement,
  name text not null,
  nameKey text not null unique,
  description text,
  isTaxDeductible integer not null check (isTaxDeductible in (0, 1)),
  isRestricted integer not null check (isRestricted in (0, 1)),
  isActive integer not null default 1 check (isActive in (0, 1)),
  sortOrder integer not null,
  createdAt text not null,
  modifiedAt text not null,
  createdBy integer references users (id),
  modifiedBy integer references users (id)
) strict;

create table offeringSessions (
  id integer primary key autoincrement,
  date text not null,
  status text not null check (status in ('Draft', 'Submitted', 'Reconciled')),
  sundayAttendanceCount integer check (sundayAttendanceCount >= 0),
  controlTotalMinor integer check (controlTotalMinor >= 0),
  countedCashMinor integer check (countedCashMinor >= 0),
  countedChecksMinor integer check (countedChecksMinor >= 0),
  countedBy text not null,
  notes text,
  submittedAt text,
  submittedBy integer references users (id),
  reconciledAt text,
  reconciledBy integer references users (id),
  bankReference text,
  depositedOn text,
  createdAt text not null,
  modifiedAt text not null,
  createdBy integer references users (id),
  modifiedBy integer references users (id),
  deletedAt text
) strict;
create unique index offeringSessionsByDate on offeringSessions (date) where deletedAt is null;

create table givings (
  id integer primary key autoincrement,
  categoryId integer not null references givingCategories (id),
  amountMinor integer not null,
  date text not null check (length(date) = 10),
  method text not null check (method in ('Cash', 'Check', 'Zelle', 'PayPal', 'Card', 'BankTransfer', 'Other')),
  memberId integer references members (id) on delete set null,
  isAnonymous integer not null check (isAnonymous in (0, 1)),
  checkNumber text,
  zelleReference text,
  payPalReference text,
  note text,
  sessionId integer references offeringSessions (id),
  giftDate text not null check (length(giftDate) = 10),
  benefitAmountMinor integer,
  nonCashDescription text,
  reversalOf integer references givings (id),
  createdAt text not null,
  modifiedAt text not null,
  createdBy integer references users (id),
  modifiedBy integer references users (id),
  deletedAt text,
  check (case when reversalOf is null then amountMinor > 0 else amountMinor < 0 end),
  check (case when reversalOf is null then benefitAmountMinor > 0 else benefitAmountMinor < 0 end),
  check (isAnonymous = 0 or memberId is null)
) strict;
create index givingsByDate on givings (date, id, categoryId, amountMinor, nonCashDescription, method, memberId)
  where deletedAt is null;
create index givingsBySession on givings (sessionId, deletedAt, id, amountMinor, nonCashDescription)
  where sessionId is not null;
create index givingsByMember on givings (memberId, giftDate) where memberId is not null;
create index givingsByCategory on givings (categoryId, deletedAt, date);
create index givingsDeleted on givings (deletedAt) where deletedAt is not null;
create index givingsByReversal on givings (reversalOf) where reversalOf is not null;

create table contributionStatements (
  id integer primary key,
  year integer not null check (year between 1900 and 2999),
  number integer not null check (number > 0),
  memberId integer references members (id) on delete set null,
  contentHash text not null,
  replaces integer,
  issuedAt text not null,
  issuedBy integer references users (id),
  unique (year, number)
) strict;
create index contributionStatementsByMember on contributionStatements (memberId, year) where memberId is not null;

create table mealAttendances (
  date text primary key check (length(date) = 10),
  adultCount integer not null check (adultCount between 0 and 100000),
  youthCount integer not null check (youthCount between 0 and 100000),
  childCount integer not null check (childCount between 0 and 100000),
  createdAt text not null,
  modifiedAt text not null,
  createdBy integer references users (id),
  modifiedBy integer references users (id)
) strict;
`,
};
