/** Draws the deposit slip of an offering session. Two people sign the slip, and it goes to the bank. */
import { buffer } from 'node:stream/consumers';
import { addMoney, formatMoney, type Minor, ZERO } from '../../../lib/money.ts';
import { signedMoney } from '../../../lib/currency.ts';
import { dateInWords } from '../../../lib/date-text.ts';
import { openPdf } from '../../../lib/pdf.ts';
import { AMOUNT, footPages, LEFT, openPages, type Pages, ROW, RULE, WIDTH } from '../../../lib/pdf-pages.ts';
import { fill } from '../../../lib/template.ts';
import type { Locale } from '../../../lib/wire.ts';
import { readTexts, shippedFonts } from '../../../package.ts';
import type { Giving } from '../givings/schema.ts';
import type { Method } from '../../../books/payment-methods.ts';
import type { Letterhead } from '../../church/profile/service.ts';
import type { Session, SessionStatus } from './schema.ts';

/** The texts of a slip in one language, from `templates/LOCALE/deposit-slip.json`. */
type Texts = Record<
  | 'title'
  | 'session'
  | 'cash'
  | 'checks'
  | 'number'
  | 'amount'
  | 'checkTotal'
  | 'total'
  | 'other'
  | 'counted'
  | 'signature'
  | 'page',
  string
> & { methods: Record<Exclude<Method, 'Cash' | 'Check'>, string>; statuses: Record<SessionStatus, string> };

/** The texts of a slip, and the currency whose sign its first amounts and totals have. */
type Words = { texts: Texts; currency: string };

/** Returns the slip of a session as a PDF. Gifts in kind are left out, because they are not deposited. */
export async function printSlip(session: Session, church: Letterhead, locale: Locale): Promise<Buffer> {
  const texts = readTexts(locale, 'deposit-slip') as Texts;
  const doc = openPdf({ title: `${texts.title} ${session.date}`, author: church.name, language: locale });
  const bytes = buffer(doc);
  const pages = openPages(doc, shippedFonts);
  pages.write(church.name, { size: 14, bold: true });
  pages.gap(8);
  pages.write(texts.title, { size: 14, bold: true });
  const date = dateInWords(session.date, locale);
  pages.write(fill(texts.session, { date, status: texts.statuses[session.status] }));
  pages.gap(12);
  const money = session.givings.filter(({ nonCashDescription }) => nonCashDescription === null);
  deposit(pages, money, { texts, currency: church.currency });
  elsewhere(pages, session, { texts, currency: church.currency });
  signatures(pages, session, texts);
  footPages(doc, shippedFonts, (page, count) => fill(texts.page, { page, pages: count }));
  doc.flushPages();
  doc.end();
  return bytes;
}

const sum = (givings: readonly Giving[]) => addMoney(...givings.map(({ amount }) => amount));

function deposit(pages: Pages, givings: readonly Giving[], { texts, currency }: Words): void {
  const of = (method: Method) => givings.filter((giving) => giving.method === method);
  const [cash, checks] = [of('Cash'), of('Check')];
  const line = (text: string, amount: Minor, bold = false) =>
    pages.line(
      [
        { text, x: LEFT, width: 400 },
        { text: signedMoney(amount, currency), ...AMOUNT },
      ],
      bold,
    );
  line(texts.cash, sum(cash), true);
  pages.rule();
  const cells = (number: string, amount: string) => [
    { text: number, x: LEFT, width: 400 },
    { text: amount, ...AMOUNT },
  ];
  const head = () => pages.line(cells(`${texts.checks}: ${texts.number}`, texts.amount), true);
  if (checks.length > 0) head();
  // Names are left out, because the bank does not need to know who gave.
  for (const [index, { checkNumber, amount }] of checks.entries()) {
    if (pages.room(ROW)) head();
    pages.line(cells(checkNumber ?? '-', index === 0 ? signedMoney(amount, currency) : formatMoney(amount)));
  }
  line(fill(texts.checkTotal, { count: checks.length }), sum(checks), true);
  pages.rule();
  line(texts.total, addMoney(sum(cash), sum(checks)), true);
}

function elsewhere(pages: Pages, { totals }: Session, { texts, currency }: Words): void {
  const others = totals.byMethod.filter(({ method, amount }) => method in texts.methods && amount !== ZERO);
  if (others.length === 0) return;
  pages.gap(12);
  pages.write(texts.other);
  for (const [index, { method, amount }] of others.entries()) {
    const text = texts.methods[method as keyof Texts['methods']];
    pages.line([
      { text, x: LEFT, width: 400 },
      { text: index === 0 ? signedMoney(amount, currency) : formatMoney(amount), ...AMOUNT },
    ]);
  }
}

/** How many signatures are side by side. A slip has at least this many lines for signatures. */
const SIGNERS = 2;
const BETWEEN = 40;
const SIGNATURE = 75;

function signatures(pages: Pages, { countedBy }: Session, texts: Texts): void {
  pages.gap(14);
  if (countedBy.length > 0) pages.write(fill(texts.counted, { names: countedBy.join(', ') }));
  const width = (WIDTH - BETWEEN) / SIGNERS;
  for (let first = 0; first < Math.max(SIGNERS, countedBy.length); first += SIGNERS) {
    pages.room(SIGNATURE);
    pages.gap(SIGNATURE - ROW - RULE);
    const places = Array.from({ length: SIGNERS }, (_, index) => ({ x: LEFT + index * (width + BETWEEN), width }));
    for (const place of places) {
      pages.rule(place);
      pages.gap(-RULE);
    }
    pages.gap(RULE);
    pages.line(places.map((place, index) => ({ ...place, text: countedBy[first + index] ?? texts.signature })));
  }
}
