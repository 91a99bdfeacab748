/**
 * Stops the service and starts it again in the same way, with the same settings. A service that was installed is
 * started by systemd or launchd. Used by `start`, by `restart`, and by a restore that stops the service.
 */
import { dataDirOf, type Flags, loadConfig } from '../../config.ts';
import { type DataPaths, dataPaths } from '../../data-dir.ts';
import { SetupError } from '../../errors.ts';
import { EXIT } from '../../exit-codes.ts';
import { startTool } from './keeper.ts';
import { isHeld, type PidFile, readHolder, readPidFile } from './running.ts';
import { missingHere, seenVariables } from './service-facts.ts';
import { installedKeeper } from './service-files.ts';
import { awaitOther, type Start, type Started, startService } from './start.ts';
import { stopService } from './stop.ts';
import { runTool, type Tool } from './run-tool.ts';

const BEGIN_MS = 20_000;

type Options = { quiet?: unknown; json?: unknown };

/**
 * Restarts the service of a data directory, or starts it if it is not running. Its settings stay, except those in
 * `given`.
 */
export async function restartService(dataDir: string, given: Flags, options: Options): Promise<Started> {
  const paths = dataPaths(dataDir);
  const start = planStart(dataDir, given, options);
  await stopService(paths, { options });
  return start();
}

/**
 * Stops the service, so that the caller has the data directory to itself. Returns a function that starts the service
 * again in the same way. Returns undefined if no service was running. Also returns undefined if the service ran in the
 * foreground, because only the person at its terminal can start it again.
 */
export async function pauseService(dataDir: string, options: Options): Promise<(() => Promise<Started>) | undefined> {
  const paths = dataPaths(dataDir);
  const isKept = isHeld(paths) && readHolder(paths)?.keeper != null;
  const start = isKept ? planStart(dataDir, {}, options) : undefined;
  await stopService(paths, { options });
  return start;
}

/**
 * Returns a function that starts the service again in the same way. Must be called before the service is stopped,
 * because it reads the environment of the running process. Throws a SetupError if the service could not start again.
 */
function planStart(dataDir: string, given: Flags, options: Options): () => Promise<Started> {
  const paths = dataPaths(dataDir);
  const isRunning = isHeld(paths);
  // A service that was killed leaves its PID file behind, with its settings.
  const said = isRunning ? readHolder(paths) : readPidFile(paths);
  const keeper = said?.keeper ?? (isRunning ? null : (installedKeeper(dataDir) ?? null));
  const tool = startTool(keeper);
  if (tool) {
    refuseSettings(given);
    return () => startByKeeper(paths, tool, options);
  }
  const flags: Flags = { ...said?.flags, ...given, dataDir };
  const environment = said ? environmentOf(said) : process.env;
  // Check the settings now, because a service that cannot start again must not be stopped.
  loadConfig(flags, environment);
  return () => startService({ flags, environment, folder: said?.folder ?? undefined, options });
}

/** Starts the service through systemd or launchd if it was installed, and otherwise as a background process. */
export function startAsInstalled(start: Start): Promise<Started> {
  const { dataDir, ...given } = start.flags;
  const directory = dataDirOf(dataDir === undefined ? {} : { dataDir });
  const paths = dataPaths(directory);
  const tool = isHeld(paths) ? undefined : startTool(installedKeeper(directory) ?? null);
  if (!tool) return startService(start);
  refuseSettings(given);
  if (start.newSecrets === true) throw new SetupError(NEW_SECRETS, EXIT.usage);
  return startByKeeper(paths, tool, start.options);
}

const NEW_SECRETS =
  'This service was installed with vestry service install, and does not accept --new-secrets. Run vestry serve --new-secrets, and press Ctrl+C when it is ready. Then run vestry start.';

/** Starts the service through systemd or launchd, and waits until the service is ready, which takes some time. */
async function startByKeeper(paths: DataPaths, tool: Tool, options: Options): Promise<Started> {
  runTool(tool);
  return { ...(await awaitOther(paths, options, BEGIN_MS)), isNew: true };
}

function refuseSettings(given: Flags): void {
  if (Object.keys(given).length === 0) return;
  const message =
    'This service was installed with vestry service install, and its settings are set there. To change them, run that ' +
    'command again with the new settings.';
  throw new SetupError(message, EXIT.usage);
}

/**
 * Returns the environment of this command, plus the VESTRY_ variables that only the service has. Throws a SetupError if
 * the value of one of these variables cannot be read.
 */
function environmentOf(said: PidFile): NodeJS.ProcessEnv {
  const theirs = seenVariables(said);
  const lost = missingHere(said).filter((name) => theirs[name] === undefined);
  if (lost.length > 0) {
    const message =
      `The service was started with ${lost.join(', ')} in its environment. This command cannot see the environment of ` +
      'the service. Set the same variables here, or store the settings with vestry config set. Then restart.';
    throw new SetupError(message, EXIT.usage);
  }
  return { ...process.env, ...theirs };
}
