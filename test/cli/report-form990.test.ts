import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Church, smallChurch } from '../support/church.ts';

let church: Church;
const file = (name: string) => church.file(name);
const run = (...args: string[]) => church.run('report', 'form990', '--year', '2026', ...args);

beforeAll(async () => {
  church = await smallChurch();
});
afterAll(() => church.remove());

test.each([
  ['xlsx', 'PK'],
  ['pdf', '%PDF'],
])('report form990 writes %s, which starts with %j, to a file or a pipe', async (format, start) => {
  const output = file(`part-ix.${format}`);
  expect(await run('--output', output)).toEqual({ exitCode: 0, stdout: '', stderr: `Written to ${output}\n` });
  expect(readFileSync(output, 'latin1').slice(0, start.length)).toBe(start);
  expect((await run('--output', output)).exitCode).toBe(4);
  const again = await run('--output', output, '--force', '--json');
  expect(JSON.parse(again.stdout)).toEqual({ format, output });
  expect((await run('--format', format)).stdout.slice(0, start.length)).toBe(start);
});

test('report form990 writes the same CSV and the same table to a file as to standard output', async () => {
  for (const format of ['csv', 'table']) {
    const output = file(`report-${format}`);
    await run('--format', format, '--output', output);
    expect(readFileSync(output, 'utf8')).toBe((await run('--format', format)).stdout);
  }
  const unknown = await run('--output', file('part-ix.docx'));
  expect(unknown).toMatchObject({ exitCode: 2, stdout: '' });
  expect(unknown.stderr).toContain('--format table|csv|xlsx|pdf');
});
