import { expect, test } from 'vitest';
import { request, vestry } from '../support/daemon.ts';
import { daemonOfFile } from '../support/worker-service.ts';
import { expectClearedCookie, expectProblem, login, refreshCookie } from './support.ts';

const daemon = daemonOfFile({ args: ['--env', 'production'] });

test('outside development, no development administrator exists', async () => {
  expectProblem(await login(daemon.url, 'admin@vestry.local', 'Vestry-dev-1'), 401, 'invalid_credentials');
});

test('outside development, the refresh cookie is Secure, even when it is cleared', async () => {
  const answer = await request(daemon.url, 'POST', '/api/auth/refresh');
  expectProblem(answer, 401, 'invalid_refresh_token');
  expectClearedCookie(answer);
  expect(refreshCookie(answer).attributes).toMatchObject({ secure: '', httponly: '', samesite: 'Strict' });
});

test('a user created on the command line with a password gets a Secure cookie and can keep the password', async () => {
  const [email, password] = ['treasurer@example.org', 'a password of my own'];
  const flags = ['--email', email, '--name', 'Own Password', '--role', 'treasurer', '--password-stdin'];
  const made = await vestry(['user', 'create', '--data-dir', daemon.dataDir, '--json', ...flags], {
    env: { VESTRY_ENV: 'production' },
    input: `${password}\n`,
  });
  expect(made.stderr).not.toContain(password);
  expect(made.exitCode).toBe(0);
  expect(JSON.parse(made.stdout)).toMatchObject({ user: { email, roles: ['treasurer'] }, temporaryPassword: null });
  const answer = await login(daemon.url, email, password);
  expect(answer.status).toBe(200);
  expect(answer.body.user.mustChangePassword).toBe(false);
  expect(refreshCookie(answer).attributes).toMatchObject({ secure: '', httponly: '', path: '/api/auth' });
});

test('outside development, the API documents are still served', async () => {
  expect((await request(daemon.url, 'GET', '/api/health')).body.status).toBe('ok');
  expect((await request(daemon.url, 'GET', '/api/openapi.json')).status).toBe(200);
});
