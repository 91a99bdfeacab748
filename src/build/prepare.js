/**
 * npm runs this after it has installed the packages of a clone, and builds the program. `npx vestry` in a clone runs it,
 * too, but must neither build, because a running service loads files of the last build, nor fail, because npx then fails
 * in this folder for ever after.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const isInstalled = existsSync('node_modules/tsup');
if (isInstalled && process.env['npm_command'] !== 'exec') {
  const { status } = spawnSync('npm run build', { shell: true, stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
