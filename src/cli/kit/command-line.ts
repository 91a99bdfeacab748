/** Formats commands that the person at the terminal can type next. */
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { dataDirOf } from '../../config.ts';
import { program } from '../../package.ts';

/** Characters that need no quoting in a shell. */
const PLAIN = /^[\w@%+=:,./\\~-]+$/;

/**
 * Returns a function that formats a command as the line to type in this folder, with --data-dir unless the directory is
 * the default.
 */
export function typing(dataDir: string): (command: string) => string {
  const called = howCalled();
  const where = dataDir === dataDirOf({}) ? '' : ` --data-dir ${quoted(dataDir)}`;
  return (command) => `${called} ${command}${where}`;
}

/** Quotes an argument for a shell, if it needs quotes. */
export const quoted = (text: string): string => (PLAIN.test(text) ? text : `"${text.replace(/["$`]/g, '\\$&')}"`);

/** True if Vestry runs from a package cache, such as that of npx, which may be emptied at any time. */
export function isFromCache(): boolean {
  return /[/\\](_npx|dlx-[^/\\]+|dlx)[/\\]/.test(program);
}

/** A command in a sentence, such as `vestry import undo 3`. */
const NAMED = /(?<![\w/.$@-]|npx )vestry (?=[a-z])/g;

/**
 * Returns a message in which commands can be typed as they are. Messages of services name `vestry`, which the shell does
 * not find if npx runs the program.
 */
export function asTyped(message: string, called = howCalled()): string {
  return called === 'npx vestry' ? message.replace(NAMED, 'npx vestry ') : message;
}

/** A folder that npx adds to the path of the program that it runs. The shell of the person does not have it. */
const OF_NPM = /[/\\]node_modules[/\\]\.bin[/\\]?$/;

/** Returns what starts this program: the command if the shell finds it, npx, or node with the file of a source folder. */
function howCalled(): string {
  if (isFromCache()) return 'npx vestry';
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => folder && !OF_NPM.test(folder));
  if (folders.some(holdsProgram)) return 'vestry';
  const here = process.cwd();
  if (parentsOf(here).some((folder) => holdsProgram(path.join(folder, 'node_modules', '.bin')))) return 'npx vestry';
  const relative = path.relative(here, program);
  return `node ${quoted(relative.startsWith('..') ? program : relative)}`;
}

/** True if a folder has a command `vestry` that is this program. */
function holdsProgram(folder: string): boolean {
  try {
    // On Windows, npm installs a script instead of a link.
    if (process.platform === 'win32') return realpathSync(path.join(folder, 'vestry.cmd')) !== '';
    return realpathSync(path.join(folder, 'vestry')) === realpathSync(program);
  } catch {
    return false;
  }
}

function parentsOf(folder: string): string[] {
  const parent = path.dirname(folder);
  return parent === folder ? [folder] : [folder, ...parentsOf(parent)];
}
