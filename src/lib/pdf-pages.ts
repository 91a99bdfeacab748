/** The body of a printed page: lines and rules that follow each other down the pages of a document. */
import { drawText, type Fonts, type PdfDocument, type TextOptions } from './pdf.ts';

export const LEFT = 54;
export const RIGHT = 558;
export const WIDTH = RIGHT - LEFT;
export const ROW = 15;
/** The space that a rule takes. */
export const RULE = 5;
const BOTTOM = 716;
const FOOT = 745;

/** A text in a line, at its place from the left edge of the page. */
export type Cell = { text: string; x: number; width: number; align?: 'left' | 'right' };

/** Where an amount stands at the end of a line. */
export const AMOUNT = { x: 478, width: 80, align: 'right' as const };

/** A place that moves down, and to the next page where there is no room. */
export type Pages = {
  y: number;
  /** Text of one or more lines across the page. */
  write: (text: string, options?: Partial<TextOptions>) => void;
  /** Cells in one line; what does not fit into a cell is cut off. */
  line: (cells: readonly Cell[], bold?: boolean) => void;
  /** A thin line across the page, or across a part of it. */
  rule: (part?: { x: number; width: number }) => void;
  /** Begins a new page unless so much is left; returns whether it did. */
  room: (height: number) => boolean;
  gap: (height: number) => void;
};

/** Begins on a new page. */
export function openPages(doc: PdfDocument, fonts: Fonts): Pages {
  doc.addPage();
  const pages: Pages = {
    y: LEFT,
    write: (text, options = {}) => {
      pages.room(ROW);
      pages.y += drawText(doc, fonts, text, { x: LEFT, y: pages.y, width: WIDTH, ...options });
    },
    line: (cells, bold = false) => {
      pages.room(ROW);
      for (const { text, ...place } of cells) drawText(doc, fonts, text, { ...place, y: pages.y, bold, oneLine: true });
      pages.y += ROW;
    },
    rule: ({ x, width } = { x: LEFT, width: WIDTH }) => {
      doc
        .moveTo(x, pages.y)
        .lineTo(x + width, pages.y)
        .lineWidth(0.5)
        .strokeColor('#888888')
        .stroke();
      pages.y += RULE;
    },
    room: (height) => {
      if (pages.y + height <= BOTTOM) return false;
      doc.addPage();
      pages.y = LEFT;
      return true;
    },
    gap: (height) => (pages.y += height),
  };
  return pages;
}

/** Writes a line at the foot of every page that is not written out yet. */
export function footPages(doc: PdfDocument, fonts: Fonts, text: (page: number, pages: number) => string): void {
  const { start, count } = doc.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    doc.switchToPage(start + index);
    // Text below the margin would begin a new page.
    doc.page.margins.bottom = 0;
    drawText(doc, fonts, text(index + 1, count), { x: LEFT, y: FOOT, width: WIDTH, size: 8, align: 'center' });
  }
}
