import { CHECKING } from '../../../books/account-kinds.ts';
import { PARTS_AS_JSON } from '../../../books/giving-lines.ts';
import { type AuditedTable, decimalOf, flagOf, numbered, storedAsTold } from '../../audit/audited.ts';

/**
 * Returns parts as JSON in the form that `audit/figures.ts` compares. Category names are left out, because they may
 * change.
 */
const partsText = (parts: [categoryId: number, amountMinor: number][]) =>
  JSON.stringify(parts.map(([categoryId, amount]) => [categoryId, decimalOf(amount)]));

const NOTES = ['checkNumber', 'zelleReference', 'payPalReference', 'note'] as const;

/** The fields of a giving that are compared with the audit log: all fields on which figures depend. */
export const auditedGivings: AuditedTable = {
  ...numbered('Giving'),
  table: 'givings',
  columns: [
    'amountMinor',
    'benefitAmountMinor',
    'date',
    'giftDate',
    'method',
    'categoryId',
    'sessionId',
    'nonCashDescription',
    'reversalOf',
    'memberId',
    'isAnonymous',
    ...NOTES,
    'createdBy',
    'deletedAt',
  ],
  derived: {
    parts: PARTS_AS_JSON,
    accountId: '"accountId"',
    source: '"source"',
    companyName: '"companyName"',
    nonCashKind: '"nonCashKind"',
    reversalKind: '"reversalKind"',
  },
  figuresOf: ({ amountMinor, benefitAmountMinor, date, giftDate, method, ...row }) => ({
    amount: decimalOf(amountMinor),
    benefitAmount: decimalOf(benefitAmountMinor),
    date,
    giftDate,
    method,
    categoryId: row.categoryId,
    parts: typeof row.parts === 'string' ? partsText(JSON.parse(row.parts) as [number, number][]) : row.parts,
    sessionId: row.sessionId,
    nonCashDescription: row.nonCashDescription,
    nonCashKind: row.nonCashKind,
    source: row.source,
    companyName: row.companyName,
    reversalOf: row.reversalOf,
    reversalKind: row.reversalKind,
    memberId: row.memberId,
    accountId: row.accountId,
    isAnonymous: flagOf(row.isAnonymous),
    ...storedAsTold(row, NOTES),
  }),
  upgrade: [
    { step: '0021-accounts', defaults: { accountId: CHECKING } },
    { step: '0022-ledger', defaults: { source: 'Personal', nonCashKind: null, reversalKind: null } },
    { step: '0040-company-gifts', defaults: { companyName: null } },
  ],
  ofPersons: ['memberId', 'companyName'],
};
