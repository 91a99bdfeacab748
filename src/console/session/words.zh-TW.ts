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
  passwordSetButLate: '密碼已設定。第二個步驟花了太久時間，請以新密碼登入。',
  invitationGone: '這份邀請已過期或已被取代。請索取新的邀請。',
  maybeSet: '如果您已設定密碼，請直接登入。',
  secondStep: '兩步驟驗證',
  codeHelp: '請輸入驗證器應用程式中 Vestry 目前顯示的驗證碼。',
  passkeyHelp: '請使用您的通行密鑰：裝置的指紋、臉部辨識或 PIN 碼，或您的安全金鑰。',
  recoveryHelp: '請輸入一組您列印的復原碼。每組只能使用一次。',
  code: '驗證碼',
  recoveryCode: '復原碼',
  remember: '在 30 天內記住這個瀏覽器',
  rememberHelp: '只在沒有別人使用的裝置上勾選。之後只需要密碼。',
  goOn: '繼續',
  usePasskey: '使用通行密鑰',
  useRecovery: '使用復原碼',
  useOther: '使用應用程式或通行密鑰',
  noWayHere:
    '您的通行密鑰只能在 Vestry 的另一個網址使用，而復原碼已用完。請改開那個網址，或請超級管理員移除您的兩步驟驗證。',
  tagline: '教會的行政好幫手',
};
