import { beforeAll, describe, expect, test } from 'vitest';
import { type Json, addGiving, addMember, addSession, badPaths, done, giving, booksOfFile } from './books.ts';
import type { Answer } from '../support/daemon.ts';

type Person = {
  firstName: string;
  lastName: string;
  nickname?: string;
  chineseName?: string;
  offeringNumber?: string;
  notes?: string;
  email?: string;
  phone?: string;
};

/** No two people share a word, except on purpose, so that any extra result shows an error. */
const PEOPLE: Record<string, Person> = {
  mei: { firstName: 'Mei-Ling', lastName: "O'Brien", nickname: 'Bubbles', chineseName: '陳美玲' },
  jian: { firstName: 'Jianguo', lastName: 'Huang', chineseName: '黄建国', offeringNumber: 'ENV-0042' },
  fa: { firstName: 'Fa', lastName: 'Lau', nickname: 'Lucky', chineseName: '劉發', offeringNumber: '7' },
  jose: { firstName: 'José', lastName: 'Núñez', nickname: 'Pepé' },
  juergen: { firstName: 'Jürgen', lastName: 'Müller' },
  ecole: { firstName: 'Élodie', lastName: 'Lefèvre', chineseName: '張趙臺' },
  wide: { firstName: 'Ｗｉｄｅ', lastName: 'Ｌｅｔｔｅｒ' },
  signs: { firstName: 'Odd', lastName: 'Marks', nickname: '100%_*^(x):"q"' },
  dash: { firstName: 'Anne-Marie', lastName: 'Van der Berg', nickname: 'AND OR NEAR', chineseName: '鄭葉' },
  song: { firstName: 'Tuneful', lastName: 'Zimri', nickname: 'Sol 🎵', chineseName: '𠮷田' },
  private: {
    firstName: 'Quiet',
    lastName: 'Person',
    notes: 'hiddenword in the notes',
    email: 'hiddenmail@example.org',
    phone: '3125550199',
  },
};

const books = booksOfFile();
const id: Record<string, number> = {};
beforeAll(async () => {
  for (const [key, fields] of Object.entries(PEOPLE)) id[key] = (await addMember(books, fields)).id;
});

const list = (query: string) => books.admin.get(`/api/members?${query}`);
const term = (text: string) => `search=${encodeURIComponent(text)}`;
const keyOf = (row: Json) => Object.entries(id).find(([, value]) => value === row.id)?.[0] ?? `#${row.id}`;

/** Returns the keys of the people that a search finds. Checks that the counts match the list. */
async function found(text: string, query = ''): Promise<string[]> {
  const { status, body } = await list(`pageSize=200&${term(text)}${query}`);
  expect(status).toBe(200);
  expect(body.totalCount).toBe(body.items.length);
  expect(body.totalIsCapped ?? false).toBe(false);
  return (body.items as Json[]).map(keyOf).toSorted();
}

function expectNobodyOrRefused(answer: Answer): void {
  const { status, body } = answer;
  const seen = status === 400 ? { status, paths: badPaths(answer) } : { status, items: body.items };
  expect([
    { status: 400, paths: ['search'] },
    { status: 200, items: [] },
  ]).toContainEqual(seen);
}

/**
 * Returns the keys of the people that a search must find according to the contract: each word must be in some field.
 * Does not match variants of Chinese characters.
 */
