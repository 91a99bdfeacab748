import type { Translation } from '../i18n/translation.ts';
import type { words as en } from './words.en.ts';

export const words: Translation<typeof en> = {
  welcome: '歡迎，{{name}}',
  goOn: '繼續登錄',
  openOffering_other: '{{date}}的奉獻正在登錄：{{count}} 筆，{{total}}。',
  noOffering: '目前沒有正在登錄的{{date}}奉獻。',
  begin: '登錄奉獻',
  toReconcile_other: '有 {{count}} 次奉獻已送交，尚未與銀行對帳。',
  showOfferings: '查看奉獻',
  mealHelp: '請登錄留下用餐的成人、青少年與兒童人數。',
  countMeal: '登錄愛宴人數',
  peopleHelp: '用英文名、中文名或奉獻封號碼查人。',
  findPerson: '尋找會友',
  mustChange: '您用的是系統產生的密碼。',
  choosePassword: '改成自己的密碼',
  nothing: '目前沒有需要您處理的事。如需更多權限，請洽管理帳號的同工。',
};
