import { route } from '../../../http/route.ts';
import { IncomeCategories, IncomeCategory, IncomeCategoryPath, NewIncomeCategory } from './schema.ts';
import {
  createIncomeCategory,
  deleteIncomeCategory,
  getIncomeCategory,
  listIncomeCategories,
  updateIncomeCategory,
} from './service.ts';

const readIncomeCategory = route({
  method: 'GET',
  path: '/api/income-categories/:id',
  summary: 'Read an income category',
  tag: 'Books',
  permission: 'reports.read',
  params: IncomeCategoryPath,
  answer: IncomeCategory,
  versioned: true,
  handle: (app, { params }) => getIncomeCategory(app, params.id),
});

export const incomeCategoryRoutes = [
  readIncomeCategory,
  route({
    method: 'GET',
    path: '/api/income-categories',
    summary: 'List the income categories',
    tag: 'Books',
    permission: 'reports.read',
    answer: IncomeCategories,
    handle: (app) => listIncomeCategories(app),
  }),
  route({
    method: 'POST',
    path: '/api/income-categories',
    summary: 'Add an income category',
    tag: 'Books',
    permission: 'statements.manage',
    body: NewIncomeCategory,
    answer: IncomeCategory,
    status: 201,
    location: ({ id }) => `/api/income-categories/${id}`,
    versionOf: readIncomeCategory,
    keyed: 'transaction',
    errors: ['name_taken'],
    handle: (app, { body }) => createIncomeCategory(app, body),
  }),
  route({
    method: 'PUT',
    path: '/api/income-categories/:id',
    summary: 'Replace an income category',
    tag: 'Books',
    permission: 'statements.manage',
    params: IncomeCategoryPath,
    body: NewIncomeCategory,
    answer: IncomeCategory,
    versionOf: readIncomeCategory,
    errors: ['name_taken'],
    handle: (app, { params, body }) => updateIncomeCategory(app, params.id, body),
  }),
  route({
    method: 'DELETE',
    path: '/api/income-categories/:id',
    summary: 'Remove an income category that was never used',
    tag: 'Books',
    permission: 'statements.manage',
    params: IncomeCategoryPath,
    versionOf: readIncomeCategory,
    errors: ['category_in_use'],
    handle: (app, { params }) => deleteIncomeCategory(app, params.id),
  }),
];
