import path from 'node:path';
import { type Command, Option } from 'commander';
import * as z from 'zod';
import { action, type Options } from '../../../cli/kit/action.ts';
import { withBar } from '../../../cli/kit/progress.ts';
import { askNewSecret, askSecret, readSecretLine } from '../../../cli/kit/prompt.ts';
import type { App } from '../../../app.ts';
import type { Config } from '../../../config.ts';
import { dataPaths, knownEncryptionKey } from '../../../data-dir.ts';
import { SetupError } from '../../../errors.ts';
import { EXIT } from '../../../exit-codes.ts';
import { settingsAction } from './settings-action-cli.ts';
import type { LastNumber } from '../../giving/contributions/numbers.ts';
import { backupTargetCommands } from '../backup-target/commands.ts';
import { readCopyName } from '../backup-target/copy-rules.ts';
import { numbersIn, placeFor, withCopies } from '../backup-target/fetching.ts';
import { printCopies } from '../backup-target/print.ts';
import { TargetCopies } from '../backup-target/schema.ts';
import { copiesAt } from '../backup-target/service.ts';
import { createBackup } from './create.ts';
import { listBackups } from './list.ts';
import { configuredPassphrase, passphraseFault } from './passphrase.ts';
import { printList, printMade, printRestored, printVerified } from './print.ts';
import { finish, restore } from './restore-command.ts';
import { removeExpired } from './schedule.ts';
import { Backup, BackupList, Restored } from './schema.ts';
import { needsPassphrase, verifyBackup } from './verify.ts';
import { checkedWork, giveWay, untilInterrupted } from './interruptible-cli.ts';

const FROM_STDIN = 'read the passphrase from the first line of standard input';

/** Adds `vestry backup ...`. */
export function backupCommands(backup: Command): void {
  createCommand(backup);
  listCommand(backup);
  backup
    .command('verify <file>')
    .description('read a whole backup and check it: checksums, seal, database, audit log, figures, receipts')
    .option('--passphrase-stdin', FROM_STDIN)
    .action(
      settingsAction({
        answer: Backup,
        run: async (config, [file = ''], options) => {
          const passphrase = await passphraseFor(config, file, options);
          const known = { passphrase, encryptionKey: knownEncryptionKey(dataPaths(config.dataDir)) };
          return checkedWork(options, (onProgress) => verifyBackup(path.resolve(file), { ...known, onProgress }));
        },
        print: printVerified,
      }),
    );
  restoreCommand(backup);
  backupTargetCommands(backup.command('target').description('the place off this computer to which copies are sent'));
}

function listCommand(backup: Command): void {
  backup
    .command('list')
    .description('list the backups, with a quick check of each')
    .option('--target [place]', `list the copies off this computer instead, ${AT_PLACE}`)
    .action(
      settingsAction({
        answer: z.union([TargetCopies, BackupList]),
        run: async (config, _args, { target }) =>
          target === undefined ? listBackups(config) : copiesAt(await placeFor(config, textOf(target))),
        print: (list) => ('copies' in list ? printCopies(list) : printList(list)),
      }),
    );
}

const AT_PLACE = 'also at a place of another computer: --target=FOLDER or --target=rclone:REMOTE:PATH';
const textOf = (option: unknown) => (typeof option === 'string' ? option : undefined);

function createCommand(backup: Command): void {
  backup
    .command('create')
    .description('write the books and the receipts into one file, while the service keeps running')
    .option(
      '--output <path>',
      'a new file, or a folder (default: the setting backupDir, or else backups/ in the data directory)',
    )
    .option(
      '--encrypt',
      'encrypt with a passphrase that Vestry asks for; not needed if the setting backupPassphraseFile names a file with a passphrase',
    )
    .option('--passphrase-stdin', `encrypt, and ${FROM_STDIN}`)
    .addOption(new Option('--scheduled', 'used by the service itself').hideHelp())
    .addHelpText(
      'after',
      '\nExamples:\n  $ vestry backup create\n  $ vestry backup create --output /media/stick --encrypt',
    )
    .action(
      action({
        answer: Backup,
        run: (app, _args, options) => create(app, options),
        print: printMade,
      }),
    );
}

async function create(app: App, options: Options): Promise<Backup> {
  const isScheduled = options.scheduled === true;
  if (isScheduled) giveWay();
  const passphrase = await newPassphrase(app.config, options);
  const output = typeof options.output === 'string' ? options.output : undefined;
  const made = await untilInterrupted((signal) =>
    withBar(options, 'Backup', (onProgress) =>
      createBackup(app, { output, passphrase, isScheduled, onProgress, signal }),
    ),
  );
  if (isScheduled) await removeExpired(app);
  return made;
}

