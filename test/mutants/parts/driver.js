/** The one file that Vitest knows of; `runner.js` does the work after it. */
import { expect, test } from 'vitest';

test('the worker is there', () => {
  expect(true).toBe(true);
});
