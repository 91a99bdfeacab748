import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildProgram } from '../../src/cli/program.ts';
import { temporaryDir, vestry, vestryProcess } from '../support/daemon.ts';

const { dir, remove } = temporaryDir();
const church = path.join(dir, 'church');

beforeAll(async () => {
  const run = async (...args: string[]) => {
    const { exitCode, stderr } = await vestry([...args, '--data-dir', church]);
    if (exitCode !== 0) throw new Error(stderr);
  };
  await run('seed');
  await run('member', 'create', '--first-name', 'Shu-Fen', '--last-name', 'Huang', '--chinese-name', '黃淑芬');
  await run('user', 'create', '--email', 'ann@example.org', '--name', 'Ann Lee', '--role', 'elder', '--json');
  await run('session', 'create', '--date', '2026-03-01');
});
afterAll(remove);

/** Returns what is offered in place of the last word, as lines of a text and its meaning. */
async function offered(words: readonly string[], dataDir = church): Promise<string[]> {
  const lines: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
  try {
    const args = ['complete', '--', '--data-dir', dataDir, ...words];
    await (await buildProgram(args)).parseAsync(args, { from: 'user' });
  } finally {
    log.mockRestore();
  }
  return lines.filter((line) => !line.startsWith(':'));
}

test.each([
  ['statement sh', /^show\t/m],
  ['export contributions --lan', /^--language\t/m],
  ['stat', /^statement\t/m],
])(
  'vestry complete prints the possible completions of "%s", which do not include unrelated commands',
  async (line, wanted) => {
    const { stdout, exitCode } = await vestryProcess(['complete', '--', ...line.split(' ')]);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(wanted);
    expect(stdout).not.toMatch(/^serve\t/m);
  },
);

test.each(['bash', 'zsh', 'fish'])('the completion script for %s calls vestry', async (shell) => {
  const { stdout, exitCode } = await vestryProcess(['completion', shell]);
  expect(exitCode).toBe(0);
  expect(stdout).toContain('vestry complete --');
});

test('zsh quotes completed names, which may have spaces', async () => {
  const { stdout } = await vestryProcess(['completion', 'zsh']);
  expect(stdout).toMatch(/_describe .*completions -Q [^]*\{functions\[_vestry\]\/completions -Q\/completions\}\n$/);
});

describe.skipIf(process.platform === 'win32')('bash', () => {
  /** Returns what bash offers for the last of the words, if the program prints these lines. */
  function offeredByBash(words: readonly string[], lines: readonly string[]): string {
    const script = `
      . data/completion.bash
      vestry() { printf '%s\\n' "$*" >"$ASKED"; printf '%b' "$LINES_OFFERED"; }
      COMP_WORDS=(vestry "$@"); COMP_CWORD=$#
      __vestry_offer
      printf '%s\\n' "\${COMPREPLY[@]}"`;
    const env = { ...process.env, ASKED: asked, LINES_OFFERED: lines.map((line) => `${line}\\n`).join('') };
    return execFileSync('bash', ['-c', script, 'bash', ...words], { encoding: 'utf8', env, cwd: process.cwd() });
  }
  const asked = path.join(dir, 'asked');

  test('takes names as they are, so that a name in the books runs nothing', () => {
    const trap = path.join(dir, 'trap');
    const names = [`Zed$(touch ${trap}) Quux`, `Zed\`touch ${trap}\``, "Zed O'Brien", 'Zed *'];
    const lines = [...names.map((name) => `${name}\\t1`), 'Other\\t2', ':4'];
    expect(offeredByBash(['giving', 'add', '--giver', 'Zed'], lines)).toBe(`${names.join('\n')}\n`);
    expect(existsSync(trap)).toBe(false);
  });

  test.each([
    [['giving', 'add', '--giver', ''], 'complete -- giving add --giver '],
    [['giving', 'add', '--giver', '=', 'Shu'], 'complete -- giving add --giver Shu'],
    [['giving', 'add', '--giver', '='], 'complete -- giving add --giver '],
    [['giving', 'add', '--giver', 'Shu-Fen\\ Hu'], 'complete -- giving add --giver Shu-Fen Hu'],
    [['giving', 'add', '--giver', '"Shu-Fen Hu'], 'complete -- giving add --giver Shu-Fen Hu'],
  ])('asks the program about %j', (words, question) => {
    offeredByBash(words, [':4']);
    expect(readFileSync(asked, 'utf8')).toBe(`${question}\n`);
  });
});

describe('vestry complete offers what the books hold', () => {
  test.each([
    ['giving add --giver Shu', 'Shu-Fen Huang\t黃淑芬 1'],
    ['giving add --giver Hua', 'Huang, Shu-Fen\t1'],
    ['giving add --giver 黃', '黃淑芬\tShu-Fen Huang 1'],
    ['giving add --giver=黃', '黃淑芬\tShu-Fen Huang 1'],
    ['notify email --member Shu', 'Shu-Fen Huang\t黃淑芬 1'],
    ['member show 1', '1\tShu-Fen Huang'],
    ['giving add --category Buil', 'Building Fund\t5'],
    ['expense create --subcategory Util', 'Utilities\t7'],
    ['expense create --ministry Adm', 'Administration\t10'],
    ['expense create --fund Gen', 'General\t1'],
    ['expense create --paid-from Check', 'Checking\t2'],
    ['bank lines Check', 'Checking\t2'],
    ['transfer add --to-account Check', 'Checking\t2'],
    ['expense approve 7 --as ann', 'ann@example.org\tAnn Lee'],
    ['user show ann', 'ann@example.org\tAnn Lee'],
    ['session submit 2026', '2026-03-01\tDraft'],
    ['giving list --category Ti', 'Tithe\t1'],
  ])('%s', async (line, wanted) => {
    expect(await offered(line.split(' '))).toEqual([wanted]);
  });

  test('an expense only where its status allows the command', async () => {
    const password = ['--password-stdin'];
    const { stdout } = await vestry(
      [
        'user',
        'create',
        '--email',
        'ben@example.org',
        '--name',
        'Ben Wu',
        '--role',
        'elder',
        ...password,
        '--data-dir',
        church,
      ],
      { input: 'a long enough password\n' },
    );
    expect(stdout).toContain('Ben Wu');
    const expense = [
      '--date',
      '2026-03-02',
      '--amount',
      '12.50',
      '--description',
      'Candles',
      '--subcategory',
      'Utilities',
      '--ministry',
      'Administration',
    ];
    const created = await vestry(
      ['expense', 'create', '--as', 'ben@example.org', ...password, ...expense, '--data-dir', church],
      { input: 'a long enough password\n' },
    );
    expect(created).toMatchObject({ exitCode: 0 });
    expect(await offered(['expense', 'submit', ''])).toEqual(['1\t12.50 Candles']);
    expect(await offered(['expense', 'update', ''])).toEqual(['1\t12.50 Candles']);
    expect(await offered(['expense', 'approve', ''])).toEqual([]);
    expect(await offered(['expense', 'show', ''])).toEqual(['1\t12.50 Candles']);
  });

  test('nothing, and without an error, where there are no books; and it makes none', async () => {
    const none = path.join(dir, 'none');
    expect(await offered(['giving', 'add', '--giver', ''], none)).toEqual([]);
    expect(existsSync(none)).toBe(false);
  });
});
