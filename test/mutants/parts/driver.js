/** The only test file that Vitest is given. `runner.js` does its work after this file. */
import { expect, test } from 'vitest';

test('the worker is ready', () => {
  expect(true).toBe(true);
});
