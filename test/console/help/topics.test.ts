import { expect, test } from 'vitest';
import { asksForHelp, guideAt, topicOf } from '../../../src/console/help/topics.ts';

test.each([
  ['/offerings/12', 'offerings'],
  ['/giving', 'giving'],
  ['/giving/statements', 'giving'],
  ['/', 'start'],
  ['/givings', 'start'],
])('the help at %s is that of %s', (path, topic) => {
  expect(topicOf(path)).toBe(topic);
});

test.each([
  ['/month-end/2026-11', '/guide#finalize-the-month'],
  ['/reports/budgets', '/guide#budget'],
  ['/reports/income-statement', '/guide#reports'],
  ['/settings/opening', '/guide#opening'],
  ['/settings', '/guide#set-up'],
  ['/people/12', '/guide#people'],
  ['/', '/guide'],
])('the guide to %s is at %s', (path, address) => {
  expect(guideAt(path)).toBe(address);
});

test('the key ? asks for help, but not in a field, with another key, or while an input method composes', () => {
  const pressed = { key: '?', isComposing: false, ctrlKey: false, metaKey: false, altKey: false };
  expect(asksForHelp(pressed, false)).toBe(true);
  expect(asksForHelp(pressed, true)).toBe(false);
  for (const other of [{ key: '/' }, { isComposing: true }, { ctrlKey: true }, { metaKey: true }, { altKey: true }]) {
    expect(asksForHelp({ ...pressed, ...other }, false)).toBe(false);
  }
});
