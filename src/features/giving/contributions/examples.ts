/**
 * Examples for the API document. A key is the name of a schema, or the `operationId` of an operation whose response has
 * its own example.
 */
import { type Examples, page, type RefusalExamples } from '../../../lib/examples.ts';

const contribution = {
  memberId: 7,
  memberName: 'En-Tzu Lin',
  chineseName: '林恩慈',
  memberIds: [7, 8],
  count: 12,
  total: 1506,
  ira: 0,
  companies: [],
  benefit: 0,
  deductible: 1506,
  notDeductible: 0,
  ofEstate: 0,
  giftsInKind: 0,
  statementNumber: null,
  issuedAt: null,
  hasChanged: false,
  handedOutAt: null,
  hasEmail: true,
  addressee: { kind: 'Givers', names: ['En-Tzu Lin  林恩慈'], careOf: null, address: null, lacks: null },
};

const overview = {
  year: 2026,
  isOver: true,
  givers: 60,
  notIssued: 0,
  changed: 1,
  toSend: 20,
  toPrint: 40,
  total: 96_400,
};

export const EXAMPLES: Examples = {
  Contribution: contribution,
  ContributionPage: page(contribution),
  ContributionOverview: overview,
  StatementMailing: { language: 'byName' },
  StatementHandOut: { memberIds: [7, 12] },
  postContributionsYearMemberIdIssue: {
    ...contribution,
    statementNumber: '2026-0012',
    issuedAt: '2027-01-15T16:05:00.000Z',
  },
};

const NOT_OVER = '2026 ends on 2026-12-31. Statements can be issued after that day.';

export const REFUSALS: RefusalExamples = {
  getContributionsYearStatementsPdf: { not_found: ['No contribution statement is in this state.'] },
  postContributionsYearIssue: { period_not_over: [NOT_OVER] },
  postContributionsYearMemberIdIssue: {
    not_found: ['There is no such contribution statement.'],
    period_not_over: [NOT_OVER],
  },
};
