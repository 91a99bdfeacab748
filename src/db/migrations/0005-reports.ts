/**
 * Indexes for the reports, the monthly statement and the journal. Each index is in the order in which rows are read.
 */
export const reports = {
  name: '0005-reports',
  sql: `
create index expensesPaid on expenses (coalesce(paidOn, bookedOn), id, bookedOn, amountMinor, reversalOf)
  where status = 'Paid' and deletedAt is null;
create index expensesOwed on expenses (bookedOn, amountMinor, reversalOf) where status = 'Approved' and deletedAt is null;
drop index expensesByFund;
create index expensesByFund on expenses (fundCategoryId, bookedOn, status, amountMinor, deletedAt)
  where fundCategoryId is not null;
drop index givingsByCategory;
create index givingsByCategory on givings (categoryId, date, amountMinor, nonCashDescription, deletedAt);
`,
};
