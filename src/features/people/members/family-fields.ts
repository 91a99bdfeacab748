/** The fields of a member that say to which family the member belongs. `fields.ts` has all fields. */
import type { FamilyRole } from './schema.ts';

const FAMILY_ROLE_WORDS = {
  Head: ['head of household', 'householder'],
  Spouse: ['wife', 'husband'],
  Child: ['son', 'daughter'],
  Other: ['other adult', 'adult', 'unassigned'],
} satisfies Record<FamilyRole, string[]>;

export const FAMILY_FIELDS = {
  familyUnitId: {
    columns: {
      familyUnitId: { kind: 'id', form: null },
      familyName: { aliases: ['family', 'household', 'household name', 'family unit', '家庭'], form: null },
      familyNumber: {
        only: 'import',
        aliases: ['family id', 'fam_ID', 'household id', 'family number', 'household number', '家庭編號', '家庭编号'],
        form: null,
      },
      jointProblem: { only: 'export', form: null },
    },
    merge: 'withFamily',
    search: null,
    flag: { says: 'the id of the family unit', name: '--family', argument: 'id' },
  },
  familyRole: {
    columns: {
      familyRole: {
        aliases: ['household role', 'family position', 'household position'],
        words: FAMILY_ROLE_WORDS,
        form: null,
      },
    },
    merge: 'withFamily',
    search: null,
    flag: { says: 'the role in the family', argument: 'role' },
  },
} as const;
