/** Reads the cells of an imported file as values of our fields, and reports each fault with its line and column. */
import { eachRow } from './chunks.ts';
import type { CalendarDate } from './date.ts';
import { headerKey, type ImportColumn, type ImportField } from './import-columns.ts';
import { type DateOrder, hasShortYear, isNoBirthDate, parseDate, type ReadOrder, readOrderOf } from './import-dates.ts';
import type { Minor } from './money.ts';
import { mayBeIn, readMoney } from './written-money.ts';
import { remembered } from './remembered.ts';
import type { SheetRow } from './sheet.ts';
import { privateUseFault } from './text.ts';

/** A fault in a row. `column` is the name of the column in the file. */
export type ImportFault = {
  line: number;
  column: string | null;
  field: string | null;
  code: string;
  message: string;
  /** The text of the cell, if the row has one. */
  cell?: string;
  /** What the cell may mean, if the fault is a question that somebody can answer without changing the file. */
  choices?: readonly ImportChoice[];
  /** Other rows that may be the same person. */
  rows?: readonly { line: number; name: string }[];
};

/** A possible answer: `value` is the id of a member, `new` for a new person, or a text to read instead of the cell. */
export type ImportChoice = { value: number | string; label: string };

/**
 * The values of a row: texts, ids, dates, and amounts in minor units. Empty cells are left out. If several columns fill
 * a field, `columns` names the column of each value that does not come from the column in `headers`.
 */
export type ImportRow<F extends string> = {
  line: number;
  values: Partial<Record<F, string | number>>;
  columns?: Partial<Record<F, string>>;
};

export type ImportTable<F extends string> = {
  rows: ImportRow<F>[];
  /** The name of each field's column in the file. If several columns fill a field, this is the best one. */
  headers: Partial<Record<F, string>>;
  faults: ImportFault[];
  /** The dates of birth that are left empty, because they have no year or stand for no date. */
  leftEmpty: { line: number; cell: string }[];
  /** How many values of each column were skipped because a better column of the row had a different value. */
  passedOver: Map<string, number>;
};

/** How to read a table whose dates are in an order that the whole file shows. */
type OrderedReading = Omit<Reading, 'order'> & { order: ReadOrder | undefined };

/** Why a cell was not read. */
type Refused = { code: string; message: string };

type Reading = {
  order: DateOrder | undefined;
  today: CalendarDate;
  /** The latest date that may be entered for an event in the past. */
  latest: CalendarDate;
  /** The code of the church's currency. */
  currency: string;
  width: number;
};

/**
 * Reads rows by their columns, and lets other work run in between. A cell that cannot be read is reported as a fault, and the
 * rest of its row is still read.
 */
export async function readTable<F extends string>(
  rows: readonly SheetRow[],
  columns: readonly ImportColumn<F>[],
  reading: Reading,
): Promise<ImportTable<F>> {
  const readAmount = amountReader(rows, columns, reading.currency);
  const dates = columns.flatMap(({ index, field }) => (field.kind === 'date' ? [index] : []));
  const order = readOrderOf(reading.order, cellsOf(rows, dates));
  const readers = columns.map((column) => ({
    ...column,
    read: remembered(readerOf(column.field, { ...reading, order }, readAmount)),
  }));
  const headers: Partial<Record<F, string>> = {};
  for (const { field, header } of columns) headers[field.name] ??= header;
  const table: ImportTable<F> = { rows: [], headers, faults: [], leftEmpty: [], passedOver: new Map() };
  const readRow = ({ line, cells }: SheetRow) => {
    const row: ImportRow<F> = { line, values: {} };
    if (cells.length > reading.width && cells.slice(reading.width).some(Boolean))
      table.faults.push({ line, ...TOO_WIDE });
    for (const { index, header, field, read } of readers) {
      const cell = cells[index];
      if (!cell) continue;
      if (row.values[field.name] !== undefined) {
        if (row.values[field.name] !== cell) countUp(table.passedOver, header);
        continue;
      }
      if (field.isBirth && isNoBirthDate(cell)) {
        table.leftEmpty.push({ line, cell });
        continue;
      }
      const value = read(cell);
      if (value === undefined || typeof value === 'object') {
        table.faults.push({
          line,
          column: header,
          field: field.name,
          cell,
          ...(value ?? FAULTS[field.kind ?? 'text']),
        });
        continue;
      }
      if (headers[field.name] !== header) row.columns = { ...row.columns, [field.name]: header };
      row.values[field.name] = value;
    }
    table.rows.push(row);
  };
  await eachRow(rows, readRow);
  return table;
}

/** Returns the fault of a field in a row, with the name of its column in the file. */
export function faultAt<F extends string>(
  { headers }: Pick<ImportTable<F>, 'headers'>,
  { line, columns, values }: ImportRow<F>,
  { path: field, ...fault }: { path: F } & Pick<ImportFault, 'code' | 'message' | 'choices'>,
): ImportFault {
  const value = values[field];
  const cell = typeof value === 'string' && value !== '' ? { cell: value } : {};
  return { line, column: columns?.[field] ?? headers[field] ?? null, field, ...cell, ...fault };
}

