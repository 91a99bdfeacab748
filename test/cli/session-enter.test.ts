import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryDir, vestry } from '../support/daemon.ts';
import { atTerminal, hasTerminal } from '../support/terminal.ts';

const ENTER = '\r';
const [CTRL_C, ESCAPE, DOWN] = ['\u0003', '\u001B', '\u001B[B'];

let place: ReturnType<typeof temporaryDir>;
const file = (name: string, ...lines: string[]) => {
  const full = path.join(place.dir, name);
  if (lines.length > 0) writeFileSync(full, lines.join('\n'));
  return full;
};
const run = (...args: string[]) => vestry([...args, '--data-dir', file('church')]);
const gifts = async (day: string) => JSON.parse((await run('session', 'show', day, '--json')).stdout).givings;

beforeAll(async () => {
  place = temporaryDir();
  await run('seed');
  const people = [
    'first name,last name,chinese name,offering number',
    'Mei-Ling,Chen,陳美玲,12',
    'David,Chen,,',
    'Paul,Ho,,7',
  ];
  await run('import', 'members', file('people.csv', ...people));
});
afterAll(() => place.remove());

/** Types gifts at the prompt. Each line of the dialogue is a question and its answer. */
const enter = (day: string, dialogue: readonly (readonly [string, string])[]) =>
  atTerminal(['session', 'enter', day, '--data-dir', file('church')], { dialogue });

/** The answers for a gift that takes the usual category and method. */
const cash = (giver: string, amount: string) =>
  [
    ['Giver', `${giver}${ENTER}`],
    ['Category', ENTER],
    ['Amount', `${amount}${ENTER}`],
    ['Method', ENTER],
  ] as const;

