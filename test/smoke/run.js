/**
 * Runs the smoke test: `npm run smoke -- 22 24 26` installs the package on each of these versions of Node.js and tries
 * it out.
 */
import { startVitest } from 'vitest/node';

const versions = process.argv.slice(2);
if (versions.length === 0 || versions.some((version) => !/^[\d.]+$/.test(version))) {
  console.error('Which versions of Node.js? For example: npm run smoke -- 22 24 26');
  process.exitCode = 2;
} else {
  process.env['SMOKE_NODES'] = versions.join(' ');
  const vitest = await startVitest('test', [], { config: 'test/smoke/vitest.config.ts', run: true });
  await vitest.close();
}
