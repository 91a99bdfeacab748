import { Download, Reply, route } from '../../http/route.ts';
import { ContributionPage, ContributionQuery, ContributionsPath, StatementPath, StatementQuery } from './schema.ts';
import { issueStatement, listContributions, refuseWithoutGifts } from './service.ts';

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
    handle: (app, { params, query }) => listContributions(app, params.year, query),
  }),
  route({
    method: 'GET',
    path: '/api/contributions/:year/:memberId.pdf',
    summary: "Print a giver's contribution statement, which issues it once the year is over",
    tag: 'Contributions',
    permission: 'giving.read',
    params: StatementPath,
    query: StatementQuery,
    produces: 'application/pdf',
    handle: async (app, { params, query }, { isHead }) => {
      if (isHead) {
        await refuseWithoutGifts(app, params.year, params.memberId);
        return new Reply(null, { status: 200, headers: { 'Content-Type': 'application/pdf' } });
      }
      const statement = await issueStatement(app, params.year, params.memberId);
      const { printStatement, statementFileName } = await import('./printing.ts');
      return new Download(await printStatement(app, statement, query.locale), {
        contentType: 'application/pdf',
        fileName: statementFileName(statement),
      });
    },
  }),
];