/** The fault of a row that has more cells than there are headers. */
export const TOO_WIDE = {
  column: null,
  field: null,
  code: 'too_many_cells',
  message: 'has more cells than there are headers; put a cell that contains a separator in quotation marks',
};

/** Yields the cells of some columns, row by row. */
export function* cellsOf(rows: readonly SheetRow[], indexes: readonly number[]): Iterable<string> {
  for (const { cells } of rows) for (const index of indexes) yield cells[index] ?? '';
}

function countUp(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

const FAULTS = {
  text: { code: 'invalid_text', message: 'must be text' },
  date: { code: 'invalid_date', message: 'must be a date that exists, such as 1990-12-31 or 12/31/1990' },
  id: { code: 'invalid_format', message: 'must be a positive whole number' },
  money: { code: 'invalid_amount', message: 'must be an amount with at most two decimals, such as 1,234.50' },
};

/** Returns the fault of a cell in which a character was lost before the file was written, or undefined. */
function lostCharacter(cell: string): Refused | undefined {
  return cell.includes('\uFFFD') ? LOST : privateUseFault(cell);
}

const LOST = {
  code: 'lost_character',
  message: 'has a character that was lost before the file was written (\uFFFD); type the right character instead',
};

const IN_FUTURE = { code: 'in_future', message: 'is in the future; write the year with four digits' };

/**
 * Reads the date of a recent event. A two-digit year always means 20xx. If the date is then in the future, it is a
 * fault.
 */
function recentDate(cell: string, { order, latest }: OrderedReading): CalendarDate | Refused | undefined {
  const date = parseDate(cell, order, latest);
  return date !== undefined && date < '2000' && hasShortYear(cell, order) ? IN_FUTURE : date;
}

/** An amount that only a decimal comma explains, such as `1.234,50`. */
const CONTINENTAL = /^[^\d.,]*\d{1,3}(?:\.\d{3})+,\d{1,2}[^\d.,]*$/;

/**
 * Returns the function that reads amounts in the church's currency. If an amount of the file is written as `1.234,50`, what
 * cannot be read with a decimal point is read with a decimal comma.
 */
function amountReader<F extends string>(
  rows: readonly SheetRow[],
  columns: readonly ImportColumn<F>[],
  currency: string,
): (cell: string) => Minor | Refused | undefined {
  const places = columns.flatMap(({ index, field }) => (field.kind === 'money' ? [index] : []));
  const isContinental = rows.some(({ cells }) => places.some((index) => CONTINENTAL.test(cells[index] ?? '')));
  const swapped = (cell: string) => cell.replace(/[.,]/g, (sign) => (sign === ',' ? '.' : ','));
  return (cell) => {
    const amount = readMoney(cell) ?? (isContinental ? readMoney(swapped(cell)) : undefined);
    return amount === undefined || mayBeIn(currency, cell) ? amount : otherCurrency(currency);
  };
}

/** The code of the fault of an amount that has a mark of another currency than that of the church. */
export const OTHER_CURRENCY = 'other_currency';

function otherCurrency(currency: string): Refused {
  const message = `is in another currency than ${currency}; enter what it was in ${currency}, or leave the row out`;
  return { code: OTHER_CURRENCY, message };
}

/**
 * Returns the function that reads a cell of the field. For an invalid cell, that function returns undefined, or a fault
 * if the cell needs a message of its own.
 */
function readerOf<F extends string>(
  field: ImportField<F>,
  reading: OrderedReading,
  readAmount: (cell: string) => Minor | Refused | undefined,
): (cell: string) => string | number | Refused | undefined {
  const read = kindReaderOf(field, reading, readAmount);
  return (cell) => lostCharacter(cell) ?? read(cell);
}

function kindReaderOf<F extends string>(
  { kind, words, isRecent }: ImportField<F>,
  reading: OrderedReading,
  readAmount: (cell: string) => Minor | Refused | undefined,
): (cell: string) => string | number | Refused | undefined {
  const { order, today } = reading;
  if (isRecent) return (cell) => recentDate(cell, reading);
  if (kind === 'date') return (cell) => parseDate(cell, order, today);
  if (kind === 'id') return (cell) => (/^[1-9]\d{0,14}$/.test(cell) ? Number(cell) : undefined);
  if (kind === 'money') return readAmount;
  if (!words) return (cell) => cell;
  const meanings = new Map<string, string>();
  for (const [value, names] of Object.entries(words)) {
    for (const name of [value, ...names]) meanings.set(headerKey(name), value);
  }
  return (cell) => meanings.get(headerKey(cell)) ?? cell;
}
