import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Area, wordOf } from '../../src/http/router.ts';
import { AREAS } from '../../src/routes.ts';
import { fileApp, type TestApp } from '../support/app.ts';
import { request } from '../support/daemon.ts';
import { serveApp } from '../support/server.ts';

let app: TestApp;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ app, close } = await fileApp());
});
afterAll(() => close());

test('every area lists exactly the first words of its routes, and no two areas list the same word', async () => {
  const words = AREAS.flatMap((area) => area.words);
  expect(words).toEqual([...new Set(words)]);
  for (const area of AREAS) {
    const routes = await area.load();
    expect(new Set(routes.map(({ path }) => wordOf(path)))).toEqual(new Set(area.words));
  }
});

test('the routes of an area are loaded once, at the first request for them', async () => {
  const loads: string[] = [];
  const counted: Area[] = AREAS.map(({ words, load }) => ({
    words,
    load: () => {
      loads.push(words.join());
      return load();
    },
  }));
  const server = await serveApp(app, counted);
  try {
    expect(loads).toEqual([]);
    for (const query of ['', '?a', ''])
      expect((await request(server.url, 'GET', `/api/health${query}`)).status).toBeLessThan(500);
    expect(loads).toEqual(['health']);
    expect((await request(server.url, 'GET', '/api/nothing')).status).toBe(404);
    expect(loads).toEqual(['health']);
  } finally {
    server.close();
  }
});

test('routes that fail to load cause an internal error, and the next request loads them again', async () => {
  let isBroken = true;
  const broken: Area[] = AREAS.map(({ words, load }) => ({
    words,
    load: () => (isBroken ? Promise.reject(new Error('no such file: chunk.js')) : load()),
  }));
  const server = await serveApp(app, broken);
  try {
    const refused = await request(server.url, 'GET', '/api/health');
    expect(refused).toMatchObject({ status: 500, body: { code: 'internal_error' } });
    expect(JSON.stringify(refused.body)).not.toContain('chunk.js');
    isBroken = false;
    expect((await request(server.url, 'GET', '/api/health')).status).toBe(200);
  } finally {
    server.close();
  }
});

test('a path that ends with a fixed word refuses the methods of the path that ends with an id', async () => {
  const server = await serveApp(app);
  try {
    for (const method of ['DELETE', 'PUT', 'PATCH', 'PROPFIND']) {
      const refused = await fetch(`${server.url}/api/expenses/mine`, { method });
      expect([method, refused.status, refused.headers.get('allow')]).toEqual([method, 405, 'GET, HEAD']);
    }
  } finally {
    server.close();
  }
});
