import { beforeEach, describe, expect, test } from 'vitest';
import {
  acceptInvitation,
  authenticate,
  changePassword,
  login,
  readInvitation,
  refresh,
} from '../../../../src/features/access/auth/service.ts';
import { NewMember } from '../../../../src/features/people/members/schema.ts';
import { createMember, getMember } from '../../../../src/features/people/members/service.ts';
import {
  activateUser,
  createUser,
  deactivateUser,
  getUser,
  getUsers,
  inviteUser,
  listRoles,
  resetPassword,
  updateUser,
} from '../../../../src/features/access/users/service.ts';
import type { NewUser } from '../../../../src/features/access/users/schema.ts';
import { ROLES } from '../../../../src/permissions.ts';
import { decode } from '../../../../src/validate.ts';
import { testApp, type TestApp } from '../../../support/app.ts';
import { counted } from '../../../support/counted.ts';

const PASSWORD = 'correct horse battery';
const DEVICE = { userAgent: null };
const ann: NewUser = { email: 'Ann@Example.org', displayName: 'Ann', roles: ['super_admin'], memberId: null };
const ben: NewUser = { email: 'ben@example.org', displayName: 'Ben', roles: ['treasurer'], memberId: null };

let app: TestApp;
let annId: number;
let benId: number;
beforeEach(async () => {
  app = await testApp();
  annId = (await createUser(app, ann, PASSWORD)).user.id;
  benId = (await createUser(app, ben, PASSWORD)).user.id;
});

const lastFact = () => app.db.selectFrom('auditLogs').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
const tokenOf = (url: string | null) => new URL(url ?? '').searchParams.get('token') ?? '';

test('users are found by their ids, with their roles, in two queries however many they are', async () => {
  const { db, count } = counted(app.db);
  const found = await getUsers({ ...app, db, scope: 'snapshot' }, [benId, annId, 4711]);
  expect(count()).toBe(2);
  expect(new Map(found.map(({ id, roles }) => [id, roles]))).toEqual(
    new Map([
      [annId, ['super_admin']],
      [benId, ['treasurer']],
    ]),
  );
});

describe('an active super_admin', () => {
  test('cannot be deactivated or demoted while there is no other active super_admin', async () => {
    const refused = { code: 'last_super_admin' };
    await expect(deactivateUser(app, annId)).rejects.toMatchObject(refused);
    await expect(updateUser(app, annId, { ...ann, roles: ['admin'] })).rejects.toMatchObject(refused);
    expect(await getUser(app, annId)).toMatchObject({ isActive: true, roles: ['super_admin'] });
  });

  test('can be deactivated once there is another active super_admin', async () => {
    await updateUser(app, benId, { ...ben, roles: ['super_admin', 'treasurer'] });
    await deactivateUser(app, benId);
    await expect(deactivateUser(app, annId)).rejects.toMatchObject({ code: 'last_super_admin' });
    await activateUser(app, benId);
    expect(await deactivateUser(app, annId)).toMatchObject({ isActive: false });
  });
});

describe('a sign-in', () => {
  test.each([
    ['deactivating the user', () => deactivateUser(app, benId)],
    ['resetting the password', () => resetPassword(app, benId)],
  ])('ends at once after %s', async (_name, act) => {
    const { access, refreshToken } = await login(app, { email: ben.email, password: PASSWORD }, DEVICE);
    expect(await authenticate(app, access.accessToken)).toBeDefined();
    await act();
    expect(await authenticate(app, access.accessToken)).toBeUndefined();
    await expect(refresh(app, refreshToken)).rejects.toMatchObject({ code: 'invalid_refresh_token' });
  });

  test('has the user’s current roles, even if they have changed since the sign-in', async () => {
    const { access } = await login(app, { email: ben.email, password: PASSWORD }, DEVICE);
    await updateUser(app, benId, { ...ben, roles: ['member'] });
    expect(await authenticate(app, access.accessToken)).toMatchObject({ roles: ['member'] });
  });
});

test('a password reset returns a temporary password, which replaces the old password', async () => {
  const { temporaryPassword } = await resetPassword(app, benId);
  await expect(login(app, { email: ben.email, password: PASSWORD }, DEVICE)).rejects.toMatchObject({
    code: 'invalid_credentials',
  });
  const { access } = await login(app, { email: ben.email, password: temporaryPassword }, DEVICE);
  expect(access.user.mustChangePassword).toBe(true);
  const log = await app.db.selectFrom('auditLogs').selectAll().execute();
  expect(log.map(({ action }) => action)).toContain('PasswordReset');
  expect(JSON.stringify(log)).not.toContain(temporaryPassword);
});

