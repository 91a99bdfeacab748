import type { Translation } from '../i18n/translation.ts';
import type { words as en } from './words.en.ts';

export const words: Translation<typeof en> = {
  navigation: '主選單',
  home: '首頁',
  offerings: '主日奉獻',
  attendance: '聚會人數',
  giving: '奉獻',
  expenses: '支出',
  approvals: '核准',
  messages: '訊息',
  people: '會友',
  settings: '設定',
  help: '說明',
  monthEnd: '月結',
  bank: '銀行',
  reports: '報表',
  account: '帳號',
  ownAccount: '{{name}}：密碼與登入紀錄',
  signOut: '登出',
  skip: '跳到主要內容',
  unsentTitle: '有些資料尚未送出',
  unsentBody_other: '這台電腦上還有 {{count}} 筆資料沒有送進帳冊。登出會刪除它們。',
  signOutAnyway: '刪除並登出',
};
