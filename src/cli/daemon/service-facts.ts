/** The settings of the running service, for commands that act in its place: links, messages, the doctor. */
import { readFileSync } from 'node:fs';
import { type Config, loadConfig } from '../../config.ts';
import { type DataPaths, dataPaths } from '../../data-dir.ts';
import { AppError, SetupError } from '../../errors.ts';
import { isHeld, type PidFile, readHolder } from './running.ts';

/** It is given with each command anyway, and a service may use another path to the same folder. */
const OWN = 'VESTRY_DATA_DIR';

/**
 * Returns the settings of the running service, with its actual address; the present settings if none is running. The
 * environment of this command has priority. Values from the service's environment are read where the system shows them,
 * and stored nowhere.
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

/** Sets the address for people that the service has reported, because its port may have been picked automatically. */
function atAddress(config: Config, { url, localUrl }: PidFile): Config {
  if (url === null) return config;
  const { hostname, port } = new URL(localUrl ?? url);
  const { baseUrl: _configured, ...others } = config;
  const isPlain = ['localhost', hostname, config.host].includes(new URL(url).hostname);
  return { ...others, ...(port !== '' && { port: Number(port) }), ...(!isPlain && { baseUrl: url }) };
}

/** Returns the variables of the service that are visible neither there nor here. */
export function unseenVariables(paths: DataPaths): string[] {
  const holder = holderOf(paths);
  if (!holder) return [];
  const seen = seenVariables(holder);
  return missingHere(holder).filter((name) => seen[name] === undefined);
}

/** Returns a refusal for a missing setting, with what to do if only the service has it. */
export function namingUnseen(error: unknown, paths: DataPaths): unknown {
  if (!(error instanceof AppError) || error.code !== 'not_configured') return error;
  const unseen = unseenVariables(paths);
  if (unseen.length === 0) return error;
  const message = `${error.message} The service that runs was given ${unseen.join(', ')} in its environment, which this command cannot see: set the same here, or keep it for both with vestry config set.`;
  return new AppError('not_configured', message, error.details);
}

function holderOf(paths: DataPaths): PidFile | undefined {
  return isHeld(paths) ? readHolder(paths) : undefined;
}

/** Returns the variables of the service that are not set here. */
export function missingHere({ variables }: PidFile): string[] {
  return variables.filter((name) => !process.env[name] && name !== OWN);
}

/** Returns those whose values the system shows. */
export function seenVariables(holder: PidFile): NodeJS.ProcessEnv {
  const missing = missingHere(holder);
  const theirs = missing.length === 0 ? {} : readEnvironment(holder.pid);
  return Object.fromEntries(missing.flatMap((name) => (theirs[name] ? [[name, theirs[name]]] : [])));
}

/** Returns the environment of a process of the same user, where the system shows it (Linux). */
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
