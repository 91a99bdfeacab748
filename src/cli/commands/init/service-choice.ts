/**
 * Handles the service for `vestry init`: installs it so that the computer starts it, starts it once, or does not start
 * it.
 */
import { dataPaths } from '../../../data-dir.ts';
import { SetupError } from '../../../errors.ts';
import { EXIT } from '../../../exit-codes.ts';
import type { Options } from '../../kit/action.ts';
import type { Answers } from './answers.ts';
import { isHeld, readHolder } from '../../daemon/running.ts';
import { installService, managerHere } from '../service.ts';
import { isFromCache } from '../../kit/command-line.ts';
import { awaitOther, startService } from '../../daemon/start.ts';
import { runTool } from '../../daemon/run-tool.ts';

/** How long to wait for systemd or launchd to start the service. */
const BEGIN_MS = 20_000;

/**
 * True if `init` can offer to install the service: systemd or launchd must work for this user, and Vestry must not run
 * from a package cache.
 */
export function canInstall(): boolean {
  if (isFromCache()) return false;
  try {
    refuseInstalling();
    return true;
  } catch {
    return false;
  }
}

/** Throws a SetupError if neither systemd nor launchd can start programs for this user, as in a container. */
export function refuseInstalling(): void {
  if (managerHere() === 'launchd') return;
  try {
    // systemd may be installed but not running, or not for this user.
    runTool(['systemctl', '--user', 'show-environment']);
  } catch (error) {
    const message =
      'systemd does not work for this user here, for example because this is a container. Leave --service out, and start ' +
      'Vestry with --start. Or have the service manager of this computer run the command that vestry service print shows.';
    throw new SetupError(message, EXIT.inTheWay, error);
  }
}

/** Starts the service in the chosen way. Returns its address, or null if the service is not running. */
export async function runService(dataDir: string, wanted: Answers, options: Options): Promise<string | null> {
  const paths = dataPaths(dataDir);
  const { json, quiet } = options;
  if (wanted.service) {
    await installService({ dataDir, json, quiet, name: 'vestry' });
    return (await awaitOther(paths, options, BEGIN_MS)).url;
  }
  if (wanted.start) return (await startService({ flags: { dataDir }, options })).url;
  return isHeld(paths) ? (readHolder(paths)?.url ?? null) : null;
}
