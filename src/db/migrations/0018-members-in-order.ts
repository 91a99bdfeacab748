/**
 * The index by name includes deleted members, because the givers of a year are found along it and some of them are
 * deleted.
 */
export const membersInOrder = {
  name: '0018-members-in-order',
  sql: `
drop index membersByName;
create index membersByName on members (lastName, firstName, id, deletedAt);
`,
};
