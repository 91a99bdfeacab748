/**
 * Examples for the API document. A key is the name of a schema, or the id of an operation whose response needs a
 * fuller example.
 */
import { audited, type Examples, page } from '../../../lib/examples.ts';

const meal = { date: '2026-03-01', adultCount: 64, youthCount: 12, childCount: 18, ...audited };

export const EXAMPLES: Examples = {
  MealCounts: { adultCount: 64, youthCount: 12, childCount: 18 },
  MealAttendance: meal,
  MealAttendancePage: page(meal),
};
