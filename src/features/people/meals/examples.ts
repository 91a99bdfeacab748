/** Examples for the API document, by schema name, or by operation where its answer needs a fuller example. */
import { audited, type Examples, page } from '../../../lib/examples.ts';

const meal = { date: '2026-03-01', adultCount: 64, youthCount: 12, childCount: 18, ...audited };

export const EXAMPLES: Examples = {
  MealCounts: { adultCount: 64, youthCount: 12, childCount: 18 },
  MealAttendance: meal,
  MealAttendancePage: page(meal),
};
