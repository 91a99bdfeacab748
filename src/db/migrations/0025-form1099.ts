/** Adds the box of Form 1099 to expense subcategories and to parts of expenses. */
export const form1099 = {
  name: '0025-form1099',
  sql: `
alter table expenseSubCategories add column form1099 text check (form1099 in ('NEC1', 'MISC1', 'MISC6', 'MISC10'));
alter table expenseSplits add column form1099 text check (form1099 in ('NEC1', 'MISC1', 'MISC6', 'MISC10'));
`,
};
