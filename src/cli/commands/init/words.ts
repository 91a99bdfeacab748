/** What `vestry init` asks and says, in each language. */
import { DETAIL_WORDS } from '../../../features/church/profile/details-cli.ts';
import type { Language } from '../../kit/language.ts';

const en = {
  begin: 'This sets up a church.',
  nothingYet: 'Nothing is written before your last answer. Press Ctrl-C to cancel.',
  stays: 'Cancelled. What was set up so far stays. To continue, run vestry init again.',
  folder: 'Folder to keep everything in:',
  place: {
    isFile: (file: string) => `${file} is a file, not a folder. Choose another data directory.`,
    /** Null where the message of the data directory itself is used. */
    unwritable: null as ((directory: string) => string) | null,
    full: (directory: string, left: number, needed: number) =>
      `The disk of ${directory} is full: it has ${left} MiB left, and new books need ${needed} MiB. Make room, or choose another data directory.`,
    stranger: (directory: string, other: string, better: string) =>
      `There are other files in ${directory}, such as ${other}. Name a new folder: ${better}`,
  },
  browser: 'Set up the church in your browser? Otherwise, answer some questions here.',
  questions: {
    church: 'Name of the church:',
    timeZone: 'Time zone:',
    email: 'Your e-mail address, to sign in with:',
    name: 'Your name:',
  },
  fault: (_name: string, message: string) => `It ${message}.`,
  locale: 'Language of letters and statements:',
  wantsDetails: 'Enter the address, the tax number and the fiscal year now? You can do so later.',
  details: DETAIL_WORDS,
  password: 'Password, at least 12 characters (leave empty to have one generated):',
  again: { repeat: 'Repeat it:', differs: 'The two do not match. Type it again, or press Ctrl-C.' },
  demo: 'Fill the church with made-up people and books, so that you can try things out?',
  wantsBalances: 'Enter what the bank accounts hold when the books begin? You can do so later.',
  openingDate: 'First day of the books (YYYY-MM-DD):',
  dateFault: 'Type a date that is not in the future, as YYYY-MM-DD.',
  balanceOf: (account: string) => `Balance of ${account} at the start of that day:`,
  amountFault: 'Type an amount with at most two decimals.',
  nextAccount: 'Name of another account (Enter: no more):',
  accountFault: (message: string) => `It ${message}.`,
  accountKind: 'What kind of account is it?',
  https: 'Will phones or other computers use Vestry, too?',
  service: 'Start Vestry whenever you sign in to this computer?',
  start: 'Start Vestry now, in the background?',
  exists: (church: string, dataDir: string) => `${church} is already set up in ${dataDir} and will not be changed.`,
  unchanged: (church: string, dataDir: string, account: string) =>
    `${church} is already set up in ${dataDir}, with the super_admin ${account}; nothing was changed.`,
  isSetUp: (church: string, dataDir: string, timeZone: string) =>
    `${church} is set up in ${dataDir} (time zone ${timeZone}).`,
  account: (account: string) => `Account: ${account}, super_admin`,
  temporary: (password: string) => `Temporary password (shown once, good for 72 hours): ${password}`,
  toDo: 'To do:',
  reasons: {
    details: 'the address and the EIN, before contribution statements are sent',
    address: 'the address, before contribution statements are sent',
    opening: 'what the accounts and funds hold, and what is owed, when the books begin',
    users: 'an account for each counter, and for who approves expenses',
    offering: 'the first offering, or enter it on the page',
    share: 'shows how each phone and computer learns to trust the certificate',
    status: 'whether Vestry is running, and at which address',
    doctor: 'whether everything is in order',
  },
  startLater: (command: string) => `Next: ${command}\nThis prints the address to open in a browser.`,
  open: (email: string) => `Vestry is ready. Open this address in a browser and sign in as ${email}:`,
};

