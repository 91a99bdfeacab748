import { route } from '../../http/route.ts';
import { Member, MemberPath, NewMember } from './schema.ts';
import { createMember, getMember, updateMember } from './service.ts';

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

export const memberRoutes = [
  readMember,
  route({
    method: 'POST',
    path: '/api/members',
    summary: 'Add a member',
    tag: 'Members',
    permission: 'members.write',
    body: NewMember,
    answer: Member,
    status: 201,
    location: ({ id }) => `/api/members/${id}`,
    versioned: true,
    keyed: 'transaction',
    errors: ['unknown_reference', 'offering_number_taken', 'user_already_linked'],
    handle: (app, { body }) => createMember(app, body),
  }),
  route({
    method: 'PUT',
    path: '/api/members/:id',
    summary: 'Replace a member',
    tag: 'Members',
    permission: 'members.write',
    params: MemberPath,
    body: NewMember,
    answer: Member,
    versionOf: readMember,
    errors: ['unknown_reference', 'offering_number_taken', 'user_already_linked'],
    handle: (app, { params, body }) => updateMember(app, params.id, body),
  }),
];
