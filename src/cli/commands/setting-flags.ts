import { type Command, Option } from 'commander';
import type { Flags } from '../../config.ts';

const FLAGS = [
  ['host', '--host <host>', 'address to listen on (127.0.0.1)'],
  ['port', '--port <port>', 'port to listen on; 0 picks a free one (8990)'],
  ['baseUrl', '--base-url <url>', 'the address at which others reach the service'],
  ['corsOrigins', '--cors-origins <origins>', 'origins of web apps that may call the service, separated by commas'],
  [
    'allowedHosts',
    '--allowed-hosts <hosts>',
    'other host names at which the service can be reached, separated by commas',
  ],
  ['logLevel', '--log-level <level>', 'fatal, error, warn, info, debug, trace or silent (info)'],
  ['env', '--env <env>', 'production, development or test (production)'],
] as const;

/** Adds the flags for settings of the service. */
export function settingFlags(command: Command): Command {
  for (const [, flag, description] of FLAGS) command.addOption(new Option(flag, description));
  return command;
}

/** Returns the settings among the options, except the data directory. */
export function settingsIn(options: Readonly<Record<string, unknown>>): Flags {
  const given = FLAGS.map(([name]) => [name, options[name]] as const);
  return Object.fromEntries(given.filter(([, value]) => typeof value === 'string'));
}

/** Returns the settings as command-line arguments for `vestry serve`. */
export function settingArguments(flags: Flags): string[] {
  return FLAGS.flatMap(([name, flag]) => {
    const value = flags[name];
    return value === undefined ? [] : [`${flag.split(' ', 1)[0]}=${value}`];
  });
}
