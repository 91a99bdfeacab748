/** Turns a CSV file and the mapping of its columns into statements. */
import { AppError } from '../../../errors.ts';
import { inChunks } from '../../../lib/chunks.ts';
import type { SheetRow } from '../../../lib/sheet.ts';
import { refuseBrokenBalances } from './csv-balances.ts';
import { guessMapping } from './csv-guess.ts';
import { currencyIn, type Indexes, indexesIn, namesPlaces } from './csv-columns.ts';
import { readCsvRows } from './csv-file.ts';
import { type Balanced, rowReader, type RowResult } from './csv-row.ts';
import { says } from './bank-words.ts';
import { stillRows } from './csv-service.ts';
import { surveyOf } from './csv-survey.ts';
import { refuseUnread } from './csv-unread.ts';
import { readBankDate } from './dates.ts';
import type { CsvMapping } from './schema.ts';
import {
  LINES_AT_ONCE,
  type BankStatement,
  leaveOut,
  listed,
  type OtherCurrency,
  type StatementFile,
  wrongCurrency,
} from './statement.ts';
import type { ImportFault } from '../../../lib/import-table.ts';
import type { Minor } from '../../../lib/money.ts';

/** How many rows of titles a file may have before its header. */
const MOST_TITLES = 50;

/**
 * Reads a CSV file as the mapping says, with a statement for each account that it names. Raises `file_refused` if the
 * file is no CSV or lacks a column, if a column may matter that nothing reads, or if its balances do not follow from its lines. With `currency`, rows in other
 * currencies are left out, which is a fault if there are no others.
 */
export async function readCsvStatements(
  text: string,
  mapping: CsvMapping,
  currency: string | undefined,
): Promise<StatementFile> {
  const { rows, above, header, width, ...columns } = await located(text, mapping);
  const indexes = { ...columns.indexes, ...currencyIn(header, columns.indexes) };
  const survey = await surveyOf(rows, indexes, mapping);
  const read = rowReader({ header, indexes, width, mapping, survey, currency, stillOf: stillRows(header) });
  const accounts = new Map<string, Kept>();
  const isLine = (row: SheetRow) => isListed(read(row));
  const problems = above.filter(isLine).map(({ line }): ImportFault => ({ line, ...ABOVE_HEADER }));
  const found = { problems, unread: [] as StatementFile['unread'] };
  await inChunks(
    rows,
    async (part) => {
      for (const row of part) keep(row, read(row), accounts, found);
    },
    LINES_AT_ONCE,
  );
  if (found.problems.length === 0) await refuseUnread({ text, header, rows, indexes }, mapping);
  const { balance: column } = mapping;
  if (found.problems.length === 0 && column !== null) {
    for (const { lines } of accounts.values()) await refuseBrokenBalances({ lines, column, text });
  }
  const shared = survey.currency ?? currency ?? null;
  const statements = [...accounts].map(([account, kept]) => statementOf(account || null, shared, kept));
  if (statements.length === 0) statements.push(statementOf(null, shared, { lines: [], others: [] }));
  const named = header[indexes.currency ?? -1] ?? null;
  const [first] = statements.flatMap(({ otherCurrencies }) => otherCurrencies);
  if (first && statements.every(({ lines }) => lines.length === 0)) {
    found.problems.push(wrongCurrency(first.lines[0] ?? 1, named, first.currency, currency ?? ''));
  }
  return { format: 'CSV', statements, complete: true, problems: listed(found.problems), unread: found.unread };
}

/** The lines of an account, and what is left out of them. */
type Kept = { lines: Balanced[]; others: OtherCurrency[] };

function keep(
  row: SheetRow,
  result: RowResult,
  accounts: Map<string, Kept>,
  found: Pick<StatementFile, 'problems' | 'unread'>,
): void {
  if ('faults' in result) found.problems.push(...result.faults);
  else if ('reason' in result) found.unread.push({ line: row.line, ...result });
  else {
    const kept = accounts.get(result.account) ?? { lines: [], others: [] };
    accounts.set(result.account, kept);
    if (result.other === null || result.entry.pending) kept.lines.push(result);
    else leaveOut(kept.others, result.other, result.entry);
  }
}

