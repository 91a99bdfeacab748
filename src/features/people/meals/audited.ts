import type { AuditedTable } from '../../audit/audited.ts';

/** The fields of a meal count that are compared with the audit log. A deleted meal count leaves no row in the table. */
export const auditedMeals: AuditedTable = {
  entityType: 'MealAttendance',
  table: 'mealAttendances',
  cursor: '"date"',
  columns: ['adultCount', 'youthCount', 'childCount'],
  entityIdOf: String,
  cursorOf: String,
  figuresOf: ({ adultCount, youthCount, childCount }) => ({ adultCount, youthCount, childCount }),
  createdBy: ['MealAttendanceCreated'],
  keepsDeleted: false,
};
