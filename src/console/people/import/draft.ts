/** A file of people while a person maps its columns, corrects its cells and decides about similar people. */
import { personName } from '../../../lib/person-name.ts';
import type { Schemas } from '../../../client/client.ts';

export type Sheet = Schemas['MemberSheet'];
export type Check = Schemas['MemberImportCheck'];
type Request = Schemas['NewMemberImport'];
export type Field = Schemas['MemberImportField'];
type DateOrder = Schemas['DateOrder'];
type Row = Sheet['rows'][number];

/** The person in a row is new, or is the member with this id. */
export type Decision = 'new' | number;

export type Draft = {
  sheet: Sheet;
  columns: Sheet['columns'];
  dates: DateOrder | null;
  rows: readonly Row[];
  /** The lines that are not imported. */
  leftOut: ReadonlySet<number>;
  /** The rows that the service asked about, by line. They stay on the page, so that a decision can be changed. */
  asked: ReadonlyMap<number, Check['undecided'][number]>;
  decisions: ReadonlyMap<number, Decision>;
};

export const draftOf = (sheet: Sheet): Draft => ({
  sheet,
  columns: sheet.columns,
  dates: sheet.dates ?? null,
  rows: sheet.rows,
  leftOut: new Set(),
  asked: new Map(),
  decisions: new Map(),
});

/**
 * Returns the positions of the columns that are read. The service gets only these, so that more rows fit into a request.
 * If no column is read yet, the service gets the first one, and asks for the names.
 */
export function columnsRead(columns: Draft['columns']): number[] {
  const read = columns.flatMap(({ field }, at) => (field == null ? [] : [at]));
  return read.length > 0 ? read : [0];
}

/** The largest body of a request, in bytes. */
const LARGEST_BODY = 1024 * 1024;

/** True if a request fits into what the service accepts. */
export const isSendable = (body: Request): boolean => new Blob([JSON.stringify(body)]).size <= LARGEST_BODY;

/** Returns the request that checks or imports the rows. */
export function requestOf({ sheet, columns, dates, rows, leftOut, decisions }: Draft, mayRepeat: boolean): Request {
  const { fileName, fileHash } = sheet;
  const kept = rows.filter(({ line }) => !leftOut.has(line));
  const read = columnsRead(columns);
  // Cells without a column stay, because the service names a row that has too many.
  const sent = (cells: readonly string[]) => [...read.map((at) => cells[at] ?? ''), ...cells.slice(columns.length)];
  return {
    fileName,
    fileHash,
    columns: columns.filter((_, at) => read.includes(at)),
    dates,
    mayRepeat,
    rows: kept.map(({ line, ...row }) => {
      const cells = sent(row.cells);
      const decision = decisions.get(line);
      if (decision === undefined) return { line, cells };
      return decision === 'new' ? { line, cells, isNew: true } : { line, cells, memberId: decision };
    }),
  };
}

/** Maps a column to a field. No other column keeps the field, unless several columns may fill it. */
export function withField(draft: Draft, index: number, field: Field | null): Draft {
  const isShared = field === null || field === 'phone';
  const columns = draft.columns.map((column, at) => {
    if (at === index) return { ...column, field };
    return !isShared && column.field === field ? { ...column, field: null } : column;
  });
  return { ...draft, columns };
}

/** Returns the text of a field in a row: of several columns, the first one that has a text. */
export function textAt({ columns, rows }: Pick<Draft, 'columns' | 'rows'>, line: number, field: Field): string {
  const row = rows.find((one) => one.line === line);
  return row === undefined ? '' : textIn(columns, row, field);
}

function textIn(columns: Draft['columns'], { cells }: Row, field: Field): string {
  return columns.flatMap((column, at) => (column.field === field ? [cells[at] ?? ''] : [])).find(Boolean) ?? '';
}

/** Corrects a cell. A field that no column of the file fills gets a column of its own. */
export function withText(draft: Draft, line: number, field: Field, text: string): Draft {
  const row = draft.rows.find((one) => one.line === line);
  if (!row) return draft;
  const own = draft.columns.flatMap((column, at) => (column.field === field ? [at] : []));
  const at = own.find((one) => row.cells[one]) ?? own[0] ?? draft.columns.length;
  const isNew = own.length === 0;
  const columns = isNew ? [...draft.columns, { header: field, field }] : draft.columns;
  const rows = draft.rows.map((one) => {
    if (one !== row && !isNew) return one;
    const cells = Array.from({ length: Math.max(one.cells.length, at) }, (_, index) => one.cells[index] ?? '');
    // A row can have more cells than the header. None of them may come below the new column.
    return { line: one.line, cells: cells.toSpliced(at, isNew ? 0 : 1, one === row ? text : '') };
  });
  return { ...draft, columns, rows };
}

