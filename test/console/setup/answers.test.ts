import { expect, test } from 'vitest';
import { firstAnswers, setupOf, stepOf } from '../../../src/console/setup/answers.ts';

const KNOWN = {
  expiresAt: '2026-11-18T19:00:00.000Z',
  church: { name: null, timeZone: 'Asia/Taipei', locale: 'en-US' as const, fiscalYearStartMonth: 1 },
};

test('the request leaves out empty answers, and keeps the spaces of a password', () => {
  const answers = {
    ...firstAnswers(KNOWN, 'zh-TW'),
    'church.name': ' Grace ',
    'church.address.city': 'Alhambra',
    'user.email': 'ann@example.org',
    'user.displayName': 'Ann',
    'user.password': ' a long password ',
  };
  expect(setupOf(answers, 'token')).toEqual({
    token: 'token',
    church: {
      name: 'Grace',
      locale: 'zh-TW',
      timeZone: 'Asia/Taipei',
      fiscalYearStartMonth: 1,
      address: { city: 'Alhambra' },
    },
    user: { email: 'ann@example.org', displayName: 'Ann', password: ' a long password ' },
  });
});

test('the step of a refusal is the first one with a bad answer', () => {
  expect(stepOf({ 'user.password': 'too short', 'church.ein': 'bad' })).toBe('details');
  expect(stepOf({})).toBeUndefined();
});
