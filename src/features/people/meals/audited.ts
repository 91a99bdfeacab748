import type { AuditedTable } from '../../audit/audited.ts';

/** What of a meal count is held against the audit log; a deleted one leaves no row. */
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
