/**
 * Adds a seal to the head of the audit log. Also adds columns that make it possible to remove a part of an entry on a
 * privacy request, without breaking the hash chain.
 */
export const auditProof = {
  name: '0009-audit-proof',
  sql: `
alter table auditLogs add column withheldSalt text;
alter table auditLogs add column withheldDigest text;
alter table auditHead add column seal text not null default '';
`,
};
