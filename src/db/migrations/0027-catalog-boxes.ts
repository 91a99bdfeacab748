/**
 * Gives the subcategories of the shipped catalog their usual boxes of Form 1099. A subcategory that somebody changed
 * keeps what it has, because its box may have been left empty on purpose.
 */
const BOXES = [
  ['facilities/rent', 'MISC1'],
  ['facilities/repairs-maintenance', 'NEC1'],
  ['facilities/cleaning', 'NEC1'],
  ['worship/guest-speakers', 'NEC1'],
  ['professional/legal-fees', 'NEC1'],
  ['professional/accounting-audit', 'NEC1'],
  ['professional/contract-services', 'NEC1'],
];

export const catalogBoxes = {
  name: '0027-catalog-boxes',
  sql: `
update expenseSubCategories set form1099 = seeded.form1099 from (
  select rowKey, column2 as form1099 from seededRows join (values
    ${BOXES.map((row) => `(${row.map((text) => `'${text}'`).join(', ')})`).join(',\n    ')}
  ) on key = column1 where catalog = 'ExpenseSubCategory'
) as seeded
where seeded.rowKey = cast(expenseSubCategories.id as text) and expenseSubCategories.form1099 is null
  and expenseSubCategories.createdBy is null and expenseSubCategories.modifiedAt = expenseSubCategories.createdAt;
`,
};
