/** The questions and messages of `vestry backup restore`. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { operator, type Options } from '../../../cli/kit/action.ts';
import { type Column, say, table } from '../../../cli/kit/print.ts';
import { confirm, isInteractive } from '../../../cli/kit/prompt.ts';
import { pauseService } from '../../../cli/daemon/restart.ts';
import { isRunning } from '../../../cli/daemon/running.ts';
import type { Started } from '../../../cli/daemon/start.ts';
import type { Config } from '../../../config.ts';
import { type DataPaths, dataPaths, RESTORING } from '../../../data-dir.ts';
import { SetupError } from '../../../errors.ts';
import { EXIT } from '../../../exit-codes.ts';
import { counted, printable } from '../../../lib/text.ts';
import { finishRestore, restoreBackup, type RestoreOptions } from './restore.ts';
import { sealedByText } from './sealing.ts';
import type { Backup, Figures, Restored } from './schema.ts';
import type { DifferentSetting, SettingsOffer } from './settings.ts';
import { checkedWork } from './interruptible-cli.ts';

type Both = [backup: Backup, present: Figures | undefined];

/** The backup to restore, and where the rest comes from if it does not have everything. */
type Wanted = Pick<RestoreOptions, 'passphrase' | 'receiptsFrom' | 'numbersGiven'> & { file: string };

/** Restores a backup after asking for confirmation. Returns undefined if the person declined. */
export async function restore(
  config: Config,
  { file, ...from }: Wanted,
  options: Options,
): Promise<Restored | undefined> {
  const paths = dataPaths(config.dataDir);
  refuseRunning(paths, options);
  if (!options.yes && !isInteractive())
    throw new SetupError(
      'Without a terminal, Vestry cannot ask you to confirm. Add --yes to restore without being asked.',
      EXIT.usage,
    );
  const service: { startAgain?: Awaited<ReturnType<typeof pauseService>> } = {};
  const stopService = async () => {
    refuseRunning(paths, options);
    service.startAgain = await pauseService(config.dataDir, options);
  };
  const asked = {
    ...from,
    ...(typeof options.replaceChurch === 'string' && { replacesChurch: options.replaceChurch }),
    actor: operator(),
    stopService,
    acceptsUnproven: options.acceptUnproven === true,
    isWanted: (...all: Both) => isWanted(...all, options),
    takesSettings: (offer: SettingsOffer) => takesSettings(offer, options),
  };
  try {
    const restored = await checkedWork(options, (onProgress) => restoreBackup(config, file, { ...asked, onProgress }));
    if (!restored) say(options, 'Nothing was changed.');
    return restored && { ...restored, isServing: service.startAgain !== undefined };
  } finally {
    await resume(config, service.startAgain, options);
  }
}

/**
 * Starts the service again if the restore stopped it, even if the restore failed. Does not start it if the restore was
 * cut off while it moved files.
 */
async function resume(
  { dataDir }: Config,
  startAgain: (() => Promise<Started>) | undefined,
  options: Options,
): Promise<void> {
  if (!startAgain || existsSync(path.join(dataDir, RESTORING))) return;
  try {
    const { url } = await startAgain();
    say(options, `The service is running again at ${url}`);
  } catch (error) {
    say(options, `The service was stopped and could not be started again: ${(error as Error).message}`);
  }
}

/** Finishes a restore that was cut off. Raises a SetupError if there is none. */
export async function finish(config: Config, options: Options): Promise<void> {
  const done = await finishRestore(config);
  if (!done) throw new SetupError('No restore was cut off, so there is nothing to finish.', EXIT.notFound);
  say(options, `${done.file} is restored. The replaced books are kept in ${done.before}`);
}

function refuseRunning(paths: DataPaths, { stop }: Options): void {
  const running = isRunning(paths);
  if (!running || stop) return;
  const who = running.pid === null ? '' : ` (process ${running.pid})`;
  throw new SetupError(
    `The service is running${who}. Stop it first, or give --stop. Nothing was changed.`,
    EXIT.inTheWay,
  );
}

async function isWanted(backup: Backup, present: Figures | undefined, { yes }: Options): Promise<boolean> {
  if (yes) return true;
  const words = ({
    church,
    members,
    givings,
    expenses,
  }: Pick<Figures, 'church' | 'members' | 'givings' | 'expenses'>) =>
    `${printable(church ?? 'a church without a name')}, ${counted(members, 'member')}, ${counted(givings, 'giving')}, ${counted(expenses, 'expense')}`;
  const now = present ? `\nThe present books: ${words(present)}. They will be moved aside and kept.` : '';
  return confirm(
    `Restore ${words(backup)}, as of ${backup.createdAt}, sealed by ${sealedByText(backup)}?${now}\nContinue?`,
  );
}

/**
 * Decides whether to take over the settings in the backup. Flags decide first. Without flags, this computer's own
 * settings stay. If this computer has no settings, the person at the terminal is asked. Raises a SetupError that names
 * the flags if nobody can be asked.
 */
async function takesSettings({ hasOwn, different }: SettingsOffer, options: Options): Promise<boolean> {
  if (options.keepSettings) return false;
  if (!different) {
    if (hasOwn && !options.acceptSettings) return false;
    const message = 'The settings in the backup cannot be read. To restore without them, add --keep-settings.';
    throw new SetupError(`${message} Nothing was changed.`, EXIT.usage);
  }
  // When somebody must decide, the settings are shown even with --quiet or --json.
  const isOpen = !options.acceptSettings && !hasOwn;
  for (const line of settingsTable(different).split('\n')) say(isOpen ? {} : options, line);
  if (options.acceptSettings) return true;
  if (hasOwn) {
    say(options, 'The settings of this computer stay. To take over those in the backup, add --accept-settings.');
    return false;
  }
  if (isInteractive()) return confirm('Take these settings from the backup?');
  const message = 'The backup contains settings that would take effect, such as the mail server. Check them, and add';
  throw new SetupError(`${message} --accept-settings or --keep-settings. Nothing was changed.`, EXIT.usage);
}

const COLUMNS: readonly Column<DifferentSetting>[] = [
  { title: 'Setting', cell: ({ name }) => name },
  { title: 'Here', cell: ({ here }) => here },
  { title: 'In the backup', cell: ({ backup }) => backup },
];

function settingsTable(different: readonly DifferentSetting[]): string {
  return table(COLUMNS, different, { lines: Infinity });
}
