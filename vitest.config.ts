import { accessSync, constants, readdirSync, readFileSync, statfsSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { HOST_OPTIONS } from './test/support/command.ts';

const FILES = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts'))
  .map((file) => `test/${file.replaceAll('\\', '/')}`);

const SOURCES = FILES.map((file) => ({ file, source: readFileSync(file, 'utf8') }));

/** Returns the test files whose source matches the pattern. */
const matching = (pattern: RegExp) => SOURCES.filter(({ source }) => pattern.test(source)).map(({ file }) => file);

/** The test files that replace a module. They run alone, because no other file may have loaded that module before. */
const REPLACING = matching(/vi\.mock\(/);

/** The tests that only `npm run smoke`, `npm run year` and `npm run first-hour` run. */
const ON_DEMAND = ['smoke', 'year', 'first-hour'].map((name) => `test/${name}/*.test.ts`);

/** Long tests: the short torture run, 1,000 random requests, the model of the books, and the installed package. */
const LONG = [
  'test/torture/torture.test.ts',
  'test/torture/webhooks.test.ts',
  'test/bank-year/bank-year.test.ts',
  'test/fuzz/fuzz.test.ts',
  'test/import-fuzz/import-fuzz.test.ts',
  'test/model/model.test.ts',
  ...['browser', 'installed', 'package', 'supply'].map((name) => `test/e2e/${name}.test.ts`),
];

/** The tests that open the page in Chromium. */
const PAGE = FILES.filter((file) => /^test\/console\/[\w-]+\.test\.ts$/.test(file));

/** The tests that `.ci/run` leaves to `npm run nightly`, because they prove what rarely breaks. */
const NIGHTLY = [
  ...['guide', 'other-devices', 'people-import', 'webhooks'].map((name) => `test/console/${name}.test.ts`),
  ...['backups/age', 'demo/demo-days'].map((name) => `test/features/upkeep/${name}.test.ts`),
  ...['completion', 'process', 'service'].map((name) => `test/cli/${name}.test.ts`),
  'test/ci/ci.test.ts',
  'test/contract/search-attacks.test.ts',
  'test/e2e/copies.test.ts',
  'test/features/bank/files/large.test.ts',
  'test/mutants/mutants.test.ts',
];

/** The tests that `npm run nightly` repeats in a longer form. */
const LONGER_NIGHTLY = matching(/support\/(?:nightly|journal)\.ts/);

const BROWSER = PAGE.filter((file) => !NIGHTLY.includes(file));

/** The files that take longest. They start first, because the last file that runs should be a short one. */
const LONGEST = [
  ...['trouble', 'typed-keys', 'roles', 'screens-office', 'screens-sunday'].map(
    (name) => `test/console/${name}.test.ts`,
  ),
  ...['demo/demo', 'backups/archives'].map((name) => `test/features/upkeep/${name}.test.ts`),
  ...['notification-email', 'notification-resume', 'ai'].map((name) => `test/contract/${name}.test.ts`),
  ...['audit/proof', 'messages/line/client'].map((name) => `test/features/${name}.test.ts`),
  ...['treasurer-month', 'tables', 'startup', 'https', 'init-wizard'].map((name) => `test/cli/${name}.test.ts`),
  ...['e2e/installed', 'torture/torture', 'model/model', 'fuzz/fuzz'].map((name) => `test/${name}.test.ts`),
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONGEST.some((file) => moduleId.endsWith(file));
    // This calls the method `sort` of a sequencer, not of an array.
    // oxlint-disable-next-line unicorn/no-array-sort
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** The tests use memory only if this much is free. They need a tenth of this space. */
const MEMORY_BYTES = 2 ** 31;

/**
 * The temporary folder of the short tests. On Linux, it is in memory, because on a disk a test waits for each commit of
 * SQLite. `global-setup.ts` makes and removes it.
 */
const TEMPORARY = path.join(hasMemory('/dev/shm') ? '/dev/shm' : tmpdir(), `vestry-tests-${process.pid}`);

function hasMemory(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= MEMORY_BYTES;
  } catch {
    return false;
  }
}

for (const option of HOST_OPTIONS) setFlagsFromString(option);

/**
 * The short tests start hundreds of programs. To start one, Linux copies the page tables of the whole process, which takes
 * longer for one process with all workers than for a process that is one worker.
 */
const IN_PROCESSES: { pool: 'forks'; execArgv: string[] } = { pool: 'forks', execArgv: HOST_OPTIONS };

export default defineConfig(({ mode }) => ({
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    env: {
      TZ: 'America/Chicago',
      NO_COLOR: '1',
      // `npm run screens` saves its pictures there.
      ...(mode === 'screens' && { TEST_PICTURES: 'coverage/screens' }),
    },
    // A busy machine may be slow, and no test measures time.
    testTimeout: 300_000,
    // Setting up a church takes many requests, which may be slow on a busy machine.
    hookTimeout: 300_000,
    // The default of a second is too short for a busy machine.
    expect: { poll: { timeout: 60_000 } },
    pool: 'threads',
    sequence: { sequencer: LongestFirst },
    // There are more workers than processors, because some tests wait for a response that never comes. Even more
    // workers would take longer, because each worker loads the program and starts a service of its own.
    maxWorkers: availableParallelism() * 2,
    // `npm test` runs the projects "shared" and "alone", `npm run test:long` "long" and "browser".
    projects: [
      // The files share the loaded modules. Loading the program again for each file would take a fifth of the time.
      {
        extends: true,
        test: {
          name: 'shared',
          ...IN_PROCESSES,
          env: { TMPDIR: TEMPORARY },
          isolate: false,
          include: ['test/**/*.test.ts'],
          exclude: [...REPLACING, ...ON_DEMAND, ...LONG, ...PAGE, ...NIGHTLY],
        },
      },
      { extends: true, test: { name: 'alone', ...IN_PROCESSES, env: { TMPDIR: TEMPORARY }, include: REPLACING } },
      { extends: true, test: { name: 'long', isolate: false, include: LONG } },
      // These tests run after all others, because pages are too slow while other tests run.
      {
        extends: true,
        test: {
          name: 'browser',
          isolate: false,
          include: BROWSER,
          setupFiles: ['test/support/failed-pages.ts'],
          maxWorkers: availableParallelism() * 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'nightly',
          env: { TEST_NIGHTLY: '1' },
          isolate: false,
          include: [...NIGHTLY, ...LONGER_NIGHTLY],
          setupFiles: ['test/support/failed-pages.ts'],
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
}));
