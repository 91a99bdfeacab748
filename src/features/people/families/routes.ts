import { route } from '../../../http/route.ts';
import { FamilyUnitDetail, FamilyUnitPage, FamilyUnitPath, FamilyUnitQuery, NewFamilyUnit } from './schema.ts';
import { createFamily, deleteFamily, getFamily, listFamilies, updateFamily } from './service.ts';

const readFamily = route({
  method: 'GET',
  path: '/api/family-units/:id',
  summary: 'Read a family with its members',
  tag: 'Members',
  permission: 'members.read',
  params: FamilyUnitPath,
  answer: FamilyUnitDetail,
  versioned: true,
  handle: (app, { params }) => getFamily(app, params.id),
});

export const familyRoutes = [
  readFamily,
  route({
    method: 'GET',
    path: '/api/family-units',
    summary: 'List families',
    tag: 'Members',
    permission: 'members.read',
    query: FamilyUnitQuery,
    answer: FamilyUnitPage,
    handle: (app, { query }) => listFamilies(app, query),
  }),
  route({
    method: 'POST',
    path: '/api/family-units',
    summary: 'Add a family',
    tag: 'Members',
    permission: 'members.write',
    body: NewFamilyUnit,
    answer: FamilyUnitDetail,
    status: 201,
    location: ({ id }) => `/api/family-units/${id}`,
    versionOf: readFamily,
    keyed: 'transaction',
    handle: (app, { body }) => createFamily(app, body),
  }),
  route({
    method: 'PUT',
    path: '/api/family-units/:id',
    summary: 'Replace a family',
    tag: 'Members',
    permission: 'members.write',
    params: FamilyUnitPath,
    body: NewFamilyUnit,
    answer: FamilyUnitDetail,
    versionOf: readFamily,
    handle: (app, { params, body }) => updateFamily(app, params.id, body),
  }),
  route({
    method: 'DELETE',
    path: '/api/family-units/:id',
    summary: 'Delete a family but not its members',
    description: 'The members of the family stay in the records, without a family.',
    tag: 'Members',
    permission: 'members.write',
    params: FamilyUnitPath,
    versionOf: readFamily,
    handle: (app, { params }) => deleteFamily(app, params.id),
  }),
];
