import type { App } from '../../../app.ts';
import { type Check, type ChecklistEntries, done, look } from '../../../books/checklist.ts';
import { copyAge } from './age.ts';

/** What copies off this computer add to the checklist of a month. A church without a place sees nothing of it. */
export const copyChecklist: ChecklistEntries = { openItems: async () => [], checks };

async function checks(app: App): Promise<Check[]> {
  const age = await copyAge(app);
  if (!age) return [];
  if (age.ok) return [done('copy', 'There is a fresh copy of the books off this computer.')];
  return [
    look('copy', 'There is no fresh copy of the books off this computer. Look in Settings, Backups, what is wrong.'),
  ];
}
