/** The words of the page on which a device gets the certificate of the authority, in each language. */

/** How a kind of device learns to trust an authority: its name, and the steps. */
type Device = { name: string; steps: readonly string[] };

const en = {
  title: 'Let this device trust Vestry',
  why: 'Do this once on each phone and computer. Then it can open Vestry safely in this network.',
  compare:
    'Compare the fingerprint (SHA-256) of the certificate that this device has got with the one on the screen of the computer on which Vestry runs. The steps below say where this device shows it; colons and capital letters do not matter. Believe only the device, and no page: whoever replaces the certificate can also replace a page.',
  warning:
    'If even one digit differs, do not trust the certificate, and delete it: somebody in this network may be deceiving you.',
  download: 'Download the certificate',
  install: 'The steps for each device:',
  name: (name: string) => `Its name is “${name}”.`,
  limits:
    'It can confirm only addresses in private networks, names that end in .local, and the names and addresses that this computer had or your church gave it, with all names below them. It can confirm no other website.',
  open: 'Open Vestry',
  last: 'When that is done:',
  other: '中文',
  devices: {
    apple: {
      name: 'iPhone or iPad',
      steps: [
        'Open this page in Safari, tap “Download the certificate”, and allow the download.',
        'Open Settings > General > VPN & Device Management, and tap the profile. Tap More Details and then the certificate, and compare its SHA-256 fingerprint.',
        'Only if it is the same, go back and tap Install.',
        'Open Settings > General > About > Certificate Trust Settings, and switch the certificate on.',
      ],
    },
    android: {
      name: 'Android',
      steps: [
        'Tap “Download the certificate”.',
        'Open the settings, and search for “CA certificate”. It is under Security > More security settings > Install from device storage; the names differ from phone to phone.',
        'Tap CA certificate, then Install anyway, and choose the file vestry-ca.crt.',
        'Compare it at once, because many phones show the fingerprint only then: search the settings for “Trusted credentials”, open User, and tap the certificate. If its SHA-256 fingerprint is another one, remove it there before you do anything else.',
        'Use Chrome to open Vestry.',
      ],
    },
    windows: {
      name: 'Windows',
      steps: [
        'Download the certificate. Open Command Prompt, and type: cd Downloads',
        'Type: certutil -hashfile vestry-ca.crt SHA256',
        'Compare what it shows with the fingerprint. Only if it is the same, open the file.',
        'Click Install Certificate, choose Current User, and click Next.',
        'Choose “Place all certificates in the following store”, click Browse, and choose Trusted Root Certification Authorities.',
        'Finish, then close the browser and open it again.',
      ],
    },
    mac: {
      name: 'Mac',
      steps: [
        'Download the certificate. Open Terminal, and type: shasum -a 256 ~/Downloads/vestry-ca.crt',
        'Compare what it shows with the fingerprint. Only if it is the same, open the file. Keychain Access adds it to the keychain “login”.',
        'Double-click the certificate there, and open Trust.',
        'At “When using this certificate”, choose Always Trust, close the window, and enter your password.',
      ],
    },
    firefox: {
      name: 'Firefox, and Chrome on Linux',
      steps: [
        'In Firefox, open Settings > Privacy & Security > View Certificates > Authorities. In Chrome on Linux, open chrome://certificate-manager.',
        'Click Import, and choose the file vestry-ca.crt.',
        'In Firefox, click View in the window that asks whether to trust the authority, and compare the SHA-256 fingerprint. For Chrome on Linux, first type in the folder of the download: sha256sum vestry-ca.crt',
        'Only if it is the same, let it identify websites, and click OK.',
      ],
    },
  },
} satisfies Record<string, unknown> & { devices: Record<string, Device> };

