/** Adds a seal to the head of the audit log, and to its entries a part that can be removed on a privacy request. */
export const auditProof = {
  name: '0009-audit-proof',
  sql: `
alter table auditLogs add column withheldSalt text;
alter table auditLogs add column withheldDigest text;
alter table auditHead add column seal text not null default '';
`,
};
