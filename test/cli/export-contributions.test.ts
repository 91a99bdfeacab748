import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryDir, vestry } from '../support/daemon.ts';
import { textOf } from '../support/pdf.ts';

const place = temporaryDir();
const file = (name: string) => path.join(place.dir, name);
const run = (...args: string[]) => vestry([...args, '--data-dir', file('data')]);
const print = (output: string, ...args: string[]) =>
  run('export', 'contributions', '--output', file(output), '--year', ...(args.length === 0 ? ['2024'] : args));

const MEMBERS = `firstName,lastName,chineseName,email
Mei,Lin,,mei@example.org
Mei,Lin,,mei2@example.org
麗明,黃,黃麗明,li@example.org
สมชาย,Lee,,somchai@example.org
`;
const GIVINGS = `date,amount,method,category,memberEmail
2024-01-07,10.00,Cash,Tithe,mei@example.org
2024-01-07,20.00,Cash,Tithe,mei2@example.org
2024-01-07,30.00,Cash,Tithe,li@example.org
2023-01-07,40.00,Cash,Tithe,somchai@example.org
`;

beforeAll(async () => {
  writeFileSync(file('members.csv'), MEMBERS);
  writeFileSync(file('givings.csv'), GIVINGS);
  const commands = [
    ['seed'],
    ['import', 'members', file('members.csv'), '--allow-duplicates'],
    ['import', 'givings', file('givings.csv')],
  ];
  for (const command of commands) await run(...command);
});
afterAll(() => place.remove());

test('every statement of a year is written to its own file, and existing files are not overwritten', async () => {
  const stdout = `3 contribution statements for 2024 written to ${file('all')}\n`;
  expect(await print('all')).toEqual({ exitCode: 0, stdout, stderr: '' });
  const names = readdirSync(file('all'));
  expect(names.map((name) => name.slice(9))).toEqual([' Lin Mei.pdf', ' Lin Mei.pdf', ' 黃 麗明.pdf']);
  const totals = names.map((name) => /Total given\n(\$[\d.]+)/.exec(textOf(readFileSync(file(`all/${name}`))))?.[1]);
  expect(totals).toEqual(['$10.00', '$20.00', '$30.00']);
  expect(await print('all')).toMatchObject({ exitCode: 4, stdout: '' });
  expect(await print('all', '2024', '--force')).toMatchObject({ exitCode: 0 });
  expect(readdirSync(file('all'))).toEqual(names);
});

test('--single-file writes all statements into one file for the printer', async () => {
  const { stdout } = await print('all.pdf', '2024', '--single-file');
  expect(stdout).toBe(`3 contribution statements for 2024 written to ${file('all.pdf')}\n`);
  const bytes = readFileSync(file('all.pdf'));
  expect(bytes.toString('latin1').trimEnd()).toMatch(/%%EOF$/);
  expect(textOf(bytes).match(/Page 1 of 1/g)).toHaveLength(3);
});

test('a year without gifts produces no file', async () => {
  const outcome = await print('none.pdf', '2001', '--single-file');
  expect(outcome).toEqual({
    exitCode: 0,
    stdout: 'No statement was written, because no gift of 2001 names its giver.\n',
    stderr: '',
  });
  expect(readdirSync(place.dir)).not.toContain('none.pdf');
});

test('a character that no font contains is reported with the giver’s name, even with --quiet', async () => {
  const { stdout, stderr } = await print('thai', '2023', '--quiet');
  expect(stdout).toContain('1 contribution statement for 2023');
  expect(stderr).toMatch(
    /^The statement of สมชาย Lee contains \S+, which no font has, so a box is printed there\..*\n$/,
  );
});

test('a statement whose gifts were deleted is reported as void', async () => {
  writeFileSync(file('late.csv'), 'date,amount,method,category,memberEmail\n2022-01-02,5,Cash,Tithe,mei@example.org\n');
  await run('import', 'givings', file('late.csv'));
  await print('late', '2022');
  expect(await run('import', 'undo', '3')).toMatchObject({ exitCode: 0 });
  const { stdout } = await print('later', '2022');
  expect(stdout).toBe(
    'No statement was written, because no gift of 2022 names its giver.\n' +
      '2022-0001 for Mei Lin is void: it no longer has any gift of 2022. Tell Mei Lin not to use it.\n',
  );
  const json = JSON.parse((await print('latest', '2022', '--json')).stdout);
  expect(json).toMatchObject({ statements: 0, files: 0, voidStatements: [{ statementNumber: '2022-0001' }] });
});

test.each([
  [['taken', '2024'], 'is a file. Name a folder, or print all statements into one file with --single-file.'],
  [['taken/folder', '2024'], 'there is no folder'],
  [['folder', '2024', '--single-file'], 'is a folder. Name a file, such as'],
  [['nowhere/all.pdf', '2024', '--single-file'], 'there is no folder'],
  [['taken/all.pdf', '2024', '--single-file'], 'there is no folder'],
])('the error for an output that cannot be written is one line: %j', async (args, message) => {
  writeFileSync(file('taken'), '');
  mkdirSync(file('folder'), { recursive: true });
  const { exitCode, stdout, stderr } = await print(...(args as [string, ...string[]]));
  expect([3, 4]).toContain(exitCode);
  expect(stdout).toBe('');
  expect(stderr).toContain(message);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
});
