import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const FILES = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => `test/${file.replaceAll('\\', '/')}`);

/** A module that is replaced must not have been loaded by another file before. */
const REPLACING = FILES.filter((file) => readFileSync(file, 'utf8').includes('vi.mock('));

/** `npm run smoke` runs these. */
const SMOKE = ['test/smoke/*.test.ts'];

/** Long proofs: the short torture, 2,000 drawn requests, the run of planted faults on three lines, and the package as it is packed, installed and opened in a browser. */
const LONG = [
  'test/torture/torture.test.ts',
  'test/fuzz/fuzz.test.ts',
  'test/mutants/mutants.test.ts',
  ...['browser', 'installed', 'package', 'supply'].map((name) => `test/e2e/${name}.test.ts`),
];

/** Tests of the page in Chromium. */
const BROWSER = FILES.filter((file) => /^test\/(console|browser)\/[\w-]+\.test\.ts$/.test(file));

export default defineConfig(({ mode }) => ({
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    env: {
      TZ: 'America/Chicago',
      NO_COLOR: '1',
      // `npm run screens` keeps pictures there.
      ...(mode === 'screens' && { VESTRY_TEST_PICTURES: 'coverage/screens' }),
    },
    // A busy machine may take its time; none of the tests looks at a clock.
    testTimeout: 120_000,
    // Setting a church up takes many requests; on a busy machine that may take its time.
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    pool: 'threads',
    // Most of the time a test waits: for another process, or for an answer that never comes.
    maxWorkers: availableParallelism() * 3,
    // `npm test` runs the projects "shared" and "alone", `npm run test:long` the other two.
    projects: [
      // Loading the program again for each file would take a fifth of the time.
      {
        extends: true,
        test: {
          name: 'shared',
          isolate: false,
          include: ['test/**/*.test.ts'],
          exclude: [...REPLACING, ...SMOKE, ...LONG, ...BROWSER],
        },
      },
      { extends: true, test: { name: 'alone', include: REPLACING } },
      { extends: true, test: { name: 'long', isolate: false, include: LONG } },
      // After the others, because pages starve beside them; what fails three times is a fault.
      {
        extends: true,
        test: {
          name: 'browser',
          isolate: false,
          include: BROWSER,
          retry: 2,
          maxWorkers: availableParallelism() * 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
}));
