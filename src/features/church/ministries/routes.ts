import { route } from '../../../http/route.ts';
import { Ministries, Ministry, MinistryPath, MinistryUpdate, NewMinistry } from './schema.ts';
import { createMinistry, getMinistry, listMinistries, updateMinistry } from './service.ts';

const readMinistry = route({
  method: 'GET',
  path: '/api/ministries/:id',
  summary: 'Read a ministry',
  tag: 'Expenses',
  permission: 'signed-in',
  params: MinistryPath,
  answer: Ministry,
  versioned: true,
  handle: (app, { params }) => getMinistry(app, params.id),
});

export const ministryRoutes = [
  readMinistry,
  route({
    method: 'GET',
    path: '/api/ministries',
    summary: 'List ministries',
    tag: 'Expenses',
    permission: 'signed-in',
    answer: Ministries,
    handle: (app) => listMinistries(app),
  }),
  route({
    method: 'POST',
    path: '/api/ministries',
    summary: 'Add a ministry',
    tag: 'Expenses',
    permission: 'finance.manage',
    body: NewMinistry,
    answer: Ministry,
    status: 201,
    location: ({ id }) => `/api/ministries/${id}`,
    versionOf: readMinistry,
    keyed: 'transaction',
    errors: ['name_taken'],
    handle: (app, { body }) => createMinistry(app, body),
  }),
  route({
    method: 'PUT',
    path: '/api/ministries/:id',
    summary: 'Rename, disable or enable a ministry, or change its functional class',
    description:
      'A field that is left out does not change. In the Form 990 report, a new class also applies to existing expenses that have no functional class of their own.',
    tag: 'Expenses',
    permission: 'finance.manage',
    params: MinistryPath,
    body: MinistryUpdate,
    answer: Ministry,
    versionOf: readMinistry,
    errors: ['name_taken'],
    handle: (app, { params, body }) => updateMinistry(app, params.id, body),
  }),
];
