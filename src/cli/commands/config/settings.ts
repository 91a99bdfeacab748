/** Lists the settings in force, and changes those in config.json. src/config.ts defines the settings. */
import {
  DEFAULTS,
  type Flags,
  loadConfig,
  readGiven,
  readSetting,
  readSettingsFile,
  type SettingName,
  SETTINGS,
  settingsFile,
  shownSetting,
} from '../../../config.ts';
import { SetupError } from '../../../errors.ts';
import { EXIT } from '../../../exit-codes.ts';
import { writePrivateFile } from '../../../lib/private-file.ts';

/** A setting: its name, its text with secrets masked, and its source. The text is null if the setting has no value. */
export type SettingInForce = {
  name: SettingName;
  variable: string;
  value: string | null;
  from: 'flag' | 'environment' | 'file' | 'default';
};

/** Returns every setting, in order. Throws a SetupError if a setting is not valid. */
export function listSettings(flags: Flags, environment: NodeJS.ProcessEnv): SettingInForce[] {
  const { dataDir } = loadConfig(flags, environment);
  const given = new Map(readGiven(dataDir, flags, environment).map((one) => [one.name, one]));
  return (Object.keys(SETTINGS) as SettingName[]).map((name) => {
    const { variable } = SETTINGS[name];
    const own = given.get(name);
    if (own) return { name, variable, value: shownSetting(name, own.text), from: own.from };
    return { name, variable, value: defaultOf(name), from: 'default' };
  });
}

function defaultOf(name: SettingName): string | null {
  if (!(name in DEFAULTS)) return null;
  const text = String(DEFAULTS[name as keyof typeof DEFAULTS]);
  return text === '' ? null : text;
}

/**
 * Returns the name of the setting that a text names, such as `baseUrl`, `base-url` or `VESTRY_BASE_URL`. Throws a
 * SetupError if there is no such setting.
 */
export function settingNamed(text: string): SettingName {
  const same = (a: string) => a.replace(/^VESTRY_|[-_]/g, '').toLowerCase();
  const name = (Object.keys(SETTINGS) as SettingName[]).find((one) => same(one) === same(text));
  if (name) return name;
  throw new SetupError(
    `There is no setting ${text}. The settings are: ${Object.keys(SETTINGS).join(', ')}.`,
    EXIT.notFound,
  );
}

/**
 * Stores a setting in config.json, or removes it if the text is empty. The other settings stay. Throws a SetupError if
 * the text is not valid or the file cannot be written.
 */
export function storeSetting(dataDir: string, name: SettingName, text: string): void {
  storeSettings(dataDir, { [name]: text });
}

/**
 * Stores settings in config.json all at once, and removes those whose text is empty. The other settings stay. The file
 * is replaced as a whole, and only its owner can read it. Throws a SetupError if a text is not valid or the file cannot
 * be written.
 */
export function storeSettings(dataDir: string, changes: Partial<Record<SettingName, string>>): void {
  const file = settingsFile(dataDir);
  const given = Object.entries(changes) as [SettingName, string][];
  const stays = ([name]: [string, unknown]) => !(name in changes);
  const others = Object.entries(readSettingsFile(file)).filter(stays);
  for (const [name, text] of given) if (text !== '') readSetting(name, text, name);
  const settings = Object.fromEntries([...others, ...given.filter(([, text]) => text !== '')]);
  try {
    writePrivateFile(file, `${JSON.stringify(settings, null, 2)}\n`);
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new SetupError(`${file} cannot be written (${code}). Check its permissions.`, EXIT.usage, error);
  }
}
