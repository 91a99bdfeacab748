/** Tests of the console as the service serves it. `npm test` builds the console first. */
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

/** Returns a response with its body as it was transmitted. `fetch` would decompress the body. */
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

describe('the page of the console', () => {
  test.each([
    '/',
    '/sign-in',
    '/offerings/12',
    '/people?q=lin&page=2',
    '/accept-invitation?token=abc',
    '/giving',
    '/nowhere',
  ])('is served to a browser at %s', async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const html = await answer.text();
    expect(html).toContain('<div id="root"></div>');
    expect(html).not.toContain('abc');
  });

  test('allows only scripts and content of this service, sends no referrer, and is not cached', async () => {
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

  test('contains no inline script and no inline style', async () => {
    const html = await (await get('/')).text();
    expect(html).not.toMatch(/<script>|<style| on\w+=|style="|https?:/);
    expect((await assets()).length).toBeGreaterThanOrEqual(2);
  });

  test('is served at the root for any Accept header', async () => {
    expect((await get('/', { accept: '*/*' })).headers.get('content-type')).toBe('text/html; charset=utf-8');
  });

  test('is not served to a program that accepts only JSON', async () => {
    const answer = await get('/offerings', { accept: 'application/json' });
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
  });

  test('is not served at unknown addresses of the API', async () => {
    for (const path of ['/api', '/api/', '/api/nothing', '/api?x=1']) {
      const answer = await get(path);
      expect(answer.status, path).toBe(404);
      expect(answer.headers.get('content-type'), path).toBe('application/problem+json');
    }
  });

  test('refuses methods other than GET and HEAD', async () => {
    const answer = await get('/offerings', HTML, 'POST');
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect((await get('/', HTML, 'HEAD')).headers.get('content-length')).not.toBe('0');
  });
});

describe('a file of the console', () => {
  test('is sent in a compression that the client accepts, always with the same content', async () => {
    const [path = ''] = await assets();
    const raw = (encoding: string) => asSent(path, encoding);
    const [br, gz, plain] = [await raw('gzip, deflate, br'), await raw('gzip'), await raw('identity')];
    expect([br.encoding, gz.encoding, plain.encoding]).toEqual(['br', 'gzip', undefined]);
    expect(br.vary).toBe('Accept-Encoding');
    expect(brotliDecompressSync(br.body)).toEqual(plain.body);
    expect(gunzipSync(gz.body)).toEqual(plain.body);
    expect((await raw('br;q=0, gzip')).encoding).toBe('gzip');
  });

  test('has a name that depends on its content, and may be cached permanently', async () => {
    for (const path of await assets()) {
      const answer = await get(path, {});
      expect(answer.status, path).toBe(200);
      expect(path).toMatch(/-[\w-]{7}\.(js|css)$/);
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
  ])('that does not exist gets 404: %s', async (path) => {
    const answer = await rawRequest(service.url, path);
    expect(answer.status).toBe(404);
  });
});
