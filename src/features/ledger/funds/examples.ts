/**
 * Examples for the API document. A key is the name of a schema, or the `operationId` of an operation whose response has
 * its own example.
 */
import { audited, type Examples, list } from '../../../lib/examples.ts';

const fund = {
  id: 3,
  name: 'Building Fund',
  nameZh: '建堂奉獻',
  class: 'Restricted',
  purpose: 'The new hall',
  releasesAccountIds: [7],
  isActive: true,
  ...audited,
};

export const EXAMPLES: Examples = {
  NewFund: { name: 'Building Fund', nameZh: '建堂奉獻', class: 'Restricted', purpose: 'The new hall' },
  Fund: fund,
  FundList: list(fund),
};
