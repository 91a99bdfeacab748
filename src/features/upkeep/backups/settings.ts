/**
 * Compares the settings in a backup with those of this computer. The settings in a backup are taken over only if
 * somebody decides to, because a forged backup must not be able to redirect mail.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isSecretSetting, readSettingsFile, type SettingName, SETTINGS, shownSetting } from '../../../config.ts';
import { SetupError } from '../../../errors.ts';
import { printable } from '../../../lib/text.ts';
import { ENTRIES } from './rules.ts';

/** A setting that differs in the backup. Both values are texts with secrets masked, or null if not set. */
export type DifferentSetting = { name: SettingName; here: string | null; backup: string | null };

/** The facts for the decision about the settings in a backup. */
export type SettingsOffer = {
  /** True if this computer has a config.json. It stays unless somebody chooses the settings in the backup. */
  hasOwn: boolean;
  /** The settings that differ. Undefined if those in the backup cannot be read. */
  different: readonly DifferentSetting[] | undefined;
};

/**
 * Compares the unpacked settings with those of a data directory. Returns undefined if the backup has no settings. A
 * secret setting that a backup leaves out because it is not encrypted does not count as different.
 */
export function offeredSettings(dataDir: string, staging: string, isEncrypted: boolean): SettingsOffer | undefined {
  const [own, staged] = filesIn(dataDir, staging);
  if (!existsSync(staged)) return undefined;
  const different = differencesOf(own, staged);
  const isOffered = ({ name, backup }: DifferentSetting) => isEncrypted || backup !== null || !isSecretSetting(name);
  return { hasOwn: existsSync(own), different: different?.filter(isOffered) };
}

/** Adds the secret settings of a data directory to unpacked settings that lack them. */
export function keepSecrets(dataDir: string, staging: string): void {
  const [own, staged] = filesIn(dataDir, staging);
  if (!existsSync(own)) return;
  const [here, backup] = [own, staged].map((file) => parsed(readFileSync(file))) as [Settings, Settings];
  const secrets = Object.entries(here).filter(([name]) => isSecret(name));
  writeFileSync(staged, textOf({ ...Object.fromEntries(secrets), ...backup }), { flush: true });
}

const filesIn = (dataDir: string, staging: string) =>
  [dataDir, staging].map((folder) => path.join(folder, ENTRIES.config)) as [own: string, staged: string];

function differencesOf(own: string, staged: string): DifferentSetting[] | undefined {
  const [here, backup] = [readable(own) ?? {}, readable(staged)];
  if (!backup) return undefined;
  const names = (Object.keys(SETTINGS) as SettingName[]).filter((name) => here[name] !== backup[name]);
  return names.map((name) => ({ name, here: shown(name, here[name]), backup: shown(name, backup[name]) }));
}

function readable(file: string): ReturnType<typeof readSettingsFile> | undefined {
  try {
    return readSettingsFile(file);
  } catch (error) {
    if (error instanceof SetupError) return undefined;
    throw error;
  }
}

const shown = (name: SettingName, text: string | undefined) =>
  text === undefined || text === '' ? null : printable(shownSetting(name, text));

/** Returns the names of the secret settings that have a value in the bytes of a config.json. */
export function secretSettingsIn(settings: Uint8Array): string[] {
  return Object.entries(parsed(settings))
    .filter(([name, value]) => isSecret(name) && value !== '')
    .map(([name]) => name);
}

/** Returns the bytes of a config.json without its secret settings. Throws a SyntaxError if it cannot be read. */
export function withoutSecrets(settings: Uint8Array): Uint8Array {
  const secrets = new Set(secretSettingsIn(settings));
  if (secrets.size === 0) return settings;
  const others = Object.entries(parsed(settings)).filter(([name]) => !secrets.has(name));
  return Buffer.from(textOf(Object.fromEntries(others)));
}

type Settings = Record<string, unknown>;

const isSecret = (name: string) => name in SETTINGS && isSecretSetting(name as SettingName);

const textOf = (settings: Settings) => `${JSON.stringify(settings, null, 2)}\n`;

function parsed(settings: Uint8Array): Settings {
  return (JSON.parse(Buffer.from(settings).toString('utf8')) ?? {}) as Settings;
}
