/**
 * Draws text in PDF documents. Western letters are set in Helvetica, which every PDF reader has. Other letters use the
 * fonts that ship with the program (`data/fonts/README.md`). These are embedded as subsets, so that a page looks the
 * same everywhere. Lines are measured and broken here, because pdfkit can only wrap text in one font. A letter that no
 * font has is drawn as a box and reported to the caller (`takeMissing`).
 */
import { readFileSync } from 'node:fs';
import * as fontkit from 'fontkit';
import Pdf from 'pdfkit';
import { piecesOf } from './line-breaks.ts';
import { type Paper, sideMargin } from './paper.ts';

export type PdfDocument = InstanceType<typeof Pdf>;

/** The font files, in the order in which they are tried for a letter. Each file is read when it is first tried. */
export type Fonts = readonly URL[];

/** The size and weight of letters. */
export type Style = { size?: number; bold?: boolean };

/** The position of a line: its top left corner and the available width. */
export type Place = { x: number; y: number; width: number; align?: 'left' | 'right' | 'center' };

/** The characters that Helvetica has: Latin-1, and those that Windows adds (dashes, curly quotes, the euro sign). */
const HELVETICA = String.raw`\x20-\x7e\u00a0-\u00ff–—‘’‚“”„†‡•…‰‹›€™ŒœŠšŸŽžƒˆ˜`;
const LATIN = new RegExp(`^[${HELVETICA}]*$`, 'u');
const BEYOND_LATIN = new RegExp(`[^${HELVETICA}]`, 'u');
const DEFAULT_SIZE = 9.5;
const LINE_GAP = 1;
const MARGIN = 54;
const ELLIPSIS = '…';

type About = {
  title: string;
  author: string;
  language: string;
  paper: Paper;
  layout?: 'portrait' | 'landscape';
  /** The time of creation, from which the id of the document is made. The default is now. */
  created?: Date;
};

/** Opens a document for a size of paper. Its pages are written out when `flushPages` is called. */
export function openPdf(about: About): PdfDocument {
  const { title, author, language, paper, layout = 'portrait', created = new Date() } = about;
  return new Pdf({
    size: paper,
    layout,
    margins: { top: MARGIN, bottom: MARGIN, left: sideMargin(paper), right: sideMargin(paper) },
    bufferPages: true,
    autoFirstPage: false,
    // The cache would keep every word of a long document in memory.
    fontLayoutCache: false,
    lang: language,
    info: { Title: title, Author: author, Producer: 'Vestry', Creator: 'Vestry', CreationDate: created },
  });
}

/** Draws one line of text and returns its height. A text that does not fit is cut off with an ellipsis. */
export function drawLine(doc: PdfDocument, fonts: Fonts, text: string, options: Place & Style): number {
  const { x, y, width, align = 'left', ...style } = options;
  const { runs, taken } = fitted(doc, fonts, text, { width, ...style });
  // Fonts differ in height, so all of them are placed on a common baseline.
  const baseline = y + (style.size ?? DEFAULT_SIZE);
  let at = x + { left: 0, center: (width - taken) / 2, right: width - taken }[align];
  let height = 0;
  for (const { font, part, wide } of runs) {
    useFont(doc, font, style);
    drawRun(doc, font, part, { x: at, y: baseline, style });
    at += wide;
    height = Math.max(height, doc.currentLineHeight(true));
  }
  return height + LINE_GAP;
}

/**
 * Draws a run of letters on a baseline. The shipped fonts have no bold letters, so their outlines are drawn, too, which
 * makes the letters heavier and takes up no more room.
 */
function drawRun(
  doc: PdfDocument,
  font: Run['font'],
  part: string,
  { x, y, style }: { x: number; y: number; style: Style },
) {
  const isHeavier = style.bold === true && font !== 'Helvetica';
  if (isHeavier)
    doc
      .save()
      .lineWidth((style.size ?? DEFAULT_SIZE) / OUTLINE)
      .strokeColor('black');
  doc.text(part, x, y, { lineBreak: false, baseline: 'alphabetic', stroke: isHeavier, fill: true });
  if (isHeavier) doc.restore();
}

/** The width of the outline of bold letters is the size divided by this. */
const OUTLINE = 32;

/** Returns the width of a text on one line. */
export function textWidth(doc: PdfDocument, fonts: Fonts, text: string, style: Style): number {
  return widthOf(runsOf(doc, fonts, text, style));
}

/**
 * Breaks a text into lines of at most the given width. Lines break between words and between Chinese characters. A word
 * that is too long for one line is broken anywhere.
 */
