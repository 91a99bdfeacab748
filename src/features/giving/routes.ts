import { route } from '../../http/route.ts';
import { Giving, GivingPage, GivingPath, GivingQuery, NewGiving } from './schema.ts';
import { createGiving, deleteGiving, getGiving, listGivings, updateGiving } from './service.ts';

const readGiving = route({
  method: 'GET',
  path: '/api/givings/:id',
  summary: 'Read a giving',
  tag: 'Giving',
  permission: ['giving.read', 'giving.write'],
  params: GivingPath,
  answer: Giving,
  versioned: true,
  handle: (app, { params }) => getGiving(app, params.id),
});

export const givingRoutes = [
  readGiving,
  route({
    method: 'GET',
    path: '/api/givings',
    summary: 'List givings',
    tag: 'Giving',
    permission: ['giving.read', 'giving.write'],
    query: GivingQuery,
    answer: GivingPage,
    handle: (app, { query }) => listGivings(app, query),
  }),
  route({
    method: 'POST',
    path: '/api/givings',
    summary: 'Enter a giving',
    tag: 'Giving',
    permission: 'giving.write',
    body: NewGiving,
    answer: Giving,
    status: 201,
    location: ({ id }) => `/api/givings/${id}`,
    versionOf: readGiving,
    keyed: 'transaction',
    errors: ['unknown_reference', 'category_disabled', 'session_locked', 'period_finalized'],
    handle: (app, { body }) => createGiving(app, body),
  }),
  route({
    method: 'PUT',
    path: '/api/givings/:id',
    summary: 'Replace a giving',
    tag: 'Giving',
    permission: 'giving.write',
    params: GivingPath,
    body: NewGiving,
    answer: Giving,
    versionOf: readGiving,
    errors: ['unknown_reference', 'category_disabled', 'session_locked', 'period_finalized', 'reversed'],
    handle: (app, { params, body }) => updateGiving(app, params.id, body),
  }),
  route({
    method: 'DELETE',
    path: '/api/givings/:id',
    summary: 'Delete a giving',
    tag: 'Giving',
    permission: 'giving.write',
    params: GivingPath,
    versionOf: readGiving,
    errors: ['session_locked', 'period_finalized', 'reversed'],
    handle: (app, { params }) => deleteGiving(app, params.id),
  }),
];
