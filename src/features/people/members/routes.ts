import { Download, type Route, route } from '../../../http/route.ts';
import { today } from '../../church/profile/service.ts';
import { membersCsv } from './export.ts';
import { mergeMember } from './merge.ts';
import { purgeMember } from './purge.ts';
import {
  DeletedMemberPage,
  DeletedMemberQuery,
  EnteredMember,
  Givers,
  Member,
  MemberFilter,
  MemberPage,
  MemberPath,
  MemberQuery,
  Merge,
  NewMember,
  Purge,
} from './schema.ts';
import {
  createMember,
  deleteMember,
  getAnyMember,
  getMember,
  listDeletedMembers,
  listGivers,
  listMembers,
  restoreMember,
  updateMember,
} from './service.ts';

const readMember = route({
  method: 'GET',
  path: '/api/members/:id',
  summary: 'Read a member',
  tag: 'Members',
  permission: 'members.read',
  params: MemberPath,
  answer: Member,
  versioned: true,
  handle: (app, { params }) => getMember(app, params.id),
});

/**
 * Reads a live or deleted member. The routes that accept a deleted member compare `If-Match` with the version of this
 * member. The API does not offer this route.
 */
const readAnyMember = { ...readMember, handle: (app, { params }) => getAnyMember(app, params.id) } satisfies Route;

export const memberRoutes = [
  readMember,
  route({
    method: 'GET',
    path: '/api/givers',
    summary: 'List everybody who may give, to choose from while an offering is entered',
    tag: 'Members',
    permission: 'giving.write',
    answer: Givers,
    versioned: true,
    handle: (app) => listGivers(app),
  }),
  route({
    method: 'GET',
    path: '/api/members',
    summary: 'List members',
    tag: 'Members',
    permission: 'members.read',
    query: MemberQuery,
    answer: MemberPage,
    handle: (app, { query }) => listMembers(app, query),
  }),
  route({
    method: 'GET',
    path: '/api/members.csv',
    summary: 'Export members as CSV',
    description: 'With the filters and the order of the list of members. The file can be imported again.',
    tag: 'Members',
    permission: 'members.write',
    query: MemberFilter,
    produces: 'text/csv',
    handle: async (app, { query }) => {
      const fileName = `members-${await today(app)}.csv`;
      return new Download(await membersCsv(app, query), { contentType: 'text/csv', fileName });
    },
  }),
  route({
    method: 'GET',
    path: '/api/deleted-members',
    summary: 'List deleted members, who can be restored or erased',
    tag: 'Members',
    permission: 'members.write',
    query: DeletedMemberQuery,
    answer: DeletedMemberPage,
    handle: (app, { query }) => listDeletedMembers(app, query),
  }),
  route({
    method: 'POST',
    path: '/api/members',
    summary: 'Add a member',
    description: 'Only a user with `users.manage` can set `userId`.',
    tag: 'Members',
    permission: ['members.write', 'members.add'],
    body: NewMember,
    answer: EnteredMember,
    status: 201,
    location: ({ id }) => `/api/members/${id}`,
    versionOf: readMember,
    keyed: 'transaction',
    errors: ['not_found', 'unknown_reference', 'offering_number_taken', 'user_already_linked'],
    handle: (app, { body }) => createMember(app, body),
  }),
  route({
    method: 'PUT',
    path: '/api/members/:id',
    summary: 'Replace a member',
    description:
      'Only a user with `users.manage` can change `userId`. If other users leave it out, it does not change. If they send another value, the response is 403.',
    tag: 'Members',
    permission: 'members.write',
    params: MemberPath,
    body: NewMember,
    answer: EnteredMember,
    versionOf: readMember,
    errors: ['unknown_reference', 'offering_number_taken', 'user_already_linked'],
    handle: (app, { params, body }) => updateMember(app, params.id, body),
  }),
  route({
    method: 'DELETE',
    path: '/api/members/:id',
    summary: 'Delete a member; the member can be restored',
    description:
      "The member disappears from lists and messages. The name stays on givings, expenses and the giver's statement.",
    tag: 'Members',
    permission: 'members.write',
    params: MemberPath,
    versionOf: readMember,
    handle: (app, { params }) => deleteMember(app, params.id),
  }),
  route({
    method: 'POST',
    path: '/api/members/:id/restore',
    summary: 'Restore a deleted member',
    tag: 'Members',
    permission: 'members.write',
    params: MemberPath,
    answer: Member,
    versionOf: readAnyMember,
    errors: ['invalid_transition', 'offering_number_taken', 'user_already_linked'],
    handle: (app, { params }) => restoreMember(app, params.id),
  }),
  route({
    method: 'POST',
    path: '/api/members/:id/merge',
    summary: 'Merge a duplicate member into another, who gets the givings, the expenses and any missing details',
    description:
      'Givings, expenses, LINE accounts and history move to the member in `into`. Details that this member lacks are copied from the duplicate. Afterwards, a request for the id in the path gets 404. No figure changes.',
    tag: 'Members',
    permission: 'users.manage',
    params: MemberPath,
    body: Merge,
    answer: Member,
    versionOf: readMember,
    errors: ['unknown_reference', 'user_already_linked', 'different_people'],
    handle: (app, { params, body }) => mergeMember(app, params.id, body),
  }),
  route({
    method: 'POST',
    path: '/api/members/:id/purge',
    summary: 'Erase a member for good on a privacy request',
    description:
      'Works for a deleted member, too. Givings and expenses stay, without the person. Within seven years of the last giving, the response is 409 `retention`, unless `confirm` is true.',
    tag: 'Members',
    permission: 'users.manage',
    params: MemberPath,
    body: Purge,
    versionOf: readAnyMember,
    errors: ['retention'],
    handle: (app, { params, body }) => purgeMember(app, params.id, body.confirm, body.eraseFamily),
  }),
];
