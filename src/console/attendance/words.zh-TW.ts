import type { Translation } from '../i18n/translation.ts';
import type { words as en } from './words.en.ts';

export const words: Translation<typeof en> = {
  title: '聚會人數',
  mealTitle: '主日崇拜後的愛宴',
  mealHelp: '這裡登錄留下用餐的人數。崇拜出席人數請登錄在當天的主日奉獻裡。',
  meals: '愛宴',
  mealSentence_other: '{{from}}至{{to}}共 {{count}} 次愛宴，平均 {{average}} 人用餐。',
  date: '日期',
  adults: '成人',
  youth: '青少年',
  children: '兒童',
  total: '合計',
  save: '儲存',
  saved: '已儲存 {{date}} 的愛宴人數。',
  countedAlready: '這一天已登錄：{{counted}}。',
  replaceAsk: '這一天已登錄：{{counted}}。還沒有儲存；再按一次「儲存」會以您的數字取代。',
  countedMeanwhile: '其他人剛登錄了這一天的人數。請比對兩者；再按一次儲存會以您的數字取代。',
  empty: '還沒有愛宴人數紀錄。',
  newCount: '登錄愛宴人數',
};
