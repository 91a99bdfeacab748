/** What `vestry https` asks and says, in each language. */
import type { Language } from '../../kit/language.ts';

const en = {
  plan: (names: string) =>
    `This makes a certificate for ${names}, and lets the other devices in your network reach Vestry over HTTPS. Settings that change:`,
  setting: (name: string, before: string, after: string) => `  ${name}: ${before} -> ${after}`,
  none: '(none)',
  newAuthority:
    'This makes a new certificate authority. Every device must trust the new one before it can open Vestry.',
  question: 'Turn on HTTPS?',
  on: (url: string) => `HTTPS is on. Address: ${url}`,
  unchanged: 'HTTPS is on already, and nothing had to be changed.',
  overrides: (source: string) =>
    `${source} overrides a setting that was stored. Remove it where the service is started, or other devices will not reach Vestry.`,
  off: 'HTTPS is off.',
  ofChurch: (file: string) =>
    `The service uses a certificate that Vestry did not make (${file}). It stays, and nothing was changed. To let Vestry make one instead, first remove the settings tlsCert and tlsKey.`,
  until: (date: string) => `  valid until  ${date}`,
  names: (names: string) => `  for          ${names}`,
  fingerprint: (fingerprint: string) => `  authority    SHA-256 ${fingerprint}`,
  toDo: 'To do:',
  reasons: {
    restart: 'the service then uses the new settings',
    share: 'shows how each phone and computer learns to trust the certificate',
  },
  thisComputer: (file: string) =>
    `The browser on this computer must trust it, too. Open ${file} and add it to the trusted certificates, or type:`,
  thisBrowser: (file: string) =>
    `The browser on this computer must trust it, too. In its settings, import ${file} as an authority for websites.`,
  askOff:
    'Turn off HTTPS? Phones and other computers can then no longer sign in. The certificate stays, so you can turn it on again.',
  turnedOff: (settings: string) => `HTTPS is off. Settings as before: ${settings}`,
  wasOff: 'HTTPS of its own was not on, so nothing was changed.',
  forget: (name: string) =>
    `If you do not want to use it again, remove the certificate "${name}" from the devices that trust it.`,
  share: 'On the phone or computer, in the same network, open this address:',
  shareFor: (minutes: number) =>
    `The page there explains the steps. It can be reached for ${minutes} minutes; Ctrl-C ends it sooner. The device must show this fingerprint (SHA-256):`,
  compare: 'If it shows another one, do not install the certificate: somebody in the network may be deceiving you.',
  shared: 'The page for other devices has ended.',
};

const zhTW: typeof en = {
  plan: (names) => `這會為 ${names} 製作憑證，讓同一個網路裡的其他裝置以 HTTPS 連到 Vestry。會更動的設定：`,
  setting: (name, before, after) => `  ${name}：${before} -> ${after}`,
  none: '（無）',
  newAuthority: '這會製作新的憑證授權單位。每個裝置都要先信任新的，才能開啟 Vestry。',
  question: '要開啟 HTTPS 嗎？',
  on: (url) => `HTTPS 已開啟。網址：${url}`,
  unchanged: 'HTTPS 已經開啟，不需要更動。',
  overrides: (source) => `${source} 會取代剛才儲存的設定。請在啟動服務的地方移除它，否則其他裝置連不到 Vestry。`,
  off: 'HTTPS 沒有開啟。',
  ofChurch: (file) =>
    `服務使用的憑證不是 Vestry 製作的（${file}）。它會保留，沒有任何更動。要改由 Vestry 製作，請先移除設定 tlsCert 與 tlsKey。`,
  until: (date) => `  有效期限  ${date}`,
  names: (names) => `  適用名稱  ${names}`,
  fingerprint: (fingerprint) => `  授權單位  SHA-256 ${fingerprint}`,
  toDo: '待辦事項：',
  reasons: {
    restart: '讓服務採用新的設定',
    share: '顯示手機與其他電腦信任這張憑證的步驟',
  },
  thisComputer: (file) => `這台電腦的瀏覽器也要信任它。請開啟 ${file}，加入信任的憑證，或輸入：`,
  thisBrowser: (file) => `這台電腦的瀏覽器也要信任它。請在瀏覽器的設定中，匯入 ${file}，作為網站的憑證授權單位。`,
  askOff: '要關閉 HTTPS 嗎？手機與其他電腦就不能再登入。憑證會保留，可以再開啟。',
  turnedOff: (settings) => `HTTPS 已關閉。設定已恢復：${settings}`,
  wasOff: 'Vestry 自己的 HTTPS 沒有開啟，沒有任何更動。',
  forget: (name) => `如果不再使用，請從信任它的裝置移除憑證「${name}」。`,
  share: '請在同一個網路的手機或電腦上開啟這個網址：',
  shareFor: (minutes) =>
    `網頁會說明步驟，可以開啟 ${minutes} 分鐘；按 Ctrl-C 可提早結束。裝置上顯示的指紋（SHA-256）必須是：`,
  compare: '如果指紋不同，請不要安裝憑證：這個網路裡可能有人冒充。',
  shared: '給其他裝置的網頁已結束。',
};

export type HttpsWords = typeof en;

/** The words of each language. */
export const HTTPS_WORDS: Readonly<Record<Language, HttpsWords>> = { en, 'zh-TW': zhTW };
