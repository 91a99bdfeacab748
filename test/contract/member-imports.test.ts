/** An import of people over HTTP: reading a file, checking and correcting its rows, importing them, and undoing it. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '../support/daemon.ts';
import { big5 } from '../support/big5.ts';
import { addGiving, addMember, badPaths, booksOfFile, done, inDays, type Json, refusal, type Staff } from './books.ts';

const books = booksOfFile();
let secretary: Staff;
let mei: number;
beforeAll(async () => {
  secretary = await books.as(['secretary']);
  mei = (
    await addMember(books, { firstName: 'Mei-Ling', lastName: 'Lin', chineseName: '林美玲', email: 'mei@example.org' })
  ).id;
  await addMember(books, { firstName: 'Shu-Fen', lastName: 'Huang', nickname: 'Sophie', birthDate: '1970-01-02' });
});

async function sendFile(content: string | Buffer, name = 'people.csv', who = secretary): Promise<Answer> {
  const form = new FormData();
  form.set('file', new File([new Uint8Array(Buffer.from(content))], name));
  const headers = { Authorization: `Bearer ${who.token}` };
  const response = await fetch(`${books.daemon.url}/api/member-imports/file`, { method: 'POST', headers, body: form });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Json };
}

const read = (...lines: string[]): Promise<Json> => done(sendFile(lines.join('\n')));

/** Returns the request that imports a sheet as it is, with changes to single rows by their line. */
function requestOf({ fileName, fileHash, columns, dates, rows }: Json, changes: Json = {}, more: Json = {}): Json {
  return {
    fileName,
    fileHash,
    columns,
    dates,
    rows: rows.map((row: Json) => ({ ...row, ...changes[row.line] })),
    ...more,
  };
}

const check = (body: Json, who = secretary) => who.post('/api/member-imports/check', body);
const bring = (body: Json, who = secretary) => who.post('/api/member-imports', body);
const total = async (): Promise<number> => (await done(secretary.get('/api/members?pageSize=1'))).totalCount;
const HEAD = 'First Name,Last Name,E-mail,DOB,Envelope';
const names = ({ undecided }: Json) =>
  undecided.map(({ line, people }: Json) => [line, ...people.map((one: Json) => one.name)]);

describe('a file', () => {
  test('is read into rows and columns below its titles, with the field that each header names', async () => {
    const sheet = await read('Our members', `${HEAD},Shirt`, 'Ann,Lee,ann@example.org,12/31/1980,7,M');
    expect(sheet).toMatchObject({
      fileName: 'people.csv',
      encoding: 'utf-8',
      dates: 'mdy',
      unclearDates: null,
      fileHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(sheet.rows).toEqual([{ line: 3, cells: ['Ann', 'Lee', 'ann@example.org', '12/31/1980', '7', 'M'] }]);
    expect(sheet.columns).toEqual([
      { header: 'First Name', field: 'firstName' },
      { header: 'Last Name', field: 'lastName' },
      { header: 'E-mail', field: 'email' },
      { header: 'DOB', field: 'birthDate' },
      { header: 'Envelope', field: 'offeringNumber' },
      { header: 'Shirt', field: null },
    ]);
  });

  test('is refused if it is larger than what can be checked', async () => {
    const reasonOf = async (content: string) => {
      const { status, body } = await sendFile(content);
      return [status, body.code, body.reason];
    };
    const rows = (count: number) => ['Name', ...Array.from({ length: count }, (_, index) => `N ${index}`)].join('\n');
    expect(await reasonOf(rows(2001))).toEqual([422, 'file_refused', 'too_many_rows']);
    expect(await reasonOf(rows(200_000))).toEqual([422, 'file_refused', 'too_many_rows']);
    expect((await sendFile(rows(2000))).status).toBe(200);
    const wide = Array.from({ length: 101 }, (_, index) => `C${index}`).join(',');
    expect(await reasonOf(`Name${wide}\nAnn`)).toEqual([422, 'file_refused', 'too_many_columns']);
    expect(await reasonOf(`Name,Note\nAnn Lee,${'x'.repeat(4001)}`)).toEqual([422, 'file_refused', 'long_cell']);
  });

  test('has a column of user accounts only for who may manage users', async () => {
    const lines = 'First Name,Last Name,userId\nAnn,Lee,1';
    const fieldsFor = async (who: Staff) =>
      (await done(sendFile(lines, 'people.csv', who))).columns.map(({ field }: Json) => field);
    expect(await fieldsFor(secretary)).toEqual(['firstName', 'lastName', null]);
    expect(await fieldsFor(await books.as(['super_admin']))).toEqual(['firstName', 'lastName', 'userId']);
  });

  test('in Big5 is recognized', async () => {
    const sheet = await done(sendFile(big5('姓名,電話\n陳大文,0912345678\n')));
    expect(sheet).toMatchObject({ encoding: 'big5', rows: [{ line: 2, cells: ['陳大文', '0912345678'] }] });
  });

  test.each([
    ['empty', '', 'people.csv'],
    ['no_rows', `${HEAD}\n`, 'people.csv'],
    ['old_excel', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2]), 'people.xls'],
    ['not_text', Buffer.from([1, 0, 2, 0, 3, 0]), 'people.bin'],
    ['damaged', Buffer.from('PK\u0003\u0004nothing'), 'people.xlsx'],
    ['malformed_csv', `${HEAD}\n"Ann,Lee`, 'people.csv'],
    ['too_many_rows', `${HEAD}\n${'Ann,Lee\n'.repeat(2001)}`, 'people.csv'],
  ])('is refused because of %s', async (reason, content, name) => {
    const answer = await sendFile(content, name);
    expect([refusal(answer), answer.body.reason]).toEqual(['422 file_refused', reason]);
  });

  test('may be read, checked and imported only by who may change people', async () => {
    const sheet = await read(HEAD, 'Una,Rao,,,');
    for (const role of ['treasurer', 'offering_counter', 'elder'] as const) {
      const other = await books.as([role]);
      expect((await sendFile(`${HEAD}\nUna,Rao`, 'people.csv', other)).status).toBe(403);
      expect((await check(requestOf(sheet), other)).status).toBe(403);
      expect((await bring(requestOf(sheet), other)).status).toBe(403);
      expect((await other.get('/api/member-imports')).status).toBe(403);
    }
  });
});

