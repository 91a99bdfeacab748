/** What a person has said about a file that is being imported, and the form in which the service gets it. */
import type { Schemas } from '../../client/client.ts';
import type { DateOrder } from '../../lib/import-dates.ts';
import type { Detail } from './kinds.ts';

export type Plan = Schemas['ImportPlan'];
export type Question = Plan['questions'][number];
export type Fault = Plan['faults'][number];

/** Who the person in a row is: somebody new, or the member with this id. */
export type Decision = 'new' | number;

export type Draft = {
  readonly file: File;
  /** The fields of columns that a person has mapped. */
  readonly mapping: Readonly<Record<string, string>>;
  /** The columns that are left out. */
  readonly ignore: readonly string[];
  /** By column: the texts of cells, and what is read instead. */
  readonly values: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The corrected cells, by line and column. */
  readonly cells: ReadonlyMap<string, { line: number; column: string; text: string }>;
  readonly leaveOut: readonly number[];
  readonly decisions: Readonly<Record<number, Decision>>;
  readonly dates: DateOrder | null;
  readonly namesNobody: boolean;
  /** True if rows without a giver below rows with one have no giver. */
  readonly blankGivers: boolean;
  /** What somebody has said about the file beside its columns and rows. */
  readonly details: Details;
  readonly mayRepeat: boolean;
};

export type Details = Readonly<Partial<Record<Detail, string>>>;

export const draftOf = (file: File, details: Details): Draft => ({
  file,
  details,
  mapping: {},
  ignore: [],
  values: {},
  cells: new Map(),
  leaveOut: [],
  decisions: {},
  dates: null,
  namesNobody: false,
  blankGivers: false,
  mayRepeat: false,
});

/** Returns the form to send with the file. Texts are sent as they are, and everything else as JSON. */
export function formOf({ mapping, ignore, values, cells, leaveOut, decisions, dates, ...draft }: Draft) {
  return {
    mapping: JSON.stringify(mapping),
    ignore: JSON.stringify(ignore),
    values: JSON.stringify(values),
    cells: JSON.stringify([...cells.values()]),
    leaveOut: JSON.stringify(leaveOut),
    decisions: JSON.stringify(decisions),
    noGivers: String(draft.namesNobody),
    blankGivers: String(draft.blankGivers),
    allowDuplicates: String(draft.mayRepeat),
    ...(dates && { dates }),
    ...Object.fromEntries(Object.entries(draft.details).filter(([, text]) => text !== '')),
    file: draft.file,
  };
}

/** The field that several columns may fill: for each row, the first one with a text counts. */
const SHARED = 'phone';

/** Maps a column to a field, leaves it out (null), or forgets what was said about it (undefined). */
export function withColumn(draft: Draft, column: string, field: string | null | undefined): Draft {
  const { [column]: _before, ...others } = draft.mapping;
  const kept = Object.entries(others).filter(([, other]) => other !== field || field === SHARED);
  return {
    ...draft,
    mapping: { ...Object.fromEntries(kept), ...(field && { [column]: field }) },
    ignore: [...draft.ignore.filter((one) => one !== column), ...(field === null ? [column] : [])],
  };
}

/** Returns what a person has said about a column: a field, null if it is left out, or undefined. */
export function columnSaid({ mapping, ignore }: Draft, column: string): string | null | undefined {
  return ignore.includes(column) ? null : mapping[column];
}

/** Reads a text of a column as another one. An empty text forgets it. */
export function withValue(draft: Draft, column: string, cell: string, text: string): Draft {
  const { [cell]: _before, ...others } = draft.values[column] ?? {};
  return { ...draft, values: { ...draft.values, [column]: { ...others, ...(text !== '' && { [cell]: text }) } } };
}

/** Corrects a cell in each of these lines. */
export function withCells(draft: Draft, lines: readonly number[], column: string, text: string): Draft {
  const mended = lines.map((line) => [`${line} ${column}`, { line, column, text }] as const);
  return { ...draft, cells: new Map([...draft.cells, ...mended]) };
}

/** Says who the person in these lines is. */
export function withDecision(draft: Draft, lines: readonly number[], decision: Decision): Draft {
  return { ...draft, decisions: { ...draft.decisions, ...Object.fromEntries(lines.map((line) => [line, decision])) } };
}

/** Leaves lines out, or takes all of them back in if none are given. */
export function withoutLines(draft: Draft, lines?: readonly number[]): Draft {
  return { ...draft, leaveOut: lines === undefined ? [] : [...new Set([...draft.leaveOut, ...lines])] };
}

/** True if rows are asked about whose person somebody must name. */
export const isAboutPerson = ({ code }: Question): boolean => PERSON.has(code);
const PERSON = new Set([
  'similar_giver',
  'unknown_giver',
  'ambiguous_giver',
  'several_people',
  'giver_blank',
  'similar_person',
  'undivided_name',
]);

/** True if some of the lines are not left out, or if a question is about the file as a whole. */
export const isOpen = ({ leaveOut }: Draft, { lines }: { lines: readonly number[] }): boolean =>
  lines.length === 0 || lines.some((line) => !leaveOut.includes(line));

/**
 * Returns the questions about people that are answered: those asked before, and those of the last plan, unless the next
 * plan asks them again. They stay on the page, so that an answer can be changed.
 */
export function answeredOf(draft: Draft, before: readonly Question[], next: Plan): Question[] {
  const isAsked = ({ lines: [line] }: Question) => next.questions.some(({ lines }) => lines[0] === line);
  const isAnswered = ({ lines: [line] }: Question) => line !== undefined && draft.decisions[line] !== undefined;
  return before.filter((one) => isAboutPerson(one) && isAnswered(one) && !isAsked(one));
}

/** Returns the decision that a row is the member whom it resembles, for the open rows that resemble one member alone. */
export function allTheSame(draft: Draft, questions: readonly Question[]): [line: number, id: number][] {
  return questions.flatMap(({ code, lines: [line = 0], choices }) => {
    const [id, other] = choices.flatMap(({ value }) => (typeof value === 'number' ? [value] : []));
    const isDecided = draft.decisions[line] !== undefined || draft.leaveOut.includes(line);
    return code === 'similar_person' && !isDecided && id !== undefined && other === undefined
      ? [[line, id] as [number, number]]
      : [];
  });
}

/** True if everything has been answered, so that the rows can be stored. */
export const isReady = ({ questions, faults }: Plan): boolean => questions.length === 0 && faults.length === 0;
