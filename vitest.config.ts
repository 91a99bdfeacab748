import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    env: { TZ: 'America/Chicago', NO_COLOR: '1' },
    testTimeout: 20_000,
    pool: 'threads',
  },
});
