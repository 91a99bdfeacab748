import { expect, test } from 'vitest';
import { candidatesIn, codeHash, newCode } from '../../../../src/features/messages/line/rules.ts';

test('a code has eight legible characters, among them a digit and a letter, and each code is different', () => {
  const codes = Array.from({ length: 2000 }, newCode);
  for (const code of codes) {
    expect(code).toMatch(/^[2-9A-HJKMNP-TV-Z]{8}$/);
    expect(code).toMatch(/\d/);
    expect(code).toMatch(/[A-Z]/);
    expect(candidatesIn(code)).toEqual([code]);
  }
  expect(new Set(codes).size).toBe(codes.length);
  expect(new Set(codes.join('')).size).toBe(30);
});

test.each([
  ['ABCD2345', ['ABCD2345']],
  ['abcd2345', ['ABCD2345']],
  ['  abcd-2345\n', ['ABCD2345']],
  ['ABCD 2345.', ['ABCD2345']],
  ['ABCD–2345', ['ABCD2345']],
  ['ＡＢＣＤ２３４５', ['ABCD2345']],
  ['ａｂｃｄ－２３４５', ['ABCD2345']],
  ['ＡＢＣＤ　２３４５', ['ABCD2345']],
  ['AB\u200bCD2345', ['ABCD2345']],
  ['我的代碼是ABCD2345，謝謝', ['ABCD2345']],
  ['my code is abcd2345, thank you', ['ABCD2345']],
  ['NEWS ABCD 2345', ['ABCD2345']],
  ['ABCD2345 or EFGH6789', ['ABCD2345', 'EFGH6789']],
  ['ABCD2345 abcd-2345', ['ABCD2345']],
])('the codes in %j are found', (text, codes) => {
  expect(candidatesIn(text)).toEqual(codes);
});

test.each([
  '',
  'Hello, when is the service?',
  'BARNABAS',
  '請問主日幾點',
  '2345 6789',
  'ABCD2345E',
  'XABCD2345',
  'éABCD2345',
  'ABC-D2345',
  'ABCD  2345',
  'ABCD1234',
  'ABCDO345',
  'https://example.org/',
])('%j contains no code', (text) => {
  expect(candidatesIn(text)).toEqual([]);
});

test('at most five codes are read from a text, and even huge texts are read quickly', () => {
  const many = Array.from({ length: 5000 }, newCode).join(' ');
  const startedAt = performance.now();
  expect(candidatesIn(many)).toHaveLength(5);
  candidatesIn('ABCD '.repeat(50_000));
  candidatesIn('\ufdfa'.repeat(250_000));
  expect(performance.now() - startedAt).toBeLessThan(200);
});

test('the stored form of a code depends on a key', () => {
  const [one, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  expect(codeHash(one, 'ABCD2345')).toMatch(/^[0-9a-f]{64}$/);
  expect(codeHash(one, 'ABCD2345')).toBe(codeHash(one, 'ABCD2345'));
  expect(codeHash(other, 'ABCD2345')).not.toBe(codeHash(one, 'ABCD2345'));
});
