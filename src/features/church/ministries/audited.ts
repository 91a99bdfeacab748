import { type AuditedTable, catalogued, flagOf } from '../../audit/audited.ts';

const TOLD = ['name', 'defaultFunctionalClass', 'isActive'] as const;

/** What of a ministry is held against the audit log: also the class in which Form 990 counts its expenses. */
export const auditedMinistries: AuditedTable = {
  ...catalogued('Ministry', TOLD),
  table: 'ministries',
  figuresOf: ({ name, defaultFunctionalClass, isActive }) => ({
    name,
    defaultFunctionalClass,
    isActive: flagOf(isActive),
  }),
};
