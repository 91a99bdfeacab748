/**
 * Adds deleted members to the index of members by name. The givers of a year are listed in the order of this index, and
 * some givers are deleted members.
 */
export const membersInOrder = {
  name: '0018-members-in-order',
  sql: `
drop index membersByName;
create index membersByName on members (lastName, firstName, id, deletedAt);
`,
};