const zhTW: typeof en = {
  begin: '開始設定教會。',
  nothingYet: '回答完最後一題之前不會寫入任何資料。按 Ctrl-C 可取消。',
  stays: '已取消。目前設定好的部分會保留。要繼續，請再執行一次 vestry init。',
  folder: '存放所有資料的資料夾：',
  place: {
    isFile: (file) => `${file} 是檔案，不是資料夾。請選擇另一個資料夾。`,
    unwritable: (directory) => `無法寫入 ${directory}。請選擇您可以寫入的資料夾。`,
    full: (directory, left, needed) =>
      `${directory} 所在的磁碟已滿：只剩 ${left} MiB，新的帳簿需要 ${needed} MiB。請清出空間，或選擇另一個資料夾。`,
    stranger: (directory, other, better) => `${directory} 裡有其他檔案，例如 ${other}。請指定新的資料夾：${better}`,
  },
  browser: '要在瀏覽器設定教會嗎？否則在這裡回答幾個問題。',
  questions: {
    church: '教會名稱：',
    timeZone: '時區：',
    email: '您登入用的電子郵件：',
    name: '您的姓名：',
  },
  fault: (name) =>
    ({
      church: '請輸入教會名稱，最多 200 個字。',
      timeZone: '請輸入時區，例如 Asia/Taipei 或 America/Chicago。',
      email: '請輸入正確的電子郵件。',
      name: '請輸入您的姓名，最多 100 個字。',
      password: '密碼至少要 12 個字元，而且不能太容易猜。',
    })[name] ?? '輸入的內容不正確。',
  locale: '信函與收據使用的語言：',
  wantsDetails: '現在輸入地址、稅號與會計年度嗎？之後也可以輸入。',
  details: {
    line1: '街道與門牌：',
    city: '城市：',
    state: '州：',
    postalCode: '郵遞區號：',
    country: '國家，例如 US 或 TW：',
    ein: 'EIN（雇主識別號碼），例如 12-3456789：',
    fiscalYearStartMonth: '會計年度從幾月開始（1 到 12）：',
    fault: () => '輸入的內容不正確。EIN 的格式是 12-3456789，國家是 US 或 TW 這樣的兩個字母，月份是 1 到 12。',
  },
  password: '密碼，至少 12 個字元（留空則由 Vestry 產生）：',
  again: { repeat: '再輸入一次：', differs: '兩次輸入的密碼不同。請再輸入一次，或按 Ctrl-C。' },
  demo: '要加入虛構的會友與帳目，先試用看看嗎？',
  wantsBalances: '現在輸入開帳時各銀行帳戶的餘額嗎？之後也可以輸入。',
  openingDate: '開帳日（YYYY-MM-DD）：',
  dateFault: '請輸入今天或以前的日期，格式是 YYYY-MM-DD。',
  balanceOf: (account) => `${account} 當天開始時的餘額：`,
  amountFault: '請輸入金額，小數最多兩位。',
  nextAccount: '另一個帳戶的名稱（直接按 Enter 表示沒有）：',
  accountFault: () => '帳戶名稱最多 100 個字。',
  accountKind: '這是哪一種帳戶？',
  https: '手機或其他電腦也會使用 Vestry 嗎？',
  service: '每次登入這台電腦時都自動啟動 Vestry 嗎？',
  start: '現在就在背景啟動 Vestry 嗎？',
  exists: (church, dataDir) => `${church}已經設定在 ${dataDir}，不會更動。`,
  unchanged: (church, dataDir, account) => `${church}已經設定在 ${dataDir}，super_admin 是 ${account}；沒有更動。`,
  isSetUp: (church, dataDir, timeZone) => `${church}已設定在 ${dataDir}（時區 ${timeZone}）。`,
  account: (account) => `帳號：${account}，super_admin`,
  temporary: (password) => `臨時密碼（只顯示這一次，72 小時內有效）：${password}`,
  toDo: '待辦事項：',
  reasons: {
    details: '寄發奉獻收據之前，輸入教會地址與 EIN',
    address: '寄發奉獻收據之前，輸入教會地址',
    opening: '開帳時各帳戶與基金的餘額，以及應付款項',
    users: '為每位清點奉獻的同工與核准支出的人建立帳號',
    offering: '登錄第一次奉獻，也可以在網頁登錄',
    share: '顯示手機與其他電腦信任這張憑證的步驟',
    status: '查看 Vestry 是否執行中，以及網址',
    doctor: '檢查一切是否正常',
  },
  startLater: (command) => `下一步：${command}\n它會顯示要用瀏覽器開啟的網址。`,
  open: (email) => `Vestry 已就緒。請用瀏覽器開啟以下網址，以 ${email} 登入：`,
};

export type InitWords = typeof en;

/** The words of each language. */
export const INIT_WORDS: Readonly<Record<Language, InitWords>> = { en, 'zh-TW': zhTW };
