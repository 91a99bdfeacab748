/**
 * Draws the printed contribution statement, in the United States with the facts that IRS Publication 1771 requires a
 * church to state. Elsewhere, it says what was given, and nothing about taxes.
 */
import { buffer } from 'node:stream/consumers';
import { openPdf, type PdfDocument, takeMissing } from '../../../lib/pdf.ts';
import {
  AMOUNT,
  type Cell,
  footPages,
  LEFT,
  openPages,
  type Pages,
  RIGHT,
  ROW,
  WIDTH,
} from '../../../lib/pdf-pages.ts';
import { formatMoney, type Minor, negateMoney, ZERO } from '../../../lib/money.ts';
import { countryName, hasIrs } from '../../../lib/country.ts';
import { signedMoney } from '../../../lib/currency.ts';
import { dateInDigits, dateInWords } from '../../../lib/date-text.ts';
import { inLanguage } from '../../../lib/named.ts';
import { fill } from '../../../lib/template.ts';
import type { Locale } from '../../../lib/wire.ts';
import { shippedFonts } from '../../../package.ts';
import type { Method } from '../../../books/payment-methods.ts';
import type { Letterhead } from '../../church/profile/service.ts';
import type { Address } from '../../../lib/address.ts';
import type { Gift } from './queries.ts';
import type { Statement } from './issuing.ts';
import { type Figures, goodsOf, type Year } from './rules.ts';
import { readTextsFor } from './texts.ts';

/** The texts of a statement in one language, from `templates/LOCALE/contribution-statement.json`. */
type Texts = Record<
  | 'title'
  | 'interimTitle'
  | 'ein'
  | 'estate'
  | 'careOf'
  | 'givers'
  | 'diedOn'
  | 'deceased'
  | 'ofEstate'
  | 'ofEstateNote'
  | 'number'
  | 'issuedOn'
  | 'copy'
  | 'corrected'
  | 'replaced'
  | 'and'
  | 'preview'
  | 'previewNote'
  | 'period'
  | 'date'
  | 'category'
  | 'reference'
  | 'benefit'
  | 'amount'
  | 'reversal'
  | 'byCategory'
  | 'deductible'
  | 'notDeductible'
  | 'totalGiven'
  | 'lessBenefit'
  | 'totalDeductible'
  | 'totalNotDeductible'
  | 'ira'
  | 'iraTotal'
  | 'iraNote'
  | 'inKind'
  | 'inKindNote'
  | 'returned'
  | 'returnedMore'
  | 'goodsOrServices'
  | 'noGoods'
  | 'someGoods'
  | 'goods'
  | 'keep'
  | 'thanks'
  | 'page',
  string
> & { methods: Record<Method, string> };

/**
 * Returns the PDF of a church's statements in a language, each of which begins on a new page, and the characters that no
 * font has.
 */
export async function printFor(statements: readonly Statement[], church: Letterhead, locale: Locale) {
  const [first] = statements;
  const title = first ? titleOf(first, textsOf(church, locale)) : '';
  const doc = openPdf({ title, author: church.name, language: locale, paper: church.paper });
  const bytes = buffer(doc);
  const missing = new Set(statements.flatMap((statement) => drawStatement(doc, statement, church, locale)));
  doc.end();
  return { bytes: await bytes, missing: [...missing] };
}

/**
 * Draws a statement on new pages of a document and passes these pages to the document's output. Returns the characters
 * that no font has.
 */
export function drawStatement(doc: PdfDocument, statement: Statement, church: Letterhead, locale: Locale): string[] {
  const texts = textsOf(church, locale);
  const page = openPages(doc, shippedFonts);
  heading(page, statement, church, { texts, locale });
  const words = { texts, locale, currency: church.currency, hasIrs: hasIrs(church.country) };
  giftsOf(page, statement.figures, words);
  giftsOfEstate(page, statement.figures, words);
  closing(page, statement, texts);
  footPages(doc, shippedFonts, (number, count) => {
    const text = fill(texts.page, { page: number, pages: count });
    return statement.issue ? text : `${texts.preview} · ${text}`;
  });
  doc.flushPages();
  return takeMissing(doc);
}

