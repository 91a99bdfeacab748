/** Writes the body of printed pages from top to bottom: lines of text, and rules (thin lines). */
import { TEXT_WIDTH } from './paper.ts';
import { drawLine, type Fonts, linesOf, type PdfDocument, type Style } from './pdf.ts';

/** Where the text of a page begins. On A4, whose margins are narrower, `addPage` moves this place to the left. */
export const LEFT = 54;
export const WIDTH = TEXT_WIDTH;
export const RIGHT = LEFT + WIDTH;
export const ROW = 15;
/** The height that a rule takes up. */
export const RULE = 5;
/** The height of the free space below the text. */
const BELOW = 76;
/** The distance of the footer from the bottom edge of the page. */
const FOOT = 47;

/** A text in a line, with its distance from the left edge of the page. */
export type Cell = { text: string; x: number; width: number; align?: 'left' | 'right' };

/** The position of an amount at the end of a line. */
export const AMOUNT = { x: 478, width: 80, align: 'right' as const };

/** The height of a line and the size of its letters. A table with many lines may need smaller values. */
export type Setting = { row: number; size?: number };

/** The current position in a document. It moves down the page, and to the next page when there is no room. */
export type Pages = {
  y: number;
  /** Writes text on as many lines as needed, across the page or in part of its width. */
  write: (text: string, options?: Style & { x?: number; width?: number }) => void;
  /** Writes cells in one line. Text that does not fit its cell is cut off. */
  line: (cells: readonly Cell[], bold?: boolean) => void;
  /** Draws a thin line across the page or a part of it. */
  rule: (part?: { x: number; width: number }) => void;
  /** Begins a new page if less than this height is left. Returns whether it began one. */
  room: (height: number) => boolean;
  gap: (height: number) => void;
};

/** Begins a new page in the orientation of the document, and returns the position at its top. */
export function openPages(doc: PdfDocument, fonts: Fonts, { row, size }: Setting = { row: ROW }): Pages {
  addPage(doc);
  const { height } = doc.page;
  const width = widthOf(doc);
  const set = size === undefined ? {} : { size };
  const pages: Pages = {
    y: LEFT,
    write: (text, options = {}) => {
      const place = { x: LEFT, width, ...set, ...options };
      for (const line of linesOf(doc, fonts, text, place)) {
        pages.room(row);
        pages.y += drawLine(doc, fonts, line, { ...place, y: pages.y });
      }
    },
    line: (cells, bold = false) => {
      pages.room(row);
      for (const { text, ...place } of cells) drawLine(doc, fonts, text, { ...set, ...place, y: pages.y, bold });
      pages.y += row;
    },
    rule: (part = { x: LEFT, width }) => {
      doc
        .moveTo(part.x, pages.y)
        .lineTo(part.x + part.width, pages.y)
        .lineWidth(0.5)
        .strokeColor('#888888')
        .stroke();
      pages.y += RULE;
    },
    room: (needed) => {
      if (pages.y + needed <= height - BELOW) return false;
      addPage(doc);
      pages.y = LEFT;
      return true;
    },
    gap: (height) => (pages.y += height),
  };
  return pages;
}

/** Adds a page, and moves its content so that `LEFT` is at its margin. */
function addPage(doc: PdfDocument): void {
  doc.addPage();
  doc.translate(doc.page.margins.left - LEFT, 0);
}

/** Returns the width of the current page between its margins. */
function widthOf({ page }: PdfDocument): number {
  return page.width - page.margins.left - page.margins.right;
}

/** Writes a footer on every page that is still buffered. */
export function footPages(doc: PdfDocument, fonts: Fonts, text: (page: number, pages: number) => string): void {
  const { start, count } = doc.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    doc.switchToPage(start + index);
    // Without this, pdfkit would begin a new page for text below the margin.
    doc.page.margins.bottom = 0;
    const place = { x: LEFT, y: doc.page.height - FOOT, width: widthOf(doc) };
    drawLine(doc, fonts, text(index + 1, count), { ...place, size: 8, align: 'center' });
  }
}
