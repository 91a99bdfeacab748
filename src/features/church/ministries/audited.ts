import { type AuditedTable, catalogued, flagOf } from '../../audit/audited.ts';

const TOLD = ['name', 'defaultFunctionalClass', 'isActive'] as const;

/** The fields of a ministry that are compared with the audit log, including the class for Form 990. */
export const auditedMinistries: AuditedTable = {
  ...catalogued('Ministry', TOLD),
  table: 'ministries',
  figuresOf: ({ name, defaultFunctionalClass, isActive }) => ({
    name,
    defaultFunctionalClass,
    isActive: flagOf(isActive),
  }),
};
