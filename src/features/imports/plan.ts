/** Describes what the import of a file would do, or has done, in the form of the HTTP API and of `--json`. */
import type { ImportFault } from '../../lib/import-table.ts';
import type { Target } from './columns.ts';
import type { Planned } from './import-kinds.ts';
import type { ImportPlan, ImportQuestion } from './schema.ts';
import type { Sheet } from './sheet.ts';
import type { FileQuestion, Understood } from './understand.ts';

/** How many rows are listed. */
const LISTED = 500;

const NOTHING = { lines: [], column: null, cell: null, field: null, message: null, choices: [] };

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
  const again = sameFileAs !== null && create > 0 && !mayRepeat;
  return [
    ...(again
      ? [{ ...NOTHING, code: 'imported_before', choices: [{ value: sameFileAs, label: String(sameFileAs) }] }]
      : []),
    ...together(faults.filter(({ choices }) => choices !== undefined)),
  ];
}

/** Joins the faults that say the same about the same cell. */
function together(faults: readonly ImportFault[]): (ImportQuestion & { message: string })[] {
  const found = new Map<string, ImportQuestion & { message: string; lines: number[] }>();
  for (const { line, column, field, code, message, cell = null, choices = [] } of faults) {
    const key = JSON.stringify([column, code, cell, cell === null ? message : null, choices.map(({ value }) => value)]);
    const known = found.get(key);
    if (known) known.lines.push(line);
    else found.set(key, { code, lines: [line], column, cell, field, message, choices: [...choices] });
  }
  return [...found.values()];
}

type About<F extends string> = {
  found: Understood<F>;
  sheet: Sheet;
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
    fields: target.fields.filter(({ isOwn }) => !isOwn).map(({ name }) => name),
    columns: header.flatMap((text, index) =>
      text === ''
        ? []
        : [
            {
              header: text,
              meaning: meanings.get(index) ?? null,
              ignored: !meanings.has(index) && ignored.includes(text),
              examples: examplesOf(sheet, index),
            },
          ],
    ),
    rows: sheet.rows.length + leftOut.length,
    questions,
    faults: faults.map(({ choices: _choices, field: _field, ...fault }) => fault),
    plan: {
      ...plan,
      leaveOut: [...plan.leaveOut, ...lines('by_hand', leftOut), ...lines('total', totals), ...lines('note', notes)],
    },
    items: planned?.items.slice(0, LISTED) ?? [],
    importId: planned?.importId ?? null,
  };
}

function examplesOf({ rows }: Sheet, index: number): string[] {
  const texts = new Set<string>();
  for (const { cells } of rows) {
    if (texts.size === 3) break;
    if (cells[index]) texts.add(cells[index]);
  }
  return [...texts];
}
