/** The web app as the service hands it out; `npm test` builds it first. */
import { get as httpGet } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { rawRequest } from '../contract/support.ts';
import { serviceOfFile } from '../support/server.ts';

const service = serviceOfFile();

const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const get = (path: string, headers: Record<string, string> = HTML, method = 'GET') =>
  fetch(`${service.url}${path}`, { headers, method });

async function assets(): Promise<string[]> {
  const html = await (await get('/')).text();
  return Array.from(html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g), ([, path = '']) => path);
}

/** An answer as it goes over the wire, which `fetch` would unpack. */
function asSent(
  path: string,
  encoding: string,
): Promise<{ encoding: string | undefined; vary: string | undefined; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const asked = httpGet(
      `${service.url}${path}`,
      { agent: false, headers: { 'accept-encoding': encoding } },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.once('end', () => {
          const { 'content-encoding': encoding, vary } = answer.headers;
          resolve({ encoding, vary, body: Buffer.concat(parts) });
        });
      },
    );
    asked.once('error', reject);
  });
}

describe('the page', () => {
  test.each([
    '/',
    '/sign-in',
    '/offerings/12',
    '/people?q=lin&page=2',
    '/accept-invitation?token=abc',
    '/giving',
    '/nowhere',
  ])('is what a browser gets at %s', async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const html = await answer.text();
    expect(html).toContain('<div id="root"></div>');
    expect(html).not.toContain('abc');
  });

  test('lets nothing run or show that is not of this service, tells nobody where it was reached from, and is not kept', async () => {
    const { headers } = await get('/');
    const policy = headers.get('content-security-policy')?.split('; ') ?? [];
    expect(policy).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      expect.stringMatching(/^style-src 'self' 'sha256-[\w+/=]+'$/),
      "connect-src 'self'",
      "img-src 'self' blob: data:",
      "font-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'self'",
    ]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('holds no script and no style of its own', async () => {
    const html = await (await get('/')).text();
    expect(html).not.toMatch(/<script>|<style| on\w+=|style="|https?:/);
    expect((await assets()).length).toBeGreaterThanOrEqual(2);
  });

  test('is at the root whatever a client takes', async () => {
    expect((await get('/', { accept: '*/*' })).headers.get('content-type')).toBe('text/html; charset=utf-8');
  });

  test('is not what a program gets that asks for something else', async () => {
    const answer = await get('/offerings', { accept: 'application/json' });
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
  });

  test('is not what an unknown address of the API answers', async () => {
    for (const path of ['/api', '/api/', '/api/nothing', '/api?x=1']) {
      const answer = await get(path);
      expect(answer.status, path).toBe(404);
      expect(answer.headers.get('content-type'), path).toBe('application/problem+json');
    }
  });

  test('takes no other method than GET and HEAD', async () => {
    const answer = await get('/offerings', HTML, 'POST');
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect((await get('/', HTML, 'HEAD')).headers.get('content-length')).not.toBe('0');
  });
});

describe('a file of the page', () => {
  test('is compressed as the client takes it, and says the same in each form', async () => {
    const [path = ''] = await assets();
    const raw = (encoding: string) => asSent(path, encoding);
    const [br, gz, plain] = [await raw('gzip, deflate, br'), await raw('gzip'), await raw('identity')];
    expect([br.encoding, gz.encoding, plain.encoding]).toEqual(['br', 'gzip', undefined]);
    expect(br.vary).toBe('Accept-Encoding');
    expect(brotliDecompressSync(br.body)).toEqual(plain.body);
    expect(gunzipSync(gz.body)).toEqual(plain.body);
    expect((await raw('br;q=0, gzip')).encoding).toBe('gzip');
  });

  test('has a name by its content, and is kept for good', async () => {
    for (const path of await assets()) {
      const answer = await get(path, {});
      expect(answer.status, path).toBe(200);
      expect(path).toMatch(/-[\w-]{8}\.(js|css)$/);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(answer.headers.get('content-type')).toMatch(/^text\/(javascript|css); charset=utf-8$/);
    }
  });

  test.each([
    '/assets/nothing.js',
    '/package.json',
    '/index.html.br',
    '/assets/../../package.json',
    '/%2e%2e/package.json',
    '/assets',
  ])('that is not there is 404, and no other file is served: %s', async (path) => {
    const answer = await rawRequest(service.url, path);
    expect(answer.status).toBe(404);
  });
});