function giftsOf(pages: Pages, figures: Figures, words: TableWords): void {
  giftTable(pages, figures, words);
  totals(pages, figures, words);
  giftsFromIra(pages, figures, words);
  giftsInKind(pages, figures, words);
}

/** Lists the gifts after a death apart, because they are contributions of the estate. */
function giftsOfEstate(pages: Pages, { ofEstate }: Year, words: TableWords): void {
  if (ofEstate === null) return;
  pages.gap(18);
  pages.write(words.texts.ofEstate, { size: 12, bold: true });
  pages.write(words.texts.ofEstateNote);
  pages.gap(6);
  giftsOf(pages, ofEstate, words);
}

function textsOf({ country }: Letterhead, locale: Locale): Texts {
  return readTextsFor(country, locale, 'contribution-statement') as Texts;
}

function titleOf({ year, isOver }: Statement, texts: Texts): string {
  return fill(isOver ? texts.title : texts.interimTitle, { year });
}

/** The texts of a statement, and the language of its dates. */
type Words = { texts: Texts; locale: Locale };

/**
 * What the tables of a statement need, too: the currency, whose sign the first amounts and the totals have, and whether
 * they say what is deductible.
 */
type TableWords = Words & { currency: string; hasIrs: boolean };

function heading(pages: Pages, statement: Statement, church: Letterhead, { texts, locale }: Words): void {
  const { issue, year, today } = statement;
  pages.write(church.name, { size: 14, bold: true });
  const address = church.address?.country
    ? { ...church.address, country: countryName(church.address.country, locale) }
    : church.address;
  const contact = [...addressLines(address), church.contact.join(' · ')].filter(Boolean);
  for (const text of contact) pages.write(text);
  if (church.ein !== null) pages.write(fill(texts.ein, { ein: church.ein }));
  pages.gap(18);
  for (const text of addresseeLines(statement, texts)) pages.write(text, { size: 11 });
  pages.gap(18);
  pages.write(titleOf(statement, texts), { size: 14, bold: true });
  const givers = giversLine(statement, { texts, locale });
  if (givers !== null) pages.write(givers);
  const [from, to] = [dateInWords(`${year}-01-01`, locale), dateInWords(`${year}-12-31`, locale)];
  pages.write(fill(texts.period, { from, to }));
  for (const text of issueLines(issue, today, { texts, locale })) pages.write(text);
  pages.gap(12);
}

/** Returns the lines to whom the statement goes. A company's goes to the company, in care of who gets the giver's. */
function addresseeLines({ giver: { addressee }, companyName }: Statement, texts: Texts): string[] {
  const { kind, names, careOf, address } = addressee;
  const inCareOf = (name: string) => fill(texts.careOf, { name });
  if (companyName !== null) return [companyName, inCareOf(careOf ?? names.join(texts.and)), ...addressLines(address)];
  const named = kind === 'Estate' ? names.map((name) => fill(texts.estate, { name })) : names;
  return [...named, ...(careOf === null ? [] : [inCareOf(careOf)]), ...addressLines(address)];
}

/**
 * Returns the line that names the people whose gifts a statement lists, if one of them died. Returns null if all of them
 * live, or if the gifts are those of the estate or of a company.
 */
function giversLine({ giver: { people }, year, companyName }: Statement, { texts, locale }: Words): string | null {
  const isOfEstateOnly = people.every(({ diedOn }) => diedOn !== null && diedOn < `${year}-01-01`);
  if (companyName !== null || isOfEstateOnly || people.every(({ isDeceased }) => !isDeceased)) return null;
  const names = people.map(({ name, isDeceased, diedOn }) => {
    if (!isDeceased) return name;
    if (diedOn === null) return fill(texts.deceased, { name });
    return fill(texts.diedOn, { name, date: dateInWords(diedOn, locale) });
  });
  return fill(texts.givers, { names: names.join(texts.and) });
}