describe('updating a user', () => {
  test('is refused if another user has the e-mail address, whatever its case', async () => {
    await expect(updateUser(app, benId, { ...ben, email: 'ANN@example.ORG' })).rejects.toMatchObject({
      code: 'email_taken',
    });
    expect(await updateUser(app, benId, { ...ben, email: 'BEN@example.org' })).toMatchObject({
      email: 'BEN@example.org',
    });
  });

  test('can link the user to another member, but not to a member who already has a user', async () => {
    const newMember = (firstName: string) => createMember(app, decode(NewMember, { firstName, lastName: 'Lee' }));
    const [one, two] = [await newMember('One'), await newMember('Two')];
    expect(await updateUser(app, benId, { ...ben, memberId: one.id })).toMatchObject({ memberId: one.id });
    expect(await updateUser(app, benId, { ...ben, memberId: two.id })).toMatchObject({ memberId: two.id });
    expect((await getMember(app, one.id)).userId).toBeNull();
    await expect(updateUser(app, annId, { ...ann, memberId: two.id })).rejects.toMatchObject({
      code: 'user_already_linked',
    });
    expect(await updateUser(app, benId, ben)).toMatchObject({ memberId: null });
  });

  test('is recorded in the audit log with the changed fields', async () => {
    await updateUser(app, benId, { ...ben, displayName: 'Benjamin' });
    const { action, changes } = await lastFact();
    expect(action).toBe('UserUpdated');
    expect(JSON.parse(changes ?? '')).toEqual({ displayName: ['Ben', 'Benjamin'], kept: [null, expect.anything()] });
  });
});

async function changeOwn(email: string): Promise<void> {
  const { access } = await login(app, { email, password: PASSWORD }, DEVICE);
  const actor = await authenticate(app, access.accessToken);
  if (!actor) throw new Error('The sign-in has ended.');
  await changePassword({ ...app, actor }, { currentPassword: PASSWORD, newPassword: 'another horse battery' });
}

describe('an invitation', () => {
  const NEW = 'a password of my own';

  test('names the invited person, sets the password, signs the person in, and works only once', async () => {
    const token = tokenOf((await inviteUser(app, benId)).url);
    expect(await readInvitation(app, token)).toMatchObject({ email: ben.email, displayName: 'Ben' });
    const { access } = await acceptInvitation(app, { token, newPassword: NEW }, DEVICE);
    expect(access.user).toMatchObject({ id: benId, mustChangePassword: false });
    await expect(readInvitation(app, token)).rejects.toMatchObject({ code: 'not_found' });
    await expect(acceptInvitation(app, { token, newPassword: NEW }, DEVICE)).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(login(app, { email: ben.email, password: NEW }, DEVICE)).resolves.toBeDefined();
  });

  test('that is used eight times at the same moment works only once', async () => {
    const token = tokenOf((await inviteUser(app, benId)).url);
    const attempts = await Promise.allSettled(
      Array.from({ length: 8 }, () => acceptInvitation(app, { token, newPassword: NEW }, DEVICE)),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('can still be used after a password that is too short was refused', async () => {
    const token = tokenOf((await inviteUser(app, benId)).url);
    await expect(acceptInvitation(app, { token, newPassword: 'short' }, DEVICE)).rejects.toMatchObject({
      code: 'validation_failed',
      details: { errors: [{ path: 'newPassword', code: 'too_small' }] },
    });
    await expect(readInvitation(app, token)).resolves.toBeDefined();
  });

  test('is stored as a hash', async () => {
    const token = tokenOf((await inviteUser(app, benId)).url);
    expect(token).toMatch(/^[\w-]{86}$/);
    expect(JSON.stringify(await app.db.selectFrom('userInvitations').selectAll().execute())).not.toContain(token);
  });

  test('expires after seven days', async () => {
    const { url, expiresAt } = await inviteUser(app, benId);
    expect(expiresAt).toBe('2026-11-25T18:00:00.000Z');
    app.setNow(expiresAt);
    await expect(readInvitation(app, tokenOf(url))).rejects.toMatchObject({ code: 'not_found' });
  });

  test.each([
    ['a newer invitation', () => inviteUser(app, benId)],
    ['a password reset', () => resetPassword(app, benId)],
    ['the deactivation of the user', () => deactivateUser(app, benId)],
    ['a changed e-mail address', () => updateUser(app, benId, { ...ben, email: 'ben@example.com' })],
    ['a password that the user chose in the meantime', () => changeOwn(ben.email)],
  ])('is ended by %s', async (_name, act) => {
    const token = tokenOf((await inviteUser(app, benId)).url);
    await act();
    await expect(readInvitation(app, token)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('can still be used after changes to the user that leave the e-mail address the same', async () => {
    const token = tokenOf((await inviteUser(app, benId)).url);
    await updateUser(app, benId, { ...ben, email: 'BEN@example.org', roles: ['finance'] });
    await expect(readInvitation(app, token)).resolves.toBeDefined();
  });
});

test('the roles are listed in the order of the program, each with its permissions', async () => {
  const { items } = await listRoles(app);
  expect(items.map(({ name }) => name)).toEqual([...ROLES]);
  expect(items.find(({ name }) => name === 'member')?.permissions).toEqual(['expenses.submit']);
});
