/**
 * What the messages room (this folder of `src/features`) adds to shared features, such as the audit log and the merging
 * of members.
 */
import { RESULTS } from '../../db/kept-answers.ts';
import { declare } from '../../room-declarations.ts';
import { EVENT_DETAILS } from '../audit/announcements.ts';
import { KEPT } from '../audit/kept.ts';
import { PERSONAL } from '../audit/persons.ts';
import { MEMBER_REFERENCES } from '../people/members/references.ts';

export const messages = [
  declare(EVENT_DETAILS, async () => (await import('./event-details.ts')).messageDetails),
  declare(RESULTS, async () => (await import('./batches.ts')).resultOf),
  declare(PERSONAL, async () => ({ masked: ['recipient'] })),
  declare(KEPT, async () => (await import('./kept.ts')).keptInMessages),
  declare(MEMBER_REFERENCES, async () => [
    (await import('./line/bindings.ts')).bindingReferences,
    (await import('./member-references.ts')).messageReferences,
  ]),
];
