import type { Key, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import './table.css';

/** A column of a table: its heading together with the content of its cells. */
export type Column<Row> = {
  key: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** `number` aligns amounts and counts to the right; `date` keeps a date on one line, and `state` a Chinese word. */
  kind?: 'text' | 'number' | 'date' | 'state';
  /** True if the column is left out on a phone. */
  isWideOnly?: boolean;
  /** The name by which the service sorts the list. The heading is then a button that sorts by this column. */
  sort?: string;
};

type Props<Row> = {
  /** The name of the table for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => Key;
  /** The order of the rows: the name of a column's `sort`, with `-` before it for descending order. */
  sort?: string;
  onSort?: (sort: string) => void;
  /** Rows below the others, such as totals. */
  footer?: ReactNode;
};

/** A table of records. Its headings sort the rows if `onSort` is given. */
export function DataTable<Row>({ label, columns, rows, keyOf, sort, onSort, footer }: Props<Row>) {
  return (
    <div className="table-frame">
      <table className="table" aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Heading key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column) => (
                <td key={column.key} className={classOf(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {footer && <tfoot>{footer}</tfoot>}
      </table>
    </div>
  );
}

function classOf<Row>({ kind = 'text', isWideOnly = false }: Column<Row>): string | undefined {
  const names = [kind !== 'text' && kind, isWideOnly && 'wide-only'].filter(Boolean);
  return names.length > 0 ? names.join(' ') : undefined;
}

type HeadingProps<Row> = { column: Column<Row>; sort: string | undefined; onSort: Props<Row>['onSort'] };

function Heading<Row>({ column, sort, onSort }: HeadingProps<Row>) {
  const { t } = useTranslation();
  if (column.sort === undefined || !onSort) {
    return (
      <th scope="col" className={classOf(column)}>
        {column.title}
      </th>
    );
  }
  const { sort: name } = column;
  const order = sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : undefined;
  return (
    <th scope="col" className={classOf(column)} aria-sort={order}>
      <button
        type="button"
        className="table-sort"
        title={t('sortBy', { title: column.title })}
        onClick={() => onSort(order === 'ascending' ? `-${name}` : name)}
      >
        {column.title}
      </button>
    </th>
  );
}
