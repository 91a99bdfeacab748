/** The columns of a file of a payment service. */
import { importFields, type FileColumn } from '../../../lib/import-columns.ts';
import type { Target } from '../../imports/columns.ts';
import { GIVING_COLUMNS } from '../givings/fields.ts';
import { GIVER_COLUMNS, GIVING_IMPORT_FIELDS } from '../import/columns.ts';

/** The fields of a giver and of a gift that a row may have, as in an import of gifts. */
const LIKE_GIFTS = [
  'categoryName',
  'memberName',
  'memberEmail',
  'memberExternalId',
  'firstName',
  'lastName',
  'isAnonymous',
  'note',
  'currency',
] as const;
type LikeGift = (typeof LIKE_GIFTS)[number];

const OWN_COLUMNS = {
  date: {
    kind: 'date',
    isRecent: true,
    aliases: [...(GIVING_COLUMNS.date.aliases ?? []), 'charge date', 'created', 'day'],
  },
  amount: {
    kind: 'money',
    aliases: ['gross', 'gross amount', 'amount', 'donation amount', 'gift amount', '金額', '金额'],
  },
  fee: {
    kind: 'money',
    aliases: ['fee', 'fees', 'processing fee', 'transaction fee', 'fee amount', '手續費', '手续费'],
  },
  net: { kind: 'money', aliases: ['net', 'net amount', '淨額', '净额', '實收', '实收'] },
  method: { aliases: ['payment method', 'payment type', 'payment method type', '方式'] },
  // What the row is for. It names a category, or says nothing about it.
  purpose: {},
  kind: { aliases: ['kind', 'transaction type', 'reporting category'] },
  status: { aliases: ['status', 'payment status', 'transaction status', '狀態', '状态'] },
  impact: { aliases: ['balance impact'] },
  transactionId: { aliases: ['transaction id', 'balance transaction id'] },
  charge: { aliases: ['charge id', 'payment id', 'reference txn id'] },
  object: { aliases: ['source id'] },
  payout: { aliases: ['payout id', 'automatic payout id', 'deposit id'] },
  payoutOn: { kind: 'date', isRecent: true, aliases: ['payout date', 'deposit date', 'arrival date'] },
} as const satisfies Record<string, FileColumn>;

/** A field of a row of a payment service. */
export type PayoutField = keyof typeof OWN_COLUMNS | LikeGift;

const isLikeGifts = <F extends string>(name: F): name is F & LikeGift =>
  (LIKE_GIFTS as readonly string[]).includes(name);

/** What an import of payouts reads: each row has its day, its gross amount, its fee and what is left. */
export const PAYOUT_TARGET: Target<PayoutField> = {
  kind: 'payouts',
  fields: [
    ...importFields<keyof typeof OWN_COLUMNS>(OWN_COLUMNS),
    ...GIVING_IMPORT_FIELDS.flatMap(({ name, ...field }) => (isLikeGifts(name) ? [{ ...field, name }] : [])),
  ],
  needs: [['date', 'amount', 'fee', 'net']],
  what: 'date, amount, fee or net amount',
  giver: GIVER_COLUMNS.filter(isLikeGifts),
};
