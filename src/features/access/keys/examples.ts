/** Examples for the API document. A key is the name of a schema. */
import type { Examples, RefusalExamples } from '../../../lib/examples.ts';

const key = {
  id: 3,
  name: 'Website',
  userId: 3,
  userName: 'Grace Lin 林恩慈',
  permissions: ['members.read', 'meals.read'],
  access: 'ReadOnly',
  hint: 'k3Zq',
  createdAt: '2026-03-01T18:20:05.412Z',
  expiresAt: '2026-05-31T05:00:00.000Z',
  lastUsedAt: '2026-03-04T15:02:41.090Z',
  lastUsedFrom: '192.0.2.17',
  endedAt: null,
  state: 'Active',
};

export const EXAMPLES: Examples = {
  NewProgramKey: {
    currentPassword: 'a long enough password',
    name: 'Website',
    permissions: ['members.read', 'meals.read'],
    access: 'ReadOnly',
    expiresOn: '2026-05-30',
  },
  MadeProgramKey: {
    key: { ...key, lastUsedAt: null, lastUsedFrom: null },
    token: 'vsk_EXAMPLE-OF-A-TOKEN-THAT-OPENS-NOTHING-k3Zq',
  },
  ProgramKeyUpdate: { name: 'Website of the church' },
  ProgramKey: key,
  ProgramKeyList: { items: [key] },
};

export const REFUSALS: RefusalExamples = {
  getProgramKeys: { forbidden: ['Reading the keys of other users needs the permission users.manage.'] },
  putProgramKeysId: { forbidden: ['Only the owner of a key can give it another name.'] },
  postProgramKeys: { conflict: ['An account has at most 50 keys that work. End one first.'] },
};
