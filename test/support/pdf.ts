/** Extracts from a PDF the text that is set in Helvetica. Text in embedded fonts is left out. */
import { inflateSync } from 'node:zlib';

const STREAM = /stream\r?\n([\s\S]*?)\r?\nendstream/g;
const OPERATION = /\/F(\d+) [\d.]+ Tf|\[(.*?)\] TJ/g;

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
