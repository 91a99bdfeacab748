/** What the upkeep room adds to shared features: copies off this computer follow what happens, and stand in the checklist. */
import { CHECKLIST } from '../../books/checklist.ts';
import { declare } from '../../room-declarations.ts';
import { FACTS } from '../audit/announcements.ts';

export const upkeep = [
  declare(FACTS, async () => (await import('./backup-target/owing.ts')).oweAfter),
  declare(CHECKLIST, async () => (await import('./backup-target/checklist.ts')).copyChecklist),
];
