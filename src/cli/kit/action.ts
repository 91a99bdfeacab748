/** Makes the actions of commands: each opens the data directory, calls a service, and prints the result. */
import { existsSync } from 'node:fs';
import os from 'node:os';
import type { Command } from 'commander';
import type * as z from 'zod';
import { type App } from '../../app.ts';
import { closeApp, createApp } from '../../create-app.ts';
import { loadConfig } from '../../config.ts';
import { type DataPaths, dataPaths, refuseIncomplete } from '../../data-dir.ts';
import { seed } from '../../features/upkeep/catalogs.ts';
import { AppError, SetupError, unknownReferences } from '../../errors.ts';
import { EXIT } from '../../exit-codes.ts';
import { getChurch } from '../../features/church/profile/service.ts';
import { timeInZone } from '../../lib/date.ts';
import { encode } from '../../lib/encode.ts';
import type { Actor } from '../../permissions.ts';
import { refusal } from '../../validate.ts';
import { prose, say } from './print.ts';
import { jsonText } from './terminal.ts';
import { isHeld } from '../daemon/running.ts';

export type Options = Record<string, unknown>;

/** Converts an instant to text in the church's time zone. */
export type LocalTime = (instant: string) => string;

type Opening = {
  /**
   * Whether the command may create a data directory, or a function that decides this from the options. Other commands
   * report a missing data directory, so that a mistyped `--data-dir` does not look like an empty church.
   */
  founds?: boolean | ((options: Options) => boolean);
  /**
   * Whether the catalogs are applied before the command runs. By default, they are applied if the command may create a
   * data directory.
   */
  seeds?: boolean;
  /**
   * Whether the command does the same work as the running service, and therefore uses the service's settings and
   * address.
   */
  asServed?: boolean;
  /** Maps a field to its flag, if the flag does not have the name of the field. */
  flags?: Readonly<Record<string, string>>;
};

type Spec<A extends z.ZodType> = Opening & {
  /** The schema of the result in the API, for --json. */
  answer: A;
  run: (app: App, args: readonly string[], options: Options) => Promise<z.output<A>>;
  /** Returns the result as text for people. May load the modules for tables. With --json, they are not needed. */
  print: (answer: z.output<A>, at: LocalTime, options: Options) => string | Promise<string>;
};

/**
 * Returns a commander action that opens the data directory, runs the command, prints its result, and closes the
 * directory.
 */
export function action<A extends z.ZodType>({ answer, run, print, ...opening }: Spec<A>) {
  return task({
    ...opening,
    run: async (app, args, options) => {
      const value = await run(app, args, options);
      const text = options.json
        ? jsonText(encode(answer, value), 2)
        : prose(await print(value, await localTime(app), options));
      process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
    },
  });
}

/** Returns the function that converts instants to text in the church's time zone. */
export async function localTime(app: App): Promise<LocalTime> {
  const { timeZone } = await getChurch(app);
  return (instant) => timeInZone(instant, timeZone);
}

type Task = Opening & { run: (app: App, args: readonly string[], options: Options) => Promise<void> };

/** Like `action`, but for a command that prints its output itself, because the output is long. */
export function task({ founds = false, seeds, asServed = false, flags = {}, run }: Task) {
  return async (...received: unknown[]): Promise<void> => {
    const command = received.at(-1) as Command;
    const options: Options = command.optsWithGlobals();
    const mayFound = typeof founds === 'function' ? founds(options) : founds;
    const app = await openApp(options, { founds: mayFound, asServed });
    try {
      if (seeds ?? mayFound) await seed(app);
      await run(app, command.args, options);
    } catch (error) {
      const named = namingFlags(error, command, flags);
      throw asServed ? (await import('../daemon/service-facts.ts')).namingUnseen(named, app.paths) : named;
    } finally {
      await closeApp(app);
    }
  };
}

/** Opens the data directory as the operator. Throws a SetupError if it does not exist and may not be created. */
async function openApp(options: Options, { founds, asServed }: { founds: boolean; asServed: boolean }): Promise<App> {
  const own = loadConfig(typeof options.dataDir === 'string' ? { dataDir: options.dataDir } : {});
  const config = asServed ? (await import('../daemon/service-facts.ts')).asServed(own) : own;
  refuseIncomplete(config.dataDir);
  if (!founds && !existsSync(dataPaths(config.dataDir).database)) {
    throw new SetupError(
      `There is no Vestry in ${config.dataDir}. Name the right directory with --data-dir, or set up a church: vestry init`,
      EXIT.notFound,
    );
  }
  const isNew = !existsSync(dataPaths(config.dataDir).database);
  const app = await createApp(config, {
    actor: operator(),
    wait: 'block',
    beforeUpgrade: refuseBesideService,
    note: (message) => say(options, message),
    ...(!founds && { afterUpgrade: seed }),
  });
  if (isNew) say(options, `Started a new church in ${config.dataDir}`);
  return app;
}

/**
 * Opens the books of a data directory only to read something from them, such as names that a shell completes. Throws if
 * there are no books, or if they would have to be upgraded first.
 */
export async function glance<T>(dataDir: string | undefined, read: (app: App) => Promise<T>): Promise<T> {
  const config = loadConfig(dataDir === undefined ? {} : { dataDir });
  if (!existsSync(dataPaths(config.dataDir).database)) throw new Error('There are no books.');
  const app = await createApp(config, {
    actor: operator(),
    wait: 'block',
    beforeUpgrade: () => {
      throw new Error('The books are of an earlier version.');
    },
  });
  try {
    return await read(app);
  } finally {
    await closeApp(app);
  }
}

/**
 * Throws a SetupError if a service is running, because a service of an earlier version would not know the new tables.
 */
function refuseBesideService(paths: DataPaths): void {
  if (!isHeld(paths)) return;
  const message =
    'This Vestry is newer than the running service and would upgrade the database that the service uses. Nothing was ' +
    'changed. First restart the service with this version: vestry restart';
  throw new SetupError(message, EXIT.inTheWay);
}

/** Returns the operating-system user as actor, with the name for the audit log. */
export function operator(): Actor {
  let name: string;
  try {
    name = os.userInfo().username;
  } catch {
    // In a container, the user may have a number but no name.
    name = String(process.getuid?.() ?? 'unknown');
  }
  return { kind: 'cli', name: `cli:${name}` };
}

/** Returns the error with fields replaced by their flags: `openingBalance` becomes `--opening-balance`. */
function namingFlags(error: unknown, command: Command, own: Readonly<Record<string, string>>): unknown {
  if (!(error instanceof AppError) || error.details.errors === undefined) return error;
  const { errors } = error.details;
  const isUnknown = error.code === 'unknown_reference' && error.message === unknownReferences(errors).message;
  if (error.code !== 'validation_failed' && !isUnknown) return error;
  const flags = new Map(command.options.map((option) => [option.attributeName(), option.long]));
  const named = (path: string) => own[path] ?? own[path.split('.', 1)[0] ?? ''] ?? flags.get(path) ?? path;
  const told = errors.map((one) => ({ ...one, path: named(one.path) }));
  return isUnknown ? unknownReferences(told) : refusal(told);
}
