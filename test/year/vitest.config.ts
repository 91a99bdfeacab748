import { defineConfig } from 'vitest/config';

/** Not part of `npm test`, because a year takes many minutes. */
export default defineConfig({
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    include: ['test/year/*.test.ts'],
    env: { TZ: 'America/Chicago', NO_COLOR: '1' },
    testTimeout: 600_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    // Each step needs the steps before it.
    bail: 1,
    reporters: ['verbose'],
  },
});
