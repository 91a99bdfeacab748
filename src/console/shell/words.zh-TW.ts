import type { Translation } from '../i18n/translation.ts';
import type { words as en } from './words.en.ts';

export const words: Translation<typeof en> = {
  navigation: '主選單',
  home: '首頁',
  offerings: '主日奉獻',
  attendance: '聚會人數',
  people: '會友',
  account: '帳號',
  ownAccount: '{{name}}：密碼與登入紀錄',
  signOut: '登出',
  skip: '跳到主要內容',
  unsentTitle: '有些奉獻尚未送出',
  unsentBody_other: '這台電腦上還有 {{count}} 筆奉獻沒有送進帳冊。登出會刪除它們。',
  signOutAnyway: '刪除並登出',
};
