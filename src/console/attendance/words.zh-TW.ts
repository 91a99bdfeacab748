import type { Translation } from '../i18n/translation.ts';
import type { words as en } from './words.en.ts';

export const words: Translation<typeof en> = {
  title: '聚會人數',
  meals: '愛宴',
  date: '日期',
  adults: '成人',
  youth: '青少年',
  children: '兒童',
  total: '合計',
  save: '儲存',
  saved: '已儲存 {{date}} 的愛宴人數。',
  empty: '還沒有愛宴人數紀錄。',
  newCount: '登錄愛宴人數',
};