function issueLines(issue: Statement['issue'], today: string, { texts, locale }: Words): string[] {
  const inWords = (date: string) => dateInWords(date, locale);
  if (!issue) return [fill(texts.previewNote, { date: inWords(today) })];
  const { number, issuedOn, isCopy, replaces } = issue;
  const dated = fill(isCopy ? texts.copy : texts.issuedOn, { date: inWords(issuedOn) });
  const named = replaces.map(({ number, issuedOn }) => fill(texts.replaced, { number, date: inWords(issuedOn) }));
  return [
    `${fill(texts.number, { number })} · ${dated}`,
    ...(replaces.length > 0 ? [fill(texts.corrected, { statements: named.join(texts.and) })] : []),
  ];
}

function addressLines(address: Address | null): string[] {
  if (!address) return [];
  const { line1, line2, city, state, postalCode, country } = address;
  const place = [[city, state].filter(Boolean).join(', '), postalCode].filter(Boolean).join(' ');
  return [line1, line2, place, country].filter((text): text is string => Boolean(text));
}

const BENEFIT = { x: 388, width: 84, align: 'right' as const };
/** The position and width of a gift's details, to the right of its date. */
const DETAIL = { x: 120, width: RIGHT - 120 };

function giftTable(pages: Pages, { gifts }: Figures, words: TableWords): void {
  if (gifts.length === 0) return;
  const { texts, locale, currency } = words;
  const hasBenefit = gifts.some(({ lessBenefit }) => lessBenefit !== ZERO);
  const wide = hasBenefit ? 150 : 234;
  const cells = ([date, category, reference, benefit, amount]: readonly string[]): Cell[] => [
    { text: date ?? '', x: LEFT, width: 62 },
    { text: category ?? '', x: 120, width: 112 },
    { text: reference ?? '', x: 236, width: wide },
    ...(hasBenefit ? [{ text: benefit ?? '', ...BENEFIT }] : []),
    { text: amount ?? '', ...AMOUNT },
  ];
  const head = () => {
    pages.line(cells([texts.date, texts.category, texts.reference, texts.benefit, texts.amount]), true);
    pages.rule();
  };
  head();
  const firstBenefit = gifts.find(({ lessBenefit }) => lessBenefit !== ZERO);
  for (const gift of gifts) {
    const returned = returnedFor(gift, words);
    const shown = (amount: Minor, isFirst: boolean) => (isFirst ? signedMoney(amount, currency) : formatMoney(amount));
    if (pages.room(returned === null ? ROW : 2 * ROW)) head();
    const benefit = gift.lessBenefit === ZERO ? '' : shown(gift.lessBenefit, gift === firstBenefit);
    const category = inLanguage({ name: gift.categoryName, nameZh: gift.categoryNameZh }, locale);
    const date = dateInDigits(gift.date, locale);
    pages.line(cells([date, category, referenceOf(gift, texts), benefit, shown(gift.amount, gift === gifts[0])]));
    if (returned !== null) detail(pages, returned);
  }
  pages.rule();
}

/**
 * Returns the line that IRS Publication 1771 requires: what the giver received in return for a gift, and what that is
 * worth. Returns null for a reversal, or if the giver received nothing.
 */
function returnedFor(
  { benefit, note, amount, reversalOf, nonCashDescription }: Gift,
  { texts, currency }: TableWords,
): string | null {
  if (benefit === null || reversalOf !== null) return null;
  const what = note?.replaceAll(/\s+/g, ' ') ?? texts.goodsOrServices;
  const isMore = nonCashDescription === null && benefit > amount;
  return fill(isMore ? texts.returnedMore : texts.returned, { what, value: signedMoney(benefit, currency) });
}

function detail(pages: Pages, text: string): void {
  pages.write(text, DETAIL);
  pages.gap(3);
}

function referenceOf({ method, reference, reversalOf }: Gift, texts: Texts): string {
  const way = [texts.methods[method], reference].filter(Boolean).join(' ');
  return reversalOf === null ? way : `${way} (${texts.reversal})`;
}

