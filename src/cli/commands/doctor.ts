/**
 * `vestry doctor`: checks that everything is in order, and says what to do if something is not. Each check (in
 * `doctor/`) is a small function that looks at one thing. It returns what it found, what to do about it, and, if a safe
 * repair exists, a function that makes this repair. The exit code is 1 if a check failed.
 */
import type { Command } from 'commander';
import * as z from 'zod';
import type { App } from '../../app.ts';
import { counted, printable } from '../../lib/text.ts';
import { loadConfig } from '../../config.ts';
import { dataPaths, readSecrets } from '../../data-dir.ts';
import { SetupError } from '../../errors.ts';
import { EXIT } from '../../exit-codes.ts';
import { action, type Options } from '../kit/action.ts';
import { databaseFault } from '../kit/database-fault.ts';
import { BOOKS_CHECKS } from './doctor/books.ts';
import { CHURCH_CHECKS } from './doctor/church.ts';
import { type Check, fail, type Verdict } from './doctor/check-results.ts';
import { MACHINE_CHECKS } from './doctor/machine.ts';
import { REACH_CHECKS } from './doctor/reach.ts';
import { SETTINGS_CHECKS } from './doctor/settings.ts';
import { type Column, state, table } from '../kit/print.ts';
import { jsonText } from '../kit/terminal.ts';

const AGAIN = 'Solve this problem, and check again: vestry doctor';

const Finding = z.object({
  check: z.string(),
  status: z.enum(['ok', 'warn', 'fail']),
  message: z.string(),
  advice: z.string().nullable(),
});
type Finding = z.output<typeof Finding>;
const Diagnosis = z.object({ findings: z.array(Finding) });
type Diagnosis = z.output<typeof Diagnosis>;

/** The checks, in order. All of them run, even if an earlier check fails. */
const CHECKS: readonly Check<App>[] = [
  ...MACHINE_CHECKS,
  ...BOOKS_CHECKS,
  ...CHURCH_CHECKS,
  ...SETTINGS_CHECKS,
  ...REACH_CHECKS,
];

/** Adds the action of `vestry doctor`. */
export function doctorCommand(command: Command): void {
  command
    .description(
      'check the computer, settings, database, audit log, receipts, the church, mail and LINE, and say what to do about each finding',
    )
    .option('--fix', 'repair what can be repaired without losing data')
    .action(async (...received: unknown[]) => {
      try {
        await lookAtAll(...received);
      } catch (error) {
        await lookWithoutBooks(error, received.at(-1) as Command);
      }
    });
}

const lookAtAll = action({
  asServed: true,
  answer: Diagnosis,
  run: async (app, _args, { fix }) => diagnosis(await findingsOf(app, CHECKS, fix === true)),
  print: printDiagnosis,
});

/**
 * Prints the findings about the computer. Then prints, as the last finding, why the data directory cannot be opened.
 * Rethrows any other error.
 */
async function lookWithoutBooks(error: unknown, command: Command): Promise<void> {
  const verdict = verdictOn(error);
  if (!verdict) throw error;
  const options: Options = command.optsWithGlobals();
  const config = loadConfig(typeof options.dataDir === 'string' ? { dataDir: options.dataDir } : {});
  const paths = dataPaths(config.dataDir);
  const place = { config, paths, secrets: () => readSecrets(paths.secrets) };
  const findings = await findingsOf(place, MACHINE_CHECKS, options.fix === true);
  const all = diagnosis([...findings, { check: 'database', ...plain(verdict) }]);
  process.stdout.write(`${options.json ? jsonText(all, 2) : printDiagnosis(all)}\n`);
}

function verdictOn(error: unknown): Verdict | undefined {
  const fault = databaseFault(error);
  if (fault) return fail(fault.message, fault.advice);
  const isSetup =
    error instanceof SetupError && (error.exitCode === EXIT.unexpected || error.exitCode === EXIT.refused);
  return isSetup ? fail(error.message, AGAIN) : undefined;
}

function diagnosis(findings: Finding[]): Diagnosis {
  if (findings.some(({ status }) => status === 'fail')) process.exitCode = EXIT.unexpected;
  return { findings };
}

async function findingsOf<P>(place: P, checks: readonly Check<P>[], mayFix: boolean): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const check of checks) findings.push(...(await examine(place, check, mayFix)));
  return findings;
}

/** Runs a check. If the check throws an error, the error becomes a finding. */
async function examine<P>(place: P, { name, look }: Check<P>, mayFix: boolean): Promise<Finding[]> {
  const verdicts = await look(place).catch((error: unknown) => [
    fail(`This could not be checked: ${(error as Error).message}`, databaseFault(error)?.advice ?? AGAIN),
  ]);
  const findings: Finding[] = [];
  for (const verdict of verdicts)
    findings.push({ check: verdict.about ?? name, ...(mayFix ? await fixed(verdict) : plain(verdict)) });
  return findings;
}

const plain = ({ status, message, advice }: Verdict) => ({ status, message, advice });

async function fixed(verdict: Verdict): Promise<Omit<Finding, 'check'>> {
  if (!verdict.fix) return plain(verdict);
  try {
    return { status: 'ok', message: `${verdict.message} ${await verdict.fix()}`, advice: null };
  } catch (error) {
    return { ...plain(verdict), message: `${verdict.message} It could not be repaired: ${(error as Error).message}` };
  }
}

type Line = { check?: string; result?: string; finding: string };

const COLUMNS: readonly Column<Line>[] = [
  { title: 'Check', cell: ({ check = '' }) => check },
  { title: 'Result', cell: ({ result = '' }) => result },
  { title: 'Finding', cell: ({ finding }) => finding },
];

function printDiagnosis({ findings }: Diagnosis): string {
  const rows = findings.flatMap(({ check, status, message, advice }): Line[] => [
    { check, result: state(status), finding: printable(message) },
    ...(advice === null ? [] : [{ finding: `-> ${advice}` }]),
  ]);
  const bad = findings.filter(({ status }) => status !== 'ok').length;
  return `${table(COLUMNS, rows, { lines: Infinity })}\n\n${bad === 0 ? 'Everything is in order.' : `${counted(bad, 'finding needs', 'findings need')} attention.`}`;
}
