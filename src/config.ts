/**
 * The settings: where each can be given, its format and its default. A flag overrides the environment, and the
 * environment overrides config.json.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import envPaths from 'env-paths';
import * as z from 'zod';
import { SetupError } from './errors.ts';
import { EXIT } from './exit-codes.ts';
import { parseJson } from './lib/parse-json.ts';
import { parseMailbox } from './lib/mailbox.ts';
import { maskOf, maskPassword } from './lib/mask.ts';

const origin = z.string().refine((text) => URL.canParse(text) && new URL(text).origin === text && !text.includes('*'), {
  error: 'must be origins such as https://app.example.org, without *, separated by commas',
});

const webAddress = z.string().refine((text) => /^https?:\/\/[^/?#\s]+(\/[^?#\s]*)?$/.test(text) && URL.canParse(text), {
  error: 'must be an http or https address',
});

/** Links are made by appending a path to the base URL, so the base URL must not have one. */
const baseUrl = webAddress.refine((text) => /^https?:\/\/[^/@\s*]+\/?$/.test(text), {
  error: 'must be an http or https address without a path, such as https://vestry.example.org',
});

/** The options that an SMTP address may have after the question mark, named as in nodemailer. */
const SMTP_OPTIONS = new Set(['requireTLS', 'ignoreTLS', 'name', 'tls.servername', 'tls.rejectUnauthorized']);

const smtpUrl = z.string().refine(
  (text) => {
    const url = /^smtps?:\/\/\S+$/.test(text) && URL.canParse(text) ? new URL(text) : undefined;
    return (
      url !== undefined && url.hostname !== '' && [...url.searchParams.keys()].every((key) => SMTP_OPTIONS.has(key))
    );
  },
  { error: 'must be an address such as smtps://user:password@mail.example.org:465' },
);

const mailFrom = z.string().refine((text) => parseMailbox(text) !== undefined, {
  error: 'must be an address such as office@example.org or "Grace Church <office@example.org>"',
});

/**
 * The service and the commands may be started in different folders, where a relative path would mean different files.
 */
const absolutePath = z.string().refine((text) => path.isAbsolute(text), { error: 'must be an absolute path' });

const toInteger = { decode: Number, encode: String };
const wholeNumber = z.codec(z.string().regex(/^\d{1,5}$/, 'must be a whole number'), z.int(), toInteger);

const listed = {
  decode: (text: string) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  encode: (list: string[]) => list.join(','),
};

const origins = z.codec(z.string(), z.array(origin), listed);

/** A host name, converted to the form in which browsers send it in the `Host` header. */
const hostName = z
  .string()
  .refine((text) => /^[^\s/?#@:*\\]+$/.test(text) && URL.canParse(`http://${text}`), {
    error: 'must be names such as vestry.example.org, without port or *, separated by commas',
  })
  .overwrite((text) => (URL.canParse(`http://${text}`) ? new URL(`http://${text}`).hostname : text));

const hostNames = z.codec(z.string(), z.array(hostName), listed);

/** How many proxies in front of the service add to X-Forwarded-For. With 0, the header is not trusted. */
const proxies = z.codec(z.enum(['true', 'false', '0', '1', '2', '3']), z.int(), {
  decode: (text) => (text === 'true' ? 1 : text === 'false' ? 0 : Number(text)),
  encode: (count) => String(count) as '0',
});

/** Every setting by its name in config.json, with its environment variable and the format of its text. */
export const SETTINGS = {
  env: { variable: 'VESTRY_ENV', form: z.enum(['production', 'development', 'test']) },
  host: { variable: 'VESTRY_HOST', form: z.string().min(1).max(255) },
  port: { variable: 'VESTRY_PORT', form: wholeNumber.refine((port) => port <= 65_535, 'must be at most 65535') },
  baseUrl: { variable: 'VESTRY_BASE_URL', form: baseUrl },
  corsOrigins: { variable: 'VESTRY_CORS_ORIGINS', form: origins },
  allowedHosts: { variable: 'VESTRY_ALLOWED_HOSTS', form: hostNames },
  trustProxy: { variable: 'VESTRY_TRUST_PROXY', form: proxies },
  tlsCert: { variable: 'VESTRY_TLS_CERT', form: z.string().min(1) },
  tlsKey: { variable: 'VESTRY_TLS_KEY', form: z.string().min(1) },
  logLevel: {
    variable: 'VESTRY_LOG_LEVEL',
    form: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
  },
  backupDir: { variable: 'VESTRY_BACKUP_DIR', form: absolutePath },
  backupEvery: { variable: 'VESTRY_BACKUP_EVERY', form: z.enum(['daily', 'off']) },
  backupPassphraseFile: { variable: 'VESTRY_BACKUP_PASSPHRASE_FILE', form: absolutePath },
  webhookAddresses: { variable: 'VESTRY_WEBHOOK_ADDRESSES', form: z.enum(['public', 'network']) },
  smtpUrl: { variable: 'VESTRY_SMTP_URL', form: smtpUrl, isSecret: true },
  mailFrom: { variable: 'VESTRY_MAIL_FROM', form: mailFrom },
  lineChannelSecret: { variable: 'VESTRY_LINE_CHANNEL_SECRET', form: z.string().min(1), isSecret: true },
  lineChannelAccessToken: { variable: 'VESTRY_LINE_CHANNEL_ACCESS_TOKEN', form: z.string().min(1), isSecret: true },
  lineApiBase: { variable: 'VESTRY_LINE_API_BASE', form: webAddress },
} as const;

