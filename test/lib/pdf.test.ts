import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { piecesOf } from '../../src/lib/line-breaks.ts';
import { drawLine, linesOf, openPdf, type Style, takeMissing } from '../../src/lib/pdf.ts';
import type { Paper } from '../../src/lib/paper.ts';
import { footPages, openPages } from '../../src/lib/pdf-pages.ts';
import { shippedFonts } from '../../src/package.ts';
import { operationsOf, pagesOf, textOf } from '../support/pdf.ts';

const open = (paper: Paper = 'LETTER') => openPdf({ title: 'x', author: 'x', language: 'en-US', paper });

async function drawn(text: string, width = 400, style: Style = {}): Promise<{ bytes: Buffer; missing: string[] }> {
  const doc = open();
  const bytes = buffer(doc);
  doc.addPage();
  drawLine(doc, shippedFonts, text, { x: 54, y: 54, width, ...style });
  const missing = takeMissing(doc);
  doc.end();
  return { bytes: await bytes, missing };
}

test.each([
  ['Łukasz Dvořák', ['NotoSans-Regular']],
  ['Nguyễn Thị Hồng', ['NotoSans-Regular']],
  ['Ελένη Иванова', ['NotoSans-Regular']],
  ['Mei 黃麗明', ['NotoSansTC-Regular']],
  ['김 철수', ['NotoSansKR-Regular']],
  ['𠮷田', ['NotoSansJP-Regular', 'NotoSansTC-Regular']],
  ['Zoë O’Brien – “Žofie”…', []],
])('%s is drawn in fonts that contain all of its letters', async (text, fonts) => {
  const { bytes, missing } = await drawn(text);
  const embedded = [...bytes.toString('latin1').matchAll(/FontName \/[A-Z]+\+(\S+)/g)].map(([, name]) => name);
  expect(new Set(embedded)).toEqual(new Set(fonts));
  expect(missing).toEqual([]);
});

test.each([
  ['bold letters of a shipped font', '收支表', true, true],
  ['plain letters of a shipped font', '收支表', false, false],
  ['bold letters of Helvetica, which has bold letters', 'Income', true, false],
])('%s are drawn with or without outlines', async (_which, text, bold, isOutlined) => {
  const { bytes } = await drawn(text, 400, { bold });
  // Text rendering mode 2 fills the letters and draws their outlines (ISO 32000-1, 9.3.6).
  expect(operationsOf(bytes).includes('2 Tr')).toBe(isOutlined);
});

test('a letter that no font contains is reported once, and only for the document with that letter', async () => {
  const [one, other] = await Promise.all([drawn('Ann ไทย ไ'), drawn('Ann')]);
  expect(one.missing).toEqual(['ไ', 'ท', 'ย']);
  expect(other.missing).toEqual([]);
});

test('a letter that was typed as a base letter and a combining mark is found in a font', async () => {
  expect((await drawn('Dvor\u030Ca\u0301k')).missing).toEqual([]);
});

test('a single line is cut off at its maximum width', async () => {
  expect(textOf((await drawn('Christmas and Easter', 60)).bytes)).toMatch(/^Christmas\x85$/);
});

test.each([
  ['one two', ['one ', 'two']],
  ['一個（大）字。', ['一', '個', '（大）', '字。']],
  ['Yamaha 鋼琴, used', ['Yamaha ', '鋼', '琴, ', 'used']],
  ['( ) , .', ['( ', ') ', ', ', '.']],
])('a line of %j may be broken only between the pieces %j', (text, pieces) => {
  expect(piecesOf(text)).toEqual(pieces);
  expect(piecesOf(text).join('')).toBe(text);
});

test.each([
  ['several words', 'word '.repeat(100).trim()],
  ['Chinese', '鋼琴'.repeat(250)],
  ['one long word', 'x'.repeat(500)],
  ['Chinese and English', `${'長 long '.repeat(60)}end`],
])('a text that is too long for a line continues on the next line and loses nothing: %s', (_what, text) => {
  const doc = open();
  const lines = linesOf(doc, shippedFonts, text, { width: 200 });
  expect(lines.length).toBeGreaterThan(5);
  expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
  for (const line of lines) expect(linesOf(doc, shippedFonts, line, { width: 200 })).toEqual([line]);
});

test('lines continue on the next page', async () => {
  const doc = open();
  const bytes = buffer(doc);
  const pages = openPages(doc, shippedFonts);
  pages.gap(640);
  pages.write('word '.repeat(200).trim());
  pages.write('end');
  doc.end();
  const [first = [], second = []] = pagesOf(await bytes);
  expect(first.length).toBeGreaterThan(0);
  expect(second.at(-1)).toBe('end');
  expect([...first, ...second].join(' ').split('word')).toHaveLength(201);
});

test.each([
  ['LETTER', [612, 792], []],
  ['A4', [595.28, 841.89], [-8.36, -8.36]],
] as const)(
  'on %s the margins at both sides are equal on every page, also those of a footer',
  async (paper, size, moves) => {
    const doc = open(paper);
    const bytes = buffer(doc);
    const pages = openPages(doc, shippedFonts);
    pages.rule();
    expect(pages.room(Infinity)).toBe(true);
    pages.rule();
    footPages(doc, shippedFonts, (page) => `Page ${page}`);
    doc.flushPages();
    doc.end();
    const pdf = await bytes;
    const boxes = [...pdf.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
    expect(boxes.map(([, width, height]) => [Number(width), Number(height)])).toEqual([size, size]);
    const operations = operationsOf(pdf);
    expect(operations.match(/54 54 m\n558 54 l/g)).toHaveLength(2);
    expect([...operations.matchAll(/^1 0 0 1 (\S+) 0 cm$/gm)].map(([, by]) => Number(by))).toEqual(moves);
    const [moved = 0] = moves;
    expect(size[0] - (558 + moved)).toBeCloseTo(54 + moved, 1);
  },
);
