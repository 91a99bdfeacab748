import type { AuditedColumns } from '../../../db/columns.ts';

export type MealAttendanceTable = AuditedColumns & {
  date: string;
  adultCount: number;
  youthCount: number;
  childCount: number;
};
