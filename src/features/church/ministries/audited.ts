import { type AuditedTable, catalogued, flagOf } from '../../audit/audited.ts';

const COMPARED = ['name', 'defaultFunctionalClass', 'isActive'] as const;

/** Compares ministries with the audit log, including the functional class, which Form 990 reports. */
export const auditedMinistries: AuditedTable = {
  ...catalogued('Ministry', COMPARED),
  table: 'ministries',
  figuresOf: ({ name, defaultFunctionalClass, isActive }) => ({
    name,
    defaultFunctionalClass,
    isActive: flagOf(isActive),
  }),
};
