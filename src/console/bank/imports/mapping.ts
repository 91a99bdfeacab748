/** Which column of a CSV file means what: the service's guess, what a person corrects, and a preview of the rows. */
import type { Schemas } from '../../../client/client.ts';
import type { Problem } from '../../../client/client.ts';

export type Mapping = Schemas['CsvMapping'];
/** How a file has to be read, whatever its format. */
export type FileMapping = Mapping | Schemas['OfxSigns'];
type Missing = 'date' | 'description' | 'amount' | 'dateFormat';

/** What the service guesses about a CSV file whose columns are not known. */
export type Guess = {
  columns: readonly string[];
  sample: readonly (readonly string[])[];
  mapping: Partial<Mapping>;
  missing: readonly Missing[];
  /** A date that can be read in two ways. */
  doubt: string | null;
};

/** A row of a file that cannot be imported, and the field that is wrong in it. */
export type BadRow = { line: number; field: string | undefined; message: string };

/** Returns the guess in a refusal, if there is one. */
export function guessIn(problem: Problem): Guess | undefined {
  const { guess } = problem as unknown as { guess?: Guess | null };
  return guess ?? undefined;
}

/** Returns the columns in a refusal that nothing reads and that may matter. */
export function unreadIn(problem: Problem): readonly string[] {
  return (problem as unknown as { unread?: readonly string[] }).unread ?? [];
}

const isPlace = (name: string) => /^#\d+$/.test(name);

/** A cell of a header is a name, without digits. */
const isName = (cell: string) => /\p{L}/u.test(cell) && !/\d/.test(cell);

/**
 * Returns the guess with the names of its header, if the service knows none of them and takes the header for the first
 * row. What it guessed from that row is left out. A name that occurs twice stays a place.
 */
export function withHeader(guess: Guess): Guess {
  const [first = [], ...sample] = guess.sample;
  const isHeader = guess.columns.every(isPlace) && sample.length > 0 && first.length > 1 && first.every(isName);
  if (!isHeader) return guess;
  const columns = guess.columns.map((place, at) => {
    const name = first[at] ?? '';
    return name !== '' && first.indexOf(name) === first.lastIndexOf(name) ? name : place;
  });
  return { ...guess, columns, sample, mapping: {} };
}

/** Divides the sentences of a refusal, which have the paths of their fields, into those of rows and all others. */
export function badRowsIn(fields: Readonly<Record<string, string>>): { rows: BadRow[]; others: string[] } {
  const rows: BadRow[] = [];
  const others: string[] = [];
  for (const [path, message] of Object.entries(fields)) {
    const [, line, field] = /^lines\.(\d+)(?:\.(\w+))?$/.exec(path) ?? [];
    if (line === undefined) others.push(message);
    else rows.push({ line: Number(line), field, message });
  }
  return { rows, others };
}

/** The columns that a person can choose. All others stay as they were guessed. */
export const COLUMNS = ['date', 'description', 'amount', 'debit', 'credit', 'checkNumber', 'balance'] as const;
export type ColumnName = (typeof COLUMNS)[number];
export const DATE_FORMATS = ['mdy', 'dmy', 'ymd', 'roc'] as const;

/** What is chosen in the form. An empty text means that the file has no such column. */
export type Chosen = Record<ColumnName, string> & {
  dateFormat: string;
  isInTwoColumns: boolean;
  isReversed: boolean;
};

export function chosenOf({ mapping }: Guess): Chosen {
  const columns = Object.fromEntries(COLUMNS.map((name) => [name, mapping[name] ?? ''])) as Record<ColumnName, string>;
  const isInTwoColumns = columns.amount === '' && (columns.debit !== '' || columns.credit !== '');
  return { ...columns, dateFormat: mapping.dateFormat ?? '', isInTwoColumns, isReversed: mapping.reversed ?? false };
}

/** Returns the columns that are asked for: one with all amounts, or one for each direction. */
export function askedColumns({ isInTwoColumns }: Chosen): ColumnName[] {
  return COLUMNS.filter((name) => (isInTwoColumns ? name !== 'amount' : name !== 'debit' && name !== 'credit'));
}

/** Returns what must be chosen before the file can be imported. */
export function missingIn(chosen: Chosen): Missing[] {
  const hasAmount = chosen.isInTwoColumns ? chosen.debit !== '' || chosen.credit !== '' : chosen.amount !== '';
  const has = { date: chosen.date, description: chosen.description, amount: hasAmount, dateFormat: chosen.dateFormat };
  return (['date', 'description', 'amount', 'dateFormat'] as const).filter((name) => !has[name]);
}

/** Returns the mapping as it is sent. */
export function mappingOf({ mapping }: Guess, chosen: Chosen): Mapping {
  const asked = askedColumns(chosen);
  const columns = Object.fromEntries(
    COLUMNS.map((name) => [name, asked.includes(name) && chosen[name] !== '' ? chosen[name] : null]),
  );
  const { direction, ...others } = mapping;
  return {
    ...others,
    ...(!chosen.isInTwoColumns && direction !== undefined && { direction }),
    ...columns,
    dateFormat: chosen.dateFormat,
    reversed: !chosen.isInTwoColumns && chosen.isReversed,
  } as Mapping;
}

export type PreviewRow = { row: number; date: string; description: string; checkNumber: string; amount: string };

/** Returns the first rows as they would be entered. Amounts are shown as the file writes them, with their sign. */
export function previewOf({ columns, sample }: Guess, chosen: Chosen): PreviewRow[] {
  return sample.map((cells, row) => {
    const cell = (name: ColumnName) => cells[columns.indexOf(chosen[name])]?.trim() ?? '';
    const [amount, debit] = [cell('amount'), cell('debit')];
    const single = chosen.isReversed ? turned(amount) : amount;
    const double = isZero(debit) ? cell('credit') : turned(debit.replace(/^[-−]/, ''));
    return {
      row,
      date: cell('date'),
      description: cell('description'),
      checkNumber: cell('checkNumber'),
      amount: chosen.isInTwoColumns ? double : single,
    };
  });
}

const isZero = (text: string) => !/[1-9]/.test(text);
const turned = (text: string) => (/^[-−]/.test(text) ? text.slice(1) : text === '' ? '' : `-${text}`);
