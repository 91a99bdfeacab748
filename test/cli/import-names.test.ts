/** Imports of gifts and people never make a second person of one who is there, unless somebody decides so. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importPlace } from '../support/place.ts';

const { run, write, remove } = importPlace();
beforeAll(async () => {
  const people = [
    'id,firstName,lastName,chineseName,offeringNumber,familyName,createdAt,modifiedAt',
    '1,Shu-Fen,Huang,黃淑芬,,,,',
    '2,Robert,Wong,,,,,',
    '3,David,Lin,,12,Lin,,',
    '4,Mei-Ling,Chen,陳美玲,,Lin,,',
  ];
  await run(['import', 'members', write('people.csv', people)]);
});
afterAll(remove);

let day = 0;
/** Imports gifts of givers, each in a line of its own, and returns the outcome with the names of the givers. */
async function give(givers: readonly string[], ...options: string[]) {
  day += 1;
  const rows = givers.map((giver) => `2026-01-${String(day).padStart(2, '0')},5,Tithe,"${giver}"`);
  const file = write(`gifts-${day}.csv`, ['date,amount,fund,name', ...rows]);
  return run(['import', 'givings', file, ...options]);
}
const members = async () =>
  (JSON.parse((await run(['member', 'list', '--page-size', '100', '--json'])).stdout) as { totalCount: number })
    .totalCount;

describe('a giver', () => {
  test.each(['Shu Fen Huang', 'Huang, Shufen', 'HUANG SHU-FEN', 'Huang, Shu-Fen 黃淑芬', '黄淑芬', '黃淑芬姊妹'])(
    'named %s is the member with that name',
    async (name) => {
      const before = await members();
      expect(await give([name], '--create-members')).toMatchObject({ exitCode: 0 });
      expect(await members()).toBe(before);
    },
  );

  test.each(['Shu-Fan Huang', 'S. Huang', 'Huang', 'Bob Wong', 'Mei-Ling Chen-Lin'])(
    'named %s is asked about and never made anew',
    async (name) => {
      const before = await members();
      const { exitCode, stderr } = await give([name], '--create-members');
      expect(exitCode).toBe(4);
      expect(stderr).toMatch(/did you mean .* \(\d\)\? Decide with --same-as 2=\d or --new 2/);
      expect(await members()).toBe(before);
    },
  );

  test('is the member whom --same-as names, in all rows with that name', async () => {
    const before = await members();
    const outcome = await give(['Bob Wong', 'Shu-Fen Huang', 'Bob Wong'], '--same-as', '4=2');
    expect(outcome).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('3 givings') });
    expect(await members()).toBe(before);
    expect(await give(['Bob Wong'], '--same-as', '2=99')).toMatchObject({ exitCode: 4 });
    expect(await give(['Bob Wong'], '--same-as', 'two')).toMatchObject({ exitCode: 2 });
  });

  test('is a new member with --new or --create-similar', async () => {
    const before = await members();
    expect(await give(['Bobby Wong', 'Bobby Wong'], '--new', '2')).toMatchObject({ exitCode: 0 });
    expect(await members()).toBe(before + 1);
    expect(await give(['Shu-Feng Huang'], '--create-members', '--create-similar')).toMatchObject({ exitCode: 0 });
    expect(await members()).toBe(before + 2);
  });

  test('must be one person', async () => {
    const outcome = await give(['John & Mary Stone'], '--create-members');
    expect(outcome).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('are several people') });
  });

  test('is found by name within the family that shares an envelope number', async () => {
    const file = write('envelope.csv', ['date,amount,fund,name,envelope', '2026-02-01,5,Tithe,Mei-Ling Chen,12']);
    expect(await run(['import', 'givings', file])).toMatchObject({ exitCode: 0 });
    const { stdout } = await run(['giving', 'list', '--from', '2026-02-01', '--to', '2026-02-01', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ items: [{ memberId: 4 }] });
  });
});

describe('a file of people', () => {
  test('may give a couple one envelope number, which the first of them keeps', async () => {
    const rows = ['first,last,family,envelope', 'Otto,Kern,Kern,77', 'Jo,Kern-Abel,Kern,77', 'Ida,Kern,,77'];
    expect(await run(['import', 'members', write('couple.csv', rows)])).toMatchObject({ exitCode: 0 });
    const { stdout } = await run(['member', 'list', '--search', 'Kern', '--json']);
    const { items } = JSON.parse(stdout) as { items: { firstName: string; offeringNumber: string | null }[] };
    expect(new Map(items.map((one) => [one.firstName, one.offeringNumber]))).toEqual(
      new Map([
        ['Otto', '77'],
        ['Jo', null],
        ['Ida', null],
      ]),
    );
    const stranger = write('stranger.csv', ['first,last,envelope', 'Eva,Moor,77']);
    expect(await run(['import', 'members', stranger])).toMatchObject({ exitCode: 4 });
  });

  test('may have the whole name in one column', async () => {
    const rows = ['Full Name,Email', '"Wu, An-Na 吳安娜",anna@example.org', 'Peter (Pete) Quill,'];
    expect(await run(['import', 'members', write('whole.csv', rows)])).toMatchObject({ exitCode: 0 });
    const { items } = JSON.parse((await run(['member', 'list', '--search', 'Wu An-Na', '--json'])).stdout) as {
      items: object[];
    };
    expect(items).toMatchObject([{ firstName: 'An-Na', lastName: 'Wu', chineseName: '吳安娜' }]);
  });

  test('adds nobody who has the name of a member or a name near it, unless somebody decides so', async () => {
    const before = await members();
    const file = write('again.csv', ['Name', 'Rob Wong', 'Huang Shufen', 'Konrad Zuse']);
    const refused = await run(['import', 'members', file]);
    expect(refused).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('Robert Wong (2)') });
    expect(await members()).toBe(before);
    expect(await run(['import', 'members', file, '--same-as', '2=2', '--same-as', '3=1'])).toMatchObject({
      exitCode: 0,
    });
    expect(await members()).toBe(before + 1);
  });
});

test('equal faults are one entry with the lines and the texts of the cells', async () => {
  const rows = [
    'date,amount,fund',
    '2026-01-01,5,Roof',
    '2026-01-01,6,Roof',
    '2026-01-01,7,Bells',
    '2026-01-01,x,Tithe',
  ];
  const { exitCode, stderr } = await run(['import', 'givings', write('faults.csv', rows), '--no-givers']);
  expect(exitCode).toBe(4);
  expect(stderr).toMatch(
    /^ {2}3 rows, lines 2, 3, 4, "fund": names no giving category.*\(the cells say "Roof", "Bells"\)$/m,
  );
  expect(stderr).toMatch(/^ {2}line 5, "amount": .*\(the cell says "x"\)$/m);
});

test('years of the Republic of China and amounts with a currency are read', async () => {
  const rows = ['日期,金額,類別,姓名', '115/1/25,"$1,200",Tithe,黃淑芬', '民國115年1月25日,50元,Missions,黃淑芬'];
  expect(await run(['import', 'givings', write('taiwan.csv', rows)])).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('1,250.00'),
  });
});
