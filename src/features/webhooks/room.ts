/** What the webhooks room (this folder of `src/features`) adds to shared features. */
import { declare } from '../../room-declarations.ts';
import { ANNOUNCEMENTS } from '../audit/announcements.ts';
import { KEPT } from '../audit/kept.ts';

export const webhooks = [
  declare(ANNOUNCEMENTS, async () => (await import('./outbox.ts')).keepEvents),
  declare(KEPT, async () => [(await import('./kept.ts')).keptEndpoints]),
];
