/** The columns that an import of givings reads. */
import type { Target } from '../../imports/columns.ts';
import { type FileColumn, importFields, OWN_ID, unreadColumns } from '../../../lib/import-columns.ts';
import { GIVING_COLUMNS, type GivingColumnName, YES_OR_NO } from '../givings/fields.ts';

/**
 * A field of a row: a column of givings, the columns by which other programs mark rows that are no gifts, or `id`,
 * `reversalOf` or `reversalKind`. `id` is the id that the giving has in
 * the church that exported the file, and `reversalOf` is the id, in that church, of the giving that it reverses.
 */
export type GivingField = GivingColumnName | NoGiftColumn | 'id' | 'reversalOf' | 'reversalKind';

/** The columns of other programs that show pledges, failed payments and refunds. */
const NO_GIFT_COLUMNS = {
  pledgeOrPayment: {
    aliases: ['plg_PledgeOrPayment', 'pledge or payment', 'pledge/payment'],
    words: { Pledge: ['pledges', 'pledged', '認獻'], Payment: ['payments', 'paid'] },
  },
  paymentStatus: {
    aliases: ['payment status', 'donation status', 'transaction status', 'status'],
    ranked: true,
  },
  refunded: { aliases: ['refunded', 'is refunded', 'was refunded', 'refund status'], ranked: true },
  refundedOn: { aliases: ['refunded at', 'refunded on', 'refund date', 'date refunded', 'refunded date'] },
  refundAmount: { kind: 'money', aliases: ['refund amount', 'refunded amount', 'amount refunded', 'refund'] },
  donationId: { aliases: ['donation id'] },
  currency: { aliases: ['currency', 'currency code', '幣別', '币别', '貨幣', '货币'] },
  isNotDeductible: {
    aliases: ['not deductible', 'non deductible', 'not tax deductible', 'non tax deductible'],
    words: YES_OR_NO,
  },
} as const satisfies Record<string, FileColumn>;

type NoGiftColumn = keyof typeof NO_GIFT_COLUMNS;

export const GIVING_IMPORT_FIELDS = importFields<GivingField>({
  id: OWN_ID,
  ...GIVING_COLUMNS,
  ...NO_GIFT_COLUMNS,
  reversalOf: OWN_ID,
  reversalKind: { isOwn: true, words: { Returned: [], Refund: [], Correction: [] } },
});

/** The fields by which a row says who gave, or that nobody is named. */
export const GIVER_COLUMNS = [
  'memberId',
  'memberName',
  'memberEmail',
  'memberExternalId',
  'firstName',
  'lastName',
  'familyName',
  'familyNumber',
  'offeringNumber',
  'isAnonymous',
] as const satisfies readonly GivingField[];

/** Columns of Vestry's own export that an import does not read, because they repeat other columns. */
const GIVING_UNREAD = unreadColumns(GIVING_COLUMNS);

/**
 * Returns what an import of gifts reads. Every file needs an amount. It also needs a category, unless one is named for the
 * whole file, and a date, unless all gifts are of one session.
 */
export function giftTarget({ hasCategory, hasDate }: { hasCategory: boolean; hasDate: boolean }): Target<GivingField> {
  const needs: GivingField[] = ['amount'];
  if (!hasDate) needs.unshift('date');
  if (!hasCategory) needs.push('categoryName');
  return {
    kind: 'givings',
    fields: GIVING_IMPORT_FIELDS,
    needs: [needs],
    what: hasDate ? 'amount or category' : 'date, amount or category',
    giver: GIVER_COLUMNS,
    unread: GIVING_UNREAD,
  };
}
