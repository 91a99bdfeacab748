/** Commands as the person at the terminal types them next. */
import { dataDirOf } from '../../config.ts';
import { program } from '../../package.ts';

/** Shells take these characters as they are. */
const PLAIN = /^[\w@%+=:,./\\~-]+$/;

/** Makes the line to type of a command, with the data directory unless Vestry finds that by itself. */
export function typing(dataDir: string): (command: string) => string {
  const called = isFromCache() ? 'npx vestry' : 'vestry';
  const place = PLAIN.test(dataDir) ? dataDir : `"${dataDir.replace(/["$`]/g, '\\$&')}"`;
  const where = dataDir === dataDirOf({}) ? '' : ` --data-dir ${place}`;
  return (command) => `${called} ${command}${where}`;
}

/** Whether Vestry runs from a folder that may be emptied, as npx and its like do it. */
export function isFromCache(): boolean {
  return /[/\\](_npx|dlx-[^/\\]+|dlx)[/\\]/.test(program);
}
