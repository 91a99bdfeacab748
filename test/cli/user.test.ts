import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Daemon, request, signIn, startDaemon, vestry } from '../support/daemon.ts';

let daemon: Daemon;
beforeAll(async () => {
  daemon = await startDaemon();
});
afterAll(() => daemon.stop());

const cli = (args: string[], input?: string) =>
  vestry(['user', ...args, '--data-dir', daemon.dataDir], input === undefined ? {} : { input });

const PASSWORD = 'a long enough password';

test('a change to an account on the command line takes effect at once in a running service', async () => {
  const made = await cli(
    ['create', '--email', 'c@example.org', '--name', 'Cy', '--role', 'treasurer', '--password-stdin'],
    `${PASSWORD}\n`,
  );
  expect(made).toMatchObject({ exitCode: 0, stderr: '' });
  expect(made.stdout).toBe('Created user 2: Cy <c@example.org>, treasurer\n');
  const token = await signIn(daemon.url, 'c@example.org', PASSWORD);
  const roles = async () => (await request(daemon.url, 'GET', '/api/auth/me', { token })).body.roles as unknown;
  expect(await roles()).toEqual(['treasurer']);
  await cli(['set-roles', 'C@EXAMPLE.org', '--role', 'auditor', '--role', 'elder']);
  expect(await roles()).toEqual(['elder', 'auditor']);
  expect(await cli(['deactivate', 'c@example.org'])).toMatchObject({ exitCode: 0 });
  expect(await request(daemon.url, 'GET', '/api/auth/me', { token })).toMatchObject({ status: 401 });
  await cli(['activate', 'c@example.org']);
  const reset = JSON.parse((await cli(['reset-password', 'c@example.org', '--json'])).stdout) as {
    temporaryPassword: string;
  };
  await expect(signIn(daemon.url, 'c@example.org', reset.temporaryPassword)).resolves.toMatch(/^eyJ/);
});

test('list and show print the response of the API', async () => {
  const token = await signIn(daemon.url);
  const list = JSON.parse((await cli(['list', '--search', 'development', '--json'])).stdout) as unknown;
  expect(list).toEqual((await request(daemon.url, 'GET', '/api/users?search=development', { token })).body);
  const shown = JSON.parse((await cli(['show', 'admin@vestry.local', '--json'])).stdout) as unknown;
  expect(shown).toEqual((await request(daemon.url, 'GET', '/api/users/1', { token })).body);
  expect((await cli(['list'])).stdout).toContain('admin@vestry.local');
});

test('the exit code is 3 for an unknown account, 4 for the last super_admin, and 2 for a missing role without a terminal', async () => {
  expect(await cli(['show', 'nobody@example.org'])).toMatchObject({ exitCode: 3, stdout: '' });
  expect(await cli(['deactivate', 'admin@vestry.local'])).toMatchObject({ exitCode: 4 });
  const { exitCode, stderr } = await cli(['set-roles', 'admin@vestry.local']);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('--role')]);
});
