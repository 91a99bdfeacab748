/** Prints the report as a PDF: the table of Part IX on US Letter paper in landscape format. */
import { buffer } from 'node:stream/consumers';
import { formatMoney } from '../../../lib/money.ts';
import { openPdf } from '../../../lib/pdf.ts';
import { type Cell, footPages, LEFT, openPages, type Pages } from '../../../lib/pdf-pages.ts';
import { shippedFonts } from '../../../package.ts';
import type { Letterhead } from '../../church/profile/service.ts';
import type { Form990Report } from './schema.ts';
import { explain, figuresOf, TITLES } from './wording.ts';

const LANGUAGE = 'en-US';
const SETTING = { row: 11.8, size: 8 };
const DESCRIPTION = { x: 84, width: 294 };
/** The right edge and the width of each column of amounts. */
const COLUMNS = [
  { letter: 'A', right: 456, width: 76 },
  { letter: 'B', right: 544, width: 84 },
  { letter: 'C', right: 652, width: 104 },
  { letter: 'D', right: 738, width: 82 },
];

/** Returns the report as a PDF. It is in English, because the figures are copied to the English form. */
export function printReportPdf(report: Form990Report, church: Letterhead): Promise<Buffer> {
  const title = `Form 990, Part IX: functional expenses from ${report.from} to ${report.to}`;
  const doc = openPdf({ title, author: church.name, language: LANGUAGE, layout: 'landscape' });
  const bytes = buffer(doc);
  const pages = openPages(doc, shippedFonts, SETTING);
  pages.write(church.name, { size: 12, bold: true });
  pages.write([title, ...(church.ein === null ? [] : [`EIN ${church.ein}`])].join(' · '), { size: 9 });
  pages.gap(6);
  linesTable(pages, report);
  pages.gap(6);
  for (const warning of report.warnings) pages.write(explain(warning));
  footPages(doc, shippedFonts, (page, count) => `Page ${page} of ${count}`);
  doc.flushPages();
  doc.end();
  return bytes;
}

function linesTable(pages: Pages, { lines }: Form990Report): void {
  const head = () => {
    const titles = TITLES.map((title, index) => `${COLUMNS[index]?.letter}  ${title}`);
    pages.line(cellsOf('Line', 'Description', titles), true);
    pages.rule();
  };
  head();
  for (const [index, line] of lines.entries()) {
    const isTotal = index === lines.length - 1;
    if (isTotal) pages.rule();
    if (pages.room(SETTING.row)) head();
    pages.line(cellsOf(line.code, line.description ?? '', figuresOf(line).map(formatMoney)), isTotal);
  }
}

function cellsOf(code: string, description: string, figures: readonly string[]): Cell[] {
  return [
    { text: code, x: LEFT, width: 28 },
    { text: description, ...DESCRIPTION },
    ...COLUMNS.map(({ right, width }, index) => {
      return { text: figures[index] ?? '', x: right - width, width, align: 'right' as const };
    }),
  ];
}
