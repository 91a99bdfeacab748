import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    env: { TZ: 'America/Chicago', NO_COLOR: '1' },
    testTimeout: 30_000,
    // Setting a church up takes many requests; on a busy machine that may take its time.
    hookTimeout: 120_000,
    pool: 'threads',
    // Half of the time a test waits for another process, or for something that never answers.
    maxWorkers: availableParallelism() * 2,
  },
});