/** Leaves a row out, or takes all rows back in if no line is given. */
export function leaveOut(draft: Draft, line?: number): Draft {
  return { ...draft, leftOut: new Set(line === undefined ? [] : [...draft.leftOut, line]) };
}

/** Keeps the rows that a check asked about. */
export function withAsked(draft: Draft, { undecided }: Check): Draft {
  return { ...draft, asked: new Map([...draft.asked, ...undecided.map((one) => [one.line, one] as const)]) };
}

export function withDecisions(draft: Draft, decisions: readonly (readonly [number, Decision])[]): Draft {
  return { ...draft, decisions: new Map([...draft.decisions, ...decisions]) };
}

/** Returns the decision that a row is the member whom it resembles, for the open rows that resemble one member alone. */
export function allTheSame({ asked, leftOut, decisions }: Draft): (readonly [number, Decision])[] {
  return [...asked.values()].flatMap(({ line, people }) => {
    const [id, other] = people.flatMap(({ memberId }) => memberId ?? []);
    const isOpen = !leftOut.has(line) && !decisions.has(line);
    return isOpen && id !== undefined && other === undefined ? [[line, id] as const] : [];
  });
}

export type Fault = Check['faults'][number];
export type FaultyRow = { line: number; cells: { field: Field; fault: Fault | undefined }[]; others: Fault[] };

/** Returns the rows with faults: the cells to correct, and the faults of the row as a whole. */
export function faultyRows({ columns, leftOut }: Draft, { faults }: Check): FaultyRow[] {
  const placeOf = ({ field }: { field: Field }) => {
    const place = columns.findIndex((column) => column.field === field);
    return place < 0 ? columns.length : place;
  };
  const rows = new Map<number, FaultyRow>();
  for (const fault of faults) {
    if (leftOut.has(fault.line)) continue;
    const row = rows.get(fault.line) ?? { line: fault.line, cells: [], others: [] };
    rows.set(fault.line, row);
    const { field } = fault;
    if (field === null) row.others.push(fault);
    else if (!row.cells.some((cell) => cell.field === field)) row.cells.push({ field, fault });
    // A Chinese name that cannot be divided may be corrected, or the two parts may be typed.
    if (fault.code !== 'undivided_name') continue;
    for (const part of ['firstName', 'lastName'] as const) row.cells.push({ field: part, fault: undefined });
  }
  for (const row of rows.values()) row.cells.sort((a, b) => placeOf(a) - placeOf(b));
  return [...rows.values()].toSorted((a, b) => a.line - b.line);
}

export const STATES = ['new', 'known', 'faulty', 'asked', 'leftOut'] as const;
export type State = (typeof STATES)[number];
export type PreviewRow = { line: number; name: string; phone: string; email: string; family: string; state: State };

/** Returns what becomes of each row. */
export function previewOf({ columns, rows, leftOut }: Draft, check: Check): PreviewRow[] {
  const faulty = new Set(check.faults.map(({ line }) => line));
  const asked = new Set(check.undecided.map(({ line }) => line));
  const known = new Set(check.duplicates.map(({ line }) => line));
  return rows.map((row) => {
    const { line } = row;
    const text = (field: Field) => textIn(columns, row, field);
    const state = leftOut.has(line)
      ? 'leftOut'
      : faulty.has(line)
        ? 'faulty'
        : asked.has(line)
          ? 'asked'
          : known.has(line)
            ? 'known'
            : 'new';
    const name =
      personName({
        firstName: text('firstName'),
        lastName: text('lastName'),
        chineseName: text('chineseName') || null,
      }) ?? '';
    return { line, name, phone: text('phone'), email: text('email'), family: text('familyName'), state };
  });
}

/** Returns up to three different values of a column, as examples. */
export function examplesOf({ rows }: Sheet, index: number): string {
  const texts = new Set<string>();
  for (const { cells } of rows) {
    if (texts.size === 3) break;
    if (cells[index]) texts.add(cells[index]);
  }
  return [...texts].join(' · ');
}
