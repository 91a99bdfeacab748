import { type AuditedTable, flagOf, numbered, objectAsTold } from '../../audit/audited.ts';
import { maskTaxId } from './tax-ids.ts';

/** The fields of a vendor that are compared with the audit log, because Form 1099 depends on them. */
export const auditedVendors: AuditedTable = {
  ...numbered('Vendor'),
  table: 'vendors',
  isNew: true,
  columns: [
    'name',
    'legalName',
    'email',
    'address',
    'memberId',
    'taxId',
    'tinType',
    'taxClassification',
    'w9On',
    'isActive',
    'createdBy',
    'deletedAt',
  ],
  figuresOf: ({ name, legalName, email, address, memberId, tinType, taxClassification, w9On, isActive }) => ({
    name,
    legalName,
    email,
    address: typeof address === 'string' ? objectAsTold(JSON.parse(address) as object) : null,
    memberId,
    tinType,
    taxClassification,
    w9On,
    isActive: flagOf(isActive),
  }),
  sealedFiguresOf: ({ taxId }, encryptionKey) => ({
    taxId: maskTaxId(typeof taxId === 'string' ? taxId : null, encryptionKey),
  }),
  ofPersons: ['memberId'],
};
