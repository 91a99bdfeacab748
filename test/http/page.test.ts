import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { rawRequest } from '../contract/support.ts';
import { serviceOfFile } from '../support/server.ts';

const service = serviceOfFile();

const PAGE = '/api/docs';
const FILES = ['docs.css', 'docs.js', 'swagger-ui-bundle.js', 'swagger-ui.css'].map((name) => `${PAGE}/${name}`);
const get = (path: string, init?: RequestInit) => fetch(`${service.url}${path}`, init);
const textOf = async (path: string) => (await get(path)).text();

describe('the page of the API documentation', () => {
  test('refers to exactly the files that the service provides for the page', async () => {
    const html = await textOf(PAGE);
    const named = Array.from(html.matchAll(/(?:src|href)="([^"]*)"/g), ([, address = '']) => address);
    expect(named.toSorted()).toEqual([...FILES, '/api/openapi.json', 'data:,'].toSorted());
    expect(html).not.toMatch(/<style|<script>| on\w+=|style="/);
  });

  test('allows only scripts, content and connections of this service', async () => {
    const answer = await get(PAGE);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const rules = new Map(
      (answer.headers.get('content-security-policy') ?? '').split('; ').map((rule) => {
        const [name = '', ...sources] = rule.split(' ');
        return [name, sources.join(' ')];
      }),
    );
    expect(Object.fromEntries(rules)).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'img-src': "'self' data:",
      'connect-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
    });
  });

  test('requests no style, font or picture from another host, and no validation of the document', async () => {
    for (const path of FILES.filter((one) => one.endsWith('.css'))) {
      const styles = await textOf(path);
      expect(styles, path).not.toMatch(/@import|url\(\s*["']?(?!["']?data:)/);
    }
    const script = await textOf(`${PAGE}/docs.js`);
    expect(script).not.toMatch(/https?:|["']\/\//);
    expect(script).toContain('validatorUrl: null');
  });

  test.each([PAGE, ...FILES, '/api/openapi.json'])(
    'lets a browser cache %s, but requires it to revalidate the copy each time',
    async (path) => {
      const answer = await get(path);
      const etag = answer.headers.get('etag') ?? '';
      expect(answer.status).toBe(200);
      expect(etag).toMatch(/^"[\w-]{27}"$/);
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      const again = await get(path, { headers: { 'If-None-Match': etag } });
      expect({ status: again.status, body: await again.text() }).toEqual({ status: 304, body: '' });
      expect(again.headers.get('content-security-policy')).toBe(answer.headers.get('content-security-policy'));
      expect(again.headers.get('cache-control')).toBe('no-cache');
      const head = await get(path, { method: 'HEAD' });
      expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(await answer.text())));
    },
  );

  test.each([
    '/package.json',
    '/../openapi.json',
    '/%2e%2e/openapi.json',
    '/..%2f..%2fpackage.json',
    '/swagger-ui.css.map',
    '/docs.js/x',
  ])('does not serve other files: %s', async (path) => {
    expect((await rawRequest(service.url, `${PAGE}${path}`)).status).toBe(404);
  });

  test('needs only swagger-ui-bundle.js and swagger-ui.css from the build', () => {
    const built = readdirSync(new URL('../../dist/docs', import.meta.url));
    expect(built.toSorted()).toEqual(['swagger-ui-bundle.js', 'swagger-ui.css']);
  });
});
