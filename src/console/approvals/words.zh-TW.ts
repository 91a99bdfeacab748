import type { Translation } from '../i18n/translation.ts';
import type { words as en } from './words.en.ts';

export const words: Translation<typeof en> = {
  title: '核准',
  none: '目前沒有待核准的支出。',
  count_other: '有 {{count}} 筆支出待核准。',
  queue: '待核准',
  books: '待核准的轉帳與調整分錄',
  capped: '同一類待核准的項目超過 200 筆。這裡先列出最早的，請先處理這些。',
  kind: '類別',
  kind_Expense: '支出',
  kind_Transfer: '轉帳',
  kind_JournalEntry: '調整分錄',
  amount: '金額',
  date: '日期',
  enteredBy: '登錄人',
  effects: '核准後的變動',
  effectAccount: '{{name}}：{{amount}}',
  effectFund: '基金「{{name}}」：{{amount}}',
  approve: '核准',
  reject: '退回',
  approved: '{{name}}：已核准。',
  rejected: '{{name}}：已退回。',
  changedMeanwhile: '這一筆剛才有人更改過，因此沒有做任何決定。請再看一次，然後決定。',
};
