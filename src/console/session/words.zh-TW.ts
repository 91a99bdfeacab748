import type { Translation } from '../i18n/translation.ts';
import type { words as en } from './words.en.ts';

export const words: Translation<typeof en> = {
  signIn: '登入',
  email: '電子郵件',
  password: '密碼',
  newPassword: '新密碼',
  newPasswordHelp: '至少 12 個字元。用幾個詞連在一起比較好記。',
  setPassword: '設定密碼',
  insecure:
    '無法用這個網址登入：連線沒有加密，同一個網路裡的人可能看到您的密碼，瀏覽器也無法讓您保持登入。請在執行 Vestry 的電腦上輸入 vestry https，它會說明這個裝置如何開啟 Vestry。如果已經有 https:// 開頭的網址，請改用那個網址。',
  interrupted: '您的登入已結束。請重新登入以繼續；您輸入的內容都還在。',
  unsent_other: '{{name}} 在這台電腦上還有 {{count}} 筆未送出的奉獻。',
  invitationTitle: '設定您的密碼',
  invitationFor: '給 {{name}}（{{email}}）。',
  invitationGone: '這份邀請已過期或已被取代。請索取新的邀請。',
  tagline: '教會的行政好幫手',
};
