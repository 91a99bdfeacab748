/**
 * Finds the settings of the running service, for commands that do the same work as the service, such as sending
 * messages.
 */
import { readFileSync } from 'node:fs';
import { type Config, loadConfig } from '../../config.ts';
import { type DataPaths, dataPaths } from '../../data-dir.ts';
import { AppError, SetupError } from '../../errors.ts';
import { isHeld, type PidFile, readHolder } from './running.ts';

/**
 * This variable is ignored: each command has its own data directory, and a service may use another path to the same
 * folder.
 */
const OWN = 'VESTRY_DATA_DIR';

/**
 * Returns the settings of the running service, with its actual address. Returns `config` if no service is running. The
 * environment of this command has priority over that of the service. Values from the service's environment are read
 * where the operating system shows them, and are not stored.
 */
export function asServed(config: Config): Config {
  const holder = holderOf(dataPaths(config.dataDir));
  if (!holder) return config;
  const environment = { ...process.env, ...seenVariables(holder) };
  let served: Config;
  try {
    served = loadConfig({ ...holder.flags, dataDir: config.dataDir }, environment);
  } catch (error) {
    // A service of another version may have settings that this program does not know.
    if (error instanceof SetupError) return config;
    throw error;
  }
  return atAddress(served, holder);
}

/**
 * Returns the settings with the address that the service reported, because its port may have been picked automatically.
 */
function atAddress(config: Config, { url, localUrl }: PidFile): Config {
  if (url === null) return config;
  const { hostname, port } = new URL(localUrl ?? url);
  const { baseUrl: _configured, ...others } = config;
  const isPlain = ['localhost', hostname, config.host].includes(new URL(url).hostname);
  return { ...others, ...(port !== '' && { port: Number(port) }), ...(!isPlain && { baseUrl: url }) };
}

/** Returns the names of the service's variables that are not set here and whose values cannot be read. */
export function unseenVariables(paths: DataPaths): string[] {
  const holder = holderOf(paths);
  if (!holder) return [];
  const seen = seenVariables(holder);
  return missingHere(holder).filter((name) => seen[name] === undefined);
}

/**
 * Returns the error of a command. If the error says that a setting is missing, and the running service may have this
 * setting, adds to the message what to do.
 */
export function namingUnseen(error: unknown, paths: DataPaths): unknown {
  if (!(error instanceof AppError) || error.code !== 'not_configured') return error;
  const unseen = unseenVariables(paths);
  if (unseen.length === 0) return error;
  const message = `${error.message} The running service has ${unseen.join(', ')} in its environment. This command cannot see the environment of the service. Set the same variables here, or store the settings in config.json with vestry config set.`;
  return new AppError('not_configured', message, error.details);
}

function holderOf(paths: DataPaths): PidFile | undefined {
  return isHeld(paths) ? readHolder(paths) : undefined;
}

/** Returns the names of the service's variables that are not set here. */
export function missingHere({ variables }: PidFile): string[] {
  return variables.filter((name) => !process.env[name] && name !== OWN);
}

/** Returns the service's variables that are not set here, if the operating system shows their values. */
export function seenVariables(holder: PidFile): NodeJS.ProcessEnv {
  const missing = missingHere(holder);
  const theirs = missing.length === 0 ? {} : readEnvironment(holder.pid);
  return Object.fromEntries(missing.flatMap((name) => (theirs[name] ? [[name, theirs[name]]] : [])));
}

/**
 * Returns the environment of a process of the same user. Only Linux shows it, so on other systems the result is empty.
 */
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
