import { route } from '../../http/route.ts';
import { Member, MemberPath, NewMember } from './schema.ts';
import { createMember, deleteMember, getMember, restoreMember, updateMember } from './service.ts';

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
  route({
    method: 'DELETE',
    path: '/api/members/:id',
    summary: 'Delete a member, who can be restored',
    tag: 'Members',
    permission: 'members.write',
    params: MemberPath,
    versionOf: readMember,
    handle: (app, { params }) => deleteMember(app, params.id),
  }),
  route({
    method: 'POST',
    path: '/api/members/:id/restore',
    summary: 'Bring a deleted member back',
    tag: 'Members',
    permission: 'members.write',
    params: MemberPath,
    answer: Member,
    versionOf: readMember,
    errors: ['invalid_transition', 'offering_number_taken', 'user_already_linked'],
    handle: (app, { params }) => restoreMember(app, params.id),
  }),
];
