/** What the accountant's reports and the journal read. */
export const reports = {
  name: '0005-reports',
  sql: `
create index expensesPaid on expenses (coalesce(paidOn, bookedOn), id) where status = 'Paid' and deletedAt is null;
`,
};
