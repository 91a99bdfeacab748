/**
 * Adds to each merge what the merged record was called and known by, so that a file with its former number is still
 * understood. For earlier merges, the audit log says this.
 */
export const formerIdentities = {
  name: '0047-former-identities',
  sql: `
alter table memberMerges add column firstName text;
alter table memberMerges add column lastName text;
alter table memberMerges add column chineseName text;
alter table memberMerges add column externalId text;
alter table memberMerges add column offeringNumber text;
alter table memberMerges add column email text;
update memberMerges set (firstName, lastName, chineseName, externalId, offeringNumber, email) = (
  select
    json_extract(changes, '$.firstName[0]'), json_extract(changes, '$.lastName[0]'),
    json_extract(changes, '$.chineseName[0]'), json_extract(changes, '$.externalId[0]'),
    json_extract(changes, '$.offeringNumber[0]'), json_extract(changes, '$.email[0]')
  from auditLogs
  where entityType = 'Member' and entityId = cast(memberMerges.memberId as text) and action = 'MemberMerged'
    and json_extract(changes, '$.mergedInto[1]') is not null
);
`,
};
