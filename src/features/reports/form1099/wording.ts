/** What the report for Form 1099 says about vendors that somebody must look after, in the languages of the page. */
import type { Locale } from '../../../lib/wire.ts';

/** Where the report is read: on the page, or in the terminal. */
export type Reader = { locale: Locale; isPage: boolean };

export type Wording = {
  /** The heading of what was paid to nobody in the list of vendors. */
  without: string;
  /** What to do about it. */
  link: string;
  /** Asks for Form W-9 of the named vendors. */
  missing: (names: string) => string;
  /** Says that vendors have the same tax id. `merges` are the commands that merge them. */
  sameTaxId: (names: readonly string[], merges: readonly string[]) => string;
};

const LINK = 'vestry vendor link VENDOR "NAME"';

const ENGLISH = {
  without: 'Paid to names that are not in the list of vendors',
  missing: (names: string) => `Ask these vendors for Form W-9, and enter the tax id, its type and the day: ${names}.`,
};
const same = (names: readonly string[]) =>
  `${listed(names)} have the same tax id, so what they were paid is not added up.`;

const COMMAND: Wording = {
  ...ENGLISH,
  link: `These payments are on no form, because the names are not in the list of vendors. If there is no vendor yet, add one: vestry vendor add --name "NAME". Then give the vendor the expenses: ${LINK}`,
  sameTaxId: (names, merges) => `${same(names)} Merge them: ${merges.join('; ')}`,
};

const PAGE: Wording = {
  ...ENGLISH,
  link: `Payments to names that are not in the list of vendors are on no form. If there is no vendor yet, add one under Expenses, Vendors. Then give the vendor the expenses on the command line: ${LINK}`,
  sameTaxId: (names) => `${same(names)} Merge them under Expenses, Vendors.`,
};

const CHINESE: Wording = {
  without: '付給不在廠商名單上的名稱的款項',
  link: `付給不在廠商名單上的名稱的款項，不會列入任何表格。還沒有廠商的，請在「支出」的「廠商」新增，再以指令把這些支出歸給該廠商：${LINK}`,
  missing: (names) => `請向這些廠商索取 W-9 表格，並輸入稅號、稅號類型與收到日期：${names}。`,
  sameTaxId: (names) => `${names.join('、')} 的稅號相同，所以付款沒有加總。請在「支出」的「廠商」合併。`,
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