export function linesOf(doc: PdfDocument, fonts: Fonts, text: string, options: { width: number } & Style): string[] {
  const { width, ...style } = options;
  const measure = (part: string) => widthOf(runsOf(doc, fonts, part, style));
  return text.split('\n').flatMap((paragraph) => {
    if (measure(paragraph) <= width) return [paragraph];
    const pieces = piecesOf(paragraph).flatMap((piece) =>
      measure(piece.trimEnd()) > width ? Array.from(piece) : [piece],
    );
    const lines: string[] = [];
    let room = 0;
    for (const piece of pieces) {
      if (measure(piece.trimEnd()) > room) {
        lines.push('');
        room = width;
      }
      lines.push(`${lines.pop()}${piece}`);
      room -= measure(piece);
    }
    return lines.map((line) => line.trimEnd());
  });
}

/** Returns the letters drawn since the last call that are in none of the fonts. The page shows a box for each. */
export function takeMissing(doc: PdfDocument): string[] {
  const letters = [...(missing.get(doc) ?? [])];
  missing.delete(doc);
  return letters;
}

const missing = new WeakMap<PdfDocument, Set<string>>();

type Run = { font: fontkit.Font | 'Helvetica'; part: string; wide: number };

const widthOf = (runs: readonly Run[]) => runs.reduce((sum, { wide }) => sum + wide, 0);

/** Cuts a text to the available width, and returns its runs and their total width. */
function fitted(doc: PdfDocument, fonts: Fonts, text: string, { width, ...style }: { width: number } & Style) {
  let runs = runsOf(doc, fonts, text, style);
  const letters = Array.from(text);
  let [fits, exceeds] = widthOf(runs) > width ? [0, letters.length] : [0, 0];
  while (exceeds - fits > 1) {
    const middle = Math.floor((fits + exceeds) / 2);
    const tried = runsOf(doc, fonts, `${letters.slice(0, middle).join('').trimEnd()}${ELLIPSIS}`, style);
    if (widthOf(tried) > width) exceeds = middle;
    else [fits, runs] = [middle, tried];
  }
  return { runs, taken: widthOf(runs) };
}

/** Splits a text into runs of one font each, with their widths. */
function runsOf(doc: PdfDocument, fonts: Fonts, text: string, style: Style): Run[] {
  const visible = text.normalize('NFC').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  const runs: Run[] = LATIN.test(visible)
    ? [{ font: 'Helvetica', part: visible, wide: 0 }]
    : splitByFont(doc, fonts, visible);
  for (const run of runs) {
    useFont(doc, run.font, style);
    run.wide = doc.widthOfString(run.part);
  }
  return runs;
}

/**
 * Splits a text into runs of one font each. A letter keeps the font of the letter before it if that font has the
 * letter, so that a name is set in one typeface.
 */
function splitByFont(doc: PdfDocument, fonts: Fonts, text: string): Run[] {
  const runs: Run[] = [];
  let font = fontFor(fonts, BEYOND_LATIN.exec(text)?.[0] ?? '') ?? opened(fonts[0]);
  for (const letter of text) {
    const able = has(font, letter) ? font : fontFor(fonts, letter);
    if (!able) noteMissing(doc, letter);
    font = able ?? font;
    const last = runs.at(-1);
    if (last?.font === font) last.part += letter;
    else runs.push({ font, part: letter, wide: 0 });
  }
  return runs;
}

const has = (font: fontkit.Font, letter: string) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);

function fontFor(fonts: Fonts, letter: string): fontkit.Font | undefined {
  const file = fonts.find((file) => has(opened(file), letter));
  return file && opened(file);
}

function noteMissing(doc: PdfDocument, letter: string): void {
  missing.set(doc, (missing.get(doc) ?? new Set()).add(letter));
}

/** The open fonts by file. All documents share them, because opening a font takes longer than drawing a page. */
const open = new Map<URL | undefined, fontkit.Font>();

function opened(file: URL | undefined): fontkit.Font {
  const known = open.get(file);
  if (known) return known;
  if (!file) throw new Error('There are no fonts.');
  const font = fontkit.create(readFileSync(file)) as fontkit.Font;
  open.set(file, font);
  return font;
}

function useFont(doc: PdfDocument, font: Run['font'], { size = DEFAULT_SIZE, bold = false }: Style): void {
  doc.fontSize(size);
  if (font === 'Helvetica') {
    doc.font(bold ? 'Helvetica-Bold' : 'Helvetica');
    return;
  }
  const registered = doc as PdfDocument & { registeredFonts?: Set<string> };
  registered.registeredFonts ??= new Set();
  const name = font.postscriptName;
  if (!registered.registeredFonts.has(name)) {
    // pdfkit also accepts an open font, although its types only allow the bytes of one.
    doc.registerFont(name, font as unknown as Buffer);
    registered.registeredFonts.add(name);
  }
  doc.font(name);
}
