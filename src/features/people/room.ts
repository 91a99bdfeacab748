/**
 * What the people room (this folder of `src/features`) adds to shared features: the audit log, and undoing an import.
 */
import { declare } from '../../room-declarations.ts';
import { EVENT_DETAILS } from '../audit/announcements.ts';
import { AUDITED_TABLES } from '../audit/audited.ts';
import { KEPT } from '../audit/kept.ts';
import { PERSONAL } from '../audit/persons.ts';
import { IMPORT_KINDS } from '../imports/import-kinds.ts';
import { TAKE_BACK } from '../imports/take-back.ts';

export const people = [
  declare(EVENT_DETAILS, async () => (await import('./members/event-details.ts')).memberDetails),
  declare(PERSONAL, async () => ({ whole: ['Member', 'FamilyUnit'], masked: ['memberName', 'memberEmail'] })),
  declare(AUDITED_TABLES, async () => [
    (await import('./members/audited.ts')).auditedMembers,
    (await import('./families/audited.ts')).auditedFamilies,
    (await import('./meals/audited.ts')).auditedMeals,
  ]),
  declare(KEPT, async () => [(await import('./members/kept.ts')).keptMerges]),
  declare(IMPORT_KINDS, async () => ({ members: (await import('./import/over-http.ts')).peopleOver })),
  declare(TAKE_BACK, async () => ({ members: (await import('./import/undo.ts')).takeBackPeople })),
];
