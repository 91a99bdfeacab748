/**
 * npm runs this after it has installed the packages of a clone, and before the checks. It builds the program. `npx
 * vestry` in a clone runs it, too, but must neither build, because a running service loads files of the last build, nor
 * fail, because npx then fails in this folder for ever after.
 */
import { existsSync } from 'node:fs';
import { buildIfChanged } from './current.js';

const isInstalled = existsSync('node_modules/tsup');
try {
  if (isInstalled && process.env['npm_command'] !== 'exec') buildIfChanged();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
