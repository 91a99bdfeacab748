/** `vestry doctor`: whether everything is as it should be, and what to do about what is not. */
import type { Command } from 'commander';
import * as z from 'zod';
import type { App } from '../app.ts';
import { printable } from '../lib/text.ts';
import { action } from './action.ts';
import { BOOKS, RESTORE } from './doctor/books.ts';
import { type Check, fail, type Verdict } from './doctor/check.ts';
import { MACHINE } from './doctor/machine.ts';
import { REACH } from './doctor/reach.ts';
import { SETTINGS } from './doctor/settings.ts';
import { bold, table } from './print.ts';

const FAILED = 1;

const Finding = z.object({
  check: z.string(),
  status: z.enum(['ok', 'warn', 'fail']),
  message: z.string(),
  advice: z.string().nullable(),
});
type Finding = z.output<typeof Finding>;
const Diagnosis = z.object({ findings: z.array(Finding) });

/** What is looked at, in this order; each is looked at whatever the others found. */
const CHECKS: readonly Check[] = [...MACHINE, ...BOOKS, ...SETTINGS, ...REACH];

/** Adds the action of `vestry doctor`. */
export function doctorCommand(command: Command): void {
  command
    .description(
      'check computer, settings, database, audit log, receipts, mail and LINE; says what to do about each finding',
    )
    .option('--fix', 'put right what can be put right without a loss')
    .action(
      action({
        answer: Diagnosis,
        run: async (app, _args, { fix }) => {
          const findings: Finding[] = [];
          for (const check of CHECKS) findings.push(...(await examine(app, check, fix === true)));
          if (findings.some(({ status }) => status === 'fail')) process.exitCode = FAILED;
          return { findings };
        },
        print: ({ findings }) => printFindings(findings),
      }),
    );
}

/** A check that cannot even look has found something. */
async function examine(app: App, { name, look }: Check, mayFix: boolean): Promise<Finding[]> {
  const verdicts = await look(app).catch((error: unknown) => [
    fail(`It could not be checked: ${(error as Error).message}`, RESTORE),
  ]);
  const findings: Finding[] = [];
  for (const verdict of verdicts) findings.push({ check: name, ...(mayFix ? await fixed(verdict) : plain(verdict)) });
  return findings;
}

const plain = ({ status, message, advice }: Verdict) => ({ status, message, advice });

async function fixed(verdict: Verdict): Promise<Omit<Finding, 'check'>> {
  if (!verdict.fix) return plain(verdict);
  try {
    return { status: 'ok', message: `${verdict.message} ${await verdict.fix()}`, advice: null };
  } catch (error) {
    return { ...plain(verdict), message: `${verdict.message} It could not be put right: ${(error as Error).message}` };
  }
}

function printFindings(findings: readonly Finding[]): string {
  const columns = ['Check', 'Result', 'Finding'].map((title) => ({ title }));
  const rows = findings.flatMap(({ check, status, message, advice }) => [
    [check, status === 'ok' ? status : bold(status), printable(message)],
    ...(advice === null ? [] : [['', '', `-> ${advice}`]]),
  ]);
  const bad = findings.filter(({ status }) => status !== 'ok').length;
  return `${table(columns, rows)}\n\n${bad === 0 ? 'Everything is in order.' : `${bad} to look at.`}`;
}
