/** `vestry doctor`: whether everything is as it should be, and what to do about what is not. */
import type { Command } from 'commander';
import * as z from 'zod';
import type { App } from '../app.ts';
import { findBrokenReferences, findDamage } from '../db/integrity.ts';
import { verifyAudit } from '../features/audit/verification.ts';
import { sweepReceipts } from '../features/expenses/receipt-sweep.ts';
import { printable } from '../lib/text.ts';
import { action } from './action.ts';
import { table } from './print.ts';

const FAILED = 1;
/** More of the same than these are only counted. */
const NAMED = 10;

const Finding = z.object({
  check: z.string(),
  status: z.enum(['ok', 'warning', 'failed']),
  message: z.string(),
  advice: z.string().nullable(),
});
type Finding = z.output<typeof Finding>;
const Diagnosis = z.object({ findings: z.array(Finding) });

type Verdict = Omit<Finding, 'check'>;
type Check = { name: string; look: (app: App) => Promise<Verdict[]> };

const RESTORE = 'Stop the service, keep a copy of the data directory, and put a backup in its place.';

/** What is looked at, in this order; each is looked at whatever the others found. */
const CHECKS: readonly Check[] = [
  { name: 'database', look: checkDatabase },
  { name: 'references', look: checkReferences },
  { name: 'audit log', look: checkAudit },
  { name: 'receipts', look: checkReceipts },
];

/** Adds the action of `vestry doctor`. */
export function doctorCommand(command: Command): void {
  command.description('check the database, the audit log and the receipts; says what to do about each finding').action(
    action({
      answer: Diagnosis,
      run: async (app) => {
        const findings: Finding[] = [];
        for (const check of CHECKS) findings.push(...(await examine(app, check)));
        if (findings.some(({ status }) => status === 'failed')) process.exitCode = FAILED;
        return { findings };
      },
      print: ({ findings }) => printFindings(findings),
    }),
  );
}

/** A check that cannot even look has found something. */
async function examine(app: App, { name, look }: Check): Promise<Finding[]> {
  const verdicts = await look(app).catch((error: unknown) => [
    failed(`It could not be checked: ${(error as Error).message}`, RESTORE),
  ]);
  return verdicts.map((verdict) => ({ check: name, ...verdict }));
}

const ok = (message: string): Verdict => ({ status: 'ok', message, advice: null });
const failed = (message: string, advice: string): Verdict => ({ status: 'failed', message, advice });

async function checkDatabase({ db }: App): Promise<Verdict[]> {
  const damage = await findDamage(db);
  return damage.length === 0
    ? [ok('The file is undamaged.')]
    : [failed(`It is damaged: ${damage.join('; ')}`, RESTORE)];
}

async function checkReferences({ db }: App): Promise<Verdict[]> {
  const broken = await findBrokenReferences(db);
  if (broken.length === 0) return [ok('Every row refers to rows that are there.')];
  return [failed(`Rows refer to what is not there: ${broken.join(', ')}`, RESTORE)];
}

async function checkAudit(app: App): Promise<Verdict[]> {
  const { isIntact, entries, firstBadId, problem } = await verifyAudit(app);
  if (isIntact) return [ok(`${entries} entries, the chain is unbroken.`)];
  return [failed(`It was tampered with at entry ${firstBadId}: ${problem}.`, 'Compare it with a backup.')];
}

async function checkReceipts(app: App): Promise<Verdict[]> {
  const { intact, removed, kept, foreign, faults } = await sweepReceipts(app);
  const swept = removed.length === 0 ? '' : ` Left over from interrupted uploads and removed: ${some(removed)}`;
  const verdicts = [ok(`${intact} receipts are as they were stored.${swept}`)];
  if (faults.length > 0) {
    const list = some(faults.map(({ expenseId, problem }) => `expense ${expenseId} (${problem})`));
    const advice = 'Take the files from a backup of the folder receipts, or attach the receipts anew.';
    verdicts.push(failed(`Receipts are not as they were stored: ${list}`, advice));
  }
  if (kept.length > 0) {
    const advice = 'Run vestry doctor again once the receipts are in order; then they are removed.';
    verdicts.push({
      status: 'warning',
      message: `Nobody names these files, one may be missing above: ${some(kept)}`,
      advice,
    });
  }
  if (foreign.length > 0) {
    const advice = 'Move them elsewhere if nobody needs them here.';
    verdicts.push({ status: 'warning', message: `The folder receipts holds other files: ${some(foreign)}`, advice });
  }
  return verdicts;
}

function some(list: readonly string[]): string {
  const shown = list.slice(0, NAMED).join(', ');
  return list.length > NAMED ? `${shown} and ${list.length - NAMED} more` : shown;
}

function printFindings(findings: readonly Finding[]): string {
  const columns = ['Check', 'Result', 'Finding'].map((title) => ({ title }));
  const rows = findings.flatMap(({ check, status, message, advice }) => [
    [check, status, printable(message)],
    ...(advice === null ? [] : [['', '', `-> ${advice}`]]),
  ]);
  const bad = findings.filter(({ status }) => status !== 'ok').length;
  return `${table(columns, rows)}\n\n${bad === 0 ? 'Everything is in order.' : `${bad} to look at.`}`;
}
