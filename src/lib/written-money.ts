/** Reads amounts as people write them, with the signs and words of currencies, such as `NT$1,200`, `EUR 20` or `50元`. */
import { CURRENCIES } from './currency-codes.ts';
import { type Minor, negateMoney, parseMoney } from './money.ts';

const GROUPED = /^\d{1,3}(?:,\d{3})+(?=\.|$)/;
/** An amount without marks: a sign, and the digits, in brackets or not. */
const WRITTEN = /^(?<minus>[-−–]?)\s*(?:\(\s*(?<inBrackets>[^()]*?)\s*\)|(?<bare>[^()]*?))$/;

/**
 * Reads an amount as people write it: `125.5`, `$1,234.50`, `50元`, and `(12.00)`, `$(12.00)`, `-12` or `$-12` for negative
 * amounts. Returns undefined for anything else, including more than two decimals, a comma that could be a decimal point, and a
 * mark that is not known as that of a currency.
 */
export function readMoney(text: string): Minor | undefined {
  const plain = parseMoney(text);
  if (plain !== undefined) return plain;
  const written = withoutMarks(text.normalize('NFKC').trim());
  const { minus = '', inBrackets, bare = '' } = WRITTEN.exec(written ?? '(')?.groups ?? {};
  const amount = parseMoney((inBrackets ?? bare).replace(GROUPED, (digits) => digits.replaceAll(',', '')));
  // Brackets together with a minus sign are ambiguous.
  const isNegative = inBrackets !== undefined || minus !== '';
  if (amount === undefined || (isNegative && (amount < 0 || (inBrackets !== undefined && minus !== ''))))
    return undefined;
  return isNegative ? negateMoney(amount) : amount;
}

/** The marks that mean one currency only. */
const OWN: Readonly<Record<string, string>> = {
  AUD: 'AU$ A$ 澳幣 澳币 澳元',
  BRL: 'R$',
  CAD: 'CA$ C$ CAN$ CDN$ 加幣 加币 加元',
  CNY: 'CN¥ RMB 人民幣 人民币',
  EUR: '€ 歐元 欧元',
  GBP: '£ 英鎊 英镑',
  HKD: 'HK$ 港幣 港币 港元',
  IDR: 'RP',
  INR: '₹',
  JPY: 'JP¥ 円 日圓 日元 日幣 日币',
  KRW: '₩ 韓元 韩元 韓圜',
  MOP: 'MOP$',
  MXN: 'MX$',
  MYR: 'RM',
  NZD: 'NZ$ 紐元 紐幣',
  PHP: '₱',
  SGD: 'S$ SG$ 新元 坡幣',
  THB: '฿ 泰銖 泰铢',
  TWD: 'NT$ NT NTD NTD$ TWD$ 台幣 臺幣 台币 新台幣 新臺幣 新台币',
  USD: 'US$ USD$ 美元 美金',
  VND: '₫',
};

const list = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** The currencies that have the dollar sign. */
const DOLLARS =
  'ARS AUD BBD BMD BND BRL BSD BZD CAD CLP COP CUP CVE DOP FJD GYD HKD JMD KYD LRD MOP MXN NAD NIO NZD SBD SGD SRD ' +
  'TOP TTD TWD USD UYU XCD ZWL';

/**
 * The marks that several currencies share, with these currencies. Chinese churches everywhere write 元 for the money of their
 * country.
 */
const SHARED: readonly (readonly [ReadonlySet<string>, ReadonlySet<string>])[] = [
  [list('$'), list(DOLLARS)],
  [list('¥'), list('CNY JPY')],
  [list('元 圓 圆 元整 圓整 圆整 塊 块 塊錢 块钱'), list(`${DOLLARS} CNY EUR JPY KRW`)],
];

const meanings = new Map<string, (currency: string) => boolean>();
/** The currency of each mark that means only one. */
const codes = new Map<string, string>([...CURRENCIES].map((code) => [code, code]));
for (const [code, marks] of Object.entries(OWN)) for (const mark of list(marks)) codes.set(mark, code);
for (const [mark, code] of codes) meanings.set(mark, (currency) => currency === code);
for (const [marks, currencies] of SHARED) {
  for (const mark of marks) meanings.set(mark, (currency) => currencies.has(currency));
}

/** What stands beside the digits, points, commas, signs and brackets of an amount. */
const MARK = /[^\d\s.,()+−–-]+/g;

/** Returns the marks beside an amount. The text must be in the form NFKC. */
function marksIn(text: string): string[] {
  return (text.match(MARK) ?? []).map((mark) => mark.toUpperCase());
}

/** Returns an amount without the marks of currencies, or undefined if a mark is not known. The text must be in the form NFKC. */
function withoutMarks(text: string): string | undefined {
  return marksIn(text).every((mark) => meanings.has(mark)) ? text.replace(MARK, ' ').trim() : undefined;
}

/** Returns whether an amount as people write it may be in this currency: it has no mark, or only marks of this currency. */
export function mayBeIn(currency: string, amount: string): boolean {
  return marksIn(amount.normalize('NFKC')).every((mark) => meanings.get(mark)?.(currency) ?? false);
}

/**
 * Returns that an amount has a mark of another currency than this one, with the code of that currency if the mark means only
 * one. Returns undefined for any other amount. Marks that are not known, such as those of debits, count for nothing.
 */
export function otherCurrencyIn(amount: string, currency: string): { code: string | undefined } | undefined {
  const other = marksIn(amount.normalize('NFKC')).find((mark) => meanings.get(mark)?.(currency) === false);
  return other === undefined ? undefined : { code: codes.get(other) };
}
