import { route } from '../../../http/route.ts';
import { AiStatus, CategoryQuestion, CategorySuggestion } from './schema.ts';
import { getAiStatus, suggestExpenseCategory } from './service.ts';

export const aiRoutes = [
  route({
    method: 'GET',
    path: '/api/ai/status',
    summary: 'Read which AI gives suggestions, and whether it is set up',
    tag: 'AI',
    permission: 'profile.read',
    answer: AiStatus,
    handle: (app) => getAiStatus(app),
  }),
  route({
    method: 'POST',
    path: '/api/ai/suggest-expense-category',
    summary: 'Suggest a subcategory and a ministry for an expense; nothing is stored',
    description: 'Waits at most 20 seconds for the provider.',
    tag: 'AI',
    permission: 'expenses.submit',
    body: CategoryQuestion,
    answer: CategorySuggestion,
    errors: ['not_configured', 'unavailable'],
    handle: (app, { body }) => suggestExpenseCategory(app, body),
  }),
];
