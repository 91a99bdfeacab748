import path from 'node:path';
import { type Column, fieldTable, table } from '../../../cli/kit/print.ts';
import { counted, printable } from '../../../lib/text.ts';
import type { Backup, BackupList, Restored } from './schema.ts';
import { isProven, sealedByText } from './sealing.ts';

const MIB = 1024 * 1024;
const SHOWN = 10;

/** Returns a size for people. */
export const sizeOf = (bytes: number) => `${(bytes / MIB).toFixed(1)} MiB`;

/** Returns the text for a backup that was checked. */
export function printVerified(backup: Backup): string {
  return printBackup(isProven(backup) ? 'The backup is good' : UNPROVEN, backup);
}

const UNPROVEN = 'The backup is complete, but nothing proves who made it';

/** Returns the text that describes a backup. */
function printBackup(title: string, backup: Backup): string {
  const { file, size, isEncrypted, holdsSecrets, createdAt, church, members, givings, expenses, receipts } = backup;
  const fields = fieldTable(title, {
    file,
    size: sizeOf(size),
    made: createdAt,
    church: church && printable(church),
    members,
    givings,
    expenses,
    receipts: backup.leavesOutReceipts ? 'not in it' : receipts,
    encrypted: isEncrypted ? 'yes' : 'no',
    keys: holdsSecrets ? 'secrets.json is in it' : 'secrets.json and secret settings are not in it',
    'sealed by': sealedByText(backup),
    'audit log': `${backup.authentication}, ends with ${backup.auditHead}`,
  });
  return [fields, ...backup.warnings.flatMap((warning) => ['', warning]), ...problemsOf(backup)].join('\n');
}

/**
 * Returns the text for a new backup. The text names the command that also compares the figures with the audit log.
 * Making a backup leaves out this comparison, because it takes a long time for large books.
 */
export function printMade(backup: Backup): string {
  return [
    printBackup('Backup made', backup),
    '',
    'The file was read back, and its audit log is complete. The figures were not compared with the log; to do that:',
    `  vestry backup verify ${backup.file}`,
  ].join('\n');
}

function problemsOf({ receiptProblems }: Backup): string[] {
  if (receiptProblems.length === 0) return [];
  const some = receiptProblems.slice(0, SHOWN).map((one) => `  ${printable(one.path)}: ${one.problem}`);
  const more = receiptProblems.length > SHOWN ? [`  and ${receiptProblems.length - SHOWN} more`] : [];
  return ['', 'Receipts that were missing or changed when the backup was made (see vestry doctor):', ...some, ...more];
}

/** Returns the table of all backups. */
export function printList({ folder, backups }: BackupList): string {
  if (backups.length === 0) return `There is no backup in ${folder}. Make one: vestry backup create`;
  const columns: Column<BackupList['backups'][number]>[] = [
    { title: 'File', cell: ({ file }) => printable(path.dirname(file) === folder ? path.basename(file) : file) },
    { title: 'Made (UTC)', cell: ({ createdAt }) => createdAt?.slice(0, 16).replace('T', ' ') ?? null },
    { title: 'Size', align: 'right', cell: ({ size }) => (size === 0 ? '' : sizeOf(size)) },
    { title: 'Church', cell: ({ church }) => church && printable(church) },
    { title: 'Members', align: 'right', cell: ({ members }) => members },
    { title: 'Givings', align: 'right', cell: ({ givings }) => givings },
    { title: 'Expenses', align: 'right', cell: ({ expenses }) => expenses },
    { title: 'Encrypted', cell: ({ isEncrypted }) => (isEncrypted ? 'yes' : 'no') },
    { title: 'Quick check', cell: ({ check }) => check },
  ];
  return `${table(columns, backups)}\n\n${counted(backups.length, 'backup')} in ${folder}`;
}

/** Returns the text after a restore: what was done, and what remains to be done. */
export function printRestored(restored: Restored): string {
  const { dataDir, before, hasNewSecrets, signInsEnded, devicesForgotten, keysEnded, settings, createdAt, isServing } =
    restored;
  const { mailServerRemoved, receiptsMissing, numbersSkipped } = restored;
  return [
    printBackup('Restored', restored),
    '',
    `${dataDir} contains the books as they were at ${createdAt}.`,
    ...(before === null ? [] : [`The replaced books are kept in ${before}`]),
    `Everybody must sign in again (${counted(signInsEnded, 'sign-in')} ended).`,
    ...(devicesForgotten > 0 ? [`${counted(devicesForgotten, 'remembered browser')} forgotten.`] : []),
    ...(keysEnded > 0 ? [`${counted(keysEnded, 'key')} for programs ended. Make new ones: vestry key create`] : []),
    ...(mailServerRemoved
      ? [
          'The mail server was not taken over, because anybody could have changed this backup. Set it up again: vestry mail set',
        ]
      : []),
    ...(receiptsMissing > 0
      ? [`${counted(receiptsMissing, 'receipt is', 'receipts are')} missing. To see which: vestry doctor`]
      : []),
    ...numbersSkipped.map(({ year, last }) => `No statement of ${year} gets a number up to ${last} again.`),
    ...(settings.length > 0 ? [`Settings taken from the backup: ${settings.join(', ')}`] : []),
    ...(hasNewSecrets
      ? [
          'secrets.json was not in the backup, so new keys were made. What was encrypted with the old ones must be entered again. To see what that is: vestry doctor',
        ]
      : []),
    'Messages that waited or were being sent when the backup was made are stopped. To see them: vestry notify batches --unfinished',
    isServing ? 'Next: vestry doctor' : 'Next: vestry doctor, then vestry start (or vestry serve, if you use that)',
  ].join('\n');
}
