/** Adds lines of bank statements, their matches with documents, and reconciliations. */
export const bank = {
  name: '0026-bank',
  sql: `
-- What Vestry remembers about the files of an account: the number of the account in the files, and how to read a CSV.
create table bankFeeds (
  accountId integer primary key references accounts (id),
  fileNumber text,
  mapping text
) strict;

create table reconciliations (
  id integer primary key autoincrement,
  accountId integer not null references accounts (id),
  endDate text not null check (length(endDate) = 10),
  -- As debits less credits, so what the church owes is negative.
  endBalanceMinor integer not null,
  status text not null check (status in ('Draft', 'Finished')),
  -- The content of a finished reconciliation, as JSON.
  report text,
  finishedAt text,
  finishedBy integer references users (id),
  reviewedAt text,
  reviewedBy integer references users (id),
  createdAt text not null,
  modifiedAt text not null,
  createdBy integer references users (id),
  modifiedBy integer references users (id),
  deletedAt text,
  check ((status = 'Finished') = (report is not null))
) strict;
create index reconciliationsByAccount on reconciliations (accountId, endDate, id) where deletedAt is null;
-- An account has at most one draft.
create unique index reconciliationDrafts on reconciliations (accountId) where status = 'Draft' and deletedAt is null;

create table bankMatches (
  id integer primary key autoincrement,
  accountId integer not null references accounts (id),
  -- The reconciliation that contains the match. Null until that reconciliation is finished.
  reconciliationId integer references reconciliations (id),
  createdAt text not null,
  modifiedAt text not null,
  createdBy integer references users (id),
  modifiedBy integer references users (id),
  deletedAt text
) strict;
create index bankMatchesByAccount on bankMatches (accountId, id) where deletedAt is null;
create index bankMatchesByReconciliation on bankMatches (reconciliationId) where reconciliationId is not null;

create table bankLines (
  id integer primary key autoincrement,
  accountId integer not null references accounts (id),
  -- The id that the bank gave to the line. Banks use some ids again.
  bankId text,
  date text not null check (length(date) = 10),
  -- Positive for money that the account received.
  amountMinor integer not null check (amountMinor <> 0),
  description text not null,
  checkNumber text,
  isIgnored integer not null default 0 check (isIgnored in (0, 1)),
  matchId integer references bankMatches (id),
  createdAt text not null,
  modifiedAt text not null,
  createdBy integer references users (id),
  modifiedBy integer references users (id),
  check (isIgnored = 0 or matchId is null)
) strict;
create index bankLinesByDate on bankLines (date, id);
create index bankLinesByAmount on bankLines (amountMinor, id);
create index bankLinesByAccount on bankLines (accountId, date, id);
create index bankLinesOpen on bankLines (accountId, date, id) where matchId is null and isIgnored = 0;
create index bankLinesByMatch on bankLines (matchId) where matchId is not null;

-- The documents that the bank's statement has: those of a match, and those that a person ticked in a reconciliation.
create table clearedItems (
  id integer primary key autoincrement,
  accountId integer not null references accounts (id),
  type text not null check (type in ('Giving', 'Deposit', 'Payment', 'OtherIncome', 'Transfer', 'JournalEntry', 'OutstandingItem')),
  documentId integer not null,
  -- How much of the document the statement has, as debits less credits.
  amountMinor integer not null check (amountMinor <> 0),
  matchId integer references bankMatches (id),
  reconciliationId integer references reconciliations (id),
  check ((matchId is null) <> (reconciliationId is null))
) strict;
create index clearedItemsByDocument on clearedItems (type, documentId);
create index clearedItemsByAccount on clearedItems (accountId, type, documentId, amountMinor);
create index clearedItemsByMatch on clearedItems (matchId) where matchId is not null;
create index clearedItemsByReconciliation on clearedItems (reconciliationId) where reconciliationId is not null;`,
};
