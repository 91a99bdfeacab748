import { type AuditedTable, catalogued, flagOf } from '../../audit/audited.ts';

const AUDITED_FIELDS = ['name', 'class', 'isActive'] as const;

/** The fields of a fund that are compared with the audit log, because restricted money depends on them. */
export const auditedFunds: AuditedTable = {
  ...catalogued('Fund', AUDITED_FIELDS),
  table: 'funds',
  isNew: true,
  upgrade: { step: '0020-funds' },
  figuresOf: ({ name, class: fundClass, isActive }) => ({ name, class: fundClass, isActive: flagOf(isActive) }),
};
