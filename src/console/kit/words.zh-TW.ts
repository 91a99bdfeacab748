import type { Translation } from '../i18n/translation.ts';
import type { words as en } from './words.en.ts';

export const words: Translation<typeof en> = {
  language: '語言',
  loading: '載入中…',
  save: '儲存',
  cancel: '取消',
  delete: '刪除',
  undo: '復原',
  edit: '編輯',
  more: '更多',
  search: '搜尋',
  reload: '重新載入',
  previousPage: '上一頁',
  nextPage: '下一頁',
  pageOf: '第 {{page}} 頁，共 {{pages}} 頁',
  newerBuild: 'Vestry 已更新。請重新載入本頁以使用新版本；已儲存的資料都還在。',
  unexpected: '這一頁發生錯誤。已儲存的資料都還在。請重新載入本頁。',
  forbidden: '您的帳號沒有這項權限。請洽管理帳號的同工。',
  notFound: '這個網址沒有頁面。',
  toHome: '回首頁',
  dateHelp: '例如 2026-11-22、11/22 或 22。',
  dateIso: '年-月-日，例如 1980-05-31。',
  dateBad: '這不是日期。請輸入如 2026-11-22、11/22 或 22。',
  amountBad: '這不是金額。請輸入如 12、12.50 或 1,200。',
  amountDecimals: '金額最多兩位小數。',
  wholeNumberBad: '請輸入整數，例如 42。',
};
