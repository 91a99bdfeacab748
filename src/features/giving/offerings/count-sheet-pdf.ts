/**
 * Draws the count sheet of an offering session: every gift with its giver, the sums, and what was counted. Two people
 * sign it. It stays in the church, because it names the givers.
 */
import { signedMoney } from '../../../lib/currency.ts';
import { dateInZone } from '../../../lib/date.ts';
import { dateInWords } from '../../../lib/date-text.ts';
import { formatMoney, type Minor, subtractMoney, ZERO } from '../../../lib/money.ts';
import { AMOUNT, type Cell, LEFT, type Pages, ROW } from '../../../lib/pdf-pages.ts';
import { fill } from '../../../lib/template.ts';
import { readTexts } from '../../../package.ts';
import type { Method } from '../../../books/payment-methods.ts';
import type { Giving } from '../givings/schema.ts';
import type { Printed } from './paper.ts';
import { printPaper } from './paper-pdf.ts';

/** The texts of a count sheet in one language, from `templates/LOCALE/count-sheet.json`. */
type Texts = Record<
  | 'title'
  | 'inside'
  | 'byMethod'
  | 'byCategory'
  | 'count'
  | 'amount'
  | 'total'
  | 'counts'
  | 'counted'
  | 'difference'
  | 'countedCash'
  | 'countedChecks'
  | 'controlTotal'
  | 'attendance'
  | 'gifts'
  | 'giver'
  | 'method'
  | 'number'
  | 'category'
  | 'anonymous'
  | 'looseCash'
  | 'companyBy'
  | 'inKind'
  | 'earlier'
  | 'earlierCount'
  | 'notRecorded'
  | 'nobody'
  | 'reopened',
  string
> & { methods: Record<Method, string> };

/** Returns the count sheet of a session as a PDF. */
export function printCountSheet(printed: Printed): Promise<Buffer> {
  const texts = readTexts(printed.locale, 'count-sheet') as Texts;
  return printPaper(printed, texts.title, (pages, sign) => {
    pages.write(texts.inside);
    pages.gap(12);
    sums(pages, printed, texts);
    counts(pages, printed, texts);
    sign();
    earlierCounts(pages, printed, texts);
    gifts(pages, printed, texts);
  });
}

/** The column before the amounts, for a number of gifts or a counted amount. */
const MIDDLE = { x: 378, width: 80, align: 'right' as const };
const three = (name: string, middle: string, amount: string): Cell[] => [
  { text: name, x: LEFT, width: 310 },
  { text: middle, ...MIDDLE },
  { text: amount, ...AMOUNT },
];

function sums(pages: Pages, { session: { totals }, church: { currency }, categories }: Printed, texts: Texts): void {
  const tables = [
    { title: texts.byMethod, lines: totals.byMethod.map((one) => ({ ...one, name: texts.methods[one.method] })) },
    {
      title: texts.byCategory,
      lines: totals.byCategory.map((one) => ({ ...one, name: categories.get(one.categoryId) ?? one.name })),
    },
  ];
  for (const { title, lines } of tables) {
    pages.room((lines.length + 2) * ROW);
    pages.line(three(title, texts.count, texts.amount), true);
    pages.rule();
    for (const { name, count, amount } of lines) pages.line(three(name, String(count), formatMoney(amount)));
    pages.line(three(texts.total, String(totals.givingCount), signedMoney(totals.totalAmount, currency)), true);
    pages.gap(12);
  }
}

function counts(pages: Pages, { session }: Printed, texts: Texts): void {
  const entered = (wanted: Method) => session.totals.byMethod.find(({ method }) => method === wanted)?.amount ?? ZERO;
  const lines: [string, Minor | null, Minor][] = [
    [texts.countedCash, session.countedCash, entered('Cash')],
    [texts.countedChecks, session.countedChecks, entered('Check')],
    [texts.controlTotal, session.controlTotal, session.totals.totalAmount],
  ];
  pages.room((lines.length + 2) * ROW);
  pages.line(three(texts.counts, texts.counted, texts.difference), true);
  pages.rule();
  for (const [name, counted, sum] of lines) {
    if (counted === null) pages.line(three(name, '–', ''));
    else pages.line(three(name, formatMoney(counted), formatMoney(subtractMoney(counted, sum))));
  }
  const { sundayAttendanceCount } = session;
  if (sundayAttendanceCount !== null) pages.write(fill(texts.attendance, { count: sundayAttendanceCount }));
}