async function newPassphrase(config: Config, options: Options): Promise<string | undefined> {
  if (options.passphraseStdin) {
    const given = await readSecretLine();
    const fault = passphraseFault(given);
    if (fault) throw new SetupError(`This passphrase cannot be used. ${fault}`, EXIT.usage);
    return given;
  }
  if (!options.encrypt) return configuredPassphrase(config);
  const typed = await askNewSecret('Passphrase (without it nobody can open the backup):', passphraseFault);
  if (typed === undefined)
    throw new SetupError('No passphrase was typed. To pass it on standard input, add --passphrase-stdin.', EXIT.usage);
  return typed;
}

/**
 * Returns the passphrase for a backup: from standard input, from the settings, or typed at the terminal. Returns
 * undefined if the backup is not encrypted.
 */
async function passphraseFor(config: Config, file: string, options: Options): Promise<string | undefined> {
  if (!(await needsPassphrase(path.resolve(file)))) return undefined;
  if (options.passphraseStdin) return readSecretLine();
  return configuredPassphrase(config) ?? (await askSecret('--passphrase-stdin', 'Passphrase of the backup:')) ?? '';
}

function restoreCommand(backup: Command): void {
  backup
    .command('restore [file]')
    .description('replace the books with those of a backup; the replaced books are kept; also works on a new computer')
    .option('--yes', 'do not ask for confirmation')
    .option(
      '--accept-settings',
      'also take over the settings in the backup (mail, LINE, addresses), which are shown first',
    )
    .addOption(
      new Option('--keep-settings', 'keep the present settings instead of those in the backup').conflicts(
        'acceptSettings',
      ),
    )
    .option(
      '--accept-unproven',
      'also restore a backup that is neither encrypted nor sealed by this computer; anybody could have written or changed it',
    )
    .option('--target [place]', `restore a copy from off this computer, by default the newest; ${AT_PLACE}`)
    .option('--receipts-from <file>', 'another backup, from which the receipts are taken if FILE has none')
    .option(
      '--last-number <year=number>',
      'the last number that a statement of this year got, such as 2026=123, so that no number is given twice',
      (text: string, before: string[] | undefined) => [...(before ?? []), text],
    )
    .option('--replace-church <name>', 'the church whose books are here, if those of another church shall replace them')
    .option('--stop', 'stop the service if it runs, and start it again afterwards')
    .option('--passphrase-stdin', FROM_STDIN)
    .option('--finish', 'finish a restore that was cut off')
    .action(
      settingsAction({
        answer: Restored,
        run: async (config, [file], options) => {
          if (options.finish) return finish(config, options).then(() => undefined);
          if (options.target !== undefined) return restoreFromTarget(config, file, options);
          if (file === undefined) throw new SetupError('Name the backup: vestry backup restore FILE', EXIT.usage);
          const passphrase = await passphraseFor(config, file, options);
          const receiptsFrom =
            typeof options.receiptsFrom === 'string' ? path.resolve(options.receiptsFrom) : undefined;
          const numbersGiven = numbersOf(options);
          return restore(config, { file: path.resolve(file), passphrase, receiptsFrom, numbersGiven }, options);
        },
        print: printRestored,
      }),
    );
}

/**
 * Restores a copy that lies off this computer. `--target` may be followed by the name of the copy, because the option takes
 * the next word.
 */
function restoreFromTarget(config: Config, file: string | undefined, options: Options) {
  const word = textOf(options.target);
  const isName = word !== undefined && readCopyName(word) !== undefined;
  const [named, name] = isName && file === undefined ? [undefined, word] : [word, file];
  return untilInterrupted(async (signal) =>
    withCopies(config, { place: await placeFor(config, named), name, signal }, async (fetched) => {
      const passphrase = await passphraseFor(config, fetched.file, options);
      const known = fetched.newest === undefined ? [] : await numbersIn(config, fetched.newest, passphrase);
      const numbersGiven = [...known, ...numbersOf(options)];
      const { receiptsFrom } = fetched;
      const restored = await restore(config, { file: fetched.file, passphrase, receiptsFrom, numbersGiven }, options);
      return restored && { ...restored, file: path.basename(fetched.file) };
    }),
  );
}

/** Returns the numbers of `--last-number`. Throws a SetupError that names the first bad one. */
function numbersOf({ lastNumber = [] }: Options): LastNumber[] {
  return (lastNumber as string[]).map((text) => {
    const [, year, last] = /^([12]\d{3})=([1-9]\d{0,8})$/.exec(text) ?? [];
    if (last !== undefined) return { year: Number(year), last: Number(last) };
    throw new SetupError(`--last-number needs a year and a number, such as 2026=123, not ${text}.`, EXIT.usage);
  });
}
