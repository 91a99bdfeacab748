/** `vestry import bank` and `vestry import budget` do the same as `vestry bank import` and `vestry budget import`. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importPlace } from '../support/place.ts';

const { run, write, remove } = importPlace();
beforeAll(async () => {
  await run(['import', 'members', write('people.csv', ['first,last', 'Mei,Lin'])]);
});
afterAll(remove);

describe('vestry import bank', () => {
  const LINES = ['Grace Church,,', 'Posted,Text,Sum', '03/14/2026,Water bill,-41.20', '03/20/2026,Deposit,300.00'];
  const MAPS = ['Posted=date', 'Text=description', 'Sum=amount'].flatMap((map) => ['--map', map]);
  const linesOf = async () =>
    JSON.parse((await run(['bank', 'lines', 'Checking', '--json'])).stdout) as { items: object[] };

  test('says in a dry run what is new, and writes nothing', async () => {
    const file = write('march.csv', LINES);
    const tried = await run(['import', 'bank', 'Checking', file, ...MAPS, '--dates', 'mdy', '--dry-run']);
    expect(tried).toMatchObject({ exitCode: 0 });
    expect(tried.stdout).toBe(
      '2 lines would be imported, 0 known already, 0 changed by the bank, 0 still pending.\n' +
        'The lines are of 2026-03-14 to 2026-03-20.\nThis was a dry run: nothing was written.\n',
    );
    expect((await linesOf()).items).toEqual([]);
    const json = await run(['bank', 'import', 'Checking', file, ...MAPS, '--dates', 'mdy', '--dry-run', '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({ imported: 2, from: '2026-03-14', to: '2026-03-20' });
  });

  test('names the options that may fit a file for which none are given, also when one is missing', async () => {
    const file = write('own.csv', ['Posting Date,Description,Amount', '03/04/2026,Water,-41.20', '03/05/2026,Gas,-9']);
    const { exitCode, stderr } = await run(['bank', 'import', 'Checking', file]);
    const fit = '--date "Posting Date" --description Description --amount Amount --dates mdy|dmy|ymd';
    expect([exitCode, stderr]).toEqual([4, expect.stringContaining(`These options may fit: ${fit}\n`)]);
    const clear = write('clear.csv', ['Posting Date,Description,Amount', '03/14/2026,Water,-41.20']);
    expect((await run(['bank', 'import', 'Checking', clear])).stderr).toMatch(
      / --dates mdy --amount Amount\nvestry: The file is CSV/,
    );
    expect((await run(['bank', 'import', 'Checking', clear, '--json'])).stderr).not.toContain('may fit');
  });

  test('imports the lines, which the other name of the command then knows, with the same columns', async () => {
    const file = write('march.csv', LINES);
    const done = await run(['import', 'bank', 'Checking', file, ...MAPS, '--dates', 'mdy', '--json']);
    expect(JSON.parse(done.stdout)).toMatchObject({ importId: 1, imported: 2, skipped: 0 });
    const again = await run(['bank', 'import', 'Checking', file, '--json']);
    expect(JSON.parse(again.stdout)).toMatchObject({ importId: 2, imported: 0, skipped: 2 });
    expect((await linesOf()).items).toHaveLength(2);
  });

  test.each([
    [['--map', 'Posted=day'], '--map "Posted=day" names no field. Choose one of: date, description, amount'],
    [['--map', 'Posted=encoding'], '--map "Posted=encoding" names no field.'],
    [['--map', 'Posted=date', '--date', 'Posted'], 'Two columns are given for date.'],
  ])('refuses %j', async (flags, why) => {
    const outcome = await run(['import', 'bank', 'Checking', write('march.csv', LINES), ...flags]);
    expect(outcome).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringContaining(why) });
  });

  test('names a column that may matter, and how to leave it out', async () => {
    const file = write('fees.csv', ['Posted,Text,Sum,Fee paid', '03/21/2026,Gift,48.53,1.47']);
    const refused = await run(['import', 'bank', 'Checking', file]);
    expect([refused.exitCode, refused.stderr]).toEqual([
      4,
      'To leave them out: --ignore "Fee paid"\n' +
        'vestry: The file has columns that nothing reads and that may matter: Fee paid. Nothing was imported. Say which of them to read, and leave the others out.\n',
    ]);
    const done = await run(['import', 'bank', 'Checking', file, '--ignore', 'Fee paid', '--json']);
    expect(JSON.parse(done.stdout)).toMatchObject({ imported: 1 });
    const more = write('states.csv', ['Posted,Text,Sum,Status,Tip', '03/22/2026,Gift,9.00,Posted,1.00']);
    expect((await run(['import', 'bank', 'Checking', more])).stderr).toContain(
      'These options may fit: --date Posted --description Text --dates mdy --amount Sum --status Status --ignore Tip\n',
    );
  });

  test('names faulty rows of one kind once', async () => {
    const bad = ['Posted,Text,Sum', '03/14/2026,Water,x', '03/15/2026,Gas,y', '03/16/2026,Light,1.00'];
    const outcome = await run(['import', 'bank', 'Checking', write('bad.csv', bad), ...MAPS, '--dates', 'mdy']);
    expect(outcome).toMatchObject({
      exitCode: 4,
      stderr: expect.stringMatching(
        /2 rows, lines 2, 3, "Sum": must be an amount, such as -1,234.50 \(the cells say "x", "y"\)/,
      ),
    });
  });
});

describe('vestry import budget', () => {
  const YEAR = ['--year', '2026'];
  const FILE = ['Budget of 2026,', 'Line item,Sum', 'Tithe,1200', 'Utility bills,600'];
  const READ = ['--header-row', '2', '--map', 'Line item=Category', '--map', 'Sum=Annual'];

  test('replaces the lines of a budget as budget import does', async () => {
    const file = write('budget.csv', FILE);
    const options = [...YEAR, ...READ, '--value', 'Line item:Utility bills=Utilities', '--json'];
    const tried = await run(['import', 'budget', file, ...options, '--dry-run']);
    expect(JSON.parse(tried.stdout)).toMatchObject({ dryRun: true });
    const empty = await run(['budget', 'show', ...YEAR, '--json']);
    expect(JSON.parse(empty.stdout)).toMatchObject({ lines: [] });
    const [done, again] = [
      await run(['import', 'budget', file, ...options]),
      await run(['budget', 'import', file, ...options]),
    ];
    expect(JSON.parse(again.stdout)).toEqual(JSON.parse(done.stdout));
    const shown = await run(['budget', 'show', ...YEAR, '--json']);
    expect(JSON.parse(shown.stdout)).toMatchObject({ lines: [{ annual: 1200 }, { annual: 600 }] });
  });

  test('names faulty rows of one kind once, with what the cells say', async () => {
    const file = write('typo.csv', [...FILE.slice(0, 2), 'Tith,1', 'Utilitys,2', 'Missions,3']);
    const outcome = await run(['import', 'budget', file, ...YEAR, ...READ]);
    expect(outcome).toMatchObject({ exitCode: 4, stdout: '' });
    expect(outcome.stderr).toMatch(/2 rows, lines 3, 4, "Line item": .*the cells say "Tith", "Utilitys"/);
  });
});
