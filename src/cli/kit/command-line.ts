/** Commands as the person at the terminal types them next. */
import { dataDirOf } from '../../config.ts';
import { isFromCache } from '../commands/service.ts';

/** Shells take these characters as they are. */
const PLAIN = /^[\w@%+=:,./\\~-]+$/;

/** Makes the line to type of a command, with the data directory unless Vestry finds that by itself. */
export function typing(dataDir: string): (command: string) => string {
  const program = isFromCache() ? 'npx vestry' : 'vestry';
  const place = PLAIN.test(dataDir) ? dataDir : `"${dataDir.replace(/["$`]/g, '\\$&')}"`;
  const where = dataDir === dataDirOf({}) ? '' : ` --data-dir ${place}`;
  return (command) => `${program} ${command}${where}`;
}
