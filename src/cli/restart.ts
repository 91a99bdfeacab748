/** Stops the service and starts it with the settings that it was started with. */
import { readFileSync } from 'node:fs';
import { type Flags, loadConfig } from '../config.ts';
import { dataPaths } from '../data-dir.ts';
import { SetupError } from '../errors.ts';
import { startTool } from './keeper.ts';
import { isHeld, type PidFile, readHolder, readPidFile } from './running.ts';
import { awaitOther, type Started, startService } from './start.ts';
import { stopService } from './stop.ts';
import { runTool } from './tool.ts';

const USAGE = 2;
/** systemd and launchd start it in their own time. */
const BEGIN_MS = 20_000;

type Options = { quiet?: unknown; json?: unknown };

/** Restarts the service of a data directory with these settings in place of those it has; starts it when there is none. */
export async function restartService(dataDir: string, given: Flags, options: Options): Promise<Started> {
  const paths = dataPaths(dataDir);
  // One that was killed has left its settings behind.
  const said = isHeld(paths) ? readHolder(paths) : readPidFile(paths);
  const tool = startTool(said?.keeper ?? null);
  if (tool) {
    refuseSettings(given);
    await stopService(paths, { options });
    runTool(tool);
    return { ...(await awaitOther(paths, options, BEGIN_MS)), isNew: true };
  }
  const flags: Flags = { ...said?.flags, ...given, dataDir };
  const environment = said ? environmentOf(said) : process.env;
  // What cannot start is no reason to stop what runs.
  loadConfig(flags, environment);
  await stopService(paths, { options });
  return startService({ flags, environment, folder: said?.folder ?? undefined, options });
}

function refuseSettings(given: Flags): void {
  if (Object.keys(given).length === 0) return;
  const message = 'This service was installed, and has its settings from there: give them to vestry service install.';
  throw new SetupError(message, USAGE);
}

/** The environment here, with the settings that the service has from the environment where it was started. */
function environmentOf({ pid, variables }: PidFile): NodeJS.ProcessEnv {
  const missing = variables.filter((name) => !process.env[name] && name !== 'VESTRY_DATA_DIR');
  if (missing.length === 0) return process.env;
  const theirs = readEnvironment(pid);
  const lost = missing.filter((name) => theirs[name] === undefined);
  if (lost.length > 0) {
    const message =
      `The service was started with ${lost.join(', ')} in its environment. Set the same here, or put it into ` +
      'config.json in the data directory; then restart.';
    throw new SetupError(message, USAGE);
  }
  return { ...process.env, ...Object.fromEntries(missing.map((name) => [name, theirs[name]])) };
}

/** The environment of a process of one's own, where the system shows it (Linux). */
function readEnvironment(pid: number): NodeJS.ProcessEnv {
  try {
    const entries = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
    return Object.fromEntries(
      entries.map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
    );
  } catch {
    return {};
  }
}
