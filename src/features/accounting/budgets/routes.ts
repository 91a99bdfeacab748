import { route } from '../../../http/route.ts';
import { copyBudget } from './copy.ts';
import {
  Budget,
  BudgetCopy,
  BudgetPath,
  BudgetVersionPath,
  BudgetVersions,
  CopiedBudget,
  NewBudget,
} from './schema.ts';
import { putBudget } from './service.ts';
import { getBudget, getVersion, listVersions } from './versions.ts';

const readBudget = route({
  method: 'GET',
  path: '/api/budgets/:fiscalYear',
  summary: 'Read the budget of a fiscal year',
  description:
    'Returns the latest version. Until somebody saves a budget, `version` is null and `lines` is empty. Lines stay readable if their category is disabled later.',
  tag: 'Budget',
  permission: 'reports.read',
  params: BudgetPath,
  isAlwaysThere: true,
  answer: Budget,
  versioned: true,
  errors: ['sum_too_large'],
  handle: (app, { params }) => getBudget(app, params.fiscalYear),
});

export const budgetRoutes = [
  readBudget,
  route({
    method: 'PUT',
    path: '/api/budgets/:fiscalYear',
    summary: 'Save the budget of a fiscal year',
    description:
      'Replaces all lines. Without `adoptedOn`, the budget is a draft, and the next save replaces it. The first save with `adoptedOn` adopts the budget. Every change after that is kept as an amendment; the earlier versions stay readable. ' +
      'A new line may not name a category, account, ministry or fund that is no longer in use (400, with the path of each bad line). A line that was in the budget before may stay.',
    tag: 'Budget',
    permission: 'statements.manage',
    params: BudgetPath,
    isAlwaysThere: true,
    body: NewBudget,
    answer: Budget,
    versionOf: readBudget,
    errors: ['sum_too_large', 'unknown_reference', 'year_closed'],
    handle: (app, { params, body }) => putBudget(app, params.fiscalYear, body),
  }),
  route({
    method: 'POST',
    path: '/api/budgets/:fiscalYear/copy',
    summary: 'Copy the draft of a budget from the year before',
    description:
      'Replaces the lines of the draft with the budget or the actual amounts of the year before. Lines whose category, account, ministry or fund is no longer in use are left out, and a warning names them. An adopted budget is not replaced (409 `invalid_transition`).',
    tag: 'Budget',
    permission: 'statements.manage',
    params: BudgetPath,
    body: BudgetCopy,
    answer: CopiedBudget,
    versionOf: readBudget,
    errors: ['invalid_transition', 'not_found', 'sum_too_large', 'year_closed'],
    handle: (app, { params, body }) => copyBudget(app, params.fiscalYear, body),
  }),
  route({
    method: 'GET',
    path: '/api/budgets/:fiscalYear/versions',
    summary: 'List what was adopted, and every amendment',
    description: 'The first version comes first. A draft is one version, however often it was saved.',
    tag: 'Budget',
    permission: 'reports.read',
    params: BudgetPath,
    isAlwaysThere: true,
    answer: BudgetVersions,
    errors: ['sum_too_large'],
    handle: (app, { params }) => listVersions(app, params.fiscalYear),
  }),
  route({
    method: 'GET',
    path: '/api/budgets/:fiscalYear/versions/:version',
    summary: 'Read a version of a budget',
    tag: 'Budget',
    permission: 'reports.read',
    params: BudgetVersionPath,
    answer: Budget,
    errors: ['sum_too_large'],
    handle: (app, { params }) => getVersion(app, params.fiscalYear, params.version),
  }),
];
