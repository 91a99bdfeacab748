import { describe, expect, test } from 'vitest';
import { AppError } from '../../src/errors.ts';
import { refusalsOf, verifyDeclared } from '../../src/http/refusals.ts';
import { type Route, route } from '../../src/http/route.ts';
import { fileApp } from '../support/app.ts';
import { request } from '../support/daemon.ts';
import { serveApp } from '../support/server.ts';

const refusing = (spec: Partial<Route> = {}): Route => ({
  ...route({
    method: 'GET',
    path: '/api/things',
    summary: 'Refuse',
    tag: 'Things',
    permission: 'public',
    handle: () => Promise.reject(new AppError('session_locked', 'The session is locked.')),
  }),
  ...spec,
});

describe('a refusal that a route does not declare', () => {
  const silent = { words: ['things'], load: async () => [refusing()] };
  const honest = { words: ['things'], load: async () => [refusing({ errors: ['session_locked'] })] };

  test.each([
    ['test' as const, silent, 500, 'internal_error'],
    ['test' as const, honest, 409, 'session_locked'],
    ['production' as const, silent, 409, 'session_locked'],
  ])(
    'is an internal error in tests, but is sent to the client in production (environment %s)',
    async (env, area, status, code) => {
      const { app, close } = await fileApp();
      const server = await serveApp({ ...app, config: { ...app.config, env } }, [area]);
      const answer = await request(server.url, 'GET', '/api/things');
      expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code });
      server.close();
      await close();
    },
  );

  test('becomes an internal error whose cause names the route and the code', () => {
    const fault = verifyDeclared(refusing(), new AppError('name_taken', 'Taken.'));
    expect(fault.code).toBe('internal_error');
    expect(fault.cause).toMatchObject({
      message: expect.stringContaining('GET /api/things refused a request with name_taken'),
    });
  });
});

describe('the documented refusals of a route', () => {
  test('follow from the declaration of the route', () => {
    const always = ['validation_failed', 'unknown_host', 'internal_error'];
    const ofTheDisk = ['unavailable', 'books_unreadable', 'database_damaged'];
    expect(refusalsOf(refusing({ isShipped: true }))).toEqual(always);
    expect(refusalsOf(refusing()).toSorted()).toEqual([...always, ...ofTheDisk].toSorted());
    expect(refusalsOf(refusing({ forAnyHost: true }))).not.toContain('unknown_host');
    expect(refusalsOf(refusing({ permission: 'giving.read', path: '/api/things/:id' }))).toEqual(
      expect.arrayContaining(['unauthenticated', 'forbidden', 'not_found']),
    );
    expect(refusalsOf(refusing({ path: '/api/things/:id', isAlwaysThere: true }))).not.toContain('not_found');
  });

  test('include idempotency_in_progress only if a request claims its key before it runs', () => {
    expect(refusalsOf(refusing({ keyed: 'claim' }))).toContain('idempotency_in_progress');
    expect(refusalsOf(refusing({ keyed: 'transaction' }))).not.toContain('idempotency_in_progress');
  });
});