describe('the check of rows', () => {
  test('names every faulty cell, and nothing is written', async () => {
    const before = await total();
    const sheet = await read(HEAD, 'Ann,Lee,ann@,12/31/1980,1', ',,,02/30/1980,2', 'Bo,Chen,,,1');
    const { faults, created } = await done(check(requestOf(sheet)));
    expect(faults.map(({ line, field }: Json) => [line, field])).toEqual(
      expect.arrayContaining([
        [2, 'email'],
        [3, 'firstName'],
        [3, 'birthDate'],
      ]),
    );
    expect(created).toBe(1);
    const corrected = requestOf(sheet, {
      2: { cells: ['Ann', 'Lee', '', '', '1'] },
      3: { cells: ['Yi', 'Wu', '', '', '2'] },
    });
    // Only now does the number of the first row count.
    expect((await done(check(corrected))).faults).toEqual([
      { line: 4, field: 'offeringNumber', code: 'offering_number_taken', message: 'is taken by line 2' },
    ]);
    expect((await bring(corrected)).body).toMatchObject({ code: 'file_refused' });
    expect(await total()).toBe(before);
  });

  test('finds who is there already, and asks about who may be', async () => {
    const sheet = await read(
      HEAD,
      'Mei-Ling,Lin,MEI@example.org,,',
      'Meiling,Lin,,,',
      'Lin,Mei Ling,,,',
      'Sophie,Huang,,,',
      'Shu-Fen,Huang,,05/13/1999,',
      'Shu-Fan,Huang,,,',
      'Joy,Lin,,,',
      'Joy,Lin,,,',
      'Konstantin,Weber,,,',
      'Konstantin,Webber,,,',
    );
    const found = await done(check(requestOf(sheet)));
    expect(found.duplicates).toEqual([{ line: 2, name: 'Mei-Ling Lin', memberId: mei, duplicateOf: null }]);
    expect(names(found)).toEqual([
      [3, 'Mei-Ling Lin'],
      [4, 'Mei-Ling Lin', 'Meiling Lin'],
      [5, 'Shu-Fen Huang'],
      // The member, and the row before, which has another birth date.
      [7, 'Shu-Fen Huang', 'Shu-Fen Huang'],
      [9, 'Joy Lin'],
      [11, 'Konstantin Weber'],
    ]);
    expect(found).toMatchObject({ created: 3, skipped: 1, faults: [] });
  });

  test('refuses columns without a name, a field twice, two rows with one line, and unclear dates', async () => {
    const sheet = await read('First Name,DOB', 'Ann,01/02/1980');
    expect(sheet).toMatchObject({ dates: null, unclearDates: '01/02/1980' });
    expect(badPaths(await check(requestOf(sheet)))).toEqual(['columns']);
    const named = await read('First,Last,Surname,DOB', 'Ann,Lee,Leigh,01/02/1980');
    expect(named.columns[2]).toEqual({ header: 'Surname', field: null });
    const twice = named.columns.map((one: Json, at: number) => (at === 2 ? { ...one, field: 'lastName' } : one));
    expect(badPaths(await check(requestOf(named, {}, { columns: twice })))).toEqual(['columns.2.field']);
    expect(badPaths(await check(requestOf(named)))).toEqual(['dates']);
    expect((await done(check(requestOf(named, {}, { dates: 'dmy' })))).faults).toEqual([]);
    const again = requestOf(named, {}, { dates: 'dmy' });
    again['rows'].push(again['rows'][0]);
    expect(badPaths(await check(again))).toEqual(['rows']);
  });
});

