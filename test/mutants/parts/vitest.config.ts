import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['mutant-parts/driver.js'],
    runner: './mutant-parts/runner.js',
    env: { TZ: 'America/Chicago', NO_COLOR: '1' },
    isolate: false,
    pool: 'threads',
    maxWorkers: 1,
    silent: true,
    update: false,
    dangerouslyIgnoreUnhandledErrors: true,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 5000 } },
  },
});