/** The fault of a line above the header, where titles stand. It may be one that a person moved, or that a program put there. */
const ABOVE_HEADER = {
  column: null,
  field: null,
  code: 'above_header',
  message: 'stands above the header, but looks like a line; move it below the header, or remove it',
};

/** Returns whether a row was read as a line. The balance before the first line is a title. */
const isListed = (result: RowResult): boolean => 'entry' in result && !says('balance', result.entry.description);

type Located = {
  rows: SheetRow[];
  above: readonly SheetRow[];
  header: readonly string[];
  indexes: Indexes;
  width: number;
};

/**
 * Finds the header, or the first line of a file without one. Returns the rows after it and above it, where the columns are,
 * and how many there are.
 */
async function located(text: string, mapping: CsvMapping): Promise<Located> {
  const rows = await readCsvRows(text);
  const titles = rows.slice(0, MOST_TITLES);
  if (namesPlaces(mapping)) {
    const { indexes } = indexesIn([], mapping);
    const dateAt = indexes.date ?? 0;
    const first = titles.findIndex(({ cells }) => readBankDate(cells[dateAt] ?? '', mapping.dateFormat) !== undefined);
    const header = titles[first - 1]?.cells ?? [];
    return { rows: rows.slice(Math.max(first, 0)), above: [], header, indexes, width: Infinity };
  }
  const at = titles.findIndex(({ cells }) => indexesIn(cells, mapping).missing.length === 0);
  const header = titles[at]?.cells;
  if (header) {
    const { indexes } = indexesIn(header, mapping);
    return { rows: rows.slice(at + 1), above: rows.slice(0, at), header, indexes, width: header.length };
  }
  const widest = titles.toSorted((a, b) => headersIn(b, mapping) - headersIn(a, mapping))[0]?.cells ?? [];
  const missing = indexesIn(widest, mapping).missing.map((name) => `"${name}"`);
  throw new AppError(
    'file_refused',
    `The file has no column ${missing.join(' and no column ')}. It has: ${widest.filter(Boolean).slice(0, 30).join(', ')}. ` +
      'Nothing was read. Say which columns to read.',
    { extra: { guess: await guessMapping(text) } },
  );
}

function headersIn({ cells }: SheetRow, mapping: CsvMapping): number {
  return Object.keys(indexesIn(cells, mapping).indexes).length * 1000 + cells.filter(Boolean).length;
}

function statementOf(accountNumber: string | null, currency: string | null, { lines, others }: Kept): BankStatement {
  return {
    accountNumber,
    accountType: null,
    currency,
    from: null,
    to: null,
    balance: lastBalance(lines),
    otherCurrencies: others,
    lines: lines.map(({ entry }) => entry),
  };
}

/**
 * Returns the balance after the latest line. Files begin with the earliest or with the latest line. If all dates are
 * the same, the balances show which. If they do not, there is none.
 */
function lastBalance(lines: readonly Balanced[]): BankStatement['balance'] {
  const posted = lines.filter(({ entry, balance }) => balance !== null && !entry.pending);
  const [first, second] = posted;
  const last = posted.at(-1);
  if (!first || !last) return null;
  const isDescending =
    first.entry.date === last.entry.date
      ? second !== undefined && first.balance === (second.balance ?? 0) + first.entry.amount
      : first.entry.date > last.entry.date;
  const isAscending = second === undefined || second.balance === (first.balance ?? 0) + second.entry.amount;
  if (first.entry.date === last.entry.date && isDescending === isAscending && posted.length > 1) return null;
  const latest = isDescending ? first : last;
  return { amount: latest.balance ?? (0 as Minor), date: latest.entry.date };
}