describe.runIf(hasTerminal)('vestry session enter at a terminal', () => {
  test('opens the session, completes names, adds up amounts, keeps method and category, and ends with the next command', async () => {
    const { exitCode, screen } = await enter('2026-01-04', [
      ['Open it now?', ENTER],
      ['Giver', `paul${ENTER}`],
      ['Category', `miss${ENTER}`],
      ['Amount', `12+8.50${ENTER}`],
      ['Method', `che${ENTER}`],
      ['Check number', `0042${ENTER}`],
      ['Giver', `12${ENTER}`],
      ['Category', ENTER],
      ['Amount', `ten${ENTER}`],
      ['Type an amount', `\u0015100${ENTER}`],
      ['Method', ENTER],
      ['Check number', ENTER],
      ...cash('', '5').slice(0, 3),
      ['Method', `cash${ENTER}`],
      ['Giver', `/quit${ENTER}`],
    ]);
    expect(exitCode, screen).toBe(0);
    expect(screen).toContain('1 gift: cash 0.00, checks 20.50, total 20.50');
    expect(screen).toContain('3 gifts: cash 5.00, checks 120.50, total 125.50');
    const next = /vestry (session count \S+) --data-dir/.exec(screen)?.[1] ?? '';
    expect((await run(...next.split(' '))).exitCode).toBe(0);
    expect(await gifts('2026-01-04')).toMatchObject([
      { memberName: 'Paul Ho', amount: 20.5, categoryName: 'Missions', method: 'Check', checkNumber: '0042' },
      { memberName: 'Mei-Ling Chen', amount: 100, categoryName: 'Missions', method: 'Check', checkNumber: null },
      { memberName: null, isAnonymous: true, amount: 5, categoryName: 'Missions', method: 'Cash' },
    ]);
  });

  test('takes several gifts that were typed before the questions appear', async () => {
    const typed = [`paul ho${ENTER}${ENTER}10${ENTER}${ENTER}`, `12${ENTER}${ENTER}20${ENTER}${ENTER}`, `/q${ENTER}`];
    const { exitCode, screen } = await enter('2026-02-15', [
      ['Open it now?', ENTER],
      ['Giver', typed.join('')],
    ]);
    expect(exitCode, screen).toBe(0);
    expect(await gifts('2026-02-15')).toMatchObject([
      { memberName: 'Paul Ho', amount: 10 },
      { memberName: 'Mei-Ling Chen', amount: 20 },
    ]);
  });

  test('asks who is meant if several people fit, and if a name is only similar', async () => {
    const { exitCode, screen } = await enter('2026-01-11', [
      ['Open it now?', ENTER],
      ['Giver', `chen${ENTER}`],
      ['Several people fit', DOWN],
      ['> Mei-Ling Chen', ENTER],
      ...cash('', '1').slice(1),
      ['Giver', `pual ho${ENTER}`],
      ['Do you mean', ENTER],
      ...cash('', '2').slice(1),
      ['Giver', `Zachary${ENTER}`],
      ['No member has this name', `\u0015loose${ENTER}`],
      ...cash('', '3').slice(1),
      ['Giver', `/q${ENTER}`],
    ]);
    expect(exitCode, screen).toBe(0);
    expect(await gifts('2026-01-11')).toMatchObject([
      { memberName: 'Mei-Ling Chen', amount: 1 },
      { memberName: 'Paul Ho', amount: 2 },
      { memberName: null, isAnonymous: false, amount: 3 },
    ]);
  });

  test('corrects and deletes the last gift, and Escape starts a gift again', async () => {
    const { exitCode, screen } = await enter('2026-01-18', [
      ['Open it now?', ENTER],
      ...cash('paul ho', '10'),
      ...cash('david', '20'),
      ['Giver', `/ch${ENTER}`],
      ['Giver', `mei${ENTER}`],
      ['Category', ENTER],
      ['Amount', `25${ENTER}`],
      ['Method', ENTER],
      ['2 gifts: cash 35.00', `paul ho${ENTER}`],
      ['Category', ESCAPE],
      ...cash('', '1'),
      ['Giver', `/undo${ENTER}`],
      ['Delete this gift', `y${ENTER}`],
      ['2 gifts: cash 35.00', `/list${ENTER}`],
      ['Mei-Ling Chen', `/quit${ENTER}`],
    ]);
    expect(exitCode, screen).toBe(0);
    expect(await gifts('2026-01-18')).toMatchObject([
      { memberName: 'Paul Ho', amount: 10 },
      { memberName: 'Mei-Ling Chen', amount: 25 },
    ]);
  });

  test('keeps every gift before Ctrl-C, and the next run can correct the last one', async () => {
    const broken = await enter('2026-01-25', [
      ['Open it now?', ENTER],
      ...cash('david', '20'),
      ['Giver', `paul${ENTER}`],
      ['Category', CTRL_C],
    ]);
    expect(broken.exitCode, broken.screen).toBe(130);
    expect(broken.screen).toContain('Saved: 1 gift of this run. To continue: vestry session enter 2026-01-25');
    expect(await gifts('2026-01-25')).toHaveLength(1);
    const again = await enter('2026-01-25', [
      ['1 gift: cash 20.00', `/undo${ENTER}`],
      ['Delete this gift', `y${ENTER}`],
      ['0 gifts', `/undo${ENTER}`],
      ['There is no gift that was entered here', `/quit${ENTER}`],
    ]);
    expect(again.exitCode, again.screen).toBe(0);
    expect(await gifts('2026-01-25')).toHaveLength(0);
  });

  test('refuses a session that is submitted, and names the command that reopens it', async () => {
    await run('session', 'create', '--date', '2026-02-01');
    const dialogue = [
      ['Giver', `paul${ENTER}`],
      ['Category', ENTER],
      ['Amount', `9${ENTER}`],
    ] as const;
    const entering = enter('2026-02-01', [...dialogue, ['Method', ESCAPE], ['Giver', CTRL_C]]);
    expect((await entering).exitCode).toBe(130);
    await run('session', 'submit', '2026-02-01');
    const refused = await enter('2026-02-01', []);
    expect(refused.exitCode, refused.screen).toBe(4);
    expect(refused.screen.replaceAll(/\s+/g, ' ')).toContain('vestry session reopen 2026-02-01 --reason');
  });

  test('ends with the reason if somebody submits the session meanwhile, and keeps the gifts before', async () => {
    const submit = async () => {
      expect((await run('session', 'submit', '2026-02-22')).exitCode).toBe(0);
      return ENTER;
    };
    const { exitCode, screen } = await atTerminal(['session', 'enter', '2026-02-22', '--data-dir', file('church')], {
      dialogue: [
        ['Open it now?', ENTER],
        ...cash('paul ho', '8'),
        ...cash('david', '9').slice(0, 3),
        ['Method', submit],
      ],
    });
    expect(exitCode, screen).toBe(4);
    expect(screen).toContain('The offering session of 2026-02-22 is Submitted.');
    expect(await gifts('2026-02-22')).toMatchObject([{ memberName: 'Paul Ho', amount: 8 }]);
  });

  test('a category that somebody disables meanwhile is refused, and the next gift can be entered', async () => {
    const disable = async () => {
      const { items } = JSON.parse((await run('giving', 'category', 'list', '--json')).stdout);
      const other = items.find(({ name }: { name: string }) => name === 'Other');
      expect((await run('giving', 'category', 'disable', String(other.id))).exitCode).toBe(0);
      return ENTER;
    };
    const { exitCode, screen } = await atTerminal(['session', 'enter', '2026-02-28', '--data-dir', file('church')], {
      dialogue: [
        ['Open it now?', ENTER],
        ['Giver', `paul ho${ENTER}`],
        ['Category', `other${ENTER}`],
        ['Amount', `9${ENTER}`],
        ['Method', disable],
        ['Not saved', ''],
        ...cash('paul ho', '7'),
        ['Giver', `/quit${ENTER}`],
      ],
    });
    expect(exitCode, screen).toBe(0);
    expect(await gifts('2026-02-28')).toMatchObject([{ categoryName: 'Tithe', amount: 7 }]);
  });

  test('session count without options asks for what was counted', async () => {
    await run('session', 'create', '--date', '2026-02-08');
    const { exitCode, screen } = await atTerminal(['session', 'count', '2026-02-08', '--data-dir', file('church')], {
      dialogue: [
        ['How many people', `84${ENTER}`],
        ['Cash that was', `a${ENTER}`],
        ['Type an amount', `\u00151,180+20.50${ENTER}`],
        ['Checks that were', `0${ENTER}`],
        ['Names of the counters', `Ann Lee, Bo Chen${ENTER}`],
      ],
    });
    expect(exitCode, screen).toBe(0);
    expect(screen.replaceAll(/\s+/g, ' ')).toContain('Next, submit the session: vestry session submit 2026-02-08');
    expect(JSON.parse((await run('session', 'show', '2026-02-08', '--json')).stdout)).toMatchObject({
      sundayAttendanceCount: 84,
      countedCash: 1200.5,
      countedChecks: 0,
      countedBy: ['Ann Lee', 'Bo Chen'],
    });
  });
});

