import type { App } from '../../../app.ts';
import { type Check, type CheckedMonth, type ChecklistEntries, done, look } from '../../../books/checklist.ts';
import { monthEvents } from './service.ts';

/** Asks that somebody looks at what happened in the month. This does not prevent finalizing it. */
export const eventsChecklist: ChecklistEntries = { openItems: async () => [], checks };

async function checks(app: App, { year, month }: CheckedMonth): Promise<Check[]> {
  const { items, looked, isLooked, newItems } = await monthEvents(app, { year, month });
  if (items.length === 0) return [done('events', 'Nothing happened in this month that others should know of.')];
  if (isLooked) return [done('events', `${looked?.by} has looked at what happened in this month.`)];
  const message = `What happened in this month and nobody has looked at yet: ${newItems}. See: vestry events`;
  return [look('events', message, { count: newItems })];
}
