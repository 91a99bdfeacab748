/**
 * Compares the settings in a backup with those of this computer. The settings in a backup are taken over only if
 * somebody decides to, because a forged backup must not be able to redirect mail.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { readSettingsFile, type SettingName, SETTINGS, shownSetting } from '../../../config.ts';
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

/** Compares the unpacked settings with those of a data directory. Returns undefined if the backup has no settings. */
export function offeredSettings(dataDir: string, staging: string): SettingsOffer | undefined {
  const [own, staged] = [dataDir, staging].map((folder) => path.join(folder, ENTRIES.config)) as [string, string];
  if (!existsSync(staged)) return undefined;
  return { hasOwn: existsSync(own), different: differencesOf(own, staged) };
}

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