function totals(pages: Pages, figures: Figures, { texts, locale, currency, hasIrs }: TableWords): void {
  const { byCategory, total, benefit, deductible, notDeductible } = figures;
  if (figures.gifts.length === 0) return;
  const line = (text: string, amount: Minor, { bold = false, isFirst = false } = {}) =>
    pages.line(
      [
        { text, x: LEFT, width: 400 },
        { text: bold || isFirst ? signedMoney(amount, currency) : formatMoney(amount), ...AMOUNT },
      ],
      bold,
    );
  pages.gap(6);
  pages.line([{ text: texts.byCategory, x: LEFT, width: 400 }], true);
  for (const [index, { isTaxDeductible, amount, ...category }] of byCategory.entries()) {
    const deductibility = hasIrs ? ` (${isTaxDeductible ? texts.deductible : texts.notDeductible})` : '';
    line(`${inLanguage(category, locale)}${deductibility}`, amount, { isFirst: index === 0 });
  }
  line(texts.totalGiven, total, { bold: true });
  if (!hasIrs) return;
  if (notDeductible !== 0) line(texts.totalNotDeductible, notDeductible);
  if (benefit !== 0) line(texts.lessBenefit, negateMoney(benefit));
  pages.rule();
  line(texts.totalDeductible, deductible, { bold: true });
}

/**
 * Lists the distributions from an IRA, with the statement that the giver needs for them: nothing was given in return.
 */
function giftsFromIra(pages: Pages, figures: Figures, { texts, locale, currency }: TableWords): void {
  const { fromIra, ira } = figures;
  if (fromIra.length === 0) return;
  const cells = (date: string, category: string, [reference, amount]: [string, string]): Cell[] => [
    { text: date, x: LEFT, width: 62 },
    { text: category, x: 120, width: 112 },
    { text: reference, x: 236, width: 234 },
    { text: amount, ...AMOUNT },
  ];
  pages.gap(12);
  pages.line([{ text: texts.ira, x: LEFT, width: WIDTH }], true);
  pages.rule();
  for (const gift of fromIra) {
    pages.room(ROW);
    const amount = gift === fromIra[0] ? signedMoney(gift.amount, currency) : formatMoney(gift.amount);
    const category = inLanguage({ name: gift.categoryName, nameZh: gift.categoryNameZh }, locale);
    pages.line(cells(dateInDigits(gift.date, locale), category, [referenceOf(gift, texts), amount]));
  }
  pages.rule();
  pages.line(
    [
      { text: texts.iraTotal, x: LEFT, width: 400 },
      { text: signedMoney(ira, currency), ...AMOUNT },
    ],
    true,
  );
  if (texts.iraNote !== '') pages.write(texts.iraNote);
}

function giftsInKind(pages: Pages, { inKind }: Figures, words: TableWords): void {
  if (inKind.length === 0) return;
  const { texts, locale } = words;
  pages.gap(12);
  pages.line([{ text: texts.inKind, x: LEFT, width: WIDTH }], true);
  pages.rule();
  for (const gift of inKind) {
    const { date, nonCashDescription, reversalOf } = gift;
    pages.room(ROW);
    const top = pages.y;
    pages.line([{ text: dateInDigits(date, locale), x: LEFT, width: 62 }]);
    // Moves back up, so that the description starts on the same line as the date.
    pages.y = top;
    detail(pages, reversalOf === null ? (nonCashDescription ?? '') : `${nonCashDescription} (${texts.reversal})`);
    const returned = returnedFor(gift, words);
    if (returned !== null) detail(pages, returned);
  }
  pages.write(texts.inKindNote);
}

function closing(pages: Pages, { figures, issue }: Statement, texts: Texts): void {
  pages.gap(14);
  pages.room(75);
  const goods = goodsOf(figures);
  const sentence = goods && { none: texts.noGoods, some: texts.someGoods, all: texts.goods }[goods];
  if (sentence) pages.write(sentence);
  if (issue) pages.write(texts.keep);
  pages.gap(6);
  pages.write(texts.thanks);
}
