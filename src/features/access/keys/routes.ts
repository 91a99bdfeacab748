import { route } from '../../../http/route.ts';
import {
  MadeProgramKey,
  NewProgramKey,
  ProgramKey,
  ProgramKeyPath,
  ProgramKeyQuery,
  ProgramKeys,
  ProgramKeyUpdate,
} from './schema.ts';
import { endProgramKey, getProgramKey, listProgramKeys, makeOwnKey, renameProgramKey } from './service.ts';

const PATH = '/api/program-keys';
const ONE = `${PATH}/:id`;

/** What all these routes share. A key cannot make, change or end keys. */
const KEYS = { tag: 'Keys for programs', permission: 'signed-in', peopleOnly: true } as const;
const WHOSE = 'Your own keys and, with the permission `users.manage`, those of other users. Others get 404.';

const readKey = route({
  ...KEYS,
  method: 'GET',
  path: ONE,
  summary: 'Read a key',
  description: WHOSE,
  params: ProgramKeyPath,
  answer: ProgramKey,
  versioned: true,
  handle: (app, { params }) => getProgramKey(app, params.id),
});

export const programKeyRoutes = [
  readKey,
  route({
    ...KEYS,
    method: 'GET',
    path: PATH,
    summary: 'List keys, the newest first',
    query: ProgramKeyQuery,
    answer: ProgramKeys,
    handle: (app, { query }) => listProgramKeys(app, query),
  }),
  route({
    ...KEYS,
    method: 'POST',
    path: PATH,
    summary: 'Make a key with which a program acts for you',
    description:
      'The program sends the `token` as `Authorization: Bearer vsk_...`. It may then do what the key allows and you may do at that time, and what it does is recorded in the audit log under your name with the name of the key. The token is shown only once. The key ends when you or an administrator ends it, or when your account is deactivated. A wrong password gets `validation_failed` for the field `currentPassword`, and counts as a failed sign-in.',
    body: NewProgramKey,
    answer: MadeProgramKey,
    status: 201,
    location: ({ key }) => `${PATH}/${key.id}`,
    versionOf: readKey,
    resource: ({ key }) => key,
    keyed: 'claim',
    secrets: ['token'],
    errors: ['conflict', 'too_many_requests'],
    handle: (app, { body }) => makeOwnKey(app, body),
  }),
  route({
    ...KEYS,
    method: 'PUT',
    path: ONE,
    summary: 'Give one of your keys another name',
    params: ProgramKeyPath,
    body: ProgramKeyUpdate,
    answer: ProgramKey,
    versionOf: readKey,
    handle: (app, { params, body }) => renameProgramKey(app, params.id, body),
  }),
  route({
    ...KEYS,
    method: 'POST',
    path: `${ONE}/end`,
    summary: 'End a key for good',
    description: `The token stops working at once. ${WHOSE}`,
    params: ProgramKeyPath,
    answer: ProgramKey,
    versionOf: readKey,
    handle: (app, { params }) => endProgramKey(app, params.id),
  }),
];
