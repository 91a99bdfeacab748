import { type AuditedTable, catalogued, flagOf } from '../../audit/audited.ts';

const AUDITED_FIELDS = ['name', 'kind', 'number', 'isActive', 'isDefault'] as const;

/** The fields of an account that are compared with the audit log. */
export const auditedAccounts: AuditedTable = {
  ...catalogued('Account', AUDITED_FIELDS),
  table: 'accounts',
  isNew: true,
  upgrade: { step: '0021-accounts' },
  figuresOf: ({ name, kind, number, isActive, isDefault }) => ({
    name,
    kind,
    number,
    isActive: flagOf(isActive),
    isDefault: flagOf(isDefault),
  }),
};
