/**
 * Separation of duties: stores who changed and submitted an expense, who approved and rejected it, and all receipts
 * that it has ever had. SQLite cannot change a CHECK constraint, nor drop a column that such a constraint names, so the
 * table `expenses` is rebuilt. The new tables reference it as `newExpenses`, its temporary name. When it is renamed at
 * the end, SQLite updates these references.
 */
export const duties = {
  name: '0010-duties',
  sql: `
pragma defer_foreign_keys = on;

create table newExpenses (
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
  approvedBy integer references users (id),
  approvedAt text,
  rejectedReason text,
  paidBy integer references users (id),
  paidOn text,
  reversalOf integer references newExpenses (id),
  createdAt text not null,
  modifiedAt text not null,
  createdBy integer references users (id),
  modifiedBy integer references users (id),
  deletedAt text,
  check (case when reversalOf is null then amountMinor > 0 else amountMinor < 0 end),
  check (status not in ('Approved', 'Paid') or bookedOn is not null)
) strict;
insert into newExpenses
  select id, subCategoryId, ministryId, expenseDate, amountMinor, vendor, description, functionalClass, memberId,
    fundCategoryId, paymentMethod, paymentReference, notes, status, bookedOn, submittedBy, approvedBy, approvedAt,
    rejectedReason, paidBy, paidOn, reversalOf, createdAt, modifiedAt, createdBy, modifiedBy, deletedAt
  from expenses;
delete from sqlite_sequence where name = 'newExpenses';
insert into sqlite_sequence (name, seq) select 'newExpenses', seq from sqlite_sequence where name = 'expenses';

create table expenseHands (
  expenseId integer not null references newExpenses (id),
  userId integer not null references users (id),
  deed text not null check (deed in ('Changed', 'Submitted')),
  at text not null,
  primary key (expenseId, userId, deed)
) strict, without rowid;
insert into expenseHands
  select expenses.id, actorId, replace(replace(action, 'ExpenseUpdated', 'Changed'), 'ExpenseSubmitted', 'Submitted'), min(at)
  from auditLogs
  join expenses on entityId = cast(expenses.id as text)
  where entityType = 'Expense' and action in ('ExpenseUpdated', 'ExpenseSubmitted') and actorId in (select id from users)
  group by 1, 2, 3;
insert or ignore into expenseHands
  select id, editedBy, 'Changed', modifiedAt from expenses where editedBy is not null and reversalOf is null;

create table expenseDecisions (
  id integer primary key autoincrement,
  expenseId integer not null references newExpenses (id),
  decision text not null check (decision in ('Approval', 'Rejection')),
  userId integer not null references users (id),
  at text not null,
  reason text,
  bookedOn text check (length(bookedOn) = 10),
  clearedAt text,
  check ((decision = 'Rejection') = (reason is not null))
) strict;
insert into expenseDecisions (expenseId, decision, userId, at, reason)
  select expenses.id, 'Rejection', actorId, at, json_extract(changes, '$.rejectedReason[1]')
  from auditLogs
  join expenses on entityId = cast(expenses.id as text)
  where entityType = 'Expense' and action = 'ExpenseRejected' and actorId in (select id from users)
    and json_extract(changes, '$.rejectedReason[1]') is not null
  order by auditLogs.id;
insert into expenseDecisions (expenseId, decision, userId, at)
  select id, 'Approval', approvedBy, coalesce(approvedAt, modifiedAt) from expenses where approvedBy is not null order by id;
create index expenseDecisionsByExpense on expenseDecisions (expenseId);
create unique index expenseDecisionsOfApprover on expenseDecisions (expenseId, userId)
  where decision = 'Approval' and clearedAt is null;

create table receipts (
  id integer primary key autoincrement,
  expenseId integer not null references newExpenses (id),
  path text not null,
  fileName text not null,
  contentType text not null,
  size integer not null check (size > 0),
  sha256 text not null,
  addedBy integer references users (id),
  addedAt text not null
) strict;
insert into receipts (expenseId, path, fileName, contentType, size, sha256, addedBy, addedAt)
  select expenses.id, receiptPath, coalesce(receiptFileName, 'receipt'), coalesce(receiptContentType, ''),
    coalesce(receiptSize, 1), receiptSha256, attached.actorId, coalesce(attached.at, expenses.modifiedAt)
  from expenses
  left join auditLogs attached on attached.id = (
    select max(id) from auditLogs
    where entityType = 'Expense' and entityId = cast(expenses.id as text) and action = 'ReceiptAttached')
  where receiptPath is not null
  order by expenses.id;
create index receiptsByExpense on receipts (expenseId);
create index receiptsByAdder on receipts (addedBy, expenseId, size);

drop table expenses;
alter table newExpenses rename to expenses;
create index expensesBooked on expenses
  (bookedOn, subCategoryId, ministryId, functionalClass, fundCategoryId, status, paidOn, amountMinor)
  where bookedOn is not null and deletedAt is null;
create index expensesByDate on expenses (expenseDate) where deletedAt is null;
create index expensesByOwner on expenses (submittedBy, expenseDate) where deletedAt is null;
create index expensesByMember on expenses (memberId) where memberId is not null;
create index expensesBySubCategory on expenses (subCategoryId);
create index expensesByFund on expenses (fundCategoryId, bookedOn, status, amountMinor, deletedAt)
  where fundCategoryId is not null;
create index expensesByReversal on expenses (reversalOf) where reversalOf is not null;
create index expensesPaid on expenses (coalesce(paidOn, bookedOn), id, bookedOn, amountMinor, reversalOf)
  where status = 'Paid' and deletedAt is null;
create index expensesOwed on expenses (bookedOn, amountMinor, reversalOf) where status = 'Approved' and deletedAt is null;

create table approvalRules (
  id integer primary key check (id = 1),
  secondApprovalAboveMinor integer check (secondApprovalAboveMinor >= 0),
  payerMayApproveUpToMinor integer check (payerMayApproveUpToMinor >= 0),
  createdAt text not null,
  modifiedAt text not null,
  createdBy integer references users (id),
  modifiedBy integer references users (id)
) strict;
`,
};
