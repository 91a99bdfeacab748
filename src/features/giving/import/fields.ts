/** The columns of a file of givings, under the names that church programs and churches give them. */
import type { ImportField } from '../../../lib/import-columns.ts';
import { MEMBER_COLUMNS, type MemberColumnName } from '../../people/members/fields.ts';

/** The words that people use for the ways in which money changes hands. */
export const METHOD_WORDS = {
  Cash: ['coin', 'coins', 'currency', '現金', '现金'],
  Check: ['cheque', 'ck', 'chk', 'checks', 'personal check', '支票'],
  Zelle: [],
  PayPal: [],
  Card: ['credit card', 'debit card', 'credit', 'debit', 'cc', 'visa', 'mastercard', '信用卡'],
  BankTransfer: ['ach', 'eft', 'bank', 'bank account', 'bank draft', 'wire', 'wire transfer', 'direct deposit', '轉帳'],
  Other: ['online', 'venmo', 'cash app', 'text', 'kiosk', 'stock', 'in kind', 'non cash', '其他'],
};

const YES_OR_NO = { true: ['yes', 'y', '1', 'x', '是'], false: ['no', 'n', '0', '否'] };

/** The names that people files have for a column. */
const asInPeople = (column: MemberColumnName): readonly string[] =>
  MEMBER_COLUMNS[column].aliases?.filter((alias) => alias !== 'id') ?? [];

type Field<F extends string> = ImportField<F>;
const fields = <F extends string>(...list: Field<F>[]): Field<F>[] => list;

export const GIVING_FIELDS = fields(
  { name: 'id', kind: 'id', isOwn: true },
  {
    name: 'date',
    kind: 'date',
    isRecent: true,
    aliases: ['received date', 'date received', 'donation date', 'gift date', 'transaction date', '日期', '奉獻日期'],
  },
  { name: 'amount', kind: 'money', aliases: ['total', 'gift amount', 'donation amount', '金額', '金额'] },
  {
    name: 'categoryName',
    aliases: ['category', 'fund', 'fund(s)', 'fund name', 'designation', 'giving category', '類別', '奉獻類別'],
  },
  { name: 'parts', isOwn: true },
  {
    name: 'method',
    ranked: true,
    aliases: ['method', 'payment method', 'payment type', 'type', 'source', '方式', '奉獻方式'],
    words: METHOD_WORDS,
  },
  { name: 'memberId', kind: 'id', isOwn: true },
  { name: 'memberExternalId', aliases: ['external id', ...asInPeople('externalId'), 'donor id', 'giver id'] },
  { name: 'memberEmail', aliases: ['email', ...asInPeople('email')] },
  {
    name: 'memberName',
    aliases: [
      'name',
      'full name',
      'donor',
      'donor name',
      'giver',
      'giver name',
      'member',
      ...asInPeople('chineseName'),
    ],
  },
  { name: 'firstName', aliases: asInPeople('firstName') },
  { name: 'lastName', aliases: asInPeople('lastName') },
  { name: 'offeringNumber', aliases: asInPeople('offeringNumber') },
  { name: 'isAnonymous', aliases: ['anonymous'], words: YES_OR_NO },
  { name: 'isTaxDeductible', aliases: ['tax deductible', 'deductible'], words: YES_OR_NO },
  { name: 'checkNumber', aliases: ['check #', 'check number', 'check no', 'cheque number', '支票號碼'] },
  { name: 'reference', aliases: ['reference number', 'ref', 'transaction id', 'confirmation number'] },
  // A column called Zelle or PayPal alone may as well hold amounts.
  { name: 'zelleReference', aliases: ['zelle confirmation'] },
  { name: 'payPalReference', aliases: ['paypal transaction id'] },
  {
    name: 'note',
    ranked: true,
    aliases: ['note', 'notes', 'memo', 'comment', 'comments', '備註', '备注', 'details', 'batch', 'batch name'],
  },
  { name: 'sessionDate', kind: 'date', isRecent: true },
  { name: 'giftDate', kind: 'date', isRecent: true },
  { name: 'benefitAmount', kind: 'money' },
  { name: 'nonCashDescription', aliases: ['in kind description'] },
  { name: 'reversalOf', kind: 'id', isOwn: true },
);

export type GivingField = (typeof GIVING_FIELDS)[number]['name'];

/** Columns of our own export that say again what others do. */
export const GIVING_UNREAD = ['categoryId', 'sessionId'];

/** What a row needs; the category may be given for the whole file instead. */
export const GIFT_FIELDS: readonly GivingField[] = ['date', 'amount'];
