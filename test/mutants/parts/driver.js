/** The only test file that Vitest gets. After this file, `runner.js` runs the jobs. */
import { expect, test } from 'vitest';

test('the worker is ready', () => {
  expect(true).toBe(true);
});
