/** The index by name has deleted members, too: the givers of a year are looked for along it, and some of them are deleted. */
export const membersInOrder = {
  name: '0018-members-in-order',
  sql: `
drop index membersByName;
create index membersByName on members (lastName, firstName, id, deletedAt);
`,
};
