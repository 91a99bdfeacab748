import { route } from '../../../http/route.ts';
import { createCategory, deleteCategory, disableCategory, enableCategory, updateCategory } from './changes.ts';
import {
  GivingCategories,
  GivingCategory,
  GivingCategoryPath,
  GivingCategoryQuery,
  NewGivingCategory,
  SavedGivingCategory,
} from './schema.ts';
import { getCategory, listCategories } from './service.ts';

const readCategory = route({
  method: 'GET',
  path: '/api/giving-categories/:id',
  summary: 'Read a giving category',
  tag: 'Giving',
  permission: 'signed-in',
  params: GivingCategoryPath,
  answer: GivingCategory,
  versioned: true,
  handle: (app, { params }) => getCategory(app, params.id),
});

const WARNS =
  'If gifts to the category are tax-deductible, but its fund is `Custodial`, the category is still saved, and `warnings` has `custodial_deductible`.';

export const givingCategoryRoutes = [
  readCategory,
  route({
    method: 'GET',
    path: '/api/giving-categories',
    summary: 'List giving categories',
    tag: 'Giving',
    permission: 'signed-in',
    query: GivingCategoryQuery,
    answer: GivingCategories,
    handle: (app, { query }) => listCategories(app, query.includeDisabled),
  }),
  route({
    method: 'POST',
    path: '/api/giving-categories',
    summary: 'Add a giving category',
    description: WARNS,
    tag: 'Giving',
    permission: 'giving.manage',
    body: NewGivingCategory,
    answer: SavedGivingCategory,
    status: 201,
    location: ({ id }) => `/api/giving-categories/${id}`,
    versionOf: readCategory,
    keyed: 'transaction',
    errors: ['name_taken', 'unknown_reference', 'fund_disabled'],
    handle: (app, { body }) => createCategory(app, body),
  }),
  route({
    method: 'PUT',
    path: '/api/giving-categories/:id',
    summary: 'Replace a giving category',
    description: WARNS,
    tag: 'Giving',
    permission: 'giving.manage',
    params: GivingCategoryPath,
    body: NewGivingCategory,
    answer: SavedGivingCategory,
    versionOf: readCategory,
    errors: ['name_taken', 'category_in_use', 'unknown_reference', 'fund_disabled'],
    handle: (app, { params, body }) => updateCategory(app, params.id, body),
  }),
  route({
    method: 'POST',
    path: '/api/giving-categories/:id/disable',
    summary: 'Close a giving category to new givings',
    tag: 'Giving',
    permission: 'giving.manage',
    params: GivingCategoryPath,
    answer: GivingCategory,
    versionOf: readCategory,
    handle: (app, { params }) => disableCategory(app, params.id),
  }),
  route({
    method: 'POST',
    path: '/api/giving-categories/:id/enable',
    summary: 'Open a giving category again',
    tag: 'Giving',
    permission: 'giving.manage',
    params: GivingCategoryPath,
    answer: GivingCategory,
    versionOf: readCategory,
    handle: (app, { params }) => enableCategory(app, params.id),
  }),
  route({
    method: 'DELETE',
    path: '/api/giving-categories/:id',
    summary: 'Remove a giving category that was never used',
    tag: 'Giving',
    permission: 'giving.manage',
    params: GivingCategoryPath,
    versionOf: readCategory,
    errors: ['category_in_use'],
    handle: (app, { params }) => deleteCategory(app, params.id),
  }),
];
