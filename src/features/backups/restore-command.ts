/** What `vestry backup restore` asks and says. */
import { setTimeout as pause } from 'node:timers/promises';
import { operator, type Options } from '../../cli/action.ts';
import { say } from '../../cli/print.ts';
import { confirm, isInteractive } from '../../cli/prompt.ts';
import { isRunning } from '../../cli/running.ts';
import type { Config } from '../../config.ts';
import { type DataPaths, dataPaths } from '../../data-dir.ts';
import { SetupError } from '../../errors.ts';
import { counted } from '../../lib/text.ts';
import { finishRestore, restoreBackup } from './restore.ts';
import type { Backup, Figures, Restored } from './schema.ts';
import { checkedWork } from './working.ts';

const USAGE = 2;
const NOT_FOUND = 3;
const IN_THE_WAY = 5;
const STOP_MS = 20_000;
const LOOK_MS = 100;

/** Restores a file, after a question; undefined when the answer was no. */
export async function restore(
  config: Config,
  { file, passphrase }: { file: string; passphrase: string | undefined },
  options: Options,
): Promise<Restored | undefined> {
  const paths = dataPaths(config.dataDir);
  refuseRunning(paths, options);
  if (!options.yes && !isInteractive()) throw new SetupError('Give --yes: there is no terminal to ask.', USAGE);
  const restored = await checkedWork(options, (update) =>
    restoreBackup(config, file, {
      passphrase,
      onProgress: update,
      actor: operator(),
      isWanted: (backup, present) => isWanted(backup, present, options),
      stopService: async () => {
        refuseRunning(paths, options);
        await stopRunning(paths);
      },
    }),
  );
  if (!restored) say(options, 'Nothing was changed.');
  return restored;
}

/** Goes on with a restore that was cut off. */
export async function finish(config: Config, options: Options): Promise<void> {
  const done = await finishRestore(config);
  if (!done) throw new SetupError('There is no restore that was cut off.', NOT_FOUND);
  say(options, `${done.file} is restored. What was there before lies in ${done.before}`);
}

function refuseRunning(paths: DataPaths, { stop }: Options): void {
  const running = isRunning(paths);
  if (!running || stop) return;
  const who = running.pid === null ? '' : ` (process ${running.pid})`;
  throw new SetupError(`The service is running${who}. Stop it first, or give --stop. Nothing was changed.`, IN_THE_WAY);
}

async function stopRunning(paths: DataPaths): Promise<void> {
  const running = isRunning(paths);
  if (!running) return;
  if (running.pid !== null) process.kill(running.pid, 'SIGTERM');
  for (const end = Date.now() + STOP_MS; Date.now() < end; await pause(LOOK_MS)) {
    if (!isRunning(paths)) return;
  }
  throw new SetupError('The service does not stop. Stop it first. Nothing was changed.', IN_THE_WAY);
}

async function isWanted(backup: Backup, present: Figures | undefined, { yes }: Options): Promise<boolean> {
  if (yes) return true;
  const words = ({
    church,
    members,
    givings,
    expenses,
  }: Pick<Figures, 'church' | 'members' | 'givings' | 'expenses'>) =>
    `${church ?? 'a church without a name'}, ${counted(members, 'member')}, ${counted(givings, 'giving')}, ${counted(expenses, 'expense')}`;
  const now = present ? `\nIn its place now: ${words(present)}; it is moved aside and kept.` : '';
  return confirm(`Restore ${words(backup)}, as of ${backup.createdAt}?${now}\nGo on?`);
}
