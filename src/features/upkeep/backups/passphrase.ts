/**
 * The passphrase of archives. It is never a command-line argument, because everybody on the computer can read
 * arguments.
 */
import { readFileSync } from 'node:fs';
import type { Config } from '../../../config.ts';
import { SetupError } from '../../../errors.ts';
import { EXIT } from '../../../exit-codes.ts';

const SHORTEST = 12;

/** Returns what is wrong with a passphrase for new archives, or undefined. */
export function passphraseFault(passphrase: string): string | undefined {
  return passphrase.length < SHORTEST ? `It must have at least ${SHORTEST} characters.` : undefined;
}

/**
 * Returns the passphrase from the file named in the settings, or undefined if they name none. Raises a SetupError if
 * the file cannot be read or the passphrase is not acceptable.
 */
export function configuredPassphrase({ backupPassphraseFile: file }: Config): string | undefined {
  if (file === undefined) return undefined;
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const message = `The passphrase file ${file} cannot be read (${code}). Correct backupPassphraseFile or the file.`;
    throw new SetupError(message, EXIT.usage, error);
  }
  const passphrase = text.split(/\r?\n/, 1)[0] ?? '';
  const fault = passphraseFault(passphrase);
  if (fault) throw new SetupError(`The passphrase in ${file} cannot be used. ${fault}`, EXIT.usage);
  return passphrase;
}
