import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createUser } from '../../src/features/access/users/service.ts';
import { permissionsOf, type Role, ROLES } from '../../src/permissions.ts';
import { allRoutes } from '../../src/routes.ts';
import { fileApp, type TestApp } from '../support/app.ts';
import { request, signIn } from '../support/daemon.ts';
import { serveApp } from '../support/server.ts';

/** All routes that can be called without signing in. Think carefully before you add a route to this list. */
const PUBLIC = [
  'GET /api/auth/invitations/:token',
  'GET /api/docs',
  'GET /api/docs/docs.css',
  'GET /api/docs/docs.js',
  'GET /api/docs/swagger-ui-bundle.js',
  'GET /api/docs/swagger-ui.css',
  'GET /api/health',
  'GET /api/openapi.json',
  'GET /api/setup',
  'POST /api/auth/accept-invitation',
  'POST /api/auth/login',
  'POST /api/auth/logout',
  'POST /api/auth/passkeys/options',
  'POST /api/auth/passkeys/sign-in',
  'POST /api/auth/refresh',
  'POST /api/auth/second-factor',
  'POST /api/setup',
  'POST /api/webhooks/line',
];

const routes = await allRoutes();

let app: TestApp;
let close: () => Promise<void>;
let url: string;
const tokens = new Map<string, string>();

beforeAll(async () => {
  ({ app, close } = await fileApp());
  const server = await serveApp(app);
  ({ url } = server);
  for (const role of ROLES) {
    const email = `${role}@example.org`;
    await createUser(app, { email, displayName: role, roles: [role], memberId: null }, 'a long enough password');
    tokens.set(role, await signIn(url, email, 'a long enough password'));
  }
  const closeApp = close;
  close = async () => {
    server.close();
    await closeApp();
  };
});
afterAll(() => close());

const nameOf = ({ method, path }: (typeof routes)[number]) => `${method} ${path}`;
const addressOf = (path: string) =>
  path.replace(':year', '2026').replace(':month', '3').replace(':date', '2026-01-04').replace(/:\w+/g, '999999');

test('every route has a unique method and path', () => {
  const all = routes.map(nameOf);
  expect(all).toEqual([...new Set(all)]);
});

test('exactly the listed routes are public', () => {
  expect(
    routes
      .filter(({ permission }) => permission === 'public')
      .map(nameOf)
      .toSorted(),
  ).toEqual(PUBLIC);
});

describe.each(routes.filter(({ permission }) => permission !== 'public'))('$method $path', (route) => {
  const { method, path, permission } = route;
  const body = method === 'GET' ? undefined : { nobodyHasThisField: true };

  test('refuses callers who are not signed in', async () => {
    const { status, headers, body: problem } = await request(url, method, addressOf(path), { body });
    expect({ status, code: problem.code }).toEqual({ status: 401, code: 'unauthenticated' });
    expect(headers.get('www-authenticate')).toBe('Bearer');
  });

  test('allows exactly the roles that have its permission', async () => {
    const accepted = typeof permission === 'string' ? [permission] : permission;
    const isOpenTo = (role: Role) =>
      permission === 'signed-in' || permissionsOf(role).some((one) => accepted.includes(one));
    const expected = ROLES.map((role) => [role, isOpenTo(role) ? 'allowed' : '403 forbidden']);
    const answers = ROLES.map(async (role) => {
      const answer = await request(url, method, addressOf(path), { token: tokens.get(role), body });
      const isAllowed = [200, 400, 404, 422].includes(answer.status);
      return [role, isAllowed ? 'allowed' : `${answer.status} ${answer.body.code}`];
    });
    expect(await Promise.all(answers)).toEqual(expected);
  });
});
