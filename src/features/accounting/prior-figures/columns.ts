/** The columns of a file with the figures of a fiscal year. */
import type { ImportField } from '../../../lib/import-columns.ts';
import { KIND_WORDS } from '../budgets/names.ts';

export type FigureField = 'Kind' | 'Name' | 'Category' | 'Amount';

/** The kinds of rows. Income is giving or other income. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  Income: ['Revenue', '收入'],
  Giving: KIND_WORDS.Giving,
  'Other income': ['OtherIncome', '其他收入'],
  Expense: KIND_WORDS.Expense,
};

/** Returns the fields that an import reads. `year` is the calendar year in which the fiscal year begins. */
export const fieldsOf = (year: number): ImportField<FigureField>[] => [
  { name: 'Kind', aliases: ['Type', 'Part', 'Section', '類別'], words: WORDS },
  { name: 'Name', aliases: ['Line', 'Item', 'Account', 'Description', '名稱', '項目'] },
  { name: 'Category', aliases: ['Subcategory', '科目'] },
  { name: 'Amount', aliases: ['Total', 'Actual', 'Year', 'Annual', String(year), '金額', '全年'], kind: 'money' },
];