export type SettingName = keyof typeof SETTINGS;
type Name = SettingName;
type Given = { [N in Name]?: z.output<(typeof SETTINGS)[N]['form']> };

const DATA_DIR_VARIABLE = 'VESTRY_DATA_DIR';

export const DEFAULTS = {
  env: 'production',
  host: '127.0.0.1',
  port: 8990,
  corsOrigins: [] as string[],
  allowedHosts: [] as string[],
  trustProxy: 0,
  logLevel: 'info',
  backupEvery: 'daily',
  webhookAddresses: 'public',
} satisfies Given;

/**
 * The settings in force. `baseUrl` is absent if it was not given, because it then depends on the port that the service
 * uses.
 */
export type Config = Given & Required<Pick<Given, keyof typeof DEFAULTS>> & { dataDir: string };

/** Settings given as flags, by the names of config.json, each as text. */
export type Flags = Partial<Record<Name | 'dataDir', string>>;

/**
 * Returns the data directory. Reads no other setting, so that a bad setting does not stop commands that need no
 * settings.
 */
export function dataDirOf(flags: Pick<Flags, 'dataDir'>, environment: NodeJS.ProcessEnv = process.env): string {
  return path.resolve(flags.dataDir || environment[DATA_DIR_VARIABLE] || envPaths('vestry', { suffix: '' }).data);
}

/** Returns the settings in force. Raises a SetupError that names the first bad or unknown setting and its place. */
export function loadConfig(flags: Flags = {}, environment: NodeJS.ProcessEnv = process.env): Config {
  refuseUnknownVariables(environment);
  const dataDir = dataDirOf(flags, environment);
  const given: Record<string, unknown> = {};
  for (const { name, text, source } of readGiven(dataDir, flags, environment)) {
    given[name] = readSetting(name, text, source);
  }
  const config: Config = { ...DEFAULTS, ...(given as Given), dataDir };
  if (Boolean(config.tlsCert) !== Boolean(config.tlsKey)) {
    throw new SetupError('VESTRY_TLS_CERT and VESTRY_TLS_KEY belong together: set both or neither.', EXIT.usage);
  }
  return config;
}

/** The file with the settings of a data directory. */
export function settingsFile(dataDir: string): string {
  return path.join(dataDir, 'config.json');
}

/** A setting as it was given: its text, the kind of place, and a description of the place for messages. */
export type GivenSetting = { name: SettingName; text: string; from: 'flag' | 'environment' | 'file'; source: string };

/**
 * Returns each setting that is given, with the text that takes precedence. Raises a SetupError if config.json cannot be
 * read.
 */
export function readGiven(dataDir: string, flags: Flags, environment: NodeJS.ProcessEnv): GivenSetting[] {
  const file = settingsFile(dataDir);
  const stored = readSettingsFile(file);
  return (Object.keys(SETTINGS) as Name[]).flatMap((name) => {
    const { variable } = SETTINGS[name];
    const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    const places = [
      { text: flags[name], from: 'flag', source: flag },
      { text: environment[variable], from: 'environment', source: variable },
      { text: stored[name], from: 'file', source: `"${name}" in ${file}` },
    ] as const;
    const place = places.find(({ text }) => text !== undefined && text !== '');
    return place?.text === undefined ? [] : [{ ...place, text: place.text, name }];
  });
}

/** Returns the value of a setting. Raises a SetupError that names its place and says what is wrong. */
export function readSetting(name: Name, text: string, source: string): unknown {
  const result = SETTINGS[name].form.safeDecode(text as never);
  if (result.success) return result.data;
  const reason = result.error.issues[0]?.message ?? 'is not valid';
  throw new SetupError(`The setting ${source} is not usable: ${reason}. Correct it and start again.`, EXIT.usage);
}

/** True if a setting is secret or may contain a password. */
export function isSecretSetting(name: SettingName): boolean {
  return 'isSecret' in SETTINGS[name];
}

/**
 * Returns the text of a setting for display. Of a secret address, only the password is masked. Of any other secret, at
 * most the last four characters are shown.
 */
export function shownSetting(name: SettingName, text: string): string {
  if (!isSecretSetting(name)) return text;
  return text.includes('://') ? maskPassword(text) : maskOf(text);
}

function refuseUnknownVariables(environment: NodeJS.ProcessEnv): void {
  const known = new Set<string>([DATA_DIR_VARIABLE, ...Object.values(SETTINGS).map(({ variable }) => variable)]);
  const unknown = Object.keys(environment).find((name) => name.startsWith('VESTRY_') && !known.has(name));
  if (unknown) throw new SetupError(`Unknown setting ${unknown}. Known: ${[...known].join(', ')}.`, EXIT.usage);
}

/**
 * Returns the texts in a settings file, or none when there is no file. Raises a SetupError for a file that is damaged
 * or cannot be read.
 */
export function readSettingsFile(file: string): Partial<Record<string, string>> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return {};
    throw new SetupError(`${file} cannot be read. Check its permissions.`, EXIT.usage, error);
  }
  const result = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).safeParse(parseJson(text));
  if (!result.success) {
    throw new SetupError(
      `${file} must be one JSON object. Each setting in it must be a text, a number, true or false.`,
      EXIT.usage,
    );
  }
  const unknown = Object.keys(result.data).find((name) => !(name in SETTINGS));
  if (unknown) {
    throw new SetupError(
      `Unknown setting "${unknown}" in ${file}. Known: ${Object.keys(SETTINGS).join(', ')}.`,
      EXIT.usage,
    );
  }
  return Object.fromEntries(Object.entries(result.data).map(([name, value]) => [name, String(value)]));
}
