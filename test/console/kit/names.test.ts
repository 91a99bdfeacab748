import { expect, test } from 'vitest';
import { inOrderOf } from '../../../src/console/kit/names.ts';

test('names that the service wrote begin with the Chinese name in Chinese, and stay as they are in English', () => {
  const written = 'Chien-Hung Lai 賴建宏, City Power';
  expect(inOrderOf(written, 'zh-TW')).toBe('賴建宏 Chien-Hung Lai, City Power');
  expect(inOrderOf(written, 'en')).toBe(written);
  expect(inOrderOf('陳美玲', 'zh-TW')).toBe('陳美玲');
  expect(inOrderOf('Shop 21 好', 'zh-TW')).toBe('Shop 21 好');
});
