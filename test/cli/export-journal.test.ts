import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Church, smallChurch } from '../support/church.ts';

let church: Church;
const file = (name: string) => church.file(name);
const run = (...args: string[]) => church.run(...args);

beforeAll(async () => {
  church = await smallChurch();
  const gifts = ['date,amount,category,method', '2026-01-04,1234.5,Tithe,Check', '2026-02-01,0.1,Missions,Cash'];
  writeFileSync(file('gifts.csv'), gifts.join('\n'));
  await run('import', 'givings', file('gifts.csv'), '--no-givers');
});
afterAll(() => church.remove());

test('export journal writes the same text to a file as to standard output, and reports the number of transactions', async () => {
  const { exitCode, stdout, stderr } = await run('export', 'journal');
  expect([exitCode, stderr]).toEqual([0, '']);
  expect(stdout).toContain('2026-01-04 (G1) Tithe\n    Assets:Checking  1234.50 USD\n');
  const output = file('church.journal');
  expect(await run('export', 'journal', '--output', output)).toMatchObject({
    stdout: '',
    stderr: `2 transactions written to ${output}\n`,
  });
  expect(readFileSync(output, 'utf8')).toBe(stdout);
  expect((await run('export', 'journal', '--output', output)).exitCode).toBe(4);
  const again = await run('export', 'journal', '--output', output, '--force', '--json');
  expect(JSON.parse(again.stdout)).toEqual({ transactions: 2, output });
});

test('export journal accepts a first and a last day', async () => {
  const { stdout } = await run('export', 'journal', '--from', '2026-01-05', '--to', '2026-02-01');
  expect([stdout.includes('(G1)'), stdout.includes('(G2)')]).toEqual([false, true]);
  expect(stdout).toMatch(/^; The books of Our church from 2026-01-05 to 2026-02-01, written by Vestry\.\n/);
  expect(await run('export', 'journal', '--from', '2026-02-30')).toMatchObject({ exitCode: 2, stdout: '' });
});
