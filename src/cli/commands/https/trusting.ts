import type { HttpsWords } from './words.ts';

/** The commands with which a person adds an authority to those that the person's own account trusts. */
const COMMANDS: Partial<Record<NodeJS.Platform, (file: string) => string>> = {
  darwin: (file) => `security add-trusted-cert -r trustRoot -k ~/Library/Keychains/login.keychain-db "${file}"`,
  win32: (file) => `certutil -user -addstore Root "${file}"`,
};

/** Returns how this computer learns to trust the authority in a file. */
export function trustingHere(file: string, { thisBrowser, thisComputer }: HttpsWords): string[] {
  const command = COMMANDS[process.platform]?.(file);
  return command === undefined ? [thisBrowser(file)] : [thisComputer(file), `  ${command}`];
}
