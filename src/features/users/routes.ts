import { route } from '../../http/route.ts';
import { CreatedUser, NewUser, User, UserPage, UserPath, UserQuery } from './schema.ts';
import { createUser, getUser, listUsers } from './service.ts';

const readUser = route({
  method: 'GET',
  path: '/api/users/:id',
  summary: 'Read a user',
  tag: 'Users',
  permission: 'users.manage',
  params: UserPath,
  answer: User,
  versioned: true,
  handle: (app, { params }) => getUser(app, params.id),
});

export const userRoutes = [
  readUser,
  route({
    method: 'GET',
    path: '/api/users',
    summary: 'List users',
    tag: 'Users',
    permission: 'users.manage',
    query: UserQuery,
    answer: UserPage,
    handle: (app, { query }) => listUsers(app, query),
  }),
  route({
    method: 'POST',
    path: '/api/users',
    summary: 'Create a user',
    tag: 'Users',
    permission: 'users.manage',
    body: NewUser,
    answer: CreatedUser,
    status: 201,
    location: ({ user }) => `/api/users/${user.id}`,
    versionOf: readUser,
    resource: ({ user }) => user,
    keyed: 'claim',
    secrets: ['temporaryPassword', 'invitation.url'],
    errors: ['email_taken', 'unknown_reference', 'user_already_linked'],
    handle: (app, { body }) => createUser(app, body),
  }),
];
