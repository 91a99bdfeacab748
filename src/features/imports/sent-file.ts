/** Plans the import of a file that was sent over HTTP, or imports it. */
import { type App, inSnapshot } from '../../app.ts';
import { AppError, type FieldError, fileRefused } from '../../errors.ts';
import { breathe } from '../../lib/chunks.ts';
import { can } from '../../permissions.ts';
import { check, refusal } from '../../validate.ts';
import { fieldsOf, type Target } from './columns.ts';
import type { Decision } from './decisions.ts';
import { type Headed, headedSheet, MOST_TITLES, topRows } from './header.ts';
import { IMPORT_KINDS, type ImportOver } from './import-kinds.ts';
import { planOf, shownOf } from './plan.ts';
import { type ColumnFault, columnsSaid, placesOf } from './said-columns.ts';
import {
  type ImportDetails,
  ImportForm,
  type ImportKind,
  type ImportPlan,
  type ImportRecords,
  type PlannedKind,
} from './schema.ts';
import { getImport, listImports } from './service.ts';
import { type ImportFile, tooManyRows } from './sheet.ts';
import { readSheetInThread } from './sheet-thread.ts';
import { type FileQuestion, understand } from './understand.ts';

/** The largest file that is read, in bytes. */
export const LARGEST_SENT = 4 * 1024 * 1024;
/** Others work while a file is read and planned, so the limits are lower than on the command line. */
const MOST_ROWS = 10_000;
/** The header and the titles above it are rows of the file, too. */
const MOST_LINES = MOST_ROWS + MOST_TITLES + 1;
const LIMITS = { rows: MOST_LINES, workbook: { megabytes: 32, rows: MOST_LINES, cells: 1_000_000 } };

/** The fields of the form that are texts. All others are JSON. */
const TEXTS: ReadonlySet<string> = new Set(['category', 'ministry', 'dates']);

/** A file as it was sent, with the other fields of its form. Reading ends when `gone` is aborted. */
export type Sent = {
  name: string;
  bytes: Buffer;
  fields: ReadonlyMap<string, string>;
  gone?: AbortSignal | undefined;
};

/** Returns the fields of a form. Raises `validation_failed` with the path of every bad field. */
export function formOf(fields: ReadonlyMap<string, string>): ImportForm {
  const faults: FieldError[] = [];
  const said: Record<string, unknown> = {};
  for (const [path, text] of fields) {
    if (text.trim() === '') continue;
    try {
      said[path] = TEXTS.has(path) ? text : JSON.parse(text);
    } catch {
      faults.push({ path, code: 'invalid_json', message: 'must be JSON' });
    }
  }
  const checked = check(ImportForm, said);
  if ('errors' in checked) throw refusal([...faults, ...checked.errors]);
  if (faults.length > 0) throw refusal(faults);
  return checked.value;
}

/** Returns what a kind of import provides. Raises `forbidden` if the actor may not import it. */
export async function importOver(app: App, kind: PlannedKind): Promise<ImportOver> {
  const found = (await app.declared(IMPORT_KINDS)).find((room) => room[kind])?.[kind];
  if (!found) throw new Error(`No room imports ${kind}.`);
  if (!can(app.actor, found.permission))
    throw new AppError('forbidden', `This needs the permission ${found.permission}.`);
  return found;
}

/** Returns the imports, or those of one kind, of the kinds that the actor may import, the latest first. */
export async function listOwnImports(app: App, kind?: ImportKind): Promise<ImportRecords> {
  const kinds = new Map((await app.declared(IMPORT_KINDS)).flatMap((room) => Object.entries(room)));
  const { items } = await listImports(app, kind);
  return { items: items.filter((one) => can(app.actor, kinds.get(one.kind)?.permission ?? 'users.manage')) };
}

/** Returns an import of a kind that the actor may import. Throws `not_found` and `forbidden`. */
export function getOwnImport(app: App, id: number): Promise<ImportDetails> {
  return inSnapshot(app, async (app) => {
    const { record, idsOf } = await getImport(app, id);
    const { changed } = await importOver(app, record.kind);
    return { ...record, changed: (await changed?.(app, idsOf)) ?? 0 };
  });
}

/**
 * Returns what the import of a file would do, with all its questions and faults; with `isFinal`, imports its rows, all or
 * none. Raises `validation_failed` for a form that does not fit the file, and `file_refused` for a file that cannot be read
 * or is another kind of list, and with `isFinal` also for one with open questions or bad rows.
 */
