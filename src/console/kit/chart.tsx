import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney, type Minor } from '../../lib/money.ts';
import { type Column, DataTable } from './data-table.tsx';
import { untilLoaded } from './later.ts';
import './chart.css';

/** The values of a series: one for each point of the chart, in minor units for amounts. Null leaves a point out. */
export type Series = { name: string; values: readonly (number | null)[] };

/** `groups` draws bars side by side, `stack` draws them on top of each other, and `lines` draws lines. */
export type ChartKind = 'groups' | 'stack' | 'lines';

export type PointKind = 'dates' | 'names';

type Props = {
  title: string;
  /** What the chart shows, in one sentence. A screen reader reads it out in place of the picture. */
  sentence: string;
  /** The heading of the first column of the table, such as `Month`. */
  pointTitle: string;
  labels: readonly string[];
  /** `names` shows the label of every point, at an angle if they need more room. Of dates, some may be left out. */
  points?: PointKind;
  series: readonly Series[];
  kind: ChartKind;
  unit: 'amount' | 'count';
  /** False if the screen shows the same figures in a table of its own. */
  hasTable?: boolean;
};

/** A chart with its legend, a sentence that sums it up, and its figures as a table. The drawing code loads when needed. */
export function Chart({
  title,
  sentence,
  pointTitle,
  labels,
  points = 'dates',
  series,
  kind,
  unit,
  hasTable = true,
}: Props) {
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  const legend = useRef<HTMLUListElement>(null);
  const [point, setPoint] = useState<number>();
  const look = useLook();
  useEffect(() => {
    let remove: (() => void) | undefined;
    let isGone = false;
    const draw = async () => {
      const { drawPlot } = await untilLoaded(() => import('./plot.ts'));
      if (isGone || !frame.current || !legend.current) return;
      const colors = Array.from(legend.current.querySelectorAll('.chart-swatch'), (one) => getComputedStyle(one).color);
      const axisText = (value: number) => TEXTS[unit](value).replace(/\.00$/, '');
      remove = drawPlot({ frame: frame.current, labels, points, series, kind, colors, axisText, onPoint: setPoint });
    };
    // Without the drawing code, the sentence and the table still show everything.
    void draw().catch(() => {});
    return () => {
      isGone = true;
      remove?.();
    };
  }, [labels, points, series, kind, unit, look]);
  const texts = (index: number) => series.map(({ name, values }) => `${name} ${textOf(values[index], unit)}`);
  return (
    <figure className="chart sheet">
      <figcaption>
        <h2>{title}</h2>
        <p>{sentence}</p>
      </figcaption>
      <ul className="chart-legend" ref={legend}>
        {series.map(({ name }, index) => (
          <li key={name}>
            <span className={`chart-swatch chart-color-${index + 1}`} aria-hidden />
            {name}
          </li>
        ))}
      </ul>
      <div className="chart-frame" role="img" aria-label={sentence} ref={frame} />
      <p className="chart-point no-print" aria-hidden>
        {point !== undefined && [labels[point], ...texts(point)].join(' · ')}
      </p>
      {hasTable && (
        <details>
          <summary>{t('showAsTable')}</summary>
          <DataTable
            label={title}
            columns={columnsOf(pointTitle, series, labels, unit)}
            rows={[...labels.keys()]}
            keyOf={(index) => index}
          />
        </details>
      )}
    </figure>
  );
}

const TEXTS = {
  amount: (value: number) => formatMoney(Math.round(value) as Minor),
  count: String,
} as const;

const textOf = (value: number | null | undefined, unit: Props['unit']) => (value == null ? '' : TEXTS[unit](value));

function columnsOf(
  pointTitle: string,
  series: readonly Series[],
  labels: readonly string[],
  unit: Props['unit'],
): Column<number>[] {
  return [
    { key: 'point', title: pointTitle, cell: (index) => labels[index] },
    ...series.map(({ name, values }, place): Column<number> => ({
      key: String(place),
      title: name,
      kind: 'number',
      cell: (index) => textOf(values[index], unit),
    })),
  ];
}

/** Returns a value that changes when the colours change: between light and dark, and for printing. */
function useLook(): string {
  const [look, setLook] = useState('');
  useEffect(() => {
    const queries = ['(prefers-color-scheme: dark)', 'print'].map((query) => matchMedia(query));
    const read = () => setLook(queries.map(({ matches }) => String(matches)).join());
    for (const query of queries) query.addEventListener('change', read);
    return () => {
      for (const query of queries) query.removeEventListener('change', read);
    };
  }, []);
  return look;
}
