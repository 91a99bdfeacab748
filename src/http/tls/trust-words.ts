/** The words of the page on which a device gets the certificate of the authority, in each language. */

/** How a kind of device learns to trust an authority: its name, and the steps. */
type Device = { name: string; steps: readonly string[] };

const en = {
  title: 'Let this device trust Vestry',
  why: 'Do this once on each phone and computer. Then it can open Vestry safely in this network.',
  compare: 'Look at the computer on which Vestry runs. It shows this fingerprint (SHA-256):',
  warning: 'If even one character differs there, stop: somebody in this network may be deceiving you.',
  download: 'Download the certificate',
  install: 'Then install it:',
  name: (name: string) => `Its name is “${name}”.`,
  limits: 'It can confirm only this computer and addresses in private networks, and no website on the internet.',
  open: 'Open Vestry',
  last: 'When that is done:',
  other: '中文',
  devices: {
    apple: {
      name: 'iPhone or iPad',
      steps: [
        'Open this page in Safari, tap “Download the certificate”, and allow the download.',
        'Open Settings > General > VPN & Device Management, tap the profile, and tap Install. “More Details” shows its fingerprint.',
        'Open Settings > General > About > Certificate Trust Settings, and switch the certificate on.',
      ],
    },
    android: {
      name: 'Android',
      steps: [
        'Tap “Download the certificate”.',
        'Open the settings, and search for “CA certificate”. It is under Security > More security settings > Install from device storage; the names differ from phone to phone.',
        'Tap CA certificate, then Install anyway, and choose the file vestry-ca.crt.',
        'Use Chrome to open Vestry.',
      ],
    },
    windows: {
      name: 'Windows',
      steps: [
        'Download the certificate, and open the file.',
        'Click Install Certificate, choose Current User, and click Next.',
        'Choose “Place all certificates in the following store”, click Browse, and choose Trusted Root Certification Authorities.',
        'Finish, then close the browser and open it again.',
      ],
    },
    mac: {
      name: 'Mac',
      steps: [
        'Download the certificate, and open the file. Keychain Access adds it to the keychain “login”.',
        'Double-click the certificate there, and open Trust.',
        'At “When using this certificate”, choose Always Trust, close the window, and enter your password.',
      ],
    },
    firefox: {
      name: 'Firefox, and Chrome on Linux',
      steps: [
        'In Firefox, open Settings > Privacy & Security > View Certificates > Authorities. In Chrome on Linux, open chrome://certificate-manager.',
        'Click Import, and choose the file vestry-ca.crt.',
        'Let it identify websites, and click OK.',
      ],
    },
  },
} satisfies Record<string, unknown> & { devices: Record<string, Device> };

const zhTW: typeof en = {
  title: '讓這個裝置信任 Vestry',
  why: '每支手機、每台電腦只要做一次，就能在這個網路裡安全地開啟 Vestry。',
  compare: '請看執行 Vestry 的電腦，上面會顯示這個指紋（SHA-256）：',
  warning: '只要有一個字元不同，請停止：這個網路裡可能有人冒充。',
  download: '下載憑證',
  install: '接著安裝憑證：',
  name: (name) => `憑證名稱是「${name}」。`,
  limits: '它只能證明這台電腦與私人網路裡的位址，不能用來證明網際網路上的網站。',
  open: '開啟 Vestry',
  last: '完成以後：',
  other: 'English',
  devices: {
    apple: {
      name: 'iPhone 或 iPad',
      steps: [
        '用 Safari 開啟這個網頁，點「下載憑證」，並允許下載。',
        '打開「設定」>「一般」>「VPN 與裝置管理」，點選描述檔，再點「安裝」。「更多詳細資訊」會顯示指紋。',
        '打開「設定」>「一般」>「關於本機」>「憑證信任設定」，開啟這張憑證。',
      ],
    },
    android: {
      name: 'Android',
      steps: [
        '點「下載憑證」。',
        '打開「設定」，搜尋「CA 憑證」。它在「安全性」>「更多安全性設定」>「從裝置儲存空間安裝」；各家手機的名稱不同。',
        '點「CA 憑證」，再點「仍要安裝」，選擇檔案 vestry-ca.crt。',
        '用 Chrome 開啟 Vestry。',
      ],
    },
    windows: {
      name: 'Windows',
      steps: [
        '下載憑證，並開啟檔案。',
        '按「安裝憑證」，選「目前使用者」，再按「下一步」。',
        '選「將所有憑證放入以下的存放區」，按「瀏覽」，選「受信任的根憑證授權單位」。',
        '完成後，關閉瀏覽器再重新開啟。',
      ],
    },
    mac: {
      name: 'Mac',
      steps: [
        '下載憑證，並開啟檔案。「鑰匙圈存取」會把它加入「登入」鑰匙圈。',
        '在那裡按兩下這張憑證，打開「信任」。',
        '在「使用此憑證時」選「永遠信任」，關閉視窗，輸入密碼。',
      ],
    },
    firefox: {
      name: 'Firefox，以及 Linux 的 Chrome',
      steps: [
        '在 Firefox 打開「設定」>「隱私權與安全性」>「檢視憑證」>「憑證機構」。在 Linux 的 Chrome 打開 chrome://certificate-manager。',
        '按「匯入」，選擇檔案 vestry-ca.crt。',
        '讓它識別網站，再按「確定」。',
      ],
    },
  },
};

export type TrustWords = typeof en;
export type TrustLanguage = 'en' | 'zh-TW';

/** The words of each language. */
export const TRUST_WORDS: Readonly<Record<TrustLanguage, TrustWords>> = { en, 'zh-TW': zhTW };
