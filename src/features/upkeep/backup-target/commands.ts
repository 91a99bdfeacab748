import { type Command, Option } from 'commander';
import type { App } from '../../../app.ts';
import { action, type LocalTime, type Options } from '../../../cli/kit/action.ts';
import { fieldTable } from '../../../cli/kit/print.ts';
import { withBar } from '../../../cli/kit/progress.ts';
import { SetupError } from '../../../errors.ts';
import { EXIT } from '../../../exit-codes.ts';
import { encode } from '../../../lib/encode.ts';
import { decode } from '../../../validate.ts';
import { giveWay, untilInterrupted } from '../backups/interruptible-cli.ts';
import { placeOfText, textOfPlace } from './places.ts';
import { BackupTarget, BackupTargetUpdate, CopyResult } from './schema.ts';
import { sendCopy } from './sending.ts';
import { getBackupTarget, goOn, putBackupTarget, testBackupTarget } from './service.ts';

const AFTER = ['submit', 'finalize', 'nightly'] as const;

/** Adds `vestry backup target ...`. */
export function backupTargetCommands(target: Command): void {
  const shown = { answer: BackupTarget, print: printTarget };
  setCommand(target);
  target
    .command('show')
    .description('print the place off this computer, and how old the copies there are')
    .action(action({ ...shown, run: getBackupTarget }));
  target
    .command('test')
    .description('write a small file to the place, read it back, and remove it')
    .action(action({ answer: CopyResult, run: test, print: printResult('The place works.') }));
  sendCommand(target);
  target
    .command('go')
    .description('let this computer send its copies to the place instead of another one, which no longer runs Vestry')
    .action(action({ ...shown, run: goOn }));
  target
    .command('off')
    .description('send no more copies; those that lie there stay')
    .action(action({ ...shown, run: (app) => putBackupTarget(app, decode(BackupTargetUpdate, {})) }));
}

function setCommand(target: Command): void {
  target
    .command('set <place>')
    .description('choose the place off this computer: a folder, or rclone:REMOTE:PATH')
    .option('--keep <days,weeks,months>', 'of how many of the latest days, weeks and months the last copy stays')
    .option('--after <list>', `when copies are sent: some of ${AFTER.join(',')}; none for only by hand`)
    .addHelpText('after', SET_HELP)
    .action(action({ answer: BackupTarget, run: set, print: printTarget }));
}

const SET_HELP = `
Copies are always encrypted with the passphrase for backups (the setting backupPassphraseFile). After an offering was
submitted or a month finalized the books are sent, every night everything. Every copy is read back and compared.

With rclone (https://rclone.org), the place may be a drive, S3, SFTP or WebDAV. Set the remote up first: rclone config

Examples:
  $ vestry backup target set /media/disk/vestry
  $ vestry backup target set rclone:drive:vestry --keep 7,4,12 --after submit,nightly`;

function set(app: App, [place = '']: readonly string[], { keep, after }: Options): Promise<BackupTarget> {
  const given = {
    ...placeOfText(place),
    ...(typeof keep === 'string' && { keep: keepOf(keep) }),
    ...(typeof after === 'string' && { after: afterOf(after) }),
  };
  return putBackupTarget(app, decode(BackupTargetUpdate, given));
}

function keepOf(text: string): object {
  const [days, weeks, months, ...more] = text.split(',').map((part) => (/^\d+$/.test(part) ? Number(part) : NaN));
  if ([days, weeks, months].every(Number.isInteger) && more.length === 0) return { days, weeks, months };
  throw new SetupError('--keep needs three whole numbers, such as 7,4,12.', EXIT.usage);
}

function afterOf(text: string): object {
  const named = text === 'none' ? [] : text.split(',');
  const unknown = named.find((name) => !(AFTER as readonly string[]).includes(name));
  if (unknown === undefined) return Object.fromEntries(AFTER.map((name) => [name, named.includes(name)]));
  throw new SetupError(`--after does not know "${unknown}". It knows ${AFTER.join(', ')} and none.`, EXIT.usage);
}

function sendCommand(target: Command): void {
  target
    .command('send')
    .description('send a copy of everything now, and read it back')
    .option('--books', 'only the books, without the files of receipts')
    .addOption(new Option('--scheduled', 'used by the service itself').hideHelp())
    .action(action({ answer: CopyResult, run: send, print: printResult('The copy was sent and read back.') }));
}

async function send(app: App, _args: readonly string[], options: Options): Promise<CopyResult> {
  const isScheduled = options.scheduled === true;
  if (isScheduled) giveWay();
  const holds = options.books === true ? 'Books' : 'All';
  await untilInterrupted((interrupted) => {
    const signal = isScheduled ? AbortSignal.any([interrupted, serviceGone()]) : interrupted;
    return withBar(options, 'Copy', (onProgress) => sendCopy(app, { holds, signal, onProgress }));
  });
  return { ok: true, at: app.clock.now().toISOString(), error: null };
}

/** Returns a signal that aborts when the service that started this process is gone, however it ended. */
function serviceGone(): AbortSignal {
  const gone = new AbortController();
  process.stdin.once('close', () => gone.abort(new SetupError('The service has ended.', EXIT.unexpected)));
  process.stdin.resume().unref();
  return gone.signal;
}

async function test(app: App): Promise<CopyResult> {
  const result = await testBackupTarget(app);
  if (!result.ok) process.exitCode = EXIT.inTheWay;
  return result;
}

const printResult = (good: string) => (result: CopyResult) => result.error?.message ?? good;

const CLOUDS = {
  OneDrive: 'OneDrive',
  Dropbox: 'Dropbox',
  ICloud: 'iCloud',
  GoogleDrive: 'Google Drive',
} as const;

function printTarget(target: BackupTarget, at: LocalTime): string {
  const { kind, place, sameDisk, syncedFolder, lastError, hasPassphrase, hasRclone, isSending, ...shown } = encode(
    BackupTarget,
    target,
  );
  if (kind === null || place === null) {
    return 'No copy is kept off this computer. To choose a place: vestry backup target set --help';
  }
  const { keep, after, ...times } = shown;
  const fields = {
    place: textOfPlace({ kind, place }),
    keep: `${keep.days} days, ${keep.weeks} weeks, ${keep.months} months`,
    'sent after': AFTER.filter((name) => after[name]).join(', ') || 'nothing',
    'books as of': times.lastCopyAt,
    'everything as of': times.lastFullCopyAt,
    'being sent': isSending ? 'yes' : null,
    'changed at': times.modifiedAt,
  };
  const notes = [
    lastError && `At ${at(lastError.at)}: ${lastError.message}`,
    sameDisk && SAME_DISK,
    syncedFolder &&
      `${CLOUDS[syncedFolder]} takes the copies off this computer while it is signed in. Never put the books themselves there.`,
    !hasPassphrase && 'There is no passphrase for backups, so no copy can be sent.',
    kind === 'Rclone' && !hasRclone && 'rclone is not installed.',
  ];
  return [
    fieldTable('Copies off this computer', fields, at),
    ...notes.filter(Boolean).flatMap((note) => ['', note]),
  ].join('\n');
}

const SAME_DISK =
  'The place is on the same disk as the books. It helps when something was deleted, but not when the disk breaks or the computer is stolen.';
