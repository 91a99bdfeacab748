/** Turns the description of a report into the table of the API and into files. */
import { type Minor, toDecimal } from '../../../lib/money.ts';
import { drawInThread } from '../../../pdf-thread.ts';
import type { FileFormat } from './file.ts';
import type { Report, ReportColumn, ReportRow, Value } from './report.ts';
import type { ReportTable } from './table-schema.ts';

/** Returns a report as the table of the API. Amounts are decimals. */
export function toTable({ title, about, columns, rows, notes }: Report): ReportTable {
  return {
    title,
    about: [...about],
    columns: columns.map(({ title, kind }) => ({ title, kind })),
    rows: rows.map((row) => toRow(row, columns)),
    notes: [...notes],
  };
}

function toRow(row: ReportRow, columns: readonly ReportColumn[]): ReportTable['rows'][number] {
  if (row.kind === 'gap') return { kind: 'gap', indent: 0, values: [], source: null };
  const { kind, indent = 0 } = row;
  if (row.kind === 'heading') return { kind, indent, values: [row.text], source: null };
  const values = row.values.map((value, place) => wireValue(value, columns[place]));
  return { kind, indent, values, source: row.source ?? null };
}

function wireValue(value: Value, column: ReportColumn | undefined): Value {
  return column?.kind === 'amount' && typeof value === 'number' ? toDecimal(value as Minor) : value;
}

const loadMake = async () => (await import('./file.ts')).makeFile;

/** Returns a report as a file, which is made outside the event loop. */
export async function makeInThread(report: Report, format: FileFormat): Promise<Buffer> {
  // A `Buffer` from another thread arrives as a plain `Uint8Array`.
  return Buffer.from(await drawInThread('reportFile', loadMake, report, format));
}
