/**
 * Printed pages. Text outside Latin-1 is set in Noto Sans TC, and what that has no glyph for (simplified forms) in a
 * supplement from Noto Sans SC; both are embedded as subsets, so that a page looks the same everywhere.
 */
import { readFileSync } from 'node:fs';
import * as fontkit from 'fontkit';
import Pdf from 'pdfkit';

export type PdfDocument = InstanceType<typeof Pdf>;

/** Where the font files lie, read at the first text that needs them. */
export type Fonts = { main: URL; supplement: URL };

export type TextOptions = {
  x: number;
  y: number;
  width: number;
  size?: number;
  bold?: boolean;
  align?: 'left' | 'right' | 'center';
  /** Longer text is cut off with an ellipsis in place of a second line. */
  oneLine?: boolean;
};

const LATIN = /^[\x20-\x7e\u00a0-\u00ff\n]*$/;
const MAIN = 'main';
const SUPPLEMENT = 'supplement';
const DEFAULT_SIZE = 9.5;

type About = { title: string; author: string; language: string; layout?: 'portrait' | 'landscape' };

/** Opens a document in US Letter; pages are written out when `flushPages` is called. */
export function openPdf({ title, author, language, layout = 'portrait' }: About): PdfDocument {
  return new Pdf({
    size: 'LETTER',
    layout,
    margin: 54,
    bufferPages: true,
    autoFirstPage: false,
    lang: language,
    info: { Title: title, Author: author, Producer: 'Vestry', Creator: 'Vestry' },
  });
}

/** Draws text in a box; returns the height that it takes. */
export function drawText(doc: PdfDocument, fonts: Fonts, text: string, options: TextOptions): number {
  const { x, y, width, size = DEFAULT_SIZE, bold = false, align = 'left', oneLine = false } = options;
  // Fonts differ in the height of their boxes; on a common baseline they stand in one line.
  const baseline = y + size;
  const layout = {
    width,
    align,
    lineGap: 1,
    baseline: 'alphabetic' as const,
    ...(oneLine && { height: size * 1.2, ellipsis: true, lineBreak: true }),
  };
  doc.fontSize(size);
  if (LATIN.test(text)) {
    doc.font(bold ? 'Helvetica-Bold' : 'Helvetica').text(text, x, baseline, layout);
    return doc.y - baseline;
  }
  const runs = runsOf(text, fonts);
  for (const [index, { font, part }] of runs.entries()) {
    useFont(doc, font, fonts);
    const options = { ...layout, continued: index < runs.length - 1 };
    if (index === 0) doc.text(part, x, baseline, options);
    else doc.text(part, options);
  }
  return doc.y - baseline;
}

type Run = { font: typeof MAIN | typeof SUPPLEMENT; part: string };

/** The text in parts of one font each. */
function runsOf(text: string, fonts: Fonts): Run[] {
  const { main, supplement } = loaded(fonts);
  const runs: Run[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const font = character === '\n' || main.has(code) || !supplement.has(code) ? MAIN : SUPPLEMENT;
    const last = runs.at(-1);
    if (last?.font === font) last.part += character;
    else runs.push({ font, part: character });
  }
  return runs;
}

function useFont(doc: PdfDocument, font: Run['font'], fonts: Fonts): void {
  const registered = doc as PdfDocument & { registeredFonts?: Set<string> };
  registered.registeredFonts ??= new Set();
  if (!registered.registeredFonts.has(font)) {
    // pdfkit takes a font that was read already, which its types do not know.
    doc.registerFont(font, loaded(fonts)[font].font as unknown as Buffer);
    registered.registeredFonts.add(font);
  }
  doc.font(font);
}

type LoadedFont = { font: fontkit.Font; has: (code: number) => boolean };
type Loaded = Record<Run['font'], LoadedFont>;

const cache = new Map<string, Loaded>();

function loaded(fonts: Fonts): Loaded {
  const known = cache.get(fonts.main.href);
  if (known) return known;
  const fresh = { main: load(fonts.main), supplement: load(fonts.supplement) };
  cache.set(fonts.main.href, fresh);
  return fresh;
}

/** Reads a font once for all documents: finding its tables and measuring its glyphs anew for each took most of the time. */
function load(file: URL): LoadedFont {
  const font = fontkit.create(readFileSync(file)) as fontkit.Font;
  const codes = new Set(font.characterSet);
  return { font, has: (code) => codes.has(code) };
}
