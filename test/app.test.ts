import { expect, test } from 'vitest';
import { afterTheFact, type App, inTransaction } from '../src/app.ts';
import { AppError } from '../src/errors.ts';
import { UserQuery } from '../src/features/access/users/schema.ts';
import { createUser, listUsers } from '../src/features/access/users/service.ts';
import { decode } from '../src/validate.ts';
import { as, testApp } from './support/app.ts';

const signedOut = async () => {
  throw new AppError('unauthenticated', 'Sign in again.');
};

test('a write reads the roles of its actor once more inside its transaction, and uses those roles', async () => {
  const app = await testApp();
  const scopes: string[] = [];
  const reauthorize = async ({ scope }: App) => {
    scopes.push(scope);
    return as(app, 7, 'auditor').actor;
  };
  const actor = await inTransaction({ ...as(app, 7, 'treasurer'), reauthorize }, async (app) =>
    inTransaction(app, async ({ actor }) => actor),
  );
  expect(actor).toMatchObject({ id: 7, roles: ['auditor'] });
  expect(scopes).toEqual(['transaction']);
});

test('an actor who is signed out while a password is being hashed creates no user', async () => {
  const app = { ...(await testApp()), reauthorize: signedOut };
  const mallory = { email: 'mallory@example.org', displayName: 'M', roles: ['super_admin' as const], memberId: null };
  await expect(createUser(app, mallory)).rejects.toMatchObject({ code: 'unauthenticated' });
  expect((await listUsers(app, decode(UserQuery, {}))).totalCount).toBe(0);
});

test('an event that has already happened is recorded even if its actor is signed out', async () => {
  const app = { ...(await testApp()), reauthorize: signedOut };
  await expect(inTransaction(afterTheFact(app), async () => 'written')).resolves.toBe('written');
});
