/** Draws charts on a canvas with uPlot. Only `chart.tsx` loads this file, when the first chart is shown. */
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { ChartKind, PointKind, Series } from './chart.tsx';

/** The height of a chart, and the room for a label of the axes, in CSS pixels. */
const [HEIGHT, LABEL_WIDTH, AXIS_WIDTH] = [240, 64, 72];
/** Names that do not fit beside each other are tilted by this angle, cut off after some letters, and need more height. */
const [TILT, LETTERS, TILTED_SIZE, FLAT_SIZE] = [55, 13, 92, 40];
/** The part of the space between two points that bars cover. */
const BAR = 0.72;

export type Plan = {
  frame: HTMLElement;
  labels: readonly string[];
  points: PointKind;
  series: readonly Series[];
  kind: ChartKind;
  /** The colour of each series, as the browser computed it. */
  colors: readonly string[];
  axisText: (value: number) => string;
  onPoint: (index: number | undefined) => void;
};

/** Draws a chart that fills the width of its frame. Returns a function that removes the chart. */
export function drawPlot(plan: Plan): () => void {
  const { frame, labels, series, kind } = plan;
  const { color, fontFamily } = getComputedStyle(frame);
  const xs = [...labels.keys()];
  const drawn = kind === 'stack' ? stacked(series) : series;
  const axis = {
    stroke: color,
    font: `12px ${fontFamily}`,
    grid: { stroke: withAlpha(color), width: 1 },
    ticks: { show: false },
  };
  const isNamed = plan.points === 'names';
  const isTilted = (width: number) => isNamed && crowding(labels, width) > 1;
  const plot = new UPlot(
    {
      width: frame.clientWidth,
      height: HEIGHT,
      legend: { show: false },
      cursor: { y: false, points: { show: kind === 'lines' }, drag: { x: false, y: false } },
      scales: {
        x: { time: false, range: [-0.5, labels.length - 0.5] },
        y: { range: (_plot, low, high) => [Math.min(0, low * 1.05), Math.max(1, high * 1.05)] },
      },
      axes: [
        {
          ...axis,
          grid: { show: false },
          splits: ({ width }) => (isNamed ? xs : everyNth(xs, Math.ceil(crowding(labels, width)))),
          values: ({ width }, splits) =>
            splits.map((index) => (isTilted(width) ? shortened(labels[index] ?? '') : (labels[index] ?? ''))),
          rotate: ({ width }) => (isTilted(width) ? -TILT : 0),
          size: ({ width }) => (isTilted(width) ? TILTED_SIZE : FLAT_SIZE),
        },
        { ...axis, size: AXIS_WIDTH, values: (_plot, splits) => splits.map(plan.axisText) },
      ],
      series: [
        {},
        ...drawn.map((_, index) => seriesOptions(plan, kind === 'stack' ? drawn.length - 1 - index : index)),
      ],
      hooks: { setCursor: [({ cursor }) => plan.onPoint(cursor.idx ?? undefined)] },
    },
    [xs, ...drawn.map(({ values }) => [...values])],
    frame,
  );
  const watch = new ResizeObserver(() => plot.setSize({ width: frame.clientWidth, height: HEIGHT }));
  watch.observe(frame);
  return () => {
    watch.disconnect();
    plot.destroy();
  };
}

/** Returns the sums of the series up to each one, the largest first, so that each is drawn over the one before it. */
function stacked(series: readonly Series[]): Series[] {
  const sums = series.map(({ name }, last) => ({
    name,
    values: (series[0]?.values ?? []).map((_, point) =>
      series.slice(0, last + 1).reduce((sum, { values }) => sum + (values[point] ?? 0), 0),
    ),
  }));
  return sums.toReversed();
}

function seriesOptions({ kind, colors, series, labels }: Plan, index: number): UPlot.Series {
  const color = colors[index] ?? 'gray';
  if (kind === 'lines') return { stroke: color, width: 2, points: { size: 5 } };
  const width = kind === 'stack' ? BAR : BAR / series.length;
  const xs = [...labels.keys()];
  const left = kind === 'stack' ? -BAR / 2 : index * width - BAR / 2;
  const paths = UPlot.paths.bars?.({
    disp: {
      x0: { unit: 1, values: () => xs.map((x) => x + left) },
      size: { unit: 1, values: () => [width] },
    },
  });
  return { fill: color, stroke: color, width: 0, points: { show: false }, ...(paths && { paths }) };
}

/** Returns how much wider the labels beside each other would be than a chart of this width. */
function crowding(labels: readonly string[], width: number): number {
  const widest = Math.max(LABEL_WIDTH, ...labels.map(widthOf));
  return (labels.length * widest) / Math.max(1, width - AXIS_WIDTH);
}

/** Returns about how wide a label is. A Chinese character is as wide as two letters. */
const widthOf = (label: string) => Array.from(label).reduce((sum, one) => sum + (one > '\u2E7F' ? 13 : 7), 8);

function shortened(label: string): string {
  const letters = Array.from(label);
  return letters.length > LETTERS ? `${letters.slice(0, LETTERS - 1).join('')}…` : label;
}

const everyNth = (list: readonly number[], step: number) => list.filter((index) => index % Math.max(1, step) === 0);

/** Returns the colour of the grid, which is the colour of the text, mostly transparent. */
const withAlpha = (color: string) =>
  color.replace(/^rgba?\(([^)]+)\)$/, (_all, parts: string) => {
    const [red, green, blue] = parts.split(/[,\s/]+/);
    return `rgba(${red}, ${green}, ${blue}, 0.15)`;
  });
