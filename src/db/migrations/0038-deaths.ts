/** Adds the day of a member's death, and the name and address of the estate as JSON. */
export const deaths = {
  name: '0038-deaths',
  sql: `
alter table members add column diedOn text;
alter table members add column estate text;
`,
};
