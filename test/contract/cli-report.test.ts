import { beforeAll, describe, expect, test } from 'vitest';
import { type Json, addApproved, done, booksOfFile, ZONE } from './books.ts';
import { vestry } from '../support/daemon.ts';

const books = booksOfFile();
beforeAll(async () => {
  const spend = (name: string, amount: number, ministry = 'Worship') =>
    addApproved(books, {
      subCategoryId: books.subCategory(name),
      ministryId: books.ministry(ministry),
      expenseDate: '2024-02-05',
      amount,
    });
  await spend('Rent', 1234.5);
  await spend('Office Supplies', 0.07, 'Administration');
  await spend('Fellowship Meals', 20.1);
  await spend('Benevolence', 40, 'Administration');
});

const run = (...args: string[]) => vestry([...args, '--data-dir', books.daemon.dataDir], { env: { TZ: ZONE } });
const form990 = (...args: string[]) => run('report', 'form990', ...args);
const api = () => done(books.admin.get('/api/form990/functional-expenses?year=2024'));

/** Splits CSV text into rows of cells. A cell may be quoted. */
function cells(text: string): string[][] {
  const rows = text.trimEnd().split(/\r?\n/);
  const fields = (row: string) => [...row.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,"]*))/g)];
  return rows.map((row) => fields(row).map(([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? ''));
}

describe('vestry report form990', () => {
  test('prints exactly the API’s response when --json is given', async () => {
    const { exitCode, stdout, stderr } = await form990('--year', '2024', '--json');
    expect(exitCode).toBe(0);
    expect(stderr).toBe('');
    const body = await api();
    expect(JSON.parse(stdout)).toEqual(body);
    expect(body.totals).toEqual({
      total: 1294.67,
      programServices: 1294.6,
      managementAndGeneral: 0.07,
      fundraising: 0,
    });
  });

  test('prints one CSV row per line, with the API’s figures to the cent', async () => {
    const { exitCode, stdout } = await form990('--year', '2024', '--format', 'csv');
    expect(exitCode).toBe(0);
    const [header, ...rows] = cells(stdout);
    expect(header).toHaveLength(6);
    const body = await api();
    const money = (amount: number) => amount.toFixed(2);
    const columns = ['total', 'programServices', 'managementAndGeneral', 'fundraising'];
    expect(rows).toEqual(
      body.lines.map((line: Json) => [
        line.code,
        line.description ?? '',
        ...columns.map((column) => money(line[column])),
      ]),
    );
    expect(rows.find(([code]) => code === '16')).toEqual(['16', 'Occupancy', '1234.50', '1234.50', '0.00', '0.00']);
    expect(rows.at(-1)?.[2]).toBe('1294.67');
  });

  test('prints every line and the total as a table', async () => {
    const { exitCode, stdout } = await form990('--year', '2024', '--format', 'table');
    expect(exitCode).toBe(0);
    for (const code of ['11a', '11g', '24a', '24e', '25']) expect(stdout).toMatch(new RegExp(`^\\W*${code}\\b`, 'm'));
    for (const text of ['Occupancy', '1,234.50', 'Fellowship Meals', '20.10', '1,294.67']) {
      expect(stdout).toContain(text);
    }
    expect(stdout).not.toContain('\u001B');
  });

  test('prints a table by default', async () => {
    expect((await form990('--year', '2024')).stdout).toBe(
      (await form990('--year', '2024', '--format', 'table')).stdout,
    );
  });

  test('warns that an amount was moved to another column', async () => {
    const { stdout, stderr } = await form990('--year', '2024');
    expect(stdout + stderr).toContain('40.00');
    expect(stdout + stderr).toMatch(/line 2\b/i);
  });

  test('leaves the warnings out of the CSV', async () => {
    const { stdout } = await form990('--year', '2024', '--format', 'csv');
    expect(cells(stdout)).toHaveLength(36);
    for (const row of cells(stdout)) expect(row).toHaveLength(6);
  });

  test.each([
    ['--year', 'abc'],
    ['--year', '2024', '--format', 'docx'],
    ['--year', '2024', '--nothing'],
  ])('treats %s %s %s as a usage error and explains the error on stderr', async (...args) => {
    const outcome = await form990(...args.filter((arg) => arg !== undefined));
    expect(outcome).toMatchObject({ exitCode: 2, stdout: '' });
    expect(outcome.stderr.trim()).not.toBe('');
  });

  test('exits 2 and names --year if no year is given', async () => {
    const outcome = await form990();
    expect(outcome).toMatchObject({ exitCode: 2, stdout: '' });
    expect(outcome.stderr).toContain('--year');
  });
});

describe('the command line', () => {
  test.each([['nothing'], ['statement', 'nothing'], ['report', 'nothing'], ['--nothing']])(
    'treats "%s %s" as a usage error',
    async (...args) => {
      const outcome = await run(...args.filter((arg) => arg !== undefined));
      expect(outcome).toMatchObject({ exitCode: 2, stdout: '' });
    },
  );

  test('prints its version and its help to stdout', async () => {
    const version = await vestry(['--version']);
    expect(version).toMatchObject({ exitCode: 0, stderr: '' });
    expect(version.stdout.trim()).toMatch(/^\d+\.\d+\.\d+/);
    const help = await vestry(['--help']);
    expect(help).toMatchObject({ exitCode: 0, stderr: '' });
    for (const command of ['serve', 'seed', 'user', 'statement', 'report']) expect(help.stdout).toContain(command);
  });

  test('takes the data directory from VESTRY_DATA_DIR if --data-dir is not given', async () => {
    const env = { VESTRY_DATA_DIR: books.daemon.dataDir, TZ: ZONE };
    const { stdout } = await vestry(['report', 'form990', '--year', '2024', '--json'], { env });
    expect(JSON.parse(stdout).totals.total).toBe(1294.67);
  });
});
