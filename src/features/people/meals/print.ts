import type { Exportable } from '../../../cli/kit/export.ts';
import { dateColumns, plainColumns } from '../../../lib/export-columns.ts';
import { encode } from '../../../lib/encode.ts';
import { MealAttendance } from './schema.ts';

/** The columns of a file of meal counts. */
export const MEAL_EXPORT: Exportable<MealAttendance> = {
  what: 'meal count',
  toWire: (meal) => encode(MealAttendance, meal),
  columns: [
    ...dateColumns<MealAttendance>('date'),
    ...plainColumns<MealAttendance>('adultCount', 'youthCount', 'childCount', 'createdAt', 'modifiedAt'),
  ],
};
