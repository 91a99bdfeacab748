/** Examples of schemas for the API document, by the name of the schema. */
import { audited, type Examples } from '../../../lib/examples.ts';
import { bankLine } from '../lines/examples.ts';

const bankImport = {
  id: 4,
  accountId: 2,
  fileName: '2026-03.qfx',
  imported: 24,
  skipped: 6,
  changed: 1,
  pending: 2,
  empty: 0,
  importedByName: 'Ann Lin',
  undoneAt: null,
  undoneBy: null,
  ...audited,
};

export const EXAMPLES: Examples = {
  BankImport: bankImport,
  getAccountsIdBankImports: { items: [bankImport] },
  UndoneBankImport: {
    ...bankImport,
    undoneAt: audited.modifiedAt,
    undoneBy: audited.modifiedBy,
    removed: 24,
    changedLines: [bankLine],
  },
};
