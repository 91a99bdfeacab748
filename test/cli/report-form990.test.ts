import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryDir, vestry } from '../support/daemon.ts';

let place: ReturnType<typeof temporaryDir>;
const file = (name: string) => path.join(place.dir, name);
const run = (...args: string[]) =>
  vestry(['report', 'form990', '--year', '2026', ...args, '--data-dir', file('church')]);

beforeAll(async () => {
  place = temporaryDir();
  writeFileSync(file('people.csv'), 'firstName,lastName\nMei,Lin\n');
  await vestry(['import', 'members', file('people.csv'), '--data-dir', file('church')]);
});
afterAll(() => place.remove());

test.each([
  ['xlsx', 'PK'],
  ['pdf', '%PDF'],
])('report form990 writes a file whose ending is %s, and the same to a pipe', async (format, start) => {
  const output = file(`part-ix.${format}`);
  expect(await run('--output', output)).toEqual({ exitCode: 0, stdout: '', stderr: `Written to ${output}\n` });
  expect(readFileSync(output, 'latin1').slice(0, start.length)).toBe(start);
  expect((await run('--output', output)).exitCode).toBe(4);
  const again = await run('--output', output, '--force', '--json');
  expect(JSON.parse(again.stdout)).toEqual({ format, output });
  expect((await run('--format', format)).stdout.slice(0, start.length)).toBe(start);
});

test('report form990 writes its CSV and its table to a file as it prints them', async () => {
  for (const format of ['csv', 'table']) {
    const output = file(`report-${format}`);
    await run('--format', format, '--output', output);
    expect(readFileSync(output, 'utf8')).toBe((await run('--format', format)).stdout);
  }
  const unknown = await run('--output', file('part-ix.docx'));
  expect(unknown).toMatchObject({ exitCode: 2, stdout: '' });
  expect(unknown.stderr).toContain('--format table|csv|xlsx|pdf');
});
