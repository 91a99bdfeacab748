import { type AuditedTable, flagOf, numbered } from '../../audit/audited.ts';

/** The fields of a vendor that are compared with the audit log, because Form 1099 depends on them. */
export const auditedVendors: AuditedTable = {
  ...numbered('Vendor'),
  table: 'vendors',
  isNew: true,
  columns: [
    'name',
    'legalName',
    'memberId',
    'tinType',
    'taxClassification',
    'w9On',
    'isActive',
    'createdBy',
    'deletedAt',
  ],
  figuresOf: ({ name, legalName, memberId, tinType, taxClassification, w9On, isActive }) => ({
    name,
    legalName,
    memberId,
    tinType,
    taxClassification,
    w9On,
    isActive: flagOf(isActive),
  }),
  ofPersons: ['memberId'],
};
