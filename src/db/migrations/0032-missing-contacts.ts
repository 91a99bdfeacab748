/** Adds indexes of the members without an e-mail address and of those without a postal address of their own. */
export const missingContacts = {
  name: '0032-missing-contacts',
  sql: `
create index membersWithoutEmail on members (lastName, firstName, id) where emailKey is null and deletedAt is null;
create index membersWithoutAddress on members (familyUnitId, id) where address is null and deletedAt is null;
`,
};
