import type { Translation } from '../i18n/translation.ts';
import type { words as en } from './words.en.ts';

export const words: Translation<typeof en> = {
  title: '帳號',
  changePassword: '更改密碼',
  currentPassword: '目前的密碼',
  newPassword: '新密碼',
  newPasswordHelp: '至少 12 個字元。用幾個詞連在一起比較好記。',
  changed: '密碼已更改。您在其他地方的登入都已結束。',
  mustChange: '您用的是系統產生的密碼。請改成自己的密碼。',
  signIns: '您登入的地方',
  device: '裝置',
  lastUsed: '上次使用',
  end: '結束',
  ended: '該登入已結束。',
  thisOne: '目前這個',
  unknownDevice: '不明裝置',
};
