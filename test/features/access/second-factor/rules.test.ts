import { Secret } from 'otpauth';
import { describe, expect, test } from 'vitest';
import {
  codeDigits,
  judgeCode,
  newRecoveryCodes,
  newSecret,
  recoveryCodeParts,
  setupUrl,
} from '../../../../src/features/access/second-factor/rules.ts';

/** The secret of the test vectors of RFC 4226, Appendix D, and RFC 6238, Appendix B. */
const secret = Secret.fromLatin1('12345678901234567890').base32;
const fresh = { secret, lastStep: 0, drift: 0, doubtfulStep: null };
const at = (seconds: number) => new Date(seconds * 1000);

/** RFC 4226, Appendix D: the code of each counter from 0. */
const CODES = [
  '755224',
  '287082',
  '359152',
  '969429',
  '338314',
  '254676',
  '287922',
  '162583',
  '399871',
  '520489',
] as const;
const codeOf = (step: number) => CODES[step] ?? '';

describe('a code of an authenticator app', () => {
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('is accepted at %i seconds, as in RFC 6238, Appendix B', (seconds, code) => {
    expect(judgeCode(code, fresh, at(seconds))).toMatchObject({ verdict: 'good', state: { drift: 0 } });
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9])('is accepted at step %i, as in RFC 4226, Appendix D', (step) => {
    expect(judgeCode(codeOf(step), fresh, at(step * 30))).toEqual({
      verdict: 'good',
      state: { lastStep: step, drift: 0, doubtfulStep: null },
    });
  });

  test('is accepted from one step before its time to one step after', () => {
    expect(judgeCode(codeOf(5), fresh, at(4 * 30)).verdict).toBe('good');
    expect(judgeCode(codeOf(5), fresh, at(7 * 30 - 1)).verdict).toBe('good');
    expect(judgeCode(codeOf(5), fresh, at(4 * 30 - 1)).verdict).toBe('nextCode');
    expect(judgeCode(codeOf(5), fresh, at(7 * 30)).verdict).toBe('nextCode');
  });

  test('is accepted once, and no code before it is accepted any more', () => {
    const { state } = judgeCode(codeOf(5), fresh, at(150));
    expect(judgeCode(codeOf(5), { secret, ...state }, at(151))).toEqual({ verdict: 'used', state });
    expect(judgeCode(codeOf(4), { secret, ...state }, at(151))).toEqual({ verdict: 'used', state });
    expect(judgeCode(codeOf(6), { secret, ...state }, at(180)).verdict).toBe('good');
  });

  test('of a clock that is two minutes wrong is refused, and the code after it is accepted', () => {
    const first = judgeCode(codeOf(9), fresh, at(5 * 30));
    expect(first).toEqual({ verdict: 'nextCode', state: { lastStep: 0, drift: 0, doubtfulStep: 9 } });
    const slow = { secret: secret, ...judgeCode(codeOf(3), fresh, at(7 * 30)).state };
    const second = judgeCode(codeOf(4), slow, at(8 * 30));
    expect(second).toEqual({ verdict: 'good', state: { lastStep: 4, drift: -4, doubtfulStep: null } });
    const settled = { secret, ...second.state };
    expect(judgeCode(codeOf(5), settled, at(9 * 30)), 'the clock is known from then on').toMatchObject({
      verdict: 'good',
      state: { drift: -4 },
    });
  });

  test('of a wrong clock is not accepted twice in place of the code after it', () => {
    const first = { secret, ...judgeCode(codeOf(3), fresh, at(7 * 30)).state };
    expect(judgeCode(codeOf(3), first, at(7 * 30 + 5)).verdict).toBe('used');
  });

  test('of a wrong clock is not accepted after a code that came long before it', () => {
    const first = { secret, ...judgeCode(codeOf(1), fresh, at(8 * 30)).state };
    expect(judgeCode(codeOf(6), first, at(13 * 30)).verdict).toBe('nextCode');
  });

  test('of a clock that is more than ten minutes wrong is refused, as is one of the day before', () => {
    expect(judgeCode(codeOf(1), fresh, at(21 * 30)).verdict).toBe('nextCode');
    expect(judgeCode(codeOf(1), fresh, at(22 * 30)).verdict).toBe('wrong');
    expect(judgeCode(codeOf(1), fresh, at(30 + 86_400)).verdict).toBe('wrong');
  });

  test('of a clock that was set back is told from one that was used', () => {
    const ahead = { secret, lastStep: 25, drift: 20, doubtfulStep: null };
    expect(judgeCode(codeOf(6), ahead, at(6 * 30))).toEqual({
      verdict: 'earlier',
      state: { lastStep: 25, drift: 20, doubtfulStep: null },
    });
  });

  test('of a clock that was corrected is accepted after two codes', () => {
    const wrong = { secret, lastStep: 1, drift: -6, doubtfulStep: null };
    const first = judgeCode(codeOf(7), wrong, at(7 * 30));
    expect(first.verdict).toBe('nextCode');
    expect(judgeCode(codeOf(8), { secret, ...first.state }, at(8 * 30))).toEqual({
      verdict: 'good',
      state: { lastStep: 8, drift: 0, doubtfulStep: null },
    });
  });

  test.each(['', '12345', '1234567', 'abcdef', '755-224', '75522４４'])('%j is none', (text) => {
    expect(codeDigits(text)).toBeUndefined();
  });

  test('may be typed with a space, or in full width', () => {
    expect(codeDigits(' 755 224 ')).toBe('755224');
    expect(codeDigits('７５５２２４')).toBe('755224');
  });
});

test('a secret has 160 random bits, and its address is that of the Key URI format', () => {
  const made = new Set(Array.from({ length: 50 }, newSecret));
  expect(made.size).toBe(50);
  for (const one of made) expect(one).toMatch(/^[A-Z2-7]{32}$/);
  const url = new URL(setupUrl(secret, { issuer: 'Vestry Grace Church', label: 'ann@example.org' }));
  expect(url.protocol).toBe('otpauth:');
  expect(decodeURIComponent(url.pathname)).toBe('/Vestry Grace Church:ann@example.org');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    issuer: 'Vestry Grace Church',
    secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});

describe('recovery codes', () => {
  test('are ten, without look-alikes, and each begins differently', () => {
    const codes = newRecoveryCodes();
    expect(codes).toHaveLength(10);
    for (const code of codes) expect(code).toMatch(/^([a-hjkmnp-z2-9]{4}-){2}[a-hjkmnp-z2-9]{4}$/);
    expect(new Set(codes.map((code) => code.slice(0, 4))).size).toBe(10);
  });

  test('may be typed in capitals, with spaces, or without hyphens', () => {
    const parts = { lookup: 'k7qm', secret: 'x3vd9fhp' };
    for (const text of ['k7qm-x3vd-9fhp', 'K7QM X3VD 9FHP', 'k7qmx3vd9fhp', ' k7qm-x3vd-9fhp ']) {
      expect(recoveryCodeParts(text)).toEqual(parts);
    }
    for (const text of ['', '287082', 'k7qm-x3vd', 'k7qm-x3vd-9fhp-2', 'k7qm-x3vd-9fh1', 'k7qm-x3vd-9fho']) {
      expect(recoveryCodeParts(text)).toBeUndefined();
    }
  });
});
