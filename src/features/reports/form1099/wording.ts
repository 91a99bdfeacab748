/** What the report for Form 1099 says, in the languages of the page. */
import type { Locale } from '../../../lib/wire.ts';
import { boxText, type Printed } from './boxes.ts';
import type { Form1099Form, NotReported, PrintedBox } from './schema.ts';

/** Where the report is read: on the page, or in the terminal. */
export type Reader = { locale: Locale; isPage: boolean };

export type Wording = {
  title: (year: number) => string;
  /** Which payments count. */
  about: string;
  columns: Record<'vendor' | 'taxId' | 'box' | 'paid' | 'toReport' | 'filed' | 'difference' | 'because', string>;
  reasons: Record<NotReported, string>;
  /** A box as people read it. The IRS prints its name in English. */
  box: (box: Printed) => string;
  /** Several names as one text. */
  names: (names: readonly string[]) => string;
  /** The headings of filed forms: of those that must be corrected, and of the others. */
  corrected: string;
  unchanged: string;
  /** Says how the named forms are corrected, whose amounts are wrong. */
  correctAmounts: (forms: readonly string[]) => string;
  /** Says how the named forms are corrected, whose recipient is wrong. */
  correctRecipient: (forms: readonly string[]) => string;
  /** A filed form as people read it, with the recipient and, if another one was filed, that one. */
  form: (form: Form1099Form) => string;
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

const onForm = (name: string, taxId: string | null) => (taxId === null ? name : `${name} (${taxId})`);

const ENGLISH = {
  title: (year: number) => `Form 1099: payments to vendors in ${year}`,
  about:
    'Payments count on their day. Payments by card or PayPal, voided payments, and what people were paid back for a receipt are left out. Unaudited.',
  columns: {
    vendor: 'Vendor',
    taxId: 'Tax id',
    box: 'Box',
    paid: 'Paid',
    toReport: 'To report',
    filed: 'Filed',
    difference: 'Difference',
    because: 'Not reported because',
  },
  reasons: {
    corporation: 'it is a corporation',
    exempt: 'it is exempt',
    foreign: 'it is foreign',
    below_threshold: 'it is below the threshold',
  },
  box: boxText,
  names: listed,
  corrected: 'Corrected forms needed',
  unchanged: 'Filed and unchanged since',
  correctAmounts: (forms: readonly string[]) =>
    `The amounts differ from what was filed: ${forms.join('; ')}. Prepare each form once more, mark it CORRECTED, and enter the amounts to report, 0 where there are none. Give the recipient a copy.`,
  correctRecipient: (forms: readonly string[]) =>
    `The name or tax id differs from what was filed: ${forms.join('; ')}. This takes two forms. The first is marked CORRECTED, and has the name and tax id as filed and 0 for all amounts. The second is not marked, and has the right name, tax id and amounts. Give the recipient a copy.`,
  form: ({ form, name, taxId, filed, need }: Form1099Form) => {
    const as = need === 'CorrectRecipient' && filed ? ` as ${onForm(filed.name, filed.taxId)}` : '';
    return `${form} of ${onForm(name, taxId)}, filed on ${filed?.filedOn}${as}`;
  },
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
  title: (year) => `1099 表：${year} 年付給廠商的款項`,
  about: '款項依付款日計入。以信用卡或 PayPal 支付的款項、已作廢的付款，以及憑收據歸還給個人的款項不計。未經審計。',
  columns: {
    vendor: '廠商',
    taxId: '稅號',
    box: '欄位',
    paid: '已付',
    toReport: '應申報',
    filed: '已申報',
    difference: '差額',
    because: '不申報的原因',
  },
  reasons: {
    corporation: '公司',
    exempt: '免稅機構',
    foreign: '外國廠商',
    below_threshold: '未達申報門檻',
  },
  box: ({ form, number, name }) => `${form} 第 ${number} 欄：${name}`,
  names: (names) => names.join('、'),
  corrected: '須更正的表格',
  unchanged: '已申報，之後未變動',
  correctAmounts: (forms) =>
    `金額與已申報的不同：${forms.join('；')}。請重新製作該表格，勾選 CORRECTED，填入應申報的金額，無須申報的填 0，並交一份給收款人。`,
  correctRecipient: (forms) =>
    `姓名（名稱）或稅號與已申報的不同：${forms.join('；')}。須製作兩份表格：第一份勾選 CORRECTED，姓名與稅號照原申報填寫，金額一律填 0；第二份不勾選，填入正確的姓名、稅號與金額。並交一份給收款人。`,
  form: ({ form, name, taxId, filed, need }) => {
    const as = need === 'CorrectRecipient' && filed ? `，原申報為 ${onForm(filed.name, filed.taxId)}` : '';
    return `${onForm(name, taxId)} 的 ${form}（${filed?.filedOn} 申報${as}）`;
  },
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
