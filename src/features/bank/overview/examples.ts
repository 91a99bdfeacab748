/** Examples of schemas for the API document, by the name of the schema. */
import { audited, type Examples, list } from '../../../lib/examples.ts';

export const EXAMPLES: Examples = {
  AccountAtBankList: list({
    id: 2,
    name: 'Checking',
    nameZh: '支票帳戶',
    kind: 'Checking',
    number: '001234567',
    isActive: true,
    isDefault: true,
    isReserved: false,
    ...audited,
    balance: 18250.4,
    openLines: 12,
    lastReconciliation: {
      id: 3,
      endDate: '2026-02-28',
      endBalance: 17330.4,
      finishedBy: 2,
      reviewedAt: '2026-03-03T18:20:00.000Z',
    },
    toReview: [],
    draftId: null,
  }),
};
