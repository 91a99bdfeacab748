import { type AuditedTable, numbered, storedAsTold } from '../../audit/audited.ts';

const FIELDS = [
  'firstName',
  'lastName',
  'nickname',
  'chineseName',
  'gender',
  'birthDate',
  'email',
  'phone',
  'address',
  'status',
  'joinedOn',
  'baptizedOn',
  'diedOn',
  'estate',
  'familyUnitId',
  'familyRole',
  'offeringNumber',
  'externalId',
  'userId',
  'notes',
] as const;

/** All fields of a member are compared with the audit log. A merge and a purge remove the row. */
export const auditedMembers: AuditedTable = {
  ...numbered('Member'),
  table: 'members',
  isNew: true,
  columns: [...FIELDS, 'deletedAt'],
  figuresOf: (row) => storedAsTold(row, FIELDS),
  createdBy: ['MemberCreated', 'MemberRestored'],
  ofPersons: FIELDS,
  goneWith: ['mergedInto', 'purged', 'members'],
  upgrade: { step: '0049-kept-records' },
};
