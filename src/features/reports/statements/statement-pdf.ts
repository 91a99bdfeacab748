/** Prints the statement of a month as a PDF for the board. */
import { buffer } from 'node:stream/consumers';
import { signedMoney } from '../../../lib/currency.ts';
import { withDatesInWords } from '../../../lib/date-text.ts';
import { addMoney, formatMoney, type Minor, ZERO } from '../../../lib/money.ts';
import { drawLine, openPdf, type PdfDocument } from '../../../lib/pdf.ts';
import { drawChart } from '../../../lib/pdf-chart.ts';
import { footPages, LEFT, openPages, type Pages, RIGHT, WIDTH } from '../../../lib/pdf-pages.ts';
import { fill } from '../../../lib/template.ts';
import type { Locale } from '../../../lib/wire.ts';
import { readTexts, shippedFonts } from '../../../package.ts';
import type { BoardStatement } from './board.ts';
import { nameIn } from './names.ts';
import type { Statement } from './schema.ts';
import {
  counted,
  fromNetAssets,
  fundTable,
  dayIn,
  INDENT,
  monthName,
  remarksOf,
  SETTING,
  type PrintedTexts as Texts,
  type StatementTexts,
  spendable,
  stateOf,
  sum,
} from './statement-tables.ts';

const CHART_HEIGHT = 176;

/** Returns the statement as a PDF in a language. In a draft, every page says that it is a draft. */
export function printStatementPdf(board: BoardStatement, locale: Locale): Promise<Buffer> {
  const { church } = board;
  const statement = nameIn(board.statement, board.names, locale);
  const texts: Texts = { ...(readTexts(locale, 'monthly-statement') as StatementTexts), currency: church.currency };
  const title = fill(texts.title, { month: monthName(statement, locale) });
  const doc = openPdf({ title, author: church.name, language: locale, paper: church.paper });
  const bytes = buffer(doc);
  const pages = openPages(doc, shippedFonts, SETTING);
  heading(doc, pages, { ...board, statement, title, texts, locale });
  money(pages, statement, texts);
  fundTable(pages, statement, texts);
  spendable(pages, statement, texts);
  if (board.hasNetAssets) fromNetAssets(pages, statement, texts);
  remarks(pages, statement, texts);
  chart(doc, pages, { ...board, texts, locale });
  notes(pages, statement, texts);
  const isDraft = statement.status === 'Draft';
  footPages(doc, shippedFonts, (page, count) => {
    const number = fill(texts.page, { page, pages: count });
    return isDraft ? `${texts.draft} · ${number}` : number;
  });
  doc.flushPages();
  doc.end();
  return bytes;
}

type Heading = BoardStatement & { title: string; texts: Texts; locale: Locale };

function heading(doc: PdfDocument, pages: Pages, { statement, church, title, texts, locale, ...dates }: Heading): void {
  if (statement.status === 'Draft') stamp(doc, pages.y, texts.draft);
  pages.write(church.name, { size: 14, bold: true, width: WIDTH - STAMP.width - 10 });
  pages.write(title, { size: 14, bold: true });
  pages.write(withDatesInWords(stateOf(dates, texts), locale));
  pages.write(texts.basis);
  pages.gap(10);
}

const STAMP = { width: 120, height: 28 };

/** Draws the word for a draft in a frame, so that nobody mistakes a draft for a finalized statement. */
function stamp(doc: PdfDocument, y: number, text: string): void {
  const x = RIGHT - STAMP.width;
  doc.rect(x, y, STAMP.width, STAMP.height).lineWidth(1.5).stroke('#222222');
  drawLine(doc, shippedFonts, text, { x, y: y + 6, width: STAMP.width, size: 15, bold: true, align: 'center' });
}

function money(pages: Pages, statement: Statement, texts: Texts): void {
  const { openingBalance, totalGiving, totalExpenses, netChange, closingBalance } = statement;
  const { totalOtherIncome, adjustments } = statement;
  const { currency } = texts;
  sum(pages, texts.opening, openingBalance, currency);
  pages.gap(6);
  const head = (title: string) => {
    pages.line(counted(title, texts.count, texts.amount), true);
    pages.rule();
  };
  head(texts.income);
  if (statement.givingByCategory.length === 0) pages.line([{ text: texts.nothing, x: LEFT + INDENT, width: WIDTH }]);
  for (const { name, count, amount } of statement.givingByCategory) {
    if (pages.room(SETTING.row)) head(texts.income);
    pages.line(counted(name, String(count), formatMoney(amount), INDENT));
  }
  if (totalOtherIncome) pages.line(counted(texts.otherIncome, '', formatMoney(totalOtherIncome), INDENT));
  sum(pages, texts.totalIncome, addMoney(totalGiving, totalOtherIncome ?? ZERO), currency);
  pages.gap(6);
  head(texts.expenses);
  if (statement.expensesByGroup.length === 0) pages.line([{ text: texts.nothing, x: LEFT + INDENT, width: WIDTH }]);
  for (const group of statement.expensesByGroup) {
    // Leaves room for one more row, so that a group's name is never the last line of a page.
    if (pages.room(2 * SETTING.row)) head(texts.expenses);
    pages.line(counted(group.name, String(group.count), formatMoney(group.amount), INDENT), true);
    for (const { name, count, amount } of group.subCategories) {
      if (pages.room(SETTING.row)) head(texts.expenses);
      pages.line(counted(name, String(count), formatMoney(amount), 2 * INDENT));
    }
  }
  sum(pages, texts.totalExpenses, totalExpenses, currency);
  pages.gap(6);
  if (adjustments) pages.line(counted(texts.adjustments, '', formatMoney(adjustments)));
  sum(pages, texts.net, netChange, currency);
  sum(pages, texts.closing, closingBalance, currency);
}

function remarks(pages: Pages, statement: Statement, texts: Texts): void {
  pages.gap(10);
  const money = (amount: Minor) => signedMoney(amount, texts.currency);
  for (const line of remarksOf(statement, texts, money)) pages.write(line);
}

type Chart = Pick<BoardStatement, 'months' | 'church'> & { texts: Texts; locale: Locale };

function chart(doc: PdfDocument, pages: Pages, { months, church, texts, locale }: Chart): void {
  pages.gap(12);
  pages.room(CHART_HEIGHT + 2 * SETTING.row);
  pages.line([{ text: texts.chart, x: LEFT, width: WIDTH }], true);
  pages.gap(4);
  const bars = months.map(({ month, income, expenses }, index) => ({
    label: new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' }).format(dayIn(month)),
    period: index === 0 || month.month === 1 ? String(month.year) : null,
    values: [income, expenses] as const,
  }));
  const box = { x: LEFT, y: pages.y, width: WIDTH, height: CHART_HEIGHT };
  drawChart(doc, shippedFonts, { series: [texts.income, texts.expenses], unit: church.currency, bars }, box);
  pages.gap(CHART_HEIGHT);
}

function notes(pages: Pages, { notes }: Statement, texts: Texts): void {
  if (notes === null) return;
  pages.gap(10);
  pages.room(2 * SETTING.row);
  pages.line([{ text: texts.notes, x: LEFT, width: WIDTH }], true);
  pages.write(notes);
}
