/** The text of a printed page, as far as it is set in Helvetica: letters of embedded fonts are left out. */
import { inflateSync } from 'node:zlib';

const STREAM = /stream\r?\n([\s\S]*?)\r?\nendstream/g;
const OPERATION = /\/F(\d+) [\d.]+ Tf|\[(.*?)\] TJ/g;

/** The lines of every page, one array for each: what is drawn side by side is a line of its own. */
export function pagesOf(pdf: Buffer): string[][] {
  const latin = pdf.toString('latin1');
  return [...latin.matchAll(STREAM)].flatMap(([, bytes = '']) => {
    const content = inflated(Buffer.from(bytes, 'latin1'));
    return content?.includes(' TJ') ? [linesIn(content)] : [];
  });
}

/** All lines, whatever their page. */
export const linesOf = (pdf: Buffer): string[] => pagesOf(pdf).flat();

/** All lines as one text. */
export const textOf = (pdf: Buffer): string => linesOf(pdf).join('\n');

function inflated(bytes: Buffer): string | undefined {
  try {
    return inflateSync(bytes).toString('latin1');
  } catch {
    return undefined;
  }
}

/** Helvetica's letters are written as a byte each, those of a subset as two. */
function linesIn(content: string): string[] {
  return [...content.matchAll(OPERATION)].flatMap(([, , shown]) => {
    if (shown === undefined) return [];
    const hex = [...shown.matchAll(/<([0-9a-f]*)>/g)].map(([, part]) => part).join('');
    const text = Buffer.from(hex, 'hex').toString('latin1');
    return text.includes('\0') ? [] : [text];
  });
}
