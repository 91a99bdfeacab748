import { Download, Reply, route } from '../../../http/route.ts';
import { Reopening } from '../../../lib/wire.ts';
import { formatMonth } from '../../../lib/date.ts';
import { MEDIA_TYPES } from '../formats/file.ts';
import { ReportTable } from '../formats/table-schema.ts';
import { makeInThread, toTable } from '../formats/layout.ts';
import { boardStatement, drawStatement } from './board.ts';
import { describeStatement } from './description.ts';
import { checkMonth } from './checklist.ts';
import { finalizeStatement, reopenStatement } from './finalize.ts';
import { listStatements } from './list.ts';
import {
  Checklist,
  FinalizeQuery,
  SavedStatement,
  Statement,
  StatementList,
  StatementPath,
  StatementTableQuery,
  StatementQuery,
  StatementUpdate,
} from './schema.ts';
import { getStatement, putStatement } from './service.ts';

const readStatement = route({
  method: 'GET',
  path: '/api/monthly-statements/:year/:month',
  summary: 'Read the statement of a month',
  description:
    'A `Draft` is computed now, even if the month was never saved. A finalized statement is returned as it was stored.',
  tag: 'Monthly statements',
  permission: 'reports.read',
  params: StatementPath,
  isAlwaysThere: true,
  answer: Statement,
  versioned: true,
  errors: ['sum_too_large'],
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
    errors: ['sum_too_large'],
    handle: (app, { query }) => listStatements(app, query),
  }),
  readStatement,
  route({
    method: 'GET',
    path: '/api/monthly-statements/:year/:month/checklist',
    summary: 'Check what is open before a month is finalized',
    tag: 'Monthly statements',
    permission: 'reports.read',
    params: StatementPath,
    isAlwaysThere: true,
    answer: Checklist,
    errors: ['sum_too_large'],
    handle: (app, { params }) => checkMonth(app, params),
  }),
  route({
    method: 'GET',
    path: '/api/monthly-statements/:year/:month/table',
    summary: 'Lay out the statement of a month for people',
    description: 'With a `format`, the response is a file. The PDF is the one for the board, with a chart.',
    tag: 'Monthly statements',
    permission: 'reports.read',
    params: StatementPath,
    isAlwaysThere: true,
    query: StatementTableQuery,
    answer: ReportTable,
    produces: Object.values(MEDIA_TYPES),
    errors: ['sum_too_large'],
    handle: async (app, { params, query: { format, locale } }) => {
      const board = await boardStatement(app, params);
      const language = locale ?? board.church.locale;
      if (format === 'json') return toTable(describeStatement(board, language));
      const content =
        format === 'pdf'
          ? await drawStatement(board, language)
          : await makeInThread(describeStatement(board, language), format);
      const fileName = `monthly statement ${formatMonth(params)}.${format}`;
      return new Download(content, { contentType: MEDIA_TYPES[format], fileName });
    },
  }),
  route({
    method: 'PUT',
    path: '/api/monthly-statements/:year/:month',
    summary: 'Save the opening balance and notes of a month',
    description:
      'The response is 201 the first time, then 200. Vestry computes all figures except the opening balance. An opening balance that differs from what the earlier saved months carry over is saved anyway, and the response has the warning `opening_differs` with the amount `carried`. Once the books have an opening, such a balance is refused (409 `opening_differs`).',
    tag: 'Monthly statements',
    permission: 'statements.manage',
    params: StatementPath,
    isAlwaysThere: true,
    body: StatementUpdate,
    answer: SavedStatement,
    upserts: true,
    versionOf: readStatement,
    errors: ['statement_finalized', 'opening_differs', 'period_finalized', 'sum_too_large'],
    handle: async (app, { params, body }) => {
      const { statement, isNew } = await putStatement(app, params, body);
      return new Reply(statement, { status: isNew ? 201 : 200 });
    },
  }),
  route({
    method: 'POST',
    path: '/api/monthly-statements/:year/:month/finalize',
    summary: 'Finalize a month',
    description:
      'Without `force`, the request is refused while items are open (409 `open_items`) or the month is not over (409 `period_not_over`). Months are finalized in order: while a later month is `Finalized`, the response is 409 `later_period_finalized`, even with `force`.',
    tag: 'Monthly statements',
    permission: 'statements.manage',
    params: StatementPath,
    isAlwaysThere: true,
    query: FinalizeQuery,
    answer: Statement,
    versionOf: readStatement,
    errors: ['statement_finalized', 'later_period_finalized', 'open_items', 'period_not_over', 'sum_too_large'],
    handle: (app, { params, query }) => finalizeStatement(app, params, query.force),
  }),
  route({
    method: 'POST',
    path: '/api/monthly-statements/:year/:month/reopen',
    summary: 'Reopen a finalized month',
    description: 'Months are reopened in reverse order: only the latest finalized month can be reopened.',
    tag: 'Monthly statements',
    permission: 'statements.reopen',
    params: StatementPath,
    isAlwaysThere: true,
    body: Reopening,
    answer: Statement,
    versionOf: readStatement,
    errors: ['invalid_transition', 'later_period_finalized', 'year_closed', 'sum_too_large'],
    handle: (app, { params, body }) => reopenStatement(app, params, body.reason),
  }),
];
