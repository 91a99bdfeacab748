import { inflateSync } from 'node:zlib';

/** The lines of a PDF that are set in a standard font; others are numbers of glyphs. */
export function pdfLines(pdf: Buffer): string[] {
  const streams = [...pdf.toString('latin1').matchAll(/stream\n([\s\S]*?)\nendstream/g)].map(([, bytes = '']) => bytes);
  const texts = streams.flatMap((bytes) => {
    try {
      return [inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1')];
    } catch {
      return [];
    }
  });
  const parts = texts.flatMap((text) => [...text.matchAll(/\[([^\]]*)\] TJ/g)].map(([, inner = '']) => inner));
  return parts.map((inner) =>
    [...inner.matchAll(/<([0-9a-f]+)>/g)].map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1')).join(''),
  );
}