const zhTW: typeof en = {
  title: '讓這個裝置信任 Vestry',
  why: '每支手機、每台電腦只要做一次，就能在這個網路裡安全地開啟 Vestry。',
  compare:
    '請把這個裝置收到的憑證的指紋（SHA-256），與執行 Vestry 的電腦螢幕上的指紋比對。以下步驟說明這個裝置在哪裡顯示指紋；冒號與大小寫不影響。請只相信裝置，不要相信任何網頁：能替換憑證的人，也能替換網頁。',
  warning: '只要有一個字元不同，請不要信任這張憑證，並刪除它：這個網路裡可能有人冒充。',
  download: '下載憑證',
  install: '各種裝置的步驟：',
  name: (name) => `憑證名稱是「${name}」。`,
  limits:
    '它只能證明私人網路裡的位址、以 .local 結尾的名稱，以及執行 Vestry 的電腦原有、或教會設定的名稱與位址（包括這些名稱底下的所有名稱），不能證明其他網站。',
  open: '開啟 Vestry',
  last: '完成以後：',
  other: 'English',
  devices: {
    apple: {
      name: 'iPhone 或 iPad',
      steps: [
        '用 Safari 開啟這個網頁，點「下載憑證」，並允許下載。',
        '打開「設定」>「一般」>「VPN 與裝置管理」，點選描述檔。點「更多詳細資訊」，再點憑證，比對它的 SHA-256 指紋。',
        '指紋相同，才返回並點「安裝」。',
        '打開「設定」>「一般」>「關於本機」>「憑證信任設定」，開啟這張憑證。',
      ],
    },
    android: {
      name: 'Android',
      steps: [
        '點「下載憑證」。',
        '打開「設定」，搜尋「CA 憑證」。它在「安全性」>「更多安全性設定」>「從裝置儲存空間安裝」；各家手機的名稱不同。',
        '點「CA 憑證」，再點「仍要安裝」，選擇檔案 vestry-ca.crt。',
        '請立刻比對，因為許多手機在這時才顯示指紋：在設定裡搜尋「信任的憑證」，打開「使用者」，點這張憑證。如果 SHA-256 指紋不同，請先在那裡移除它，再做其他事。',
        '用 Chrome 開啟 Vestry。',
      ],
    },
    windows: {
      name: 'Windows',
      steps: [
        '下載憑證。打開「命令提示字元」，輸入：cd Downloads',
        '輸入：certutil -hashfile vestry-ca.crt SHA256',
        '把顯示的內容與指紋比對，相同才開啟檔案。',
        '按「安裝憑證」，選「目前使用者」，再按「下一步」。',
        '選「將所有憑證放入以下的存放區」，按「瀏覽」，選「受信任的根憑證授權單位」。',
        '完成後，關閉瀏覽器再重新開啟。',
      ],
    },
    mac: {
      name: 'Mac',
      steps: [
        '下載憑證。打開「終端機」，輸入：shasum -a 256 ~/Downloads/vestry-ca.crt',
        '把顯示的內容與指紋比對，相同才開啟檔案。「鑰匙圈存取」會把它加入「登入」鑰匙圈。',
        '在那裡按兩下這張憑證，打開「信任」。',
        '在「使用此憑證時」選「永遠信任」，關閉視窗，輸入密碼。',
      ],
    },
    firefox: {
      name: 'Firefox，以及 Linux 的 Chrome',
      steps: [
        '在 Firefox 打開「設定」>「隱私權與安全性」>「檢視憑證」>「憑證機構」。在 Linux 的 Chrome 打開 chrome://certificate-manager。',
        '按「匯入」，選擇檔案 vestry-ca.crt。',
        '在 Firefox 按詢問是否信任憑證機構的視窗裡的「檢視」，比對 SHA-256 指紋。Linux 的 Chrome 請先在下載的資料夾輸入：sha256sum vestry-ca.crt',
        '指紋相同，才讓它識別網站，再按「確定」。',
      ],
    },
  },
};

export type TrustWords = typeof en;
export type TrustLanguage = 'en' | 'zh-TW';

/** The words of each language. */
export const TRUST_WORDS: Readonly<Record<TrustLanguage, TrustWords>> = { en, 'zh-TW': zhTW };
