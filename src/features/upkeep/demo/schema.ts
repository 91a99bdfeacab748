import * as z from 'zod';
import { date, money } from '../../../lib/wire.ts';

/** The size of the demo church, and its seed. */
export const DemoOptions = z.strictObject({
  members: z.int().min(1).max(5000).default(300),
  years: z.int().min(1).max(10).default(2),
  seed: z.string().min(1).max(100).default('grace'),
});
export type DemoOptions = z.output<typeof DemoOptions>;

/** What the demo church contains. As in the API, the totals do not include gifts in kind. */
export const DemoSummary = z.object({
  church: z.string(),
  seed: z.string(),
  from: date,
  to: date,
  members: z.int(),
  families: z.int(),
  accounts: z.array(z.string()),
  offeringSessions: z.int(),
  givings: z.int(),
  totalGiving: money,
  expenses: z.int(),
  totalExpenses: money,
  receipts: z.int(),
  mealCounts: z.int(),
  finalizedMonths: z.int(),
});
export type DemoSummary = z.output<typeof DemoSummary>;
