/** What the report for Form 1099 says about vendors that somebody must look after, in the languages of the page. */
import type { Locale } from '../../../lib/wire.ts';
import type { PrintedBox } from './schema.ts';

/** Where the report is read: on the page, or in the terminal. */
export type Reader = { locale: Locale; isPage: boolean };

export type Wording = {
  /** The heading of what was paid to nobody in the list of vendors. */
  without: string;
  /** In place of a name where an expense names nobody. */
  nobody: string;
  /** What to do about it. */
  link: string;
  /** The heading of what people were paid back. */
  reimbursed: string;
  /** Why this is not reported, and what to do if it should be. */
  whyReimbursed: string;
  /** Asks for Form W-9 of the named vendors. */
  missing: (names: string) => string;
  /** Says that vendors have the same tax id. `merges` are the commands that merge them. */
  sameTaxId: (names: readonly string[], merges: readonly string[]) => string;
  /** Says that the named vendors, or a person, were also paid a salary. */
  salaried: (names: readonly string[], year: number) => string;
  /** Says when the form for a box is due. */
  due: (box: PrintedBox) => string;
  /** Says that the names of the boxes were not compared with the forms of a year. */
  unchecked: (year: number) => string;
};

const LINK = 'vestry vendor link VENDOR "NAME"';

const ENGLISH = {
  without: 'Paid to names that are not in the list of vendors',
  nobody: 'Nobody named',
  reimbursed: 'Paid back to people who bought something for the church',
  whyReimbursed:
    'What people were paid back for a receipt is on no form (accountable plan). If somebody was paid for their own work, enter them as the vendor of the expense.',
  missing: (names: string) => `Ask these vendors for Form W-9, and enter the tax id, its type and the day: ${names}.`,
  salaried: (names: readonly string[], year: number) =>
    `${listed(names)} also received a salary in ${year}. What an employee is paid for work belongs on Form W-2, not on Form 1099: ask your payroll service, and move such expenses to a category without a box of Form 1099.`,
  due: ({ form, number, due: { recipient, paper, electronic } }: PrintedBox) =>
    `${form} box ${number} is due: to the recipient by ${recipient}, to the IRS by ${paper} on paper or by ${electronic} electronically.`,
  unchecked: (year: number) =>
    `The names and numbers of the boxes are those of the forms for 2025. The IRS has revised the forms since: compare them with the forms for ${year} before you file.`,
};
const same = (names: readonly string[]) =>
  `${listed(names)} have the same tax id, so they are one row, unless one is an SSN and another an EIN.`;
const OR_CORRECT = 'or correct the tax id that is wrong';

const COMMAND: Wording = {
  ...ENGLISH,
  link: `These payments are on no form, because the names are not in the list of vendors. If there is no vendor yet, add one: vestry vendor add --name "NAME". Then give the vendor the expenses: ${LINK}`,
  sameTaxId: (names, merges) => `${same(names)} Merge them, ${OR_CORRECT}: ${merges.join('; ')}`,
};

const PAGE: Wording = {
  ...ENGLISH,
  link: 'Payments to names that are not in the list of vendors are on no form. Link each name to a vendor below; if there is no vendor yet, add one there.',
  sameTaxId: (names) => `${same(names)} Merge them under Expenses, Vendors, ${OR_CORRECT}.`,
};

const CHINESE: Wording = {
  without: '付給不在廠商名單上的名稱的款項',
  nobody: '未指明受款人',
  link: '付給不在廠商名單上的名稱的款項，不會列入任何表格。請在表格下方將每個名稱連結到廠商；還沒有廠商的，可當場新增。',
  reimbursed: '歸還代購者的款項',
  whyReimbursed:
    '憑收據歸還給個人的款項不列入任何表格（實報實銷辦法）。若付的是本人的工作報酬，請將本人填為該筆支出的廠商。',
  missing: (names) => `請向這些廠商索取 W-9 表格，並輸入稅號、稅號類型與收到日期：${names}。`,
  sameTaxId: (names) =>
    `${names.join('、')} 的稅號相同，因此合併為一列（一個是 SSN、另一個是 EIN 時除外）。請在「支出」的「廠商」合併，或更正錯誤的稅號。`,
  salaried: (names, year) =>
    `${names.join('、')} 在 ${year} 年也領薪資。員工的工作報酬應列入 W-2，而不是 1099：請向薪資服務確認，並將這類支出改到不列入 1099 的類別。`,
  due: ({ form, number, due: { recipient, paper, electronic } }) =>
    `${form} 第 ${number} 欄的期限：${recipient} 前交給收款人；紙本 ${paper} 前、電子申報 ${electronic} 前送交國稅局（IRS）。`,
  unchecked: (year) => `各欄名稱與編號取自 2025 年的表格，國稅局之後已改版，申報前請與 ${year} 年的表格核對。`,
};

/** Returns the wording for a reader. The terminal shows English only. */
export function wordingFor({ locale, isPage }: Reader): Wording {
  if (!isPage) return COMMAND;
  return locale === 'zh-TW' ? CHINESE : PAGE;
}

/** Returns names as one text, such as `A, B and C`. */
export function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

/** Returns the commands that merge vendors into the first of them. */
export function mergesOf([first, ...others]: readonly number[]): string[] {
  return others.map((id) => `vestry vendor merge ${id} --into ${first}`);
}

/** Returns what the API says about vendors who have the same tax id. */
export function sayingSameTaxId(names: readonly string[], ids: readonly number[]): string {
  return COMMAND.sameTaxId(names, mergesOf(ids));
}

/** Returns what the API says about somebody who was also paid a salary. */
export function sayingSalaried(names: readonly string[], year: number): string {
  return COMMAND.salaried(names, year);
}
