/** Prints a report on US Letter paper. */
import { buffer } from 'node:stream/consumers';
import { linesOf, openPdf, type PdfDocument, textWidth } from '../../../lib/pdf.ts';
import { type Cell, footPages, openPages, type Pages, RULE } from '../../../lib/pdf-pages.ts';
import { withDatesInWords } from '../../../lib/date-text.ts';
import { fill } from '../../../lib/template.ts';
import { shippedFonts } from '../../../package.ts';
import { indentOf, type PagePlan, type PlacedColumn, planPages, textsOf, titleOf } from './page-columns.ts';
import { type FigureRow, isFigure, type Report, type ReportRow, reportTexts } from './report.ts';

/** The height of a line in a table, as a multiple of the size of the letters. */
const LEADING = 1.4;
/** Added to the width of a cell, because widths are sums of fractions. */
const SLACK = 0.01;

/**
 * Returns a report as a PDF. If the columns do not fit on a page side by side, they are printed in bands. Each band
 * repeats the columns that name the rows, and begins on a new page.
 */
export function printReportPdf(given: Report): Promise<Buffer> {
  const title = withDatesInWords(given.title, given.locale);
  const report = { ...given, title };
  const { church, locale } = report;
  const texts = reportTexts(locale);
  const about = { title: `${title} · ${church.name}`, author: church.name, language: locale, paper: church.paper };
  // Nothing is drawn in the first document. It only measures texts, because the second document must be opened with its
  // orientation.
  const scratch = openPdf(about);
  const plan = planPages(report, (text, style) => textWidth(scratch, shippedFonts, text, style));
  const doc = openPdf({ ...about, layout: plan.layout });
  const bytes = buffer(doc);
  const pages = openPages(doc, shippedFonts, { row: plan.size * LEADING, size: plan.size });
  for (const [index, band] of plan.bands.entries()) {
    // No page has infinite room, so this starts a new page.
    if (index > 0) pages.room(Infinity);
    heading(pages, report);
    if (plan.bands.length > 1) pages.write(fill(texts.columns, { part: index + 1, parts: plan.bands.length }));
    pages.gap(6);
    table({ doc, pages, report, plan, band });
  }
  pages.gap(6);
  for (const note of report.notes) pages.write(withDatesInWords(note, locale));
  footPages(doc, shippedFonts, (page, count) => {
    return [title, fill(texts.page, { page, pages: count })].join(' · ');
  });
  doc.flushPages();
  doc.end();
  return bytes;
}

function heading(pages: Pages, { church, title, about, locale }: Report): void {
  const ein = church.ein === null ? [] : [fill(reportTexts(locale).ein, { ein: church.ein })];
  pages.write(church.name, { size: 12, bold: true });
  pages.write(title, { size: 12, bold: true });
  for (const line of [...ein, ...about]) pages.write(withDatesInWords(line, locale), { size: 9 });
}

type Table = { doc: PdfDocument; pages: Pages; report: Report; plan: PagePlan; band: readonly PlacedColumn[] };

/** A row that is higher than this may be divided between two pages. */
const TALLEST = 300;

function table(drawn: Table): void {
  const { pages, report, plan } = drawn;
  const height = plan.size * LEADING;
  const head = () => {
    const titles = report.columns.map(titleOf);
    for (const cells of wrapped(drawn, titles, { isBold: true, atFoot: true })) pages.line(cells, true);
    pages.rule();
  };
  head();
  for (const [index, row] of report.rows.entries()) {
    if (row.kind === 'gap') {
      pages.gap(height / 2);
      continue;
    }
    const isBold = row.kind !== 'line';
    const lines = wrapped(drawn, row.kind === 'heading' ? [row.text] : textsOf(report, row), {
      isBold,
      indent: indentOf(row.indent, plan.size),
    });
    // The last line of a section is on the same page as its total, and a heading is on the same page as the row below
    // it.
    const follows = row.kind === 'heading' || isSum(report.rows[index + 1]) ? height + 2 * RULE : 0;
    if (pages.room(Math.min(lines.length * height + RULE, TALLEST) + follows)) head();
    if (isSum(row)) rule(drawn, row);
    for (const cells of lines) {
      if (pages.room(height)) head();
      pages.line(cells, isBold);
    }
    if (row.kind === 'total') rule(drawn, row);
  }
}

const isSum = (row: ReportRow | undefined): row is FigureRow => row?.kind === 'subtotal' || row?.kind === 'total';

type Looks = { isBold: boolean; indent?: number; atFoot?: boolean };

/** Returns the lines of a row, each with its cells. The texts of a heading may take the whole width. */
function wrapped(
  { doc, plan, band }: Table,
  texts: readonly string[],
  { isBold, indent = 0, atFoot }: Looks,
): Cell[][] {
  const isAlone = texts.length === 1;
  const last = band.at(-1);
  const columns = band.map(({ index, x, width, align }, place) => {
    const inset = place === 0 ? indent : 0;
    const wide = isAlone && last ? last.x + last.width - x : width;
    const lines = linesOf(doc, shippedFonts, texts[index] ?? '', {
      width: wide - inset + SLACK,
      size: plan.size,
      bold: isBold,
    });
    return { lines, place: { x: x + inset, width: wide - inset + SLACK, align } };
  });
  const count = Math.max(1, ...columns.map(({ lines }) => lines.length));
  return Array.from({ length: count }, (_, line) =>
    columns.flatMap(({ lines, place }) => {
      const text = lines[atFoot ? line - (count - lines.length) : line] ?? '';
      return text === '' ? [] : [{ text, ...place }];
    }),
  );
}

/** Draws a line across the figures of a row of sums, or across the whole table for a total. */
function rule({ pages, report, band }: Table, { kind }: FigureRow): void {
  const first = kind === 'total' ? band[0] : band.find(({ index }) => isFigureAt(report, index));
  const last = band.at(-1);
  if (first && last) pages.rule({ x: first.x, width: last.x + last.width - first.x });
}

const isFigureAt = ({ columns }: Report, index: number) => columns[index] !== undefined && isFigure(columns[index]);