describe('the import', () => {
  test('adds the corrected rows once, and can be undone', async () => {
    const before = await total();
    const sheet = await read(`${HEAD},Family`, 'Noa,Levi,noa@,,,Levi', 'Dov,Levi,,,,Levi', 'Meiling,Lin,,,,');
    const body = requestOf(sheet, {
      2: { cells: ['Noa', 'Levi', 'noa@example.org', '', '', 'Levi'] },
      4: { memberId: mei },
    });
    const result = await done(bring(body));
    expect(result).toMatchObject({ rows: 3, created: 2, skipped: 1, familiesCreated: 1 });
    expect(await total()).toBe(before + 2);
    const [latest] = (await done(secretary.get('/api/member-imports'))).items;
    expect(latest).toMatchObject({
      id: result.importId,
      fileName: 'people.csv',
      created: { members: 2, familyUnits: 1 },
    });
    expect(await done(secretary.get(`/api/member-imports/${result.importId}`))).toEqual({ ...latest, changed: 0 });

    // Dov has nothing but a name, so the same file again would have to ask about him.
    const again = await done(check(requestOf(sheet)));
    expect(again).toMatchObject({ importedBefore: result.importId, created: 0 });
    expect((await bring(body)).body).toMatchObject({ code: 'file_refused' });

    const undone = await done(secretary.post(`/api/member-imports/${result.importId}/undo`));
    expect(undone.removed).toEqual({ members: 2, familyUnits: 1 });
    expect(await total()).toBe(before);
    expect(refusal(await secretary.post(`/api/member-imports/${result.importId}/undo`))).toBe('409 invalid_transition');
  });

  test('refuses a row about which nothing was decided, and a member who does not exist', async () => {
    const sheet = await read(HEAD, 'Meiling,Lin,,,');
    const open = await bring(requestOf(sheet));
    expect(refusal(open)).toBe('422 file_refused');
    expect(open.body.errors).toMatchObject([{ code: 'similar_person' }]);
    expect(refusal(await bring(requestOf(sheet, { 2: { memberId: 9_999_999 } })))).toBe('422 file_refused');
    const decided = await done(bring(requestOf(sheet, { 2: { isNew: true } })));
    expect(decided).toMatchObject({ created: 1 });
    await done(secretary.post(`/api/member-imports/${decided.importId}/undo`));
  });

  test('of the same file is refused until it is asked for, and then adds nobody who is there', async () => {
    const sheet = await read(HEAD, 'Ada,Byron,ada@example.org,,', 'Max,Born,,,');
    await done(bring(requestOf(sheet)));
    const more = requestOf(sheet, { 3: { isNew: true } });
    const refused = await bring(more);
    expect([refusal(refused), refused.body.reason]).toEqual(['422 file_refused', 'imported_before']);
    expect(await done(bring({ ...more, mayRepeat: true }))).toMatchObject({ created: 1, skipped: 1 });
  });

  test('cannot be undone once a gift names one of the people', async () => {
    const sheet = await read(HEAD, 'Ned,Gift,ned@example.org,,');
    const { importId } = await done(bring(requestOf(sheet)));
    const [{ id: memberId }] = (await done(secretary.get('/api/members?search=ned+gift'))).items;
    await done(addGiving(books, { memberId, date: inDays(0) }));
    expect(refusal(await secretary.post(`/api/member-imports/${importId}/undo`))).toBe('409 conflict');
    expect((await secretary.post('/api/member-imports/999999/undo')).status).toBe(404);
  });
});

test('the import says how many of its people were changed since', async () => {
  const sheet = await read(HEAD, 'Kim,Changed,,,', 'Lou,Changed,,,');
  const { importId } = await done(bring(requestOf(sheet)));
  const path = `/api/member-imports/${importId}`;
  expect(await done(secretary.get(path))).toMatchObject({ created: { members: 2 }, changed: 0 });
  const [{ id }] = (await done(secretary.get('/api/members?search=kim+changed'))).items;
  await done(secretary.put(`/api/members/${id}`, { firstName: 'Kim', lastName: 'Changed', phone: '555' }));
  expect(await done(secretary.get(path))).toMatchObject({ changed: 1 });
  await done(secretary.post(`${path}/undo`));
  expect(await done(secretary.get(path))).toMatchObject({ changed: 0 });
});

describe('the export', () => {
  test('has the people whom the filter of the list finds, and can be imported again', async () => {
    const answer = await fetch(`${books.daemon.url}/api/members.csv?search=lin&sort=lastName`, {
      headers: { Authorization: `Bearer ${secretary.token}` },
    });
    expect(answer.headers.get('content-type')).toContain('text/csv');
    expect(answer.headers.get('content-disposition')).toMatch(/members-\d{4}-\d\d-\d\d\.csv/);
    const text = await answer.text();
    expect(text).toContain('林美玲');
    expect(text).not.toContain('Huang');
    const sheet = await done(sendFile(text));
    expect(await done(check(requestOf(sheet)))).toMatchObject({ created: 0, skipped: 1, faults: [], undecided: [] });
  });

  test('is refused to who may only read people', async () => {
    expect((await (await books.as(['elder'])).get('/api/members.csv')).status).toBe(403);
  });
});
