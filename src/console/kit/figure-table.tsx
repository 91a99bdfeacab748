import type { ReactNode } from 'react';
import type { Schemas } from '../../client/client.ts';
import { amountText } from './money.ts';
import './table.css';
import './figure-table.css';

type ReportTable = Schemas['ReportTable'];
export type FigureColumn = ReportTable['columns'][number];
export type FigureRow = ReportTable['rows'][number];

type Props = {
  label: string;
  columns: readonly FigureColumn[];
  rows: readonly FigureRow[];
  /** Adds a link to the text that names a row: its first cell that is text. */
  linked?: ((row: FigureRow, text: string) => ReactNode) | undefined;
};

/**
 * A table of figures with headings, indented lines and totals, as the service lays out its reports. On a phone, the first
 * column stays in view while the others scroll sideways.
 */
export function FigureTable({ label, columns, rows, linked }: Props) {
  return (
    // A region that scrolls must be reachable by keyboard.
    <div className="table-frame figure-frame" role="region" aria-label={label} tabIndex={0}>
      <table className="table figure-table" aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ title, kind }, index) =>
              title === '' ? (
                <td key={index} />
              ) : (
                <th key={index} scope="col" className={classOf(kind)}>
                  {title}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <Row key={place} {...{ row, columns, linked }} isAfterGap={rows[place - 1]?.kind === 'gap'} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type RowProps = Pick<Props, 'columns' | 'linked'> & { row: FigureRow; isAfterGap: boolean };

function Row({ row, columns, linked, isAfterGap }: RowProps) {
  if (row.kind === 'gap') return null;
  const named = row.values.findIndex(
    (value, index) => columns[index]?.kind === 'text' && value !== null && value !== '',
  );
  const cell = (index: number) => {
    const text = textOf(row.values[index], columns[index]);
    return linked && row.source && index === named ? linked(row, text) : text;
  };
  const indent = `figure-indent-${Math.min(row.indent, 2)}`;
  const rowClass = [`figure-${row.kind}`, isAfterGap && 'figure-part'].filter(Boolean).join(' ');
  if (row.kind === 'heading') {
    return (
      <tr className={rowClass}>
        <th scope="rowgroup" colSpan={columns.length} className={indent}>
          <span>{row.values[0]}</span>
        </th>
      </tr>
    );
  }
  return (
    <tr className={rowClass}>
      <th scope="row" className={[indent, classOf(columns[0]?.kind)].filter(Boolean).join(' ')}>
        {cell(0)}
      </th>
      {columns.slice(1).map(({ kind }, index) => (
        <td key={index} className={classOf(kind)}>
          {cell(index + 1)}
        </td>
      ))}
    </tr>
  );
}

function classOf(kind: FigureColumn['kind'] | undefined): string | undefined {
  if (kind === 'amount' || kind === 'count') return 'number';
  return kind === 'date' ? 'date' : undefined;
}

function textOf(value: FigureRow['values'][number] | undefined, column: FigureColumn | undefined): string {
  if (value === null || value === undefined) return '';
  return column?.kind === 'amount' && typeof value === 'number' ? amountText(value) : String(value);
}
