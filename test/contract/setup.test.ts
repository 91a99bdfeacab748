/** The first run over HTTP: `GET` and `POST /api/setup`. */
import { expect, onTestFinished, test } from 'vitest';
import { openSetup } from '../../src/features/access/setup/service.ts';
import { fileApp } from '../support/app.ts';
import { request } from '../support/daemon.ts';
import { serveApp } from '../support/server.ts';
import { expectProblem } from './support.ts';

const church = { name: 'Grace', timeZone: 'America/Chicago', locale: 'en-US' };
const user = { email: 'ann@example.org', displayName: 'Ann', password: 'seven sparrows on the roof' };

async function openFirstRun(trustProxy = 0) {
  const { app, close } = await fileApp();
  const { url, close: stop } = await serveApp({ ...app, config: { ...app.config, trustProxy } });
  onTestFinished(async () => {
    stop();
    await close();
  });
  return { app, url, token: async () => (await openSetup(app))?.split('#')[1] ?? '' };
}

test('a first run is read and set up at this computer, and both are then 404', async () => {
  const { url, token } = await openFirstRun();
  expectProblem(await request(url, 'GET', '/api/setup'), 404, 'not_found');
  const body = { token: await token(), church, user };
  const open = await request(url, 'GET', '/api/setup');
  expect(open.body).toMatchObject({ church: { name: null, fiscalYearStartMonth: 1 } });
  expectProblem(await request(url, 'POST', '/api/setup', { body: { ...body, token: 'guessed' } }), 404, 'not_found');
  const answer = await request(url, 'POST', '/api/setup', { body });
  expect(answer).toMatchObject({ status: 200, body: { user: { roles: ['super_admin'] }, tokenType: 'Bearer' } });
  expect(answer.headers.get('set-cookie')).toMatch(/^app_rt=.+HttpOnly/);
  const me = await request(url, 'GET', '/api/auth/me', { token: answer.body.accessToken });
  expect(me.body.email).toBe(user.email);
  expectProblem(await request(url, 'GET', '/api/setup'), 404, 'not_found');
  expectProblem(await request(url, 'POST', '/api/setup', { body }), 404, 'not_found');
});

test.each([0, 1, 2])('a first run is 404 through a proxy from elsewhere, with %i trusted proxies', async (trusted) => {
  const { url, token } = await openFirstRun(trusted);
  const body = { token: await token(), church, user };
  for (const forwarded of ['203.0.113.9', '127.0.0.1, 203.0.113.9', '203.0.113.9, 127.0.0.1']) {
    const headers = { 'X-Forwarded-For': forwarded };
    expectProblem(await request(url, 'GET', '/api/setup', { headers }), 404, 'not_found');
    expectProblem(await request(url, 'POST', '/api/setup', { headers, body }), 404, 'not_found');
  }
  const here = await request(url, 'POST', '/api/setup', { headers: { 'X-Forwarded-For': '127.0.0.1' }, body });
  expect(here.status).toBe(200);
});
