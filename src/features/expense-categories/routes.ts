import { route } from '../../http/route.ts';
import { ExpenseCategories, ExpenseCategoryGroup, ExpenseCategoryPath, ExpenseSubCategory } from './schema.ts';
import { getGroup, getSubCategory, listExpenseCategories } from './service.ts';

export const expenseCategoryRoutes = [
  route({
    method: 'GET',
    path: '/api/expense-categories',
    summary: 'List expense categories',
    tag: 'Expenses',
    permission: 'signed-in',
    answer: ExpenseCategories,
    handle: (app) => listExpenseCategories(app),
  }),
  route({
    method: 'GET',
    path: '/api/expense-categories/groups/:id',
    summary: 'Read a group of expense categories',
    tag: 'Expenses',
    permission: 'signed-in',
    params: ExpenseCategoryPath,
    answer: ExpenseCategoryGroup,
    versioned: true,
    handle: (app, { params }) => getGroup(app, params.id),
  }),
  route({
    method: 'GET',
    path: '/api/expense-categories/subcategories/:id',
    summary: 'Read an expense subcategory',
    tag: 'Expenses',
    permission: 'signed-in',
    params: ExpenseCategoryPath,
    answer: ExpenseSubCategory,
    versioned: true,
    handle: (app, { params }) => getSubCategory(app, params.id),
  }),
];
