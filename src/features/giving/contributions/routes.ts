import { Download, route } from '../../../http/route.ts';
import { issueContribution, readStatement } from './issuing.ts';
import {
  Contribution,
  ContributionPage,
  ContributionQuery,
  ContributionsPath,
  StatementPath,
  StatementQuery,
} from './schema.ts';
import { getContribution, listContributions } from './service.ts';

const readContribution = route({
  method: 'GET',
  path: '/api/contributions/:year/:memberId',
  summary: "Read a giver's sums for a calendar year",
  tag: 'Contributions',
  permission: 'giving.read',
  params: StatementPath,
  answer: Contribution,
  versioned: true,
  errors: ['sum_too_large'],
  handle: (app, { params }) => getContribution(app, params.year, params.memberId),
});

export const contributionRoutes = [
  route({
    method: 'GET',
    path: '/api/contributions/:year',
    summary: "List a calendar year's givers with their sums",
    tag: 'Contributions',
    permission: 'giving.read',
    params: ContributionsPath,
    query: ContributionQuery,
    isAlwaysThere: true,
    answer: ContributionPage,
    errors: ['sum_too_large'],
    handle: (app, { params, query }) => listContributions(app, params.year, query),
  }),
  // This route must come before `readContribution`, whose pattern also matches addresses that end in `.pdf`.
  route({
    method: 'GET',
    path: '/api/contributions/:year/:memberId.pdf',
    summary: "Print a giver's contribution statement",
    description:
      'Printing changes nothing. Until the statement is issued with these figures, every page is marked as a preview.',
    tag: 'Contributions',
    permission: 'giving.read',
    params: StatementPath,
    query: StatementQuery,
    produces: 'application/pdf',
    errors: ['sum_too_large'],
    handle: async (app, { params, query }) => {
      const statement = await readStatement(app, params.year, params.memberId);
      const { printStatement, statementFileName } = await import('./printing.ts');
      return new Download(await printStatement(app, statement, query.locale), {
        contentType: 'application/pdf',
        fileName: statementFileName(statement),
      });
    },
  }),
  readContribution,
  route({
    method: 'POST',
    path: '/api/contributions/:year/:memberId/issue',
    summary: "Issue a giver's contribution statement",
    description:
      'After the end of the year, this gives the statement a permanent number. If the statement was issued before and its figures have changed since, it gets a new number, and the PDF names the statement that it replaces. If its figures have not changed, it keeps its number.',
    tag: 'Contributions',
    permission: 'giving.manage',
    params: StatementPath,
    answer: Contribution,
    versionOf: readContribution,
    keyed: 'transaction',
    errors: ['period_not_over', 'sum_too_large'],
    handle: (app, { params }) => issueContribution(app, params.year, params.memberId),
  }),
];
