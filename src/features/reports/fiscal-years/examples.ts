import { type Examples, list, type RefusalExamples } from '../../../lib/examples.ts';

const year = {
  year: 2025,
  from: '2025-01-01',
  to: '2025-12-31',
  status: 'Closed',
  closedAt: '2026-01-20T16:40:12.700Z',
  closedBy: 3,
};

export const EXAMPLES: Examples = {
  FiscalYearItemList: list(year),
  FiscalYear: {
    ...year,
    months: [{ month: '2025-12', status: 'Finalized' }],
    changes: [
      {
        report: 'IncomeStatement',
        stored: { name: 'Rent', amount: 18000 },
        current: { name: 'Rent and parking', amount: 18000 },
      },
    ],
    statementsIssuedSince: 0,
  },
};

export const REFUSALS: RefusalExamples = {
  postFiscalYearsYearReopen: { invalid_transition: ['The fiscal year 2025 is not closed.'] },
};
