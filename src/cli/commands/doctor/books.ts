/** Checks the stored data: the database, the audit log, the receipts and the backups. */
import { statSync } from 'node:fs';
import type { App } from '../../../app.ts';
import { noteDamage, readDamage } from '../../../db/damage.ts';
import { findBrokenReferences, findDamage } from '../../../db/integrity.ts';
import { proveBooks } from '../../../features/audit/proof.ts';
import { lastFaultyBackup, lastGoodBackup } from '../../../features/upkeep/backups/history.ts';
import { ageOf } from '../../../features/upkeep/backups/rules.ts';
import { entryAheadOfClock } from '../../../features/upkeep/health/clock.ts';
import { type ReceiptSweep, removeLeftovers, sweepReceipts } from '../../../features/spending/receipts/sweep.ts';
import { counted, printable } from '../../../lib/text.ts';
import { PUT_BACKUP } from '../../kit/database-fault.ts';
import { type Check, fail, ok, some, type Verdict, warn } from './check-results.ts';

export const BOOKS_CHECKS: readonly Check<App>[] = [
  { name: 'database', look: checkDatabase },
  { name: 'references', look: checkReferences },
  { name: 'audit log', look: checkAudit },
  { name: 'receipts', look: checkReceipts },
  { name: 'clock', look: checkClock },
  { name: 'backups', look: checkBackups },
];

async function checkDatabase(app: App): Promise<Verdict[]> {
  const { database } = app.paths;
  const damage = await findDamage(app.db);
  const mark = readDamage(database);
  if (damage.length > 0) return [fail(`The file is damaged: ${damage.join('; ')}`, await wayBack(app))];
  if (!mark) return [ok('The file is undamaged.')];
  const message = `The file is undamaged, but a check at ${mark.at} found damage (${mark.faults.join('; ')}), so it is only read.`;
  const advice = 'If the disk was not connected properly, let Vestry write again: vestry doctor --fix';
  return [
    warn(message, advice, async () => {
      noteDamage(database, { at: mark.at, faults: [] });
      return 'Vestry writes again.';
    }),
  ];
}

/** Returns how to restore the newest backup of this data directory. */
async function wayBack(app: App): Promise<string> {
  const last = await lastGoodBackup(app);
  if (last === null) return PUT_BACKUP;
  const file = printable(last.file);
  return `Restore the newest backup (made at ${last.at.toISOString()}), after checking it: vestry backup verify ${file}, then vestry backup restore ${file} --stop. If that one is not good: vestry backup list`;
}

async function checkReferences(app: App): Promise<Verdict[]> {
  const broken = await findBrokenReferences(app.db);
  if (broken.length === 0) return [ok('Every row refers to rows that exist.')];
  return [fail(`Some rows refer to rows that do not exist: ${broken.join(', ')}`, await wayBack(app))];
}

async function checkAudit(app: App): Promise<Verdict[]> {
  const { isIntact, entries, faults, warnings } = await proveBooks(app);
  const advice =
    'Find out who changed the database. Compare it with earlier backups: vestry backup list, then vestry backup verify FILE';
  return [
    ...(isIntact ? [ok(`${entries} entries, the chain is unbroken, and the books agree with the audit log.`)] : []),
    ...faults.map((fault) => fail(fault, advice)),
    ...warnings.map((warning) => warn(warning, 'If nobody can explain this, see the details: vestry audit verify')),
  ];
}

async function checkReceipts(app: App): Promise<Verdict[]> {
  const { intact, leftovers, foreign, faults } = await sweepReceipts(app);
  const verdicts = [
    ok(`${counted(intact, 'receipt is present and unchanged', 'receipts are present and unchanged')}.`),
  ];
  if (faults.length > 0) {
    const list = some(faults.map(({ expenseId, problem }) => `expense ${expenseId} (${problem})`));
    const advice =
      'Extract these receipts from a backup (tar xzf FILE receipts) and put them back in their folders, or attach them again.';
    verdicts.push(fail(`Receipts are missing, in the wrong place, unreadable or changed: ${list}`, advice));
  }
  if (leftovers.length > 0) verdicts.push(leftover(app, { leftovers, faults }));
  if (foreign.length > 0) {
    const advice = 'Move these files elsewhere if nobody needs them here.';
    verdicts.push(warn(`The folder receipts contains files that are not receipts: ${some(foreign)}`, advice));
  }
  return verdicts;
}

/**
 * Returns the finding for files that no record names. While any receipt has a fault, the finding has no repair that
 * removes these files, because one of them may be that receipt.
 */
function leftover(app: App, { leftovers, faults }: Pick<ReceiptSweep, 'leftovers' | 'faults'>): Verdict {
  if (faults.length > 0) {
    const message = `No record names these files, but one of them may be a receipt that the finding above lists: ${some(leftovers)}`;
    return warn(message, 'Once the receipts are in order, remove these files: vestry doctor --fix');
  }
  const message = `Interrupted uploads left files that no record names: ${some(leftovers)}`;
  return warn(message, 'Remove them: vestry doctor --fix', async () => {
    await removeLeftovers(app, leftovers);
    return `${counted(leftovers.length, 'file')} removed.`;
  });
}

async function checkBackups(app: App): Promise<Verdict[]> {
  const faulty = await lastFaultyBackup(app);
  if (faulty) {
    const message = `The last backup was made at ${faulty.at.toISOString()}, but the books in it do not agree with their audit log. No good backup before it is removed.`;
    return [fail(message, await wayBack(app))];
  }
  const last = await lastGoodBackup(app);
  const now = app.clock.now();
  const make = 'Make one now: vestry backup create';
  if (last !== null) {
    const message = `The last backup was made at ${last.at.toISOString()}.`;
    return [ageOf(last.at, now) === 'stale' ? warn(message, make) : ok(message)];
  }
  // The service makes the first backup within a day, so a new church may have none yet.
  const { birthtime } = statSync(app.paths.secrets);
  return [
    ageOf(birthtime, now) === 'stale'
      ? warn('There is no backup.', make)
      : ok('The church is new, and its first backup has not been made yet.'),
  ];
}

async function checkClock(app: App): Promise<Verdict[]> {
  const last = await entryAheadOfClock(app);
  if (last === undefined) return [ok('The clock is not behind the latest entry of the audit log.')];
  return [
    fail(
      `The latest entry of the audit log is dated ${last}, but the clock of this computer shows ${app.clock.now().toISOString()}.`,
      'Set the clock of the computer, preferably from a time server. If the clock is right now, it was wrong when the entry was made. In that case, this finding disappears once the date of the entry has passed.',
    ),
  ];
}
