/** Describes what the import of a file would do, or has done, in the form of the HTTP API and of `--json`. */
import type { ImportFault } from '../../lib/import-table.ts';
import { type Minor, sumMoney, ZERO } from '../../lib/money.ts';
import { personName } from '../../lib/person-name.ts';
import { fieldsOf, type Target } from './columns.ts';
import { LISTED, type Planned } from './import-kinds.ts';
import { textOf } from './rows.ts';
import type { ImportPlan, ImportQuestion } from './schema.ts';
import type { ImportFile, Sheet } from './sheet.ts';
import type { FileQuestion, Understood } from './understand.ts';

const NOTHING = { lines: [], column: null, cell: null, field: null, message: null, choices: [], rows: [] };

/** Returns a question about the file as a whole. */
function asked(question: FileQuestion): ImportQuestion {
  const {
    choices = [],
    bearing,
    ...rest
  } = { bearing: undefined, ...question } as typeof question & {
    choices?: readonly string[];
    bearing?: string;
  };
  const field = bearing === undefined ? {} : { field: bearing };
  return { ...NOTHING, ...rest, ...field, choices: choices.map((value) => ({ value, label: value })) };
}

/** Returns the questions about rows, and whether the file may be imported again. */
function askedOf({ faults, sameFileAs, plan: { create } }: Planned, mayRepeat: boolean): ImportQuestion[] {
  const again = sameFileAs !== null && create + faults.length > 0 && !mayRepeat;
  return [
    ...(again
      ? [{ ...NOTHING, code: 'imported_before', choices: [{ value: sameFileAs, label: String(sameFileAs) }] }]
      : []),
    ...together(faults.filter(({ choices }) => choices !== undefined)),
  ];
}

/** Joins the faults that say the same about the same cell. Questions about the person of a row are not joined. */
function together(faults: readonly ImportFault[]): (ImportQuestion & { message: string })[] {
  const found = new Map<string, ImportQuestion & { message: string; lines: number[] }>();
  for (const { line, column, field, code, message, cell = null, choices, rows = [] } of faults) {
    const own = choices && field === null ? line : choices?.map(({ value }) => value);
    const key = JSON.stringify([column, code, cell, cell === null ? message : null, own]);
    const known = found.get(key);
    if (known) known.lines.push(line);
    else
      found.set(key, {
        code,
        lines: [line],
        column,
        cell,
        field,
        message,
        choices: [...(choices ?? [])],
        rows: [...rows],
      });
  }
  return [...found.values()];
}

type About<F extends string> = {
  found: Understood<F>;
  sheet: SheetShown;
  target: Target<F>;
  /** The lines that somebody has left out. */
  leftOut: readonly number[];
  /** Whether the file may be imported although it was imported before. */
  mayRepeat: boolean;
  planned: Planned | undefined;
};

/** Returns the plan of a file. `planned` is missing if the questions about the file leave no rows to plan. */
export function planOf<F extends string>({ found, sheet, target, leftOut, mayRepeat, planned }: About<F>): ImportPlan {
  const questions = [...found.questions.map(asked), ...(planned ? askedOf(planned, mayRepeat) : [])];
  const { program, header, columns, ignored, totals, notes } = found;
  const meanings = new Map<number, string>(columns.map(({ index, field }) => [index, field.name]));
  const lines = (reason: string, lines: readonly number[]) =>
    lines.length === 0 ? [] : [{ reason, count: lines.length, total: null, lines: [...lines] }];
  const none: Planned['plan'] = { create: 0, skip: 0, leaveOut: [], withoutGiver: null, total: null };
  const plan = planned?.plan ?? none;
  const faults = together((planned?.faults ?? []).filter(({ choices }) => choices === undefined));
  return {
    program: program?.name ?? null,
    encoding: sheet.encoding,
    fields: fieldsOf(target).flatMap(({ name, isOwn }) => (isOwn ? [] : [name])),
    columns: header.flatMap((text, index) =>
      text === ''
        ? []
        : [
            {
              header: text,
              meaning: meanings.get(index) ?? null,
              ignored: !meanings.has(index) && ignored.includes(text),
              examples: [...(sheet.examples[index] ?? [])],
            },
          ],
    ),
    rows: sheet.rows + leftOut.length,
    questions,
    faults: faults.length === 0 ? [] : named(faults, found),
    plan: {
      ...plan,
      leaveOut: [...plan.leaveOut, ...lines('by_hand', leftOut), ...lines('total', totals), ...lines('note', notes)],
    },
    items: planned?.items.slice(0, target.kind === 'members' ? undefined : LISTED) ?? [],
    importId: planned?.importId ?? null,
  };
}

/** Returns faults with the name of whom their row names, unless they have several rows. */
function named<F extends string, T extends { lines: readonly number[] }>(
  faults: readonly T[],
  { table }: Understood<F>,
) {
  const names = new Map(table?.rows.map(({ line, values }) => [line, nameIn(values)]));
  return faults.map((fault) => {
    const [line = 0, other] = fault.lines;
    return { ...fault, name: other === undefined ? (names.get(line) ?? null) : null };
  });
}

function nameIn(values: Partial<Record<string, string | number>>): string | undefined {
  const text = (field: string) => textOf(values[field]);
  const [firstName, lastName, chineseName] = [text('firstName'), text('lastName'), text('chineseName')];
  return text('memberName') ?? text('fullName') ?? personName({ firstName, lastName, chineseName });
}

/** Returns how many rows there are for each reason, with their sum and their lines. */
export function grouped<Reason extends string>(
  rows: readonly { line: number; reason: Reason; amount: Minor | null }[],
): { reason: Reason; count: number; total: Minor; lines: number[] }[] {
  const reasons = [...new Set(rows.map(({ reason }) => reason))];
  return reasons.map((reason) => {
    const own = rows.filter((row) => row.reason === reason);
    const total = sumMoney(own.map(({ amount }) => amount ?? ZERO));
    return { reason, count: own.length, total, lines: own.map(({ line }) => line) };
  });
}

/** What a plan shows of a sheet: its encoding, the number of its rows, and some texts of each column. */
export type SheetShown = Pick<ImportFile, 'encoding'> & { rows: number; examples: readonly (readonly string[])[] };

/** Returns what a plan shows of a sheet, so that its rows need not be kept while they are imported. */
export function shownOf({ encoding, header, rows }: Sheet & Pick<ImportFile, 'encoding'>): SheetShown {
  return { encoding, rows: rows.length, examples: header.map((_header, index) => examplesIn(rows, index)) };
}

function examplesIn(rows: Sheet['rows'], index: number): string[] {
  const texts = new Set<string>();
  for (const { cells } of rows) {
    if (texts.size === 3) break;
    if (cells[index]) texts.add(cells[index]);
  }
  return [...texts];
}
