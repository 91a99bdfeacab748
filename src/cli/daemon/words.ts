/** What `start` and `status` say, in each language. */
import type { Language } from '../kit/language.ts';

const en = {
  ready: (url: string) => `Vestry is ready at ${url}`,
  alreadyRunning: (url: string, pid: number) => `Vestry is already running at ${url} (process ${pid}).`,
  setUp:
    'There is no account yet. Open this link in a browser on this computer to set up the church. It works for an hour:',
  stopped: (dataDir: string) => `Vestry is not running in ${dataDir}.`,
  hasStopped: 'Vestry has stopped.',
  wasStopped: 'Vestry is not running.',
  waiting: (pid: number) => `Waiting for open requests to finish (process ${pid}) ...`,
  endedByForce: (pid: number) => `Process ${pid} did not end by itself and was killed.`,
  stillRuns: (pid: number, seconds: number) =>
    `The service (process ${pid}) has not stopped after ${seconds} s. Kill it with: vestry stop --force`,
  is: { running: 'Vestry is running', starting: 'Vestry is starting' },
  at: (url: string) => ` at ${url}`,
  open: (url: string) => `Open it in a browser: ${url}`,
  labels: {
    process: 'process ',
    version: 'version ',
    since: 'since   ',
    health: 'health  ',
    runBy: 'run by  ',
    data: 'data    ',
    log: 'log     ',
  },
  unknown: 'unknown',
  unreachable: 'the service does not respond',
  /** The words for the results of some checks. For others, the name and the result are printed. */
  checks: {
    none: 'no backup yet',
    stale: 'the last backup is old',
    faulty: 'the books in the last backup do not agree with the audit log',
    damaged: 'the database file is damaged and only read',
    low: 'too little free space for the next backup and a month',
  } as Readonly<Record<string, string>>,
  health: {} as Readonly<Record<string, string>>,
  durations: { d: ' d', h: ' h', min: ' min', s: ' s' },
  nameless: 'A process is using the data directory, but vestry.pid does not say which one.',
  newer: (version: string) => `Version ${version} is installed. To run it: vestry restart`,
  killed: (pid: number) => `The last service (process ${pid}) was killed or crashed. To see why: vestry logs`,
};

const zhTW: typeof en = {
  ready: (url) => `Vestry 已啟動，網址：${url}`,
  alreadyRunning: (url, pid) => `Vestry 已在執行，網址：${url}（處理程序 ${pid}）。`,
  setUp: '還沒有任何帳號。請在這台電腦的瀏覽器開啟以下連結，設定教會資料。連結一小時內有效：',
  stopped: (dataDir) => `Vestry 目前沒有執行。資料夾：${dataDir}`,
  hasStopped: 'Vestry 已停止。',
  wasStopped: 'Vestry 目前沒有執行。',
  waiting: (pid) => `正在等待處理中的要求結束（處理程序 ${pid}）……`,
  endedByForce: (pid) => `處理程序 ${pid} 沒有自行結束，已強制結束。`,
  stillRuns: (pid, seconds) =>
    `服務（處理程序 ${pid}）在 ${seconds} 秒後仍未停止。要強制結束，請輸入：vestry stop --force`,
  is: { running: 'Vestry 執行中', starting: 'Vestry 啟動中' },
  at: (url) => `，網址：${url}`,
  open: (url) => `請用瀏覽器開啟：${url}`,
  labels: {
    process: '處理程序',
    version: '版本    ',
    since: '啟動時間',
    health: '狀況    ',
    runBy: '管理程式',
    data: '資料夾  ',
    log: '記錄檔  ',
  },
  unknown: '不明',
  unreachable: '服務沒有回應',
  checks: {
    none: '還沒有備份',
    stale: '上次備份已經太久',
    faulty: '上次備份裡的帳冊與稽核紀錄不符',
    damaged: '資料庫檔案已損壞，目前只能讀取',
    low: '可用空間不足以存放下次備份和一個月的資料',
  },
  health: { ok: '正常', degraded: '異常' },
  durations: { d: ' 天', h: ' 小時', min: ' 分', s: ' 秒' },
  nameless: '有處理程序正在使用這個資料夾，但 vestry.pid 沒有記錄是哪一個。',
  newer: (version) => `已安裝 ${version} 版。要改用新版，請輸入：vestry restart`,
  killed: (pid) => `上次的服務（處理程序 ${pid}）被強制結束或當機。要查看原因，請輸入：vestry logs`,
};

export type ServiceWords = typeof en;

/** The words of each language. */
export const SERVICE_WORDS: Readonly<Record<Language, ServiceWords>> = { en, 'zh-TW': zhTW };
