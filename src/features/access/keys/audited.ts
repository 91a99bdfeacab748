import { type AuditedTable, numbered } from '../../audit/audited.ts';

/**
 * Compares keys with the audit log, so that a key that somebody added, widened or revived in the database is noticed.
 */
export const auditedKeys: AuditedTable = {
  ...numbered('ProgramKey'),
  table: 'programKeys',
  columns: ['name', 'userId', 'permissions', 'access', 'expiresAt', 'endedAt'],
  figuresOf: ({ name, userId, permissions, access, expiresAt, endedAt }) => ({
    name,
    userId,
    permissions: typeof permissions === 'string' ? JSON.stringify(permissions.split(' ')) : permissions,
    access,
    expiresAt,
    endedAt,
  }),
  isNew: true,
  upgrade: { step: '0035-program-keys' },
};
