/** Checks, after a run, that the books are sound and that every export can be read. */
import { parse } from 'csv-parse/sync';
import { ACCOUNTANTS } from '../support/journal.ts';
import { type Outcome, vestry } from '../support/command.ts';

const LISTS = ['members', 'givings', 'expenses', 'offering-sessions', 'meal-attendance', 'audit'];
/** Matches text that a spreadsheet would run as a formula (OWASP, CSV Injection). */
const FORMULA = /^[=+\-@＝＋－＠\t\r]/;
const NUMBER = /^-?\d+(?:\.\d+)?$/;
const DEFUSED = /^'[=+\-@]/;
const BOOKS = ['database', 'references', 'audit log', 'receipts', 'clock'];

/** Returns the faults of a data directory whose service has stopped. */
export async function findFaultsAfterwards(dataDir: string): Promise<string[]> {
  const run = (...args: string[]) => vestry([...args, '--data-dir', dataDir]);
  const faults: string[] = [];
  const done = async (...args: string[]) => {
    const outcome = await run(...args);
    if (outcome.exitCode !== 0) faults.push(`vestry ${args.join(' ')} ended with ${said(outcome)}`);
    return outcome.stdout;
  };
  await done('audit', 'verify');
  faults.push(...faultsOfDoctor(await run('doctor', '--json')));
  let defused = 0;
  for (const list of LISTS) {
    const csv = await done('export', list, '--format', 'csv');
    const json = await done('export', list, '--format', 'json');
    const rows = rowsOf(csv);
    if (typeof rows === 'string') {
      faults.push(`${list}: ${rows}`);
      continue;
    }
    faults.push(...faultsOfRows(rows, JSON.parse(json) as Row[]).map((fault) => `${list}: ${fault}`));
    const cells = rows.flat();
    const formula = cells.find((cell) => FORMULA.test(cell) && !NUMBER.test(cell));
    if (formula !== undefined) faults.push(`${list}: a spreadsheet would run ${JSON.stringify(formula)}`);
    defused += cells.filter((cell) => DEFUSED.test(cell)).length;
  }
  if (defused === 0) faults.push('the run stored no formula, so the export of formulas was not tested');
  faults.push(...faultsOfJournal(await done('export', 'journal', '--givers')));
  return faults;
}

type Row = Record<string, unknown>;

/** Returns the cells of a CSV file, or the reason why the file cannot be read. */
function rowsOf(csv: string): string[][] | string {
  try {
    return parse(csv, { bom: true, relax_column_count: false });
  } catch (error) {
    return `the CSV cannot be read: ${(error as Error).message}`;
  }
}

/**
 * Returns the first difference between the CSV and the JSON of an export, if any. The apostrophe that the CSV puts
 * before a formula is ignored.
 */
function faultsOfRows([header = [], ...rows]: string[][], records: readonly Row[]): string[] {
  if (rows.length !== records.length) return [`${rows.length} rows of CSV, ${records.length} of JSON`];
  for (const [at, cells] of rows.entries())
    for (const [column, cell] of cells.entries()) {
      const value = records[at]?.[header[column] ?? ''];
      const text = cell.replace(/^'(?='*[=+\-@＝＋－＠\t\r])/, '');
      if (typeof value === 'string' && text !== value)
        return [`${JSON.stringify(value)} is ${JSON.stringify(cell)} in the CSV`];
    }
  return [];
}

const said = ({ exitCode, stderr }: Outcome) => `${exitCode}: ${stderr.slice(0, 1000)}`;

function faultsOfDoctor(outcome: Outcome): string[] {
  type Finding = { check: string; status: string; message: string };
  const { findings } = JSON.parse(outcome.stdout) as { findings: Finding[] };
  const missing = BOOKS.filter((name) => !findings.some(({ check }) => check === name));
  const bad = findings.filter(({ check, status }) => BOOKS.includes(check) && status !== 'ok');
  return [
    ...missing.map((name) => `doctor has no finding for: ${name}`),
    ...bad.map(({ check, message }) => `doctor, ${check}: ${message}`),
  ];
}

function faultsOfJournal(journal: string): string[] {
  return ACCOUNTANTS.filter(({ isThere }) => isThere).flatMap(({ program, check }) => {
    try {
      check(journal);
      return [];
    } catch (error) {
      return [`${program} cannot read the journal: ${(error as Error).message.slice(0, 1000)}`];
    }
  });
}
