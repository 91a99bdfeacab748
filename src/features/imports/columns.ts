/**
 * Finds what the columns of a file mean, for every import: the field that each column fills, and the order of day, month
 * and year in the dates. The command line and the HTTP API both use this.
 */
import type { App } from '../../app.ts';
import {
  type ImportColumn,
  type ImportField,
  isOwnExport,
  type MatchedColumns,
  matchColumns,
} from '../../lib/import-columns.ts';
import { type DateOrder, dateOrderOf } from '../../lib/import-dates.ts';
import { cellsOf, type ImportTable, readTable } from '../../lib/import-table.ts';
import { getChurch, latestDate, today } from '../church/profile/service.ts';
import type { FileKind } from './kind.ts';
import type { Sheet } from './sheet.ts';

/**
 * Describes what can be imported. `fields` are the fields of a row. `needs` are sets of fields: the file must have the
 * columns of at least one set. `what` names these fields in a message.
 */
export type Target<F extends string> = {
  kind: FileKind;
  fields: readonly ImportField<F>[];
  needs: readonly (readonly F[])[];
  what: string;
  /** Whether a column is refused if its name is nearly that of a field, because its amounts would be missing. */
  refusesTypos?: true;
  /** The fields that say who gave. A file has a column for one of them, unless somebody says that nobody is named. */
  giver?: readonly F[];
  /** Columns of Vestry's own export that only repeat other columns. They are ignored without a notice. */
  unread?: readonly string[];
  /** Fields that the sender may not import. Their columns are not read. */
  withheld?: readonly F[];
};

export type Survey<F extends string> = MatchedColumns<F> & {
  /** True if the file has all columns of one of the sets in `needs`. */
  isEnough: boolean;
  /** The order of day, month and year, if the dates of the file show it. */
  order: DateOrder | undefined;
  /** A date that is unclear, or dates that contradict each other. */
  doubt: string | undefined;
};

const NOT_READ = (index: number): [number, null] => [index, null];

/** Returns the fields that the sender may import. */
export const fieldsOf = <F extends string>({ fields, withheld = [] }: Target<F>): ImportField<F>[] =>
  fields.filter(({ name }) => !withheld.includes(name));

/** Matches the columns of a file to fields. `chosen` maps the index of a column to a field, or to null to ignore it. */
export function surveySheet<F extends string>(
  { header, rows }: Sheet,
  { fields, needs, unread = [], withheld = [] }: Target<F>,
  chosen: ReadonlyMap<number, F | null>,
): Survey<F> {
  const isEmpty = (index: number) => rows.length > 0 && rows.every(({ cells }) => !cells[index]);
  const matched = matchColumns(header, fields, chosen);
  // Of two columns for one field, one without any value is not in the way.
  const empty = new Set(matched.clashes.flat().flatMap(({ index }) => (isEmpty(index) ? [index] : [])));
  const found =
    empty.size === 0 ? matched : matchColumns(header, fields, new Map([...[...empty].map(NOT_READ), ...chosen]));
  const isWithheld = ({ field }: ImportColumn<F>) => withheld.includes(field.name);
  const columns = found.columns.filter((column) => !isWithheld(column));
  const ignored = [...found.ignored, ...found.columns.filter(isWithheld).map((column) => column.header)];
  const there = new Set(columns.map(({ field }) => field.name));
  const dates = columns.flatMap(({ field, index }) => (field.kind === 'date' ? [index] : []));
  const silent = isOwnExport(header) ? unread : [];
  return {
    columns,
    ignored: ignored.filter((one) => !silent.includes(one)),
    clashes: found.clashes,
    isEnough: needs.some((set) => set.every((name) => there.has(name))),
    ...dateOrderOf(cellsOf(rows, dates)),
  };
}

/** Reads the rows of a file by its columns, with the dates in this order. */
export async function readRows<F extends string>(
  app: App,
  { header, rows }: Sheet,
  columns: readonly ImportColumn<F>[],
  order: DateOrder | undefined,
): Promise<ImportTable<F>> {
  const days = { today: await today(app), latest: await latestDate(app) };
  const { currency } = await getChurch(app);
  return readTable(rows, columns, { order, ...days, currency, width: header.length });
}