function expected(text: string): string[] {
  const fold = (value: string) => value.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const letters = (value: string) => fold(value).replaceAll(/[\s\-'’,.]/g, '');
  const words = fold(text)
    .split(/[\s,]+/)
    .map(letters);
  const matches = ({ firstName, lastName, nickname = '', chineseName = '', offeringNumber = '' }: Person) => {
    const fields = [`${firstName} ${lastName} ${firstName} ${lastName}`, nickname, chineseName, offeringNumber];
    return words.every((word) => fields.some((field) => letters(field).includes(word)));
  };
  return Object.keys(PEOPLE)
    .filter((key) => matches(PEOPLE[key] as Person))
    .toSorted();
}

/** Returns every substring of a text, except those that begin or end with a space. */
function substrings(text: string): string[] {
  const letters = Array.from(text);
  const all = letters.flatMap((_letter, start) =>
    letters.slice(start).map((_end, length) => letters.slice(start, start + length + 1).join('')),
  );
  return [...new Set(all)].filter((part) => part.trim() === part && part !== '');
}

describe('a search for members', () => {
  test.each([
    ['a first name', 'Jianguo'],
    ['a last name', 'Huang'],
    ['a nickname', 'Bubbles'],
    ['a Chinese name', '陳美玲'],
    ['a name with an apostrophe', "O'Brien"],
    ['a name with a dash', 'Anne-Marie'],
    ['a last name with spaces', 'Van der Berg'],
    ['an offering number', 'ENV-0042'],
  ])('by every substring of %s finds exactly the matching members', async (_label, text) => {
    const terms = substrings(text);
    const answers = await Promise.all(terms.map(async (part) => [part, await found(part)] as const));
    expect(Object.fromEntries(answers)).toEqual(Object.fromEntries(terms.map((part) => [part, expected(part)])));
  });

  test.each([
    ['Jianguo Huang', ['jian']],
    ['guo hu', ['jian']],
    ['o H', ['jian']],
    ["ling o'br", ['mei']],
    ['marie van der', ['dash']],
    ['guohu', ['jian']],
    ['huangjian', ['jian']],
    ['Huang Jianguo', ['jian']],
    ['Huang, Jianguo', ['jian']],
    ['guo  hu', ['jian']],
    ['oddmarks', ['signs']],
    ['meilingobrien', ['mei']],
  ])('by "%s" looks at the first and last name together, in either order', async (text, keys) => {
    expect(await found(text)).toEqual(keys);
  });

  test.each([
    ['bubbles o', ['mei']],
    ["o'brien bubbles 陳", ['mei']],
    ['0042 黄 huang', ['jian']],
    ['lucky lau 7', ['fa']],
    ['lucky lau 8', []],
    ['bubbles huang', []],
  ])('by "%s" finds the members who have each word in some field, in any order', async (text, keys) => {
    expect(await found(text)).toEqual(keys);
  });

  test.each(['Bubbles陳', "o'brienbubbles", '陳美玲bubbles', 'huangenv', '0042黄', '黄建国env'])(
    'by "%s", which spans two fields, finds nobody',
    async (text) => {
      expect(await found(text)).toEqual([]);
    },
  );

  test('ignores white space around the text', async () => {
    expect(await found('  huang ')).toEqual(['jian']);
  });

  test('does not look at notes, e-mail addresses and phone numbers', async () => {
    for (const text of ['hiddenword', 'hiddenmail', '3125550199']) expect(await found(text)).toEqual([]);
    expect(await found('quiet pers')).toEqual(['private']);
  });

  test('accepts 200 characters, and either refuses a text of 5,000 characters or finds nobody', async () => {
    expect(await found('x'.repeat(200))).toEqual([]);
    expect(await found('陳'.repeat(100))).toEqual([]);
    const answer = await list(term('x'.repeat(5000)));
    expectNobodyOrRefused(answer);
  });
});

describe('case and accents in a search', () => {
  test.each([
    ['JOSE NUNEZ', 'jose'],
    ['josé núñez', 'jose'],
    ['JOSE\u0301', 'jose'],
    ['pepe', 'jose'],
    ['É', undefined],
    ['ñ', undefined],
    ['ü', undefined],
    ['muller', 'juergen'],
    ['MÜLLER', 'juergen'],
    ['ürg', 'juergen'],
    ['elodie', 'ecole'],
    ['ÉLODIE LEFÈVRE', 'ecole'],
    ['ｅｌｏｄｉｅ', 'ecole'],
    ['wide', 'wide'],
    ['Ｗｉｄｅ', 'wide'],
    ['WIDE LETTER', 'wide'],
    ['ｗｉｄｅ　ｌｅｔ', 'wide'],
    ['ＨＵＡＮＧ', 'jian'],
    ['ｅｎｖ-００４２', 'jian'],
    ['env-0042', 'jian'],
  ])('are ignored: "%s" finds the name in every spelling', async (text, key) => {
    expect(await found(text)).toEqual(key === undefined ? expected(text) : [key]);
  });

  test('do not make different letters equal', async () => {
    for (const text of ['josa', 'nunes', 'mullar', 'wider']) expect(await found(text)).toEqual([]);
  });
});

describe('Chinese characters in a search', () => {
  test.each([
    ['陳', '陈', 'mei'],
    ['黃', '黄', 'jian'],
    ['國', '国', 'jian'],
    ['建國', '建国', 'jian'],
    ['黃建國', '黄建国', 'jian'],
    ['劉', '刘', 'fa'],
    ['發', '发', 'fa'],
    ['劉發', '刘发', 'fa'],
    ['張', '张', 'ecole'],
    ['趙', '赵', 'ecole'],
    ['臺', '台', 'ecole'],
    ['張趙臺', '张赵台', 'ecole'],
    ['鄭', '郑', 'dash'],
    ['葉', '叶', 'dash'],
    ['鄭葉', '郑叶', 'dash'],
  ])('are matched in both forms: %s and %s find the same member', async (traditional, simplified, key) => {
    expect(await found(traditional)).toEqual([key]);
    expect(await found(simplified)).toEqual([key]);
  });

  test('may be in either form, next to characters that have only one form', async () => {
    for (const text of ['陳美', '陈美玲', '美玲', '玲']) expect(await found(text)).toEqual(['mei']);
  });

  test('outside the Basic Multilingual Plane count as one character', async () => {
    for (const text of ['𠮷', '𠮷田', '田']) expect(await found(text)).toEqual(['song']);
  });

  test.each(['李', '陳建', '玲美', '美陳', '国建', '趙張', '吉'])(
    'find nobody if no name contains them: %s',
    async (text) => {
      expect(await found(text)).toEqual([]);
    },
  );
});

describe('a search with special characters', () => {
  test.each([
    ['%', ['signs']],
    ['_', ['signs']],
    ['*', ['signs']],
    ['"', ['signs']],
    ['^', ['signs']],
    ['(', ['signs']],
    [')', ['signs']],
    [':', ['signs']],
    ['%_*', ['signs']],
    ['100%', ['signs']],
    ['(x)', ['signs']],
    ['"q"', ['signs']],
    ["o'b", ['mei']],
    ["'b", ['dash', 'mei']],
    ['e-m', ['dash']],
    ['-m', ['dash', 'juergen', 'mei', 'signs', 'song']],
    ['AND', ['dash']],
    ['OR', ['dash']],
    ['and or near', ['dash']],
    ['NEAR', ['dash']],
    ['mei AND ling', []],
    ['mei OR huang', []],
    ['NOT mei', []],
    ['NEAR(mei ling)', []],
    ['nickname:bubbles', []],
    ['lastName : huang', []],
    ['hua*', []],
    ['^huang', []],
    ['h_ang', []],
    ['h%g', []],
    ['%huang%', []],
    ['"huang"', []],
    ['-huang', ['jian']],
    ['+huang', []],
    ['(huang)', []],
    ['[a-z]', []],
    ['hu.ng', []],
    ['.*', ['signs']],
    ['\\', []],
    ['?', []],
    ["' OR '1'='1", []],
    ["'; DROP TABLE members;--", []],
    ['🎵', ['song']],
    ['l 🎵', ['song']],
    ['😀', []],
    ['👨‍👩‍👧', []],
  ])('takes %s literally', async (text, keys) => {
    expect(await found(text)).toEqual(keys);
  });

  test.each([
    ['a NUL', '%00'],
    ['a NUL between letters', 'hu%00ang'],
    ['a NUL after a name', 'huang%00'],
    ['a control character', '%01'],
    ['half a character', '%E9'],
    ['a lone surrogate', '%ED%A0%80'],
    ['a broken escape', '%'],
  ])('causes no internal error with %s', async (_label, raw) => {
    const { status, body } = await list(`search=${raw}`);
    expect(['200', '400 validation_failed']).toContain(status === 200 ? '200' : `${status} ${body.code}`);
  });

  test('for a NUL finds nobody or is refused', async () => {
    const answer = await list('search=%00');
    expectNobodyOrRefused(answer);
  });

  test('finds everybody if the text is empty', async () => {
    const { body } = await list('search=&pageSize=200');
    expect(body.totalCount).toBe((await list('pageSize=200')).body.totalCount);
    expect(body.totalCount).toBeGreaterThanOrEqual(Object.keys(PEOPLE).length);
  });

  test.each(['-', "'", '.', ', -', '\u200B'])('finds everybody if the text is only "%s"', async (text) => {
    const { body } = await list(`${term(text)}&pageSize=200`);
    expect(body.totalCount).toBe((await list('pageSize=200')).body.totalCount);
  });

  test('is refused if the parameter is given twice', async () => {
    const answer = await list('search=a&search=b');
    expect(answer.status).toBe(400);
    expect(badPaths(answer)).toEqual(['search']);
  });
});

describe('a member search with filters, an order and pages', () => {
  const COUNT = 30;
  const ids: number[] = [];
  let family: number;
  let user: number;
  beforeAll(async () => {
    family = (await done(books.admin.post('/api/family-units', { name: 'Paged family' }))).id;
    user = (await books.as(['member'])).userId;
    for (let turn = 0; turn < COUNT; turn += 1) {
      const fields = {
        firstName: `Sameword${turn % 3}`,
        lastName: 'Equalname',
        chineseName: '群',
        status: turn % 2 === 0 ? 'Active' : 'Visitor',
        ...(turn % 5 === 0 && { familyUnitId: family }),
        ...(turn === 4 && { userId: user }),
      };
      ids.push((await addMember(books, fields)).id);
    }
    // This member is in the family, but has neither the name nor the status that the tests search for.
    await addMember(books, { firstName: 'Outsider', lastName: 'Away', status: 'Inactive', familyUnitId: family });
  });

  const numbers = ({ body }: { body: Json }) => (body.items as Json[]).map((row) => row.id as number);
  const inOrder = (some: number[]) => some.toSorted((left, right) => left - right);
  const chosen = (choose: (turn: number) => boolean) => ids.filter((_id, turn) => choose(turn));

  test.each(['sameword', 'equalname', 'word', '群', 'e', 'qu'])(
    'has pages that neither repeat nor skip anybody, whatever the order: "%s"',
    async (text) => {
      for (const sort of ['', '&sort=lastName', '&sort=-lastName', '&sort=firstName', '&sort=-id', '&sort=status']) {
        const whole = await list(`${term(text)}&pageSize=200${sort}`);
        const total = whole.body.totalCount as number;
        expect(total).toBeGreaterThanOrEqual(COUNT);
        expect(numbers(whole)).toEqual(expect.arrayContaining(ids));
        const pages = Math.ceil(total / 7);
        const parts = await Promise.all(
          Array.from({ length: pages }, (_value, page) => list(`${term(text)}&pageSize=7${sort}&page=${page + 1}`)),
        );
        expect(parts.flatMap(numbers)).toEqual(numbers(whole));
        expect(new Set(numbers(whole)).size).toBe(total);
        for (const { body } of parts) expect(body).toMatchObject({ totalCount: total, totalPages: pages, pageSize: 7 });
      }
    },
  );

  test('counts its own results, not all members', async () => {
    const { body } = await list(`${term('sameword')}&pageSize=10&page=4`);
    expect(body).toMatchObject({ items: [], page: 4, totalCount: COUNT, totalPages: 3 });
    expect((await list(`${term('sameword1')}&pageSize=3`)).body).toMatchObject({ totalCount: 10, totalPages: 4 });
    const nobody = await list(term('zzzz'));
    expect(nobody.body).toMatchObject({ items: [], page: 1, totalCount: 0, totalPages: 0 });
  });

  test('sorts its results as the query requests', async () => {
    const up = numbers(await list(`${term('群')}&sort=id&pageSize=200`));
    expect(up).toEqual(ids);
    expect(numbers(await list(`${term('群')}&sort=-id&pageSize=200`))).toEqual(ids.toReversed());
    const { body } = await list(`${term('群')}&sort=-firstName&pageSize=200`);
    const firstNames = (body.items as Json[]).map((row) => row.firstName as string);
    expect(firstNames).toEqual(firstNames.toSorted().toReversed());
  });

  test.each(['sameword', 'equal', '群', 'e'])('is narrowed by a status: "%s"', async (text) => {
    const { body } = await list(`${term(text)}&status=Visitor&pageSize=200`);
    expect(inOrder(numbers({ body }))).toEqual(chosen((turn) => turn % 2 === 1));
    expect(body).toMatchObject({ totalCount: 15, totalPages: 1 });
  });

  test.each(['sameword', 'equal', '群', 'qu'])('is narrowed by a family unit: "%s"', async (text) => {
    const { body } = await list(`${term(text)}&familyUnitId=${family}&pageSize=4`);
    expect(body).toMatchObject({ totalCount: 6, totalPages: 2 });
    const rest = await list(`${term(text)}&familyUnitId=${family}&pageSize=4&page=2`);
    expect(inOrder([...numbers({ body }), ...numbers(rest)])).toEqual(chosen((turn) => turn % 5 === 0));
  });

  test('is narrowed to members with a user, or to members without one', async () => {
    expect(numbers(await list(`${term('sameword')}&hasUser=true`))).toEqual([ids[4]]);
    const { body } = await list(`${term('群')}&hasUser=false&pageSize=200`);
    expect(inOrder(numbers({ body }))).toEqual(chosen((turn) => turn !== 4));
    expect(body.totalCount).toBe(COUNT - 1);
  });

  test('combines all filters with an order', async () => {
    const query = `${term('sameword0')}&status=Active&familyUnitId=${family}&hasUser=false&sort=-id`;
    const expectedIds = chosen((turn) => turn % 3 === 0 && turn % 2 === 0 && turn % 5 === 0);
    expect(numbers(await list(query))).toEqual(expectedIds.toReversed());
    expect(numbers(await list(query.replace('sameword0', 'outsider')))).toEqual([]);
  });
});

describe('a member who is changed or deleted', () => {
  test('is found at once by the new name, and no longer by the old name', async () => {
    const before = { firstName: 'Formerly', lastName: 'Oldname', nickname: 'Wasthis', chineseName: '舊' };
    const { id: member } = await addMember(books, { ...before, offeringNumber: 'OLD-77' });
    id['renamed'] = member;
    const after = { firstName: 'Presently', lastName: 'Newname', chineseName: '嶄', offeringNumber: 'NEW-78' };
    await done(books.admin.put(`/api/members/${member}`, after));
    for (const text of ['formerly', 'oldn', 'formerly old', 'wasthis', '舊', '旧', 'old-77']) {
      expect(await found(text)).toEqual([]);
    }
    for (const text of ['presently', 'newn', 'ly new', '嶄', '崭', 'new-78']) {
      expect(await found(text)).toEqual(['renamed']);
    }
  });

  test('is still found by the old name if the change is refused', async () => {
    id['kept'] = (await addMember(books, { firstName: 'Steadfast', lastName: 'Ongoing' })).id;
    const answer = await books.admin.put(
      `/api/members/${id['kept']}`,
      { firstName: 'Wavering', lastName: 'Ongoing' },
      { 'if-match': '"stale"' },
    );
    expect(answer.status).toBe(412);
    expect(await found('steadf')).toEqual(['kept']);
    expect(await found('wavering')).toEqual([]);
  });

  test('is missing from the search while deleted, and found again once restored', async () => {
    const { id: member } = await addMember(books, { firstName: 'Vanishing', lastName: 'Comeback', chineseName: '歸' });
    id['comeback'] = member;
    await done(books.admin.del(`/api/members/${member}`));
    for (const text of ['vanish', 'ing come', '歸', '归']) expect(await found(text)).toEqual([]);
    await done(books.admin.post(`/api/members/${member}/restore`));
    for (const text of ['vanish', 'ing come', '歸', '归']) expect(await found(text)).toEqual(['comeback']);
  });
});

describe('a search for givings', () => {
  const gift: Record<string, number> = {};
  beforeAll(async () => {
    const giver = await addMember(books, { firstName: 'Generous', lastName: 'Häns', chineseName: '鄭發葉' });
    const gone = await addMember(books, { firstName: 'Departed', lastName: 'Donor', chineseName: '趙遠' });
    const rows = {
      note: { note: 'Für die Orgel 聖樂團' },
      cheque: { method: 'Check', checkNumber: 'CHQ-90210' },
      zelle: { method: 'Zelle', zelleReference: 'ZLL/abc.77' },
      paypal: { method: 'PayPal', payPalReference: '5PP_1X%' },
      giver: { memberId: giver.id },
      gone: { memberId: gone.id },
      anonymous: { memberId: giver.id, isAnonymous: true, note: 'nameless' },
    };
    for (const [key, fields] of Object.entries(rows)) {
      gift[key] = (await addGiving(books, { date: '2024-05-05', ...fields })).id;
    }
    await done(books.admin.del(`/api/members/${gone.id}`));
  });

  const gifts = async (text: string, query = ''): Promise<string[]> => {
    const { status, body } = await books.admin.get(`/api/givings?pageSize=200&${term(text)}${query}`);
    expect(status).toBe(200);
    expect(body.totalCount).toBe(body.items.length);
    const key = (row: Json) => Object.keys(gift).find((name) => gift[name] === row.id) ?? `#${row.id}`;
    return (body.items as Json[]).map(key).toSorted();
  };

  test.each([
    ['fur die', 'note'],
    ['ORGEL', 'note'],
    ['聖', 'note'],
    ['圣乐', 'note'],
    ['团', 'note'],
    ['90210', 'cheque'],
    ['chq-9', 'cheque'],
    ['q', 'cheque'],
    ['zll/ABC', 'zelle'],
    ['c.7', 'zelle'],
    ['5pp_', 'paypal'],
    ['x%', 'paypal'],
    ['_', 'paypal'],
    ['generous', 'giver'],
    ['ous ha', 'giver'],
    ['鄭', 'giver'],
    ['郑', 'giver'],
    ['发叶', 'giver'],
    ['發葉', 'giver'],
    ['departed don', 'gone'],
    ['趙', 'gone'],
    ['赵远', 'gone'],
    ['NAMELESS', 'anonymous'],
  ])('by "%s" finds only the giving named %s', async (text, key) => {
    expect(await gifts(text)).toEqual([key]);
  });

  test.each(['zzz', '李', 'z%l', 'x%q', 'generous zll', '"', 'OR 1'])('by "%s" finds no giving', async (text) => {
    expect(await gifts(text)).toEqual([]);
  });

  test('is narrowed by a filter', async () => {
    expect(await gifts('e', '&method=Zelle')).toEqual([]);
    expect(await gifts('l', '&method=Zelle')).toEqual(['zelle']);
    expect(await gifts('generous', '&from=2024-05-06')).toEqual([]);
  });

  test('no longer finds an old reference or a deleted giving', async () => {
    const fields = { date: '2024-05-12', method: 'Zelle', zelleReference: 'FIRSTREF' };
    const { id: changed } = await addGiving(books, fields);
    await done(books.admin.put(`/api/givings/${changed}`, giving(books, { ...fields, zelleReference: 'NEXTREF' })));
    expect(await gifts('firstref')).toEqual([]);
    expect(await gifts('nextref')).toEqual([`#${changed}`]);
    await done(books.admin.del(`/api/givings/${changed}`));
    expect(await gifts('nextref')).toEqual([]);
  });

  test('finds a giving in a session like any other giving', async () => {
    const givings = [giving(books, { method: 'PayPal', payPalReference: 'INSESSION-1' }), giving(books, {})];
    const session = await addSession(books, { date: '2024-05-19', givings });
    const inSession = session.givings.find((row: Json) => row.payPalReference === 'INSESSION-1');
    expect(await gifts('insession')).toEqual([`#${inSession.id}`]);
  });

  test('finds a giving that was moved to another giver only by the new giver’s name', async () => {
    const first = await addMember(books, { firstName: 'Earlier', lastName: 'Giverone', chineseName: '孫' });
    const second = await addMember(books, { firstName: 'Later', lastName: 'Givertwo', chineseName: '孔' });
    const { id: moved } = await addGiving(books, { date: '2024-05-20', memberId: first.id });
    const body = giving(books, { date: '2024-05-20', memberId: second.id });
    await done(books.admin.put(`/api/givings/${moved}`, body));
    expect(await gifts('giverone')).toEqual([]);
    expect(await gifts('孙')).toEqual([]);
    expect(await gifts('givertwo')).toEqual([`#${moved}`]);
  });
});

describe('a search for users or family units', () => {
  const names = async (route: string, text: string, field: string): Promise<string[]> => {
    const { status, body } = await books.admin.get(`${route}?pageSize=200&${term(text)}`);
    expect(status).toBe(200);
    expect(body.totalCount).toBe(body.items.length);
    return (body.items as Json[]).map((row) => row[field] as string).toSorted();
  };

  test('finds a user by any part of the name or e-mail address, and nobody else', async () => {
    const add = (email: string, displayName: string) =>
      done(books.admin.post('/api/users', { email, displayName, roles: ['member'] }));
    await add('first.search@church.example', 'Zoë Ångström 林');
    await add('other_search@church.example', "Pat O'Neil 100%");
    const users = (text: string) => names('/api/users', text, 'email');
    for (const text of ['zoe', 'ANGSTROM', 'ë ång', '林', 'first.', 't.SEARCH']) {
      expect(await users(text)).toEqual(['first.search@church.example']);
    }
    for (const text of ["o'ne", '100%', '%', 'r_s']) expect(await users(text)).toEqual(['other_search@church.example']);
    for (const text of ['first_search', '*', '"', '森', 'nobody here']) expect(await users(text)).toEqual([]);
    expect(await users('@church.ex')).toHaveLength(2);
  });

  test('finds a family unit by any part of its name, and no other family unit', async () => {
    for (const name of ['Müller-Lüdenscheidt', '林家 Lin', '50% & "Co"']) {
      await done(books.admin.post('/api/family-units', { name }));
    }
    const families = (text: string) => names('/api/family-units', text, 'name');
    for (const text of ['muller', 'LUDEN', 'r-l', 'dt']) {
      expect(await families(text)).toEqual(['Müller-Lüdenscheidt']);
    }
    for (const text of ['林', '家', '家 l']) expect(await families(text)).toEqual(['林家 Lin']);
    for (const text of ['%', '&', '"']) expect(await families(text)).toEqual(['50% & "Co"']);
    for (const text of ['_', '*', '張', 'zzz']) expect(await families(text)).toEqual([]);
  });

  test('does not find a deleted family unit', async () => {
    const { id: unit } = await done(books.admin.post('/api/family-units', { name: 'Shortlived' }));
    await done(books.admin.del(`/api/family-units/${unit}`));
    expect(await names('/api/family-units', 'shortliv', 'name')).toEqual([]);
  });
});

describe('a search that ignores punctuation and the order of the words', () => {
  beforeAll(async () => {
    id['huang'] = (await addMember(books, { firstName: 'Shu-Fen', lastName: 'Huang', chineseName: '黃淑芬' })).id;
  });

  test.each([
    'shu fen huang',
    'shufen',
    'Huang, Shu-Fen',
    'HUANG SHU-FEN',
    'fen shu',
    'shu‑fen',
    "shu'fen.huang",
    'shufenhuang',
    'huangshufen',
    '淑芬 huang',
    'shu\u200Bfen',
  ])('finds Shu-Fen Huang by "%s"', async (text) => {
    expect(await found(text)).toEqual(['huang']);
  });

  test.each(['shu fen wang', 'fenshu', 'huang, shu-fan'])('does not find Shu-Fen Huang by "%s"', async (text) => {
    expect(await found(text)).toEqual([]);
  });
});
