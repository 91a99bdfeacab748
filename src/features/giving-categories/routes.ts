import { route } from '../../http/route.ts';
import { GivingCategories, GivingCategory, GivingCategoryPath, GivingCategoryQuery } from './schema.ts';
import { getCategory, listCategories } from './service.ts';

export const givingCategoryRoutes = [
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
    method: 'GET',
    path: '/api/giving-categories/:id',
    summary: 'Read a giving category',
    tag: 'Giving',
    permission: 'signed-in',
    params: GivingCategoryPath,
    answer: GivingCategory,
    versioned: true,
    handle: (app, { params }) => getCategory(app, params.id),
  }),
];
