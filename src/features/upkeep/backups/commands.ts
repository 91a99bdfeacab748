import path from 'node:path';
import { type Command, Option } from 'commander';
import { action, type Options } from '../../../cli/kit/action.ts';
import { withBar } from '../../../cli/kit/progress.ts';
import { askNewSecret, askSecret, readSecretLine } from '../../../cli/kit/prompt.ts';
import type { App } from '../../../app.ts';
import type { Config } from '../../../config.ts';
import { dataPaths, knownEncryptionKey } from '../../../data-dir.ts';
import { SetupError } from '../../../errors.ts';
import { EXIT } from '../../../exit-codes.ts';
import { settingsAction } from './settings-action-cli.ts';
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
  backup
    .command('list')
    .description('list the backups, with a quick check of each')
    .action(settingsAction({ answer: BackupList, run: (config) => listBackups(config), print: printList }));
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
}

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
    .option('--stop', 'stop the service if it runs, and start it again afterwards')
    .option('--passphrase-stdin', FROM_STDIN)
    .option('--finish', 'finish a restore that was cut off')
    .action(
      settingsAction({
        answer: Restored,
        run: async (config, [file], options) => {
          if (options.finish) return finish(config, options).then(() => undefined);
          if (file === undefined) throw new SetupError('Name the backup: vestry backup restore FILE', EXIT.usage);
          const passphrase = await passphraseFor(config, file, options);
          return restore(config, { file: path.resolve(file), passphrase }, options);
        },
        print: printRestored,
      }),
    );
}
