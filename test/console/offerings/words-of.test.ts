/** Tests how methods and dates are worded, and how the error for the parts of a gift is worded. */
import { expect, test } from 'vitest';
import { dateText } from '../../../src/console/kit/dates.ts';
import { faultSentence } from '../../../src/console/offerings/entry/options.ts';
import { emptyDraft } from '../../../src/console/offerings/entry/row.ts';
import { methodWithin } from '../../../src/console/offerings/entry/words-of.ts';

test('a method within a sentence begins with a small letter, but a brand name does not change', () => {
  expect(methodWithin('Bank transfer', 'BankTransfer')).toBe('bank transfer');
  expect(methodWithin('Zelle', 'Zelle')).toBe('Zelle');
  expect(methodWithin('PayPal', 'PayPal')).toBe('PayPal');
});

test('a Chinese date is followed by its weekday in brackets', () => {
  expect(dateText('2026-11-22', 'en', 'withWeekday')).toBe('Sun, Nov 22, 2026');
  expect(dateText('2026-11-22', 'zh-TW', 'withWeekday')).toBe('2026年11月22日（週日）');
});

test('if the parts exceed the gift, the error shows the excess without a minus sign', () => {
  const say = ((word: string, { amount }: { amount: string }) => `${word} ${amount}`) as never;
  const draft = (part: string) => ({
    ...emptyDraft('Cash', 1),
    amount: '100',
    parts: [{ amount: part, categoryId: 1 }],
  });
  expect(faultSentence('part-0-amount', draft('140'), say)).toBe('partsTooMuch 40.00');
  expect(faultSentence('part-0-amount', draft('80'), say)).toBe('partsDiffer 20.00');
});
