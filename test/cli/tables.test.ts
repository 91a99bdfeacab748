import stringWidth from 'string-width';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyDataDir, temporaryDir, vestry } from '../support/daemon.ts';
import { demoDataDir } from '../support/demo.ts';
import { atTerminal, hasTerminal } from '../support/terminal.ts';

const place = temporaryDir();
const at = ['--data-dir', place.dir];
// This name is wider than every terminal in these tests.
const LONG = '主日崇拜與青年團契聯合同工會議以及社區關懷事工 Joint Ministry of Worship and Care';

beforeAll(async () => {
  copyDataDir(await demoDataDir(), place.dir);
  await vestry(['ministry', 'add', '--name', LONG, '--class', 'ProgramServices', ...at]);
  await vestry(['profile', 'set', '--time-zone', 'Asia/Taipei', ...at]);
});
afterAll(place.remove);

/** Lists with columns of every kind. */
const WIDE = ['member list', 'expense list', 'statement list', 'report giving --year 2026', 'member show 1'];
const LISTS = [
  ...WIDE,
  'user list',
  'session list',
  'statement checklist 2026-01',
  'ministry list',
  'report form990 --year 2026',
  'audit list',
  'import list',
  'notify history',
  'notify batches',
  'config list',
  'doctor',
  'expense show 1',
  'profile show',
];

describe('a table at a terminal', () => {
  test.each([...LISTS.map((list) => [list, 60] as const), ...WIDE.map((list) => [list, 80] as const)])(
    'has no line that is too wide: %s at %i columns',
    async (list, columns) => {
      const { stdout } = await vestry([...list.split(' '), ...at], { columns });
      for (const line of stdout.split('\n')) expect(stringWidth(line), line).toBeLessThanOrEqual(columns);
      expect(stdout).not.toContain('\u001B[');
    },
  );
});

describe.runIf(hasTerminal)('a table at a real terminal', () => {
  test('looks the same', async () => {
    const list = ['member', 'list', ...at];
    const { raw } = await atTerminal(list, { columns: 60 });
    expect(raw.replaceAll('\r', '')).toBe((await vestry(list, { columns: 60 })).stdout);
    expect(raw).not.toBe((await vestry(list)).stdout);
  });

  test('has a color for each state, unless colors are switched off', async () => {
    const list = ['statement', 'list', ...at];
    const shown = await atTerminal(list, { env: { NO_COLOR: '' } });
    expect(shown.raw).toContain('\u001B[32mFinalized\u001B[39m');
    expect(shown.raw.replaceAll('\u001B', '^')).toMatch(/\^\[31m-[\d,]+\.\d\d\^\[39m/);
    for (const without of [
      await atTerminal(list, { env: { NO_COLOR: '1' } }),
      await atTerminal(list, { env: { NO_COLOR: '', TERM: 'dumb' } }),
      await atTerminal([...list, '--no-color'], { env: { NO_COLOR: '' } }),
    ]) {
      expect(without.raw).not.toContain('\u001B[');
      expect(without.screen).toBe(shown.screen);
    }
  });
});

describe('output in a pipe', () => {
  test.each(LISTS)('has no colors, even if colors are allowed: %s', async (list) => {
    const { stdout } = await vestry([...list.split(' '), ...at], { env: { NO_COLOR: '', COLUMNS: '40' } });
    expect(stdout).not.toContain('\u001B');
  });

  test('contains long texts in full', async () => {
    const { stdout } = await vestry(['ministry', 'list', ...at], { env: { COLUMNS: '40' } });
    expect(stdout).toContain(LONG);
  });

  test('has totals below a line, in the columns that they add up', async () => {
    const { stdout } = await vestry(['report', 'giving', '--year', '2026', ...at]);
    const [rule = '', total = ''] = stdout.trimEnd().split('\n').slice(-2);
    expect(rule).toMatch(/^ +(-+ +)+-+$/);
    expect(total).toMatch(/^Total /);
    expect(total.length).toBe(rule.length);
  });

  test('has times in the time zone of the church', async () => {
    const { items } = JSON.parse((await vestry(['audit', 'list', '--page-size', '1', '--json', ...at])).stdout);
    const taipei = new Date(Date.parse(items[0].at) + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
    expect((await vestry(['audit', 'list', '--page-size', '1', ...at])).stdout).toContain(` ${taipei} `);
  });
});
