/** Writes commands for the person at the terminal to type next. */
import { dataDirOf } from '../../config.ts';
import { program } from '../../package.ts';

/** Characters that need no quoting in a shell. */
const PLAIN = /^[\w@%+=:,./\\~-]+$/;

/** Returns the line to type for a command, with the data directory unless it is the default. */
export function typing(dataDir: string): (command: string) => string {
  const called = isFromCache() ? 'npx vestry' : 'vestry';
  const place = PLAIN.test(dataDir) ? dataDir : `"${dataDir.replace(/["$`]/g, '\\$&')}"`;
  const where = dataDir === dataDirOf({}) ? '' : ` --data-dir ${place}`;
  return (command) => `${called} ${command}${where}`;
}

/** Whether Vestry runs from a cache folder that may be emptied, as npx uses. */
export function isFromCache(): boolean {
  return /[/\\](_npx|dlx-[^/\\]+|dlx)[/\\]/.test(program);
}
