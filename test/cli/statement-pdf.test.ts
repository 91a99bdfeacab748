import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Church, smallChurch } from '../support/church.ts';

let church: Church;
const file = (name: string) => church.file(name);
const show = (...args: string[]) => church.run('statement', 'show', ...args);

beforeAll(async () => {
  church = await smallChurch();
});
afterAll(() => church.remove());

test('statement show --pdf writes a file, and replaces an existing file only with --force', async () => {
  const pdf = file('2026-03.pdf');
  expect(await show('2026-03', '--pdf', pdf)).toEqual({ exitCode: 0, stdout: `Written to ${pdf}\n`, stderr: '' });
  const english = readFileSync(pdf);
  expect(english.toString('latin1')).toMatch(/^%PDF-/);
  expect((await show('2026-03', '--pdf', pdf, '--language', 'zh-TW')).exitCode).toBe(4);
  expect(readFileSync(pdf)).toEqual(english);
  expect((await show('2026-03', '--pdf', pdf, '--language', 'zh-TW', '--force')).exitCode).toBe(0);
  expect(readFileSync(pdf, 'latin1')).toContain('NotoSansTC');
});

test('statement show --pdf --json prints the same JSON as without --pdf, and refuses an impossible month or language', async () => {
  const { stdout } = await show('2026-03', '--pdf', file('other.pdf'), '--json');
  expect(stdout).toBe((await show('2026-03', '--json')).stdout);
  expect(await show('2026-13', '--pdf', file('none.pdf'))).toMatchObject({ exitCode: 2, stdout: '' });
  expect((await show('2026-03', '--pdf', file('none.pdf'), '--language', 'fr')).exitCode).toBe(2);
});
