import { createRequire } from 'node:module';
import type * as Argon2 from '@node-rs/argon2';
import { beforeEach, expect, test, vi } from 'vitest';
import { login } from '../../../../src/features/access/auth/service.ts';
import { createUser, deactivateUser } from '../../../../src/features/access/users/service.ts';
import { testApp, type TestApp } from '../../../support/app.ts';

const verify = vi.spyOn(createRequire(import.meta.url)('@node-rs/argon2') as typeof Argon2, 'verify');
// Other tests use cheap hashes. This one tests the real cost.
vi.mock('../../../support/cheap-hash.js', () => ({}));

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
});

const tryAs = (email: string) => login(app, { email, password: 'not the password' }, { userAgent: null });

test('signing in to an unknown or deactivated account takes as much hashing as signing in with a wrong password', async () => {
  const input = { displayName: 'Ann', roles: ['treasurer' as const], memberId: null };
  await createUser(app, { ...input, email: 'ann@example.org' }, 'correct horse battery');
  const { user } = await createUser(app, { ...input, email: 'closed@example.org' }, 'correct horse battery');
  await deactivateUser(app, user.id);
  // The first sign-in of a process also computes the dummy hash that is compared when no user exists.
  await expect(tryAs('first@example.org')).rejects.toMatchObject({ code: 'invalid_credentials' });
  for (const email of ['ann@example.org', 'closed@example.org', 'nobody@example.org']) {
    verify.mockClear();
    await expect(tryAs(email)).rejects.toMatchObject({ code: 'invalid_credentials' });
    const costs = verify.mock.calls.map(([hash]) => String(hash).split('$').slice(1, 4).join(' '));
    expect(costs, email).toEqual(['argon2id v=19 m=19456,t=2,p=1']);
  }
});
