/**
 * Examples for the API document: of schemas, by the name of the schema, and of error messages, by the id of the
 * operation.
 */
import type { Examples, RefusalExamples } from '../../../lib/examples.ts';

export const EXAMPLES: Examples = {
  NewValuation: { date: '2026-03-31', value: 52_310.44, fee: 25 },
  Valuation: {
    id: 8,
    accountId: 6,
    accountName: 'Broker',
    date: '2026-03-31',
    book: 50_000,
    value: 52_310.44,
    fee: 25,
    gain: 2335.44,
    fundId: null,
  },
};

export const REFUSALS: RefusalExamples = {
  postAccountsIdValuations: {
    conflict: [
      'The church has deleted the category Gain or loss on investments. Nothing was changed. Enter the value as an adjusting entry.',
    ],
  },
};
