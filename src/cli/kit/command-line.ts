/** Formats commands that the person at the terminal can type next. */
import { dataDirOf } from '../../config.ts';
import { program } from '../../package.ts';

/** Characters that need no quoting in a shell. */
const PLAIN = /^[\w@%+=:,./\\~-]+$/;

/**
 * Returns a function that formats a command as the line to type, with --data-dir unless the directory is the default.
 */
export function typing(dataDir: string): (command: string) => string {
  const called = isFromCache() ? 'npx vestry' : 'vestry';
  const place = PLAIN.test(dataDir) ? dataDir : `"${dataDir.replace(/["$`]/g, '\\$&')}"`;
  const where = dataDir === dataDirOf({}) ? '' : ` --data-dir ${place}`;
  return (command) => `${called} ${command}${where}`;
}

/** True if Vestry runs from a package cache, such as that of npx, which may be emptied at any time. */
export function isFromCache(): boolean {
  return /[/\\](_npx|dlx-[^/\\]+|dlx)[/\\]/.test(program);
}
