import { defineConfig } from 'vitest/config';

/** Not part of `npm test`, because these tests download other versions of Node.js. */
export default defineConfig({
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    include: ['test/smoke/*.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 120_000,
    reporters: ['verbose'],
  },
});
