import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileApp } from '../support/app.ts';
import { serveApp } from '../support/server.ts';

let url: string;
let closeAll: () => Promise<void>;
beforeAll(async () => {
  const { app, close } = await fileApp();
  const server = await serveApp(app);
  ({ url } = server);
  closeAll = async () => {
    server.close();
    await close();
  };
});
afterAll(() => closeAll());

const open = (search = '') => fetch(`${url}/accept-invitation${search}`);
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test('the form of an invitation is a page that tells nobody where it was reached from, and is not kept', async () => {
  const answer = await open('?token=abc&utm_source=mail');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('content-disposition')).toBeNull();
  expect(await answer.text()).not.toContain('abc');
});

test('the policy of a page lets its own script and styles run, and nothing else', async () => {
  const answer = await open();
  const policy = answer.headers.get('content-security-policy') ?? '';
  const html = await answer.text();
  const [script = ''] = [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(([, text = '']) => text);
  const [style = ''] = [...html.matchAll(/<style>([^]*?)<\/style>/g)].map(([, text = '']) => text);
  expect(script).not.toBe('');
  expect(policy).toContain(`script-src ${hashOf(script)};`);
  expect(policy).toContain(`style-src ${hashOf(style)};`);
  expect(policy).toMatch(/^default-src 'none';/);
  expect(policy).not.toMatch(/unsafe|\*|https?:/);
  expect(html).not.toMatch(/ on\w+=|style="|src=|href=/);
});

test('the form speaks English and Traditional Chinese', async () => {
  const html = await (await open()).text();
  const [, json = '{}'] = /<script type="application\/json" id="texts">([^]*?)<\/script>/.exec(html) ?? [];
  const texts = JSON.parse(json) as Record<string, Record<string, string>>;
  expect(Object.keys(texts)).toEqual(['en-US', 'zh-TW']);
  expect(Object.keys(texts['zh-TW'] ?? {})).toEqual(Object.keys(texts['en-US'] ?? {}));
  expect(texts['zh-TW']?.submit).toBe('設定密碼');
  for (const [, said] of html.matchAll(/say\('(\w+)'\)/g)) expect(texts['en-US']).toHaveProperty(said ?? '');
});
