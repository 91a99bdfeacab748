/** The columns of a file of expenses, under the names that church and bookkeeping programs give them. */
import type { ImportField } from '../../../lib/import-columns.ts';
import { METHOD_WORDS } from '../../giving/import/fields.ts';

const CLASS_WORDS = {
  ProgramServices: ['program', 'programs', 'program service', 'ministry'],
  ManagementAndGeneral: ['management', 'management & general', 'administration', 'admin', 'general', 'm&g'],
  Fundraising: ['fund raising', 'development'],
};

type Field<F extends string> = ImportField<F>;
const fields = <F extends string>(...list: Field<F>[]): Field<F>[] => list;

export const EXPENSE_FIELDS = fields(
  { name: 'id', kind: 'id', isOwn: true },
  {
    name: 'expenseDate',
    kind: 'date',
    isRecent: true,
    aliases: ['date', 'expense date', 'transaction date', 'date of expense', '日期', '支出日期'],
  },
  { name: 'amount', kind: 'money', aliases: ['total', 'expense amount', 'cost', '金額', '金额'] },
  { name: 'subCategoryId', kind: 'id' },
  {
    name: 'subCategoryName',
    ranked: true,
    aliases: [
      'subcategory',
      'subcategory name',
      'category',
      'expense category',
      'account',
      'account name',
      '類別',
      '科目',
    ],
  },
  { name: 'groupName', aliases: ['category group', 'expense group'] },
  { name: 'ministryId', kind: 'id' },
  { name: 'ministryName', aliases: ['ministry', 'department', '事工', '部門'] },
  {
    name: 'vendor',
    aliases: ['payee', 'paid to', 'vendor name', 'payee name', 'supplier', 'merchant', 'name', '廠商', '收款人'],
  },
  {
    name: 'description',
    ranked: true,
    aliases: ['description', 'memo', 'memo/description', 'purpose', 'details', '說明', '摘要'],
  },
  { name: 'functionalClass', aliases: ['functional class', 'functional expense class'], words: CLASS_WORDS },
  { name: 'memberId', kind: 'id', isOwn: true },
  { name: 'memberExternalId', aliases: ['person id', 'breeze id', 'member id', 'individual id'] },
  { name: 'memberEmail', aliases: ['member email', 'reimburse email'] },
  {
    name: 'memberName',
    aliases: ['member', 'member name', 'reimburse', 'reimburse to', 'reimbursed to', 'pay back to'],
  },
  { name: 'fundCategoryId', kind: 'id' },
  { name: 'fundCategoryName', aliases: ['fund', 'fund name', 'restricted fund', '基金'] },
  { name: 'paymentMethod', aliases: ['method', 'payment type', 'paid with', '付款方式'], words: METHOD_WORDS },
  {
    name: 'paymentReference',
    ranked: true,
    aliases: [
      'check #',
      'check number',
      'check no',
      'cheque number',
      'payment reference',
      'reference',
      'reference number',
      'ref',
      'transaction id',
      'num',
      '支票號碼',
    ],
  },
  { name: 'notes', aliases: ['note', 'comment', 'comments', 'remarks', '備註', '备注'] },
  { name: 'reversalOf', kind: 'id', isOwn: true },
);

export type ExpenseField = (typeof EXPENSE_FIELDS)[number]['name'];

/** Columns of our own export that say again what others do. */
export const EXPENSE_UNREAD = ['effectiveFunctionalClass', 'form990LineCode', 'submittedBy', 'submittedByName'];

const CATEGORIES: readonly ExpenseField[] = ['subCategoryName', 'subCategoryId'];
const MINISTRIES: readonly ExpenseField[] = ['ministryName', 'ministryId'];

/** The sets of columns of which a file needs one; the ministry may be given for all its rows instead. */
export function neededFields(hasMinistry: boolean): ExpenseField[][] {
  const places = CATEGORIES.flatMap((category) =>
    hasMinistry ? [[category]] : MINISTRIES.map((ministry) => [category, ministry]),
  );
  return places.map((place) => ['expenseDate', 'amount', 'description', ...place]);
}
