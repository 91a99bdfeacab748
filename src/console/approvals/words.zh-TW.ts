import type { Translation } from '../i18n/translation.ts';
import type { words as en } from './words.en.ts';

export const words: Translation<typeof en> = {
  title: '核准',
  none: '目前沒有待核准的支出。',
  count_other: '有 {{count}} 筆支出待核准。',
  transfers_other: '有 {{count}} 筆轉帳待核准。',
  queue: '待核准',
};
