import { type AuditedTable, flagOf, numbered, storedAsTold } from '../../audit/audited.ts';

const PLAIN = ['name', 'address', 'phone', 'notes'] as const;

/** All fields of a family are compared with the audit log. A purge of its last member may remove the row. */
export const auditedFamilies: AuditedTable = {
  ...numbered('FamilyUnit'),
  table: 'familyUnits',
  isNew: true,
  columns: [...PLAIN, 'jointStatement', 'createdBy', 'deletedAt'],
  figuresOf: ({ jointStatement, ...row }) => ({ ...storedAsTold(row, PLAIN), jointStatement: flagOf(jointStatement) }),
  ofPersons: [...PLAIN, 'jointStatement'],
  goneWith: ['purged'],
  upgrade: { step: '0049-kept-records' },
};
