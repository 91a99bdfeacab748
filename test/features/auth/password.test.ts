import { verify } from '@node-rs/argon2';
import { beforeEach, expect, test, vi } from 'vitest';
import { hashPassword, verifyPassword } from '../../../src/features/auth/password.ts';

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>();
  return { ...real, verify: vi.fn(real.verify) };
});

beforeEach(() => {
  vi.mocked(verify).mockClear();
});

test('a password matches its own hash only, however the keyboard composes it', async () => {
  const hash = await hashPassword('Caf\u00e9 at the corner');
  expect(await verifyPassword(hash, 'Cafe\u0301 at the corner')).toBe(true);
  expect(await verifyPassword(hash, 'Cafe at the corner')).toBe(false);
});

test('the time does not tell who has an account: without a hash the same work is done', async () => {
  const hash = await hashPassword('a long enough password');
  await verifyPassword(hash, 'not the password');
  expect(await verifyPassword(undefined, 'not the password')).toBe(false);
  const [known, unknown] = vi.mocked(verify).mock.calls.map(([tried]) => String(tried));
  const cost = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;
  expect(known).toMatch(cost);
  expect(unknown).toMatch(cost);
  expect(unknown).not.toBe(known);
});