/** Writes each count after which the session was reopened. */
function earlierCounts(pages: Pages, { session, church: { currency }, timeZone, locale }: Printed, texts: Texts): void {
  const reopened = session.counts.filter(({ reopenedAt }) => reopenedAt !== null);
  if (reopened.length === 0) return;
  const dayOf = (instant: string) => dateInWords(dateInZone(new Date(instant), timeZone), locale);
  pages.gap(16);
  pages.room(4 * ROW);
  pages.write(texts.earlier, { bold: true });
  for (const { at, countedBy, total, submittedByName, reopenedAt, reopenedByName, reason } of reopened) {
    const amount = total === null ? texts.notRecorded : signedMoney(total, currency);
    const names = countedBy.length === 0 ? texts.nobody : countedBy.join(', ');
    pages.write(fill(texts.earlierCount, { amount, names, by: submittedByName, date: dayOf(at) }));
    pages.write(fill(texts.reopened, { by: reopenedByName, date: dayOf(reopenedAt ?? at), reason }));
    pages.gap(4);
  }
}

/** The columns of the list of gifts. The amounts are at the end of the line, as everywhere. */
const COLUMNS = [
  { x: LEFT, width: 26 },
  { x: 84, width: 150 },
  { x: 238, width: 68 },
  { x: 310, width: 88 },
  { x: 402, width: 82 },
];

function gifts(pages: Pages, { session: { givings }, categories, givers }: Printed, texts: Texts): void {
  const cells = (texts: readonly string[], amount: string) => [
    ...COLUMNS.map((place, index) => ({ text: texts[index] ?? '', ...place })),
    { text: amount, ...AMOUNT },
  ];
  const head = () => {
    pages.line(cells(['#', texts.giver, texts.method, texts.number, texts.category], texts.amount), true);
    pages.rule();
  };
  pages.gap(20);
  pages.room(5 * ROW);
  pages.write(texts.gifts, { bold: true });
  head();
  for (const [index, gift] of givings.entries()) {
    const more = remarks(gift, texts, categories);
    if (pages.room((1 + more.length) * ROW)) head();
    const giver = giverOf(gift, givers.get(gift.id) ?? gift.memberName, texts);
    const category = gift.categoryId === null ? '' : (categories.get(gift.categoryId) ?? '');
    const number = gift.checkNumber ?? gift.zelleReference ?? gift.payPalReference ?? '';
    const row = [String(index + 1), giver, texts.methods[gift.method], number, category];
    pages.line(cells(row, formatMoney(gift.amount)));
    for (const remark of more) pages.write(remark, { x: 84, width: 398 });
    if (more.length > 0) pages.gap(4);
  }
}

/** Returns the name of the giver. For a company, this is the name on the check and who brought it. */
function giverOf({ isAnonymous, companyName }: Giving, person: string | null, texts: Texts): string {
  if (isAnonymous) return texts.anonymous;
  if (companyName === null) return person ?? texts.looseCash;
  return person === null ? companyName : fill(texts.companyBy, { company: companyName, giver: person });
}

/** Returns what does not fit into the line of a gift: the parts over several categories, and what was given in kind. */
function remarks(
  { parts, nonCashDescription }: Giving,
  texts: Texts,
  categories: ReadonlyMap<number, string>,
): string[] {
  return [
    ...(parts ?? []).map(({ categoryId, amount }) => `${categories.get(categoryId) ?? ''} ${formatMoney(amount)}`),
    ...(nonCashDescription === null ? [] : [fill(texts.inKind, { what: nonCashDescription })]),
  ];
}