describe('vestry session enter without a terminal', () => {
  const DAY = '2026-03-01';
  beforeAll(() => run('session', 'create', '--date', DAY));

  test('enters the gifts of a file that has no dates', async () => {
    const rows = ['name,amount,category,check number', 'Paul Ho,50,Tithe,1042', ',12.50,Tithe,'];
    const entered = await run('session', 'enter', DAY, '--file', file('gifts.csv', ...rows), '--json');
    expect(JSON.parse(entered.stdout)).toMatchObject({ created: 2, totalAmount: 62.5, sessionsCreated: 0 });
    expect(await gifts(DAY)).toMatchObject([
      { date: DAY, memberName: 'Paul Ho', method: 'Check', checkNumber: '1042' },
      { date: DAY, memberName: null, amount: 12.5 },
    ]);
  });

  test('refuses a file with a row of another day, and writes nothing', async () => {
    const rows = ['date,amount,category', '2026-03-08,50,Tithe', '2026-03-01,70,Tithe'];
    const { exitCode, stderr } = await run(
      'session',
      'enter',
      DAY,
      '--file',
      file('other.csv', ...rows),
      '--no-givers',
    );
    expect([exitCode, stderr]).toEqual([4, expect.stringContaining(`must be the date of its session, ${DAY}`)]);
    const sessions = ['session date,amount,category', '2026-03-08,50,Tithe'];
    const wrong = await run('session', 'enter', DAY, '--file', file('sessions.csv', ...sessions), '--no-givers');
    expect([wrong.exitCode, wrong.stderr]).toEqual([4, expect.stringContaining(`the date of the session, ${DAY}`)]);
    expect(JSON.stringify(await gifts(DAY))).not.toContain('"amount":70');
    expect((await run('session', 'show', '2026-03-08')).exitCode).toBe(3);
  });

  test('names the missing option, and the command that opens a missing session', async () => {
    const bare = await run('session', 'enter', DAY);
    expect(bare).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringContaining('Give --file') });
    const half = await run('session', 'enter', DAY, '--dry-run');
    expect(half).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--file') });
    const none = await run('session', 'enter', '2026-03-02', '--file', file('gifts.csv'));
    expect(none).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('session create --date 2026-03-02') });
  });
});
