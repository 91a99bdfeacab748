/**
 * Stops the service and starts it with the same settings, in the way in which it runs: by systemd or launchd if their
 * file for the data directory is found. `start`, `restart` and a restore that stops the service share this.
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

/** Restarts the service of a data directory with its settings, changed by these. Starts it if it is not running. */
export async function restartService(dataDir: string, given: Flags, options: Options): Promise<Started> {
  const paths = dataPaths(dataDir);
  const start = planStart(dataDir, given, options);
  await stopService(paths, { options });
  return start();
}

/**
 * Stops a service while something else needs the data directory to itself. Returns a function that starts it again in
 * the same way. Returns undefined if no service was running, or if it ran in the foreground, where only the person at the
 * terminal can start it again.
 */
export async function pauseService(dataDir: string, options: Options): Promise<(() => Promise<Started>) | undefined> {
  const paths = dataPaths(dataDir);
  const isKept = isHeld(paths) && readHolder(paths)?.keeper != null;
  const start = isKept ? planStart(dataDir, {}, options) : undefined;
  await stopService(paths, { options });
  return start;
}

/**
 * Finds out how a service was started, while it is still running. Raises a SetupError when it could not start again.
 */
function planStart(dataDir: string, given: Flags, options: Options): () => Promise<Started> {
  const paths = dataPaths(dataDir);
  const isRunning = isHeld(paths);
  // A killed service has left its settings behind.
  const said = isRunning ? readHolder(paths) : readPidFile(paths);
  const keeper = said?.keeper ?? (isRunning ? null : (installedKeeper(dataDir) ?? null));
  const tool = startTool(keeper);
  if (tool) {
    refuseSettings(given);
    return () => startByKeeper(paths, tool, options);
  }
  const flags: Flags = { ...said?.flags, ...given, dataDir };
  const environment = said ? environmentOf(said) : process.env;
  // A service that cannot start again must not be stopped.
  loadConfig(flags, environment);
  return () => startService({ flags, environment, folder: said?.folder ?? undefined, options });
}

/** Starts a service, with its keeper if it was installed. */
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
  'This service was installed. First make the new secrets: run vestry serve --new-secrets and press Ctrl+C. Then run vestry start.';

/** systemd and launchd take some time to start it. */
async function startByKeeper(paths: DataPaths, tool: Tool, options: Options): Promise<Started> {
  runTool(tool);
  return { ...(await awaitOther(paths, options, BEGIN_MS)), isNew: true };
}

function refuseSettings(given: Flags): void {
  if (Object.keys(given).length === 0) return;
  const message = 'This service was installed and takes its settings from there. Give them to vestry service install.';
  throw new SetupError(message, EXIT.usage);
}

/** Returns this environment, with the settings from the environment in which the service was started. */
function environmentOf(said: PidFile): NodeJS.ProcessEnv {
  const theirs = seenVariables(said);
  const lost = missingHere(said).filter((name) => theirs[name] === undefined);
  if (lost.length > 0) {
    const message =
      `The service was started with ${lost.join(', ')} in its environment. Set the same here, or put it into ` +
      'config.json in the data directory; then restart.';
    throw new SetupError(message, EXIT.usage);
  }
  return { ...process.env, ...theirs };
}
