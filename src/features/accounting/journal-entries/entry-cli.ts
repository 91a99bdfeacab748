/** Reads an adjusting entry from a file: JSON as the API takes it, or CSV with one row for each line of the entry. */
import type { App } from '../../../app.ts';
import { fileRefused, refuseFaults } from '../../../errors.ts';
import { amountIn } from '../../../cli/kit/amounts.ts';
import { fold } from '../../../lib/fold.ts';
import type { ImportFault } from '../../../lib/import-table.ts';
import type { SheetRow } from '../../../lib/sheet.ts';
import { decode } from '../../../validate.ts';
import { listMinistries } from '../../church/ministries/service.ts';
import { readImportFile, readTextFile } from '../../imports/file.ts';
import { accountsById } from '../../ledger/accounts/service.ts';
import { fundsById } from '../../ledger/funds/service.ts';
import { incomeCategoriesById } from '../../ledger/income-categories/service.ts';
import { usableSubCategories } from '../../spending/categories/service.ts';
import { NewJournalEntry } from './schema.ts';

/** The fields of an entry that a CSV file does not contain. */
export type Head = { date?: unknown; memo?: unknown; yearEnd?: boolean };

/**
 * Returns the entry in a file. `head` is used only for a CSV file. Raises `not_found`, `file_refused` with every bad
 * cell, and `validation_failed`.
 */
export async function readEntryFile(app: App, file: string, head: Head): Promise<NewJournalEntry> {
  if (/\.json$/i.test(file)) return decode(NewJournalEntry, await readJson(file));
  const { header, rows } = await readImportFile(file, undefined);
  const columns = columnsOf(header);
  const records = await recordsOf(app);
  const faults: ImportFault[] = [];
  const lines = rows.map((row) => lineOf(row, columns, { records, faults }));
  refuseFaults(faults);
  return decode(NewJournalEntry, { ...head, lines });
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readTextFile(file));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw fileRefused(`${file} is not valid JSON: ${error.message}`);
  }
}

/** The fields that name a record, by the header of their column. */
const RECORDS = {
  account: 'accountId',
  subcategory: 'subCategoryId',
  incomecategory: 'incomeCategoryId',
  fund: 'fundId',
  ministry: 'ministryId',
} as const;
type RecordColumn = keyof typeof RECORDS;
const OTHERS = {
  netassets: 'netAssets',
  class: 'functionalClass',
  functionalclass: 'functionalClass',
  debit: 'debit',
  credit: 'credit',
} as const;

type Column = { index: number; header: string } & (
  | { record: RecordColumn }
  | { field: (typeof OTHERS)[keyof typeof OTHERS] }
);

/**
 * Returns the columns of the file. Case and spaces in a header do not matter, and `accountId` is read like `Account`.
 */
function columnsOf(header: readonly string[]): Column[] {
  return header.map((text, index): Column => {
    const key = text.toLowerCase().replace(/[^a-z]/g, '');
    const record = key.replace(/id$/, '');
    if (record in RECORDS) return { index, header: text, record: record as RecordColumn };
    if (key in OTHERS) return { index, header: text, field: OTHERS[key as keyof typeof OTHERS] };
    throw fileRefused(
      `The column ${text} is unknown. Use Account, Subcategory, Income category, Net assets, Fund, Ministry, Class, Debit and Credit.`,
    );
  });
}

type Records = Readonly<Record<RecordColumn, ReadonlyMap<string, number>>>;

async function recordsOf(app: App): Promise<Records> {
  const byName = (records: Iterable<{ id: number; name: string }>) =>
    new Map([...records].map(({ id, name }) => [fold(name), id]));
  return {
    account: byName((await accountsById(app)).values()),
    subcategory: byName((await usableSubCategories(app)).values()),
    incomecategory: byName((await incomeCategoriesById(app)).values()),
    fund: byName((await fundsById(app)).values()),
    ministry: byName((await listMinistries(app)).items),
  };
}

type Reading = { records: Records; faults: ImportFault[] };

/** Returns a row of the file as a line of a request. Adds a fault for an unknown name. */
function lineOf({ line, cells }: SheetRow, columns: readonly Column[], { records, faults }: Reading) {
  const values: Record<string, unknown> = {};
  for (const column of columns) {
    const cell = cells[column.index];
    if (!cell) continue;
    if ('record' in column) {
      const id = /^\d+$/.test(cell) ? Number(cell) : records[column.record].get(fold(cell));
      if (id === undefined) {
        const message = `names no existing record: ${cell}`;
        const { header } = column;
        faults.push({ line, column: header, field: RECORDS[column.record], code: 'unknown_reference', message });
      }
      values[RECORDS[column.record]] = id;
    } else if (column.field === 'netAssets') {
      values.netAssets = ['true', 'yes', 'x', '1'].includes(cell.toLowerCase());
    } else {
      values[column.field] = column.field === 'functionalClass' ? cell : amountIn(cell);
    }
  }
  return values;
}
