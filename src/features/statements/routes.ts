import { Reply, route } from '../../http/route.ts';
import { Reopening } from '../../lib/wire.ts';
import { finalizeStatement, reopenStatement } from './finalize.ts';
import { listStatements } from './list.ts';
import { FinalizeQuery, Statement, StatementList, StatementPath, StatementQuery, StatementUpdate } from './schema.ts';
import { getStatement, putStatement } from './service.ts';

const readStatement = route({
  method: 'GET',
  path: '/api/monthly-statements/:year/:month',
  summary: 'Read the statement of a month',
  tag: 'Monthly statements',
  permission: 'reports.read',
  params: StatementPath,
  isAlwaysThere: true,
  answer: Statement,
  versioned: true,
  handle: (app, { params }) => getStatement(app, params),
});

export const statementRoutes = [
  route({
    method: 'GET',
    path: '/api/monthly-statements',
    summary: 'List the saved statements with their totals, the latest month first',
    tag: 'Monthly statements',
    permission: 'reports.read',
    query: StatementQuery,
    answer: StatementList,
    handle: (app, { query }) => listStatements(app, query),
  }),
  readStatement,
  route({
    method: 'PUT',
    path: '/api/monthly-statements/:year/:month',
    summary: 'Save the opening balance and notes of a month',
    tag: 'Monthly statements',
    permission: 'statements.manage',
    params: StatementPath,
    isAlwaysThere: true,
    body: StatementUpdate,
    answer: Statement,
    upserts: true,
    versionOf: readStatement,
    errors: ['statement_finalized', 'period_finalized'],
    handle: async (app, { params, body }) => {
      const { statement, isNew } = await putStatement(app, params, body);
      return new Reply(statement, { status: isNew ? 201 : 200 });
    },
  }),
  route({
    method: 'POST',
    path: '/api/monthly-statements/:year/:month/finalize',
    summary: 'Finalize a month',
    tag: 'Monthly statements',
    permission: 'statements.manage',
    params: StatementPath,
    isAlwaysThere: true,
    query: FinalizeQuery,
    answer: Statement,
    versionOf: readStatement,
    errors: ['statement_finalized', 'open_items', 'period_not_over'],
    handle: (app, { params, query }) => finalizeStatement(app, params, query.force),
  }),
  route({
    method: 'POST',
    path: '/api/monthly-statements/:year/:month/reopen',
    summary: 'Reopen a finalized month',
    tag: 'Monthly statements',
    permission: 'statements.reopen',
    params: StatementPath,
    isAlwaysThere: true,
    body: Reopening,
    answer: Statement,
    versionOf: readStatement,
    errors: ['invalid_transition', 'later_period_finalized'],
    handle: (app, { params, body }) => reopenStatement(app, params, body.reason),
  }),
];
