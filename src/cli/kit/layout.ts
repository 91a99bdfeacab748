/** Fits tables to the width of a terminal. Widths are in character cells, of which a Chinese character takes two. */
import { stripVTControlCharacters } from 'node:util';
import { wrapAnsi } from 'fast-wrap-ansi';
import stringWidth from 'string-width';

/** The title and the alignment of a column. Figures are aligned to the right. */
export type Heading = { title: string; align?: 'left' | 'right' };

/** A row that draws a line under the figures above it. */
export const RULE = Symbol('rule');

export type Row = readonly string[] | typeof RULE;

/**
 * Ways to narrow a table, tried one after the other. `gap` is the space between columns. Words of up to `longest` cells
 * are not broken. With `glue`, a number stays on the line of the word before it, as in `Expense 12`.
 */
const TRIES = [
  { gap: 2, longest: 24, glue: true },
  { gap: 2, longest: 24, glue: false },
  { gap: 2, longest: 16, glue: false },
  { gap: 1, longest: 16, glue: false },
  { gap: 1, longest: 12, glue: false },
];
const TITLE_GAP = 2;
/** The maximum number of lines of a cell in a list. A longer text is cut, but the `show` commands print all of it. */
const LINES = 3;
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Returns the width of a text in a terminal. For several lines, returns the width of the widest line. */
export function widthOf(text: string): number {
  return Math.max(...text.split('\n').map((line) => stringWidth(line)));
}

/**
 * Wraps a text to this width. Lines are broken between words, and before a number only if necessary. A word that is
 * longer than a line is broken too, unless `hard` is false.
 */
export function wrap(text: string, width: number, { hard = true } = {}): string {
  const [indent = ''] = /^ */.exec(text) ?? [];
  return wrapAnsi(glued(text.trimStart(), width), width - indent.length, { hard })
    .split('\n')
    .map((line) => indent + line.replaceAll(NO_BREAK, ' ').trim())
    .join('\n');
}

/** A space at which `wrap` does not break a line. `wrap` returns it as a plain space. */
export const NO_BREAK = '\u00A0';

function glued(text: string, width: number): string {
  return text.replace(/\S+(?: \d\S*)+/g, (words) => (widthOf(words) > width ? words : words.replaceAll(' ', NO_BREAK)));
}

/** The widths of columns side by side, and the space between them. */
export type Layout = { widths: number[]; gap: number };

/**
 * Returns the widths at which a table fits a terminal, or undefined if its columns do not fit side by side. Figures are
 * never broken.
 */
export function layOut(columns: readonly Heading[], rows: readonly Row[], width: number): Layout | undefined {
  const sides = columns.map(({ title, align }, index) => {
    const texts = rows.flatMap((row) => (row === RULE ? [] : [row[index] ?? '']));
    const isFigure = align === 'right';
    const content = Math.max(0, ...texts.map(widthOf));
    const least = (longest: number, glue: boolean) => {
      const words = longestWord(glue ? texts.map((text) => glued(text, longest)) : texts);
      return Math.max(isFigure ? content : Math.min(longest, words), longestWord([title]));
    };
    return { isFigure, natural: Math.max(content, widthOf(title)), least };
  });
  const natural = sides.map((side) => side.natural);
  for (const { gap, longest, glue } of TRIES) {
    const room = width - gap * (columns.length - 1);
    const least = sides.map((side) => Math.min(side.natural, side.least(longest, glue)));
    if (sum(least) > room) continue;
    // Columns of figures are narrowed first. Figures are not broken, so only the titles of these columns get more
    // lines.
    const narrow = sides.map(({ isFigure }, index) => (isFigure ? (least[index] ?? 0) : (natural[index] ?? 0)));
    const tight = share(natural, narrow, room);
    return { widths: share(tight, least, room), gap };
  }
  return undefined;
}

/**
 * Repeatedly narrows the widest column that is above its minimum width, until all columns fit or none can be narrowed.
 */
function share(natural: readonly number[], least: readonly number[], room: number): number[] {
  const widths = [...natural];
  while (sum(widths) > room) {
    const spare = widths.map((width, index) => (width > (least[index] ?? 0) ? width : 0));
    const widest = Math.max(...spare);
    if (widest === 0) break;
    widths[spare.indexOf(widest)] = widest - 1;
  }
  return widths;
}

function longestWord(texts: readonly string[]): number {
  return Math.max(0, ...texts.flatMap((text) => text.split(/[ \n]/)).map(widthOf));
}

const sum = (widths: readonly number[]) => widths.reduce((total, width) => total + width, 0);

/** Wraps the text of a cell to this width, and cuts it after this many lines. A cut text ends with an ellipsis. */
export function fit(text: string, width: number, lines = LINES): string {
  if (widthOf(text) <= width && !text.includes('\n')) return text;
  const all = wrap(text, width).split('\n');
  if (all.length <= lines) return all.join('\n');
  const last = stripVTControlCharacters(all[lines - 1] ?? '');
  return [...all.slice(0, lines - 1), `${cut(last, width - 1)}…`].join('\n');
}

function cut(text: string, width: number): string {
  let [shown, left] = ['', width];
  for (const { segment } of graphemes.segment(text)) {
    left -= stringWidth(segment);
    if (left < 0) break;
    shown += segment;
  }
  return shown;
}

/**
 * Returns the rows as text, for a table whose columns do not fit side by side. Each row becomes a block of lines, with
 * one title and value per line.
 */
export function stack(columns: readonly Heading[], rows: readonly Row[], width: number): string {
  const titles = Math.max(...columns.map(({ title }) => widthOf(title)));
  const room = Math.max(width - titles - TITLE_GAP, 1);
  const isFigure = columns.map(({ align }) => align === 'right');
  const figures = rows.flatMap((row) => (row === RULE ? [] : row.filter((_, index) => isFigure[index])));
  const widest = Math.min(Math.max(0, ...figures.map(widthOf)), room);
  const blocks = rows.flatMap((row) => {
    if (row === RULE) return [];
    const lines = columns.flatMap(({ title }, index) => {
      const value = row[index] ?? '';
      if (value === '') return [];
      const shown = isFigure[index] ? ' '.repeat(Math.max(widest - widthOf(value), 0)) + value : wrap(value, room);
      const [first = '', ...more] = shown.split('\n');
      const label = title + ' '.repeat(titles - widthOf(title) + (titles > 0 ? TITLE_GAP : 0));
      return [label + first, ...more.map((line) => ' '.repeat(widthOf(label)) + line)];
    });
    return lines.length === 0 ? [] : [lines.join('\n')];
  });
  return blocks.join('\n\n');
}