export async function importSent(
  app: App,
  kind: PlannedKind,
  { name, bytes, fields, gone }: Sent,
  isFinal: boolean,
): Promise<ImportPlan> {
  const { target: targetOf, run } = await importOver(app, kind);
  const form = formOf(fields);
  const file = await readSheetInThread(name, bytes, LIMITS, { signal: gone });
  const target = await targetOf(app, form);
  const sheet = { ...sheetSaid(file, target, form), encoding: file.encoding };
  await breathe();
  const found = await understand(app, { ...sheet, fileName: name, tops: topRows(file) }, target, {
    columns: chosenIn(form, sheet.header, target),
    values: Object.entries(form.values).flatMap(([column, texts]) =>
      Object.entries(texts).map(([theirs, ours]) => ({ column, theirs, ours })),
    ),
    dates: form.dates,
    namesNobody: form.noGivers,
  });
  if (found.valueFault) throw valueRefused(found.valueFault.said.column);
  if (isFinal && found.questions.length > 0) throw openQuestions(found.questions);
  await breathe();
  const planned =
    found.table && (await run(app, found.table, { ...optionsOf(file, form, isFinal), program: found.program }));
  await breathe();
  return planOf({
    found,
    sheet: shownOf(sheet),
    target,
    leftOut: form.leaveOut,
    mayRepeat: form.allowDuplicates,
    planned,
  });
}

function optionsOf({ source }: ImportFile, form: ImportForm, isFinal: boolean) {
  const decisions = new Map<number, Decision>(
    Object.entries(form.decisions).map(([line, decision]) => [Number(line), decision]),
  );
  const { allowDuplicates } = form;
  return { dryRun: !isFinal, mayBeFaulty: !isFinal, allowDuplicates, source, form, decisions };
}

/** Returns the sheet below its header, without the lines that are left out and with the cells that were mended. */
function sheetSaid<F extends string>(file: ImportFile, target: Target<F>, form: ImportForm): Headed {
  const { rows, above, ...about } = headedSheet(file, target, Object.keys(form.mapping));
  if (rows.length > MOST_ROWS) throw tooManyRows(file.source.fileName);
  const out = new Set(form.leaveOut);
  const mended = new Map<number, { at: number; text: string }[]>();
  const faults: FieldError[] = [];
  for (const [index, { line, column, text }] of form.cells.entries()) {
    const [at] = placesOf(column, about.header);
    if (at === undefined)
      faults.push({ path: `cells.${index}.column`, code: 'unknown_reference', message: 'names no column of the file' });
    else mended.set(line, [...(mended.get(line) ?? []), { at, text }]);
  }
  if (faults.length > 0) throw refusal(faults);
  const kept = rows.filter(({ line }) => !out.has(line));
  return {
    ...about,
    above: above.filter(({ line }) => !out.has(line)),
    rows: kept.map((row) => {
      const cells = [...row.cells];
      for (const { at, text } of mended.get(row.line) ?? []) cells[at] = text;
      return mended.has(row.line) ? { ...row, cells: Array.from(cells, (cell) => cell ?? '') } : row;
    }),
  };
}

function chosenIn<F extends string>({ mapping, ignore }: ImportForm, header: readonly string[], target: Target<F>) {
  const said = [
    ...Object.entries(mapping).map(([column, field]) => ({ column, field: field ?? '' })),
    ...ignore.map((column) => ({ column, field: '' })),
  ];
  const found = columnsSaid(said, header, fieldsOf(target));
  if ('chosen' in found) return found.chosen;
  const {
    said: { column },
    code,
    choices,
  } = found.fault;
  const path = ignore.includes(column) ? 'ignore' : `mapping.${column}`;
  throw refusal([{ path, ...columnFault(code, choices.join(', ')) }]);
}

function columnFault(code: ColumnFault['code'], choices: string) {
  switch (code) {
    case 'no_such_column':
      return { code: 'unknown_reference', message: `names no column of the file; choose one of ${choices}` };
    case 'several_columns':
      return { code: 'ambiguous', message: `names more than one column; choose one of ${choices}` };
    case 'no_such_field':
      return { code: 'unknown_reference', message: `must be a field of this import; choose one of ${choices}` };
    default:
      return { code: 'repeated_column', message: 'is the field of another column, too' };
  }
}

function valueRefused(column: string): AppError {
  const message = 'must name a column that is read, and texts of its cells';
  return refusal([{ path: `values.${column}`, code: 'unknown_reference', message }]);
}

function openQuestions(questions: readonly FileQuestion[]): AppError {
  const about = questions.map((one) => ('column' in one ? one.column : 'field' in one ? one.field : one.code));
  return fileRefused(
    `Nothing was imported, because there are open questions about ${about.join(', ')}. Read the plan first.`,
  );
}
