/** What `vestry https` asks and says, in each language. */
import { counted } from '../../../lib/text.ts';
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
    `The service uses a certificate that Vestry did not make (${file}). It stays, and nothing was changed. To let Vestry make one instead, first remove the settings tlsCert and tlsKey, and a baseUrl that begins with https.`,
  behindProxy: (settings: string, names: string) =>
    `The settings say that a proxy in front of Vestry provides HTTPS (${settings}). Other devices use the address of the proxy, so nothing was changed. To let Vestry provide HTTPS instead, first remove ${names}, and let the proxy no longer pass requests on.`,
  and: ' and ',
  publicNames: (names: string) =>
    `The certificate authority may also sign for ${names}, and for every name below. Such names can be on the internet: whoever steals the key of the authority could pretend to be them to the devices that trust it. Use only names that belong to your church.`,
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
  turnedOffLost: (settings: string) =>
    `HTTPS is off. The settings from before are lost. So that only this computer reaches Vestry, these were set: ${settings}`,
  wasOff: 'HTTPS of its own was not on, so nothing was changed.',
  forget: (name: string) =>
    `If you do not want to use it again, remove the certificate "${name}" from the devices that trust it.`,
  share: 'On the phone or computer, in the same network, open this address:',
  shareFor: (minutes: number) =>
    `The page there explains the steps. It can be reached for ${counted(minutes, 'minute')}; Ctrl-C ends it sooner. The certificate that the device has got must have this fingerprint (SHA-256):`,
  where: [
    'Never trust a page for this comparison, but look at the certificate on the device. Colons and capital letters do not matter.',
    '  iPhone, iPad: before Install, tap the profile, More Details, and the certificate',
    '  Android: right after installing, under Trusted credentials > User, tap the certificate',
    '  Windows: in the folder of the download, type certutil -hashfile vestry-ca.crt SHA256',
    '  Mac: in the folder of the download, type shasum -a 256 vestry-ca.crt',
    '  Firefox: click View in the window that asks whether to trust the authority',
    '  Linux: in the folder of the download, type sha256sum vestry-ca.crt',
  ],
  compare: 'If it has another one, do not trust it, and delete it: somebody in the network may be deceiving you.',
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
    `服務使用的憑證不是 Vestry 製作的（${file}）。它會保留，沒有任何更動。要改由 Vestry 製作，請先移除設定 tlsCert 與 tlsKey，以及 https 開頭的 baseUrl。`,
  behindProxy: (settings, names) =>
    `設定表示 Vestry 前面的代理伺服器提供 HTTPS（${settings}）。其他裝置使用代理伺服器的網址，所以沒有任何更動。要改由 Vestry 提供 HTTPS，請先移除 ${names}，並讓代理伺服器不再轉送。`,
  and: ' 與 ',
  publicNames: (names) =>
    `憑證授權單位也可以為 ${names} 以及底下的所有名稱簽發憑證。網際網路上可能有這些名稱：偷到授權單位金鑰的人，就能對信任它的裝置冒充這些網站。請只使用屬於教會的名稱。`,
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
  turnedOffLost: (settings) => `HTTPS 已關閉。先前的設定已遺失。為了只讓這台電腦連到 Vestry，已設定：${settings}`,
  wasOff: 'Vestry 自己的 HTTPS 沒有開啟，沒有任何更動。',
  forget: (name) => `如果不再使用，請從信任它的裝置移除憑證「${name}」。`,
  share: '請在同一個網路的手機或電腦上開啟這個網址：',
  shareFor: (minutes) =>
    `網頁會說明步驟，可以開啟 ${minutes} 分鐘；按 Ctrl-C 可提早結束。裝置收到的憑證，指紋（SHA-256）必須是：`,
  where: [
    '比對時不要相信任何網頁，請看裝置上的憑證。冒號與大小寫不影響。',
    '  iPhone、iPad：安裝以前，點描述檔、「更多詳細資訊」，再點憑證',
    '  Android：安裝以後，立刻在「信任的憑證」>「使用者」點這張憑證',
    '  Windows：在下載的資料夾輸入 certutil -hashfile vestry-ca.crt SHA256',
    '  Mac：在下載的資料夾輸入 shasum -a 256 vestry-ca.crt',
    '  Firefox：在詢問是否信任憑證機構的視窗按「檢視」',
    '  Linux：在下載的資料夾輸入 sha256sum vestry-ca.crt',
  ],
  compare: '如果指紋不同，請不要信任這張憑證，並刪除它：這個網路裡可能有人冒充。',
  shared: '給其他裝置的網頁已結束。',
};

export type HttpsWords = typeof en;

/** The words of each language. */
export const HTTPS_WORDS: Readonly<Record<Language, HttpsWords>> = { en, 'zh-TW': zhTW };
