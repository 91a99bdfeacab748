import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const FILES = readdirSync('test/console').filter((file) => file.endsWith('.test.ts'));

test.each(FILES)('%s looks at the page until it shows what is expected, never once only', (file) => {
  // After a click the page changes a moment later, so a value that is read once may be the one before.
  const once = readFileSync(`test/console/${file}`, 'utf8').match(/.*\bexpect\(\s*\(?await (?!import).*/g);
  expect(once, 'Write `await expect.poll(() => …)` instead.').toBe(null);
});
