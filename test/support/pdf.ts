/** Extracts from a PDF the text that is set in Helvetica. Text in embedded fonts is left out. */
import { inflateSync } from 'node:zlib';

// A compressed stream may itself end with a carriage return, so that the line break before `endstream` is a line feed only.
const STREAM = /stream\n([\s\S]*?)\nendstream/g;
const OPERATION = /\/F(\d+) [\d.]+ Tf|\[(.*?)\] TJ/g;

/** Returns the drawing operations of all pages. */
export function operationsOf(pdf: Buffer): string {
  const streams = [...pdf.toString('latin1').matchAll(STREAM)];
  const contents = streams.map(([, bytes = '']) => inflated(Buffer.from(bytes, 'latin1')) ?? '');
  return contents.filter((content) => content.includes(' TJ')).join('\n');
}

/** Returns one array of lines for each page. Texts that are side by side are separate lines. */
export function pagesOf(pdf: Buffer): string[][] {
  const latin = pdf.toString('latin1');
  return [...latin.matchAll(STREAM)].flatMap(([, bytes = '']) => {
    const content = inflated(Buffer.from(bytes, 'latin1'));
    return content?.includes(' TJ') ? [linesIn(content)] : [];
  });
}

/** Returns the lines of all pages. */
export const linesOf = (pdf: Buffer): string[] => pagesOf(pdf).flat();

/** Returns all lines as one text. */
export const textOf = (pdf: Buffer): string => linesOf(pdf).join('\n');

/** Returns the letters that are set in embedded fonts. Each such font has a table from its glyphs to their letters. */
export function lettersInEmbeddedFonts(pdf: Buffer): Set<string> {
  const streams = [...pdf.toString('latin1').matchAll(STREAM)];
  const texts = streams.map(([, bytes = '']) => inflated(Buffer.from(bytes, 'latin1')) ?? '');
  const tables = texts.filter((text) => text.includes('beginbfrange'));
  const glyphs = tables.flatMap((table) => [...table.matchAll(/\[(<[^\]]*)\]/g)]);
  const codes = glyphs.flatMap(([, list = '']) => [...list.matchAll(/<([0-9a-f]+)>/g)]);
  return new Set(codes.map(([, hex = '']) => Buffer.from(hex, 'hex').swap16().toString('utf16le')));
}

function inflated(bytes: Buffer): string | undefined {
  try {
    return inflateSync(bytes).toString('latin1');
  } catch {
    return undefined;
  }
}

/**
 * Returns the Helvetica texts of a page. A character in Helvetica is one byte. Text with zero bytes is in an embedded
 * font, in which a character is two bytes.
 */
function linesIn(content: string): string[] {
  return [...content.matchAll(OPERATION)].flatMap(([, , shown]) => {
    if (shown === undefined) return [];
    const hex = [...shown.matchAll(/<([0-9a-f]*)>/g)].map(([, part]) => part).join('');
    const text = Buffer.from(hex, 'hex').toString('latin1');
    return text.includes('\0') ? [] : [text];
  });
}
