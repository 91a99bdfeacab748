/**
 * Draws bar charts that are legible in black and white: the two bars of a pair differ in their pattern, not in color.
 */
import { drawLine, type Fonts, type PdfDocument } from './pdf.ts';
import { formatMoney, type Minor } from './money.ts';

/** A chart of pairs of bars. The first bar of a pair is solid (income), the second is hatched (expenses). */
export type BarChart = {
  series: readonly [string, string];
  /** The unit of the amounts, printed at the top of the axis. */
  unit: string;
  /**
   * `label` is printed below a pair of bars, and `period`, such as the year, below the label. `period` is null except
   * for the first pair of each period.
   */
  bars: readonly { label: string; period: string | null; values: readonly [Minor, Minor] }[];
};

type Box = { x: number; y: number; width: number; height: number };

const INK = '#222222';
const GRID = '#bbbbbb';
const SIZE = 7.5;
const AXIS = 62;
const LEGEND = 18;
const LABELS = 24;
/** The share of the available width that a pair of bars fills. */
const FILLED = 0.72;
const HATCH_STEP = 3.5;
const MOST_STEPS = 5;

/** Draws a chart into a box. */
export function drawChart(doc: PdfDocument, fonts: Fonts, chart: BarChart, box: Box): void {
  const { lowest, highest, ticks } = scaleOf(chart.bars.flatMap(({ values }) => values));
  const plot = { x: box.x + AXIS, y: box.y + LEGEND, width: box.width - AXIS, height: box.height - LEGEND - LABELS };
  const level = (value: number) => plot.y + ((highest - value) / (highest - lowest)) * plot.height;
  doc.save();
  legend(doc, fonts, chart, box);
  for (const tick of ticks) {
    const y = level(tick);
    doc.moveTo(plot.x, y).lineTo(plot.x + plot.width, y);
    doc.lineWidth(tick === 0 ? 0.8 : 0.4).stroke(tick === 0 ? INK : GRID);
    const text = formatMoney(tick as Minor).replace(/\.00$/, '');
    drawLine(doc, fonts, text, { x: box.x, y: y - SIZE / 1.5, width: AXIS - 6, size: SIZE, align: 'right' });
  }
  const step = plot.width / Math.max(chart.bars.length, 1);
  for (const [index, { label, period, values }] of chart.bars.entries()) {
    const place = { x: plot.x + index * step, width: step };
    pair(doc, place, level, values);
    const foot = { ...place, size: SIZE, align: 'center' as const };
    drawLine(doc, fonts, label, { ...foot, y: plot.y + plot.height + 3 });
    if (period !== null) drawLine(doc, fonts, period, { ...foot, y: plot.y + plot.height + 13 });
  }
  doc.restore();
}

type Level = (value: number) => number;

/** Draws a pair of bars in the middle of the available width, up or down from zero. */
function pair(doc: PdfDocument, { x, width }: Pick<Box, 'x' | 'width'>, level: Level, values: readonly Minor[]): void {
  const wide = (width * FILLED) / 2;
  for (const [n, value] of values.entries()) {
    const [top, bottom] = [level(Math.max(value, 0)), level(Math.min(value, 0))];
    const left = x + (width * (1 - FILLED)) / 2 + n * wide;
    bar(doc, { x: left, y: top, width: wide, height: bottom - top }, n === 1);
  }
}

/**
 * Returns the scale of the axis: at most six round amounts at which lines are drawn. They include zero and reach to, or
 * beyond, the smallest and the largest value.
 */
export function scaleOf(values: readonly number[]): { ticks: number[]; lowest: number; highest: number } {
  const [least, greatest] = [Math.min(0, ...values), Math.max(0, ...values)];
  const step = stepOf(greatest - least);
  const lowest = Math.floor(least / step) * step;
  const highest = Math.max(Math.ceil(greatest / step) * step, lowest + step);
  const count = Math.round((highest - lowest) / step) + 1;
  // Adding 0 turns -0 into 0.
  return { ticks: Array.from({ length: count }, (_, n) => lowest + n * step + 0), lowest, highest };
}

/**
 * Returns the smallest step that covers the span in at most `MOST_STEPS - 1` steps. It is 1, 2 or 5 times a power of
 * ten.
 */
function stepOf(span: number): number {
  let unit = 100;
  for (;;) {
    const found = [1, 2, 5].find((factor) => factor * unit * (MOST_STEPS - 1) >= span);
    if (found !== undefined) return found * unit;
    unit *= 10;
  }
}

function legend(doc: PdfDocument, fonts: Fonts, { series, unit }: BarChart, { x, y, width }: Box): void {
  drawLine(doc, fonts, unit, { x, y, width: AXIS - 6, size: SIZE, align: 'right' });
  const entry = 110;
  for (const [n, name] of series.entries()) {
    const left = x + width - (series.length - n) * entry;
    bar(doc, { x: left, y: y + 1, width: 14, height: 8 }, n === 1);
    drawLine(doc, fonts, name, { x: left + 19, y, width: entry - 20, size: SIZE });
  }
}

function bar(doc: PdfDocument, { x, y, width, height }: Box, isHatched: boolean): void {
  if (height <= 0) return;
  if (!isHatched) {
    doc.rect(x, y, width, height).fillAndStroke(INK, INK);
    doc.fillColor('black');
    return;
  }
  doc.save().rect(x, y, width, height).clip();
  for (let at = -width; at < height; at += HATCH_STEP) doc.moveTo(x, y + at + width).lineTo(x + width, y + at);
  doc.lineWidth(0.5).stroke(INK).restore();
  doc.rect(x, y, width, height).lineWidth(0.7).stroke(INK);
}
