import { Download, route } from '../../../http/route.ts';
import { SendResult } from '../../messages/schema.ts';
import { issueContribution, readStatementsOf } from './issuing.ts';
import {
  Contribution,
  ContributionOverview,
  ContributionPage,
  ContributionQuery,
  ContributionsPath,
  MOST_PRINTED,
  PrintQuery,
  StatementHandOut,
  StatementMailing,
  StatementPath,
  StatementQuery,
} from './schema.ts';
import { getContribution, listContributions } from './service.ts';
import { handOutAll, issueAll, mailYear, overviewOf, printYear } from './whole-year.ts';

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
  // These routes must come before `readContribution`, whose pattern also matches their addresses.
  route({
    method: 'GET',
    path: '/api/contributions/:year/overview',
    summary: "Count a calendar year's statements that are to be issued, sent and printed",
    tag: 'Contributions',
    permission: 'giving.read',
    params: ContributionsPath,
    isAlwaysThere: true,
    answer: ContributionOverview,
    errors: ['sum_too_large'],
    handle: (app, { params }) => overviewOf(app, params.year),
  }),
  route({
    method: 'GET',
    path: '/api/contributions/:year/statements.pdf',
    summary: "Print several givers' contribution statements into one file",
    description: `Printing changes nothing. The file has the statements of at most ${MOST_PRINTED} givers, ordered by name.`,
    tag: 'Contributions',
    permission: 'giving.read',
    params: ContributionsPath,
    query: PrintQuery,
    produces: 'application/pdf',
    errors: ['not_found', 'sum_too_large', 'unknown_reference'],
    handle: async (app, { params, query }) =>
      new Download(await printYear(app, params.year, query), {
        contentType: 'application/pdf',
        fileName: `contribution-statements-${params.year}.pdf`,
      }),
  }),
  // This route must come before `readContribution`, whose pattern also matches addresses that end in `.pdf`.
  route({
    method: 'GET',
    path: '/api/contributions/:year/:memberId.pdf',
    summary: "Print a giver's contribution statement",
    description:
      'The statements to companies whose checks the giver brought follow in the same file. Printing changes nothing. Until the statement is issued with these figures, every page is marked as a preview.',
    tag: 'Contributions',
    permission: 'giving.read',
    params: StatementPath,
    query: StatementQuery,
    produces: 'application/pdf',
    errors: ['sum_too_large'],
    handle: async (app, { params, query }) => {
      const statements = await readStatementsOf(app, params.year, params.memberId);
      const { printStatements, statementFileName } = await import('./printing.ts');
      return new Download(await printStatements(app, statements, query.locale), {
        contentType: 'application/pdf',
        fileName: statements.map(statementFileName)[0] ?? '',
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
  route({
    method: 'POST',
    path: '/api/contributions/:year/issue',
    summary: "Issue all of a calendar year's contribution statements",
    description:
      'After the end of the year, this issues every statement that was not issued with its current figures, as `POST /api/contributions/{year}/{memberId}/issue` does for one giver. If the call is cut off, call it again to issue the rest.',
    tag: 'Contributions',
    permission: 'giving.manage',
    params: ContributionsPath,
    answer: ContributionOverview,
    keyed: 'claim',
    errors: ['period_not_over', 'sum_too_large'],
    handle: (app, { params }) => issueAll(app, params.year),
  }),
  route({
    method: 'POST',
    path: '/api/contributions/:year/email',
    summary: "Send a calendar year's contribution statements by e-mail",
    description:
      'Each giver gets a letter with the statement as a PDF. After the end of the year, a statement that was not issued is issued first. A giver who already has the current statement gets no letter unless `again` is true. Givers without an e-mail address are in `skipped`. The response is sent after every letter has been tried. After a crash, a call with the same `Idempotency-Key` sends nothing twice.',
    tag: 'Contributions',
    permission: 'giving.manage',
    params: ContributionsPath,
    body: StatementMailing,
    answer: SendResult,
    keyed: 'claim',
    errors: ['not_configured', 'unknown_reference', 'sum_too_large'],
    handle: (app, { params, body }) => mailYear(app, params.year, body),
  }),
  route({
    method: 'POST',
    path: '/api/contributions/:year/hand-out',
    summary: 'Record that printed contribution statements were handed out',
    description:
      'The next print of these statements is marked as a copy. Only statements that are issued with their current figures can be handed out.',
    tag: 'Contributions',
    permission: 'giving.manage',
    params: ContributionsPath,
    body: StatementHandOut,
    answer: ContributionOverview,
    keyed: 'transaction',
    errors: ['unknown_reference', 'sum_too_large'],
    handle: (app, { params, body }) => handOutAll(app, params.year, body.memberIds),
  }),
];
