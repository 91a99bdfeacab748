/**
 * Allows imports of payouts, and keeps what a payment service said: each row of its files with the service's own ids, and
 * the documents that were booked for it. SQLite cannot change a CHECK constraint, so the table `imports` is rebuilt. No
 * other table refers to it.
 */
export const payouts = {
  name: '0048-payouts',
  sql: `
create table newImports (
  id integer primary key autoincrement,
  kind text not null check (kind in ('members', 'givings', 'expenses', 'payouts')),
  fileName text not null,
  fileHash text not null check (length(fileHash) = 64),
  rows integer not null,
  created text not null,
  at text not null,
  "by" integer references users (id),
  byName text not null,
  undoneAt text,
  undoneBy integer references users (id)
) strict;
insert into newImports select * from imports;
drop table imports;
alter table newImports rename to imports;
create index importsByHash on imports (fileHash);

create table payoutRows (
  id integer primary key autoincrement,
  -- The account in which the money lies until the service pays it out.
  accountId integer not null references accounts (id),
  kind text not null check (kind in ('Gift', 'Refund', 'Returned', 'Regained', 'Fee', 'Payout', 'Open')),
  -- The service's id of the row. PayPal may give one id to two rows of different kinds.
  transactionId text not null,
  -- The service's id of the payment to which the row belongs.
  charge text,
  day text not null check (length(day) = 10),
  grossMinor integer not null,
  feeMinor integer not null,
  -- The service's id of the payout that contains the row.
  payout text,
  -- The gift, its reversal, or the gift that a won dispute brought back. Null in a row of another kind, and in an open point.
  givingId integer references givings (id),
  -- The expense that contains the fee of the row.
  feeExpenseId integer references expenses (id),
  transferId integer references transfers (id),
  unique (accountId, transactionId, kind)
) strict;
create index payoutRowsByCharge on payoutRows (accountId, charge) where charge is not null;
create index payoutRowsByPayout on payoutRows (accountId, payout) where payout is not null;
create index payoutRowsByDay on payoutRows (day);
create index payoutRowsByGiving on payoutRows (givingId) where givingId is not null;
create index payoutRowsByFee on payoutRows (feeExpenseId) where feeExpenseId is not null;
create index payoutRowsByTransfer on payoutRows (transferId) where transferId is not null;
`,
};
