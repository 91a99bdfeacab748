/**
 * Draws the deposit slip of an offering session: the cash and the checks that go to the bank. Two people sign it. It
 * names no giver, because the bank does not need to know who gave.
 */
import { signedMoney } from '../../../lib/currency.ts';
import { addMoney, formatMoney, type Minor } from '../../../lib/money.ts';
import { AMOUNT, LEFT, type Pages, ROW } from '../../../lib/pdf-pages.ts';
import { fill } from '../../../lib/template.ts';
import { readTexts } from '../../../package.ts';
import type { Method } from '../../../books/payment-methods.ts';
import type { Printed } from './paper.ts';
import { printPaper } from './paper-pdf.ts';

/** The texts of a slip in one language, from `templates/LOCALE/deposit-slip.json`. */
type Texts = Record<'title' | 'cash' | 'checks' | 'number' | 'amount' | 'checkTotal' | 'total', string>;

/** Returns the deposit slip of a session as a PDF. Gifts in kind are left out, because they are not deposited. */
export function printSlip(printed: Printed): Promise<Buffer> {
  const texts = readTexts(printed.locale, 'deposit-slip') as Texts;
  return printPaper(printed, texts.title, (pages, sign) => {
    deposit(pages, printed, texts);
    sign();
  });
}

function deposit(pages: Pages, { session: { givings }, church: { currency } }: Printed, texts: Texts): void {
  const of = (wanted: Method) =>
    givings.filter(({ method, nonCashDescription }) => method === wanted && nonCashDescription === null);
  const sum = (wanted: Method) => addMoney(...of(wanted).map(({ amount }) => amount));
  const checks = of('Check');
  const cells = (text: string, amount: string) => [
    { text, x: LEFT, width: 400 },
    { text: amount, ...AMOUNT },
  ];
  const line = (text: string, amount: Minor) => pages.line(cells(text, signedMoney(amount, currency)), true);
  line(texts.cash, sum('Cash'));
  pages.rule();
  const head = () => pages.line(cells(`${texts.checks}: ${texts.number}`, texts.amount), true);
  if (checks.length > 0) head();
  for (const [index, { checkNumber, amount }] of checks.entries()) {
    if (pages.room(ROW)) head();
    pages.line(cells(checkNumber ?? '-', index === 0 ? signedMoney(amount, currency) : formatMoney(amount)));
  }
  line(fill(texts.checkTotal, { count: checks.length }), sum('Check'));
  pages.rule();
  line(texts.total, addMoney(sum('Cash'), sum('Check')));
}
