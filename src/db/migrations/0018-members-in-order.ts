/**
 * Adds deleted members to the index by name. The givers of a year are found along this index, and some of them are
 * deleted.
 */
export const membersInOrder = {
  name: '0018-members-in-order',
  sql: `
drop index membersByName;
create index membersByName on members (lastName, firstName, id, deletedAt);
`,
};
