import { defineConfig } from 'vitest/config';

/** Not part of `npm test`, because a person's first hour takes minutes. */
export default defineConfig({
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    include: ['test/first-hour/*.test.ts'],
    testTimeout: 1_800_000,
    hookTimeout: 300_000,
    reporters: ['verbose'],
  },
});
