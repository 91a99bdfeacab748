import type Dns from 'node:dns';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { directFetch } from '../../src/lib/direct-fetch.ts';
import { serveLoopback } from '../support/loopback.ts';

/** The addresses of these names. All other names are resolved as usual. */
const NAMES: Record<string, { address: string; family: number }[]> = {
  'metadata.example': [{ address: '169.254.169.254', family: 4 }],
  'metadata6.example': [{ address: 'fe80::1', family: 6 }],
  'church-pc.example': [
    { address: 'fe80::1', family: 6 },
    { address: '127.0.0.1', family: 4 },
  ],
};

vi.mock('node:dns', async (importOriginal) => {
  const dns = await importOriginal<typeof Dns>();
  const lookup = (name: string, options: object, done: (error: null, found: unknown) => void) =>
    NAMES[name] ? done(null, NAMES[name]) : dns.lookup(name, options, done as never);
  return { ...dns, lookup };
});

let server: Awaited<ReturnType<typeof serveLoopback>>;
let port: string;
beforeAll(async () => {
  server = await serveLoopback(async ({ method, path, body, headers }) =>
    path === '/moved'
      ? { status: 302, headers: { location: '/else' }, body: {} }
      : { status: 201, headers: { 'x-own': 'yes' }, body: { method, path, body, type: headers['content-type'] } },
  );
  ({ port } = new URL(server.url));
});
afterAll(() => server.close());

test('a direct fetch sends the method, headers and body, and returns the response', async () => {
  const answer = await directFetch(`http://localhost:${port}/v1/x?y=1`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"a":1}',
  });
  expect([answer.status, answer.headers.get('x-own')]).toEqual([201, 'yes']);
  expect(await answer.json()).toMatchObject({ method: 'POST', body: { a: 1 }, type: 'application/json' });
});

test('a direct fetch follows no redirect', async () => {
  expect((await directFetch(`${server.url}/moved`)).status).toBe(302);
});

test.each([
  '169.254.169.254',
  '192.0.0.192',
  '[fd20:ce::254]',
  '[fe80::1]',
  '[::ffff:169.254.169.254]',
  'metadata.example',
  'metadata6.example',
])('a direct fetch never connects to %s', async (host) => {
  await expect(directFetch(`http://${host}:${port}/`)).rejects.toThrow('no address to which Vestry may connect');
});

test('a direct fetch connects to the other addresses of a name that also has a link-local address', async () => {
  expect((await directFetch(`http://church-pc.example:${port}/`)).status).toBe(201);
});

test('a direct fetch ends when its signal is aborted', async () => {
  const late = await serveLoopback(() => new Promise(() => {}));
  await expect(directFetch(late.url, { signal: AbortSignal.timeout(50) })).rejects.toThrow('timeout');
  await late.close();
});
