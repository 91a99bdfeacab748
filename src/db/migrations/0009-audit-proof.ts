/** The head of the audit log gets its seal, and entries get a part that can be removed on a privacy request. */
export const auditProof = {
  name: '0009-audit-proof',
  sql: `
alter table auditLogs add column withheldSalt text;
alter table auditLogs add column withheldDigest text;
alter table auditHead add column seal text not null default '';
`,
};
