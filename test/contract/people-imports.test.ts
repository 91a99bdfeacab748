/** An import of people over HTTP: planning a file, answering its questions, storing its rows, and taking them back. */
import { beforeAll, describe, expect, test } from 'vitest';
import { big5 } from '../support/big5.ts';
import { addGiving, addMember, badPaths, booksOfFile, done, inDays, type Json, refusal, type Staff } from './books.ts';
import { type Said, sendImport } from './sent-imports.ts';

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

const send = (content: string | Buffer, said: Said = {}, who = secretary) =>
  sendImport([books, who], 'members', content, { name: 'people.csv', ...said });
const plan = (lines: readonly string[], said?: Said): Promise<Json> => done(send(lines.join('\n'), said));
const bring = (lines: readonly string[], said?: Said) => send(lines.join('\n'), { ...said, commit: true });
const total = async (): Promise<number> => (await done(secretary.get('/api/members?pageSize=1'))).totalCount;
const meaningsIn = ({ columns }: Json) => columns.map(({ header, meaning }: Json) => [header, meaning]);
const HEAD = 'First Name,Last Name,E-mail,DOB,Envelope';

describe('a file', () => {
  test('is read below its titles, with the field that each header names', async () => {
    const found = await plan(['Our members', `${HEAD},Shirt`, 'Ann,Lee,ann@example.org,12/31/1980,7,M']);
    expect(found).toMatchObject({ encoding: 'utf-8', rows: 1, questions: [], faults: [] });
    expect(meaningsIn(found)).toEqual([
      ['First Name', 'firstName'],
      ['Last Name', 'lastName'],
      ['E-mail', 'email'],
      ['DOB', 'birthDate'],
      ['Envelope', 'offeringNumber'],
      ['Shirt', null],
    ]);
    expect(found.items).toMatchObject([{ line: 3, name: 'Ann Lee', date: '1980-12-31', purpose: null }]);
  });

  test('shows every name as it will be stored, with the family', async () => {
    const many = Array.from({ length: 600 }, (_, index) => `"Tang, Ann ${index}",,No ${index % 2}`);
    const { items, plan: found } = await plan(['Full Name,中文姓名,Family', '"Huang, Shu-Hui",黃淑惠,Huang', ...many], {
      createSimilar: true,
    });
    expect(items).toHaveLength(601);
    expect(items[0]).toMatchObject({ name: 'Shu-Hui Huang 黃淑惠', purpose: 'Huang' });
    expect(found).toMatchObject({ create: 601, familiesCreated: 3 });
  });

  test('names users only for who may manage users', async () => {
    const lines = ['First Name,Last Name,userId', 'Ann,Lee,1'];
    expect(meaningsIn(await plan(lines))).toContainEqual(['userId', null]);
    expect(badPaths(await send(lines.join('\n'), { mapping: { userId: 'userId' } }))).toEqual(['mapping.userId']);
    const admin = await done(send(lines.join('\n'), {}, await books.as(['super_admin'])));
    expect(meaningsIn(admin)).toContainEqual(['userId', 'userId']);
    expect(admin.fields).toContain('userId');
  });

  test('in Big5 is recognized', async () => {
    const found = await done(send(big5('姓名,電話\n陳大文,0912345678\n')));
    expect(found).toMatchObject({ encoding: 'big5', items: [{ line: 2, name: '陳大文' }] });
  });

  test.each([
    ['empty', '', 'people.csv'],
    ['no_rows', `${HEAD}\n`, 'people.csv'],
    ['old_excel', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2]), 'people.xls'],
    ['not_text', Buffer.from([1, 0, 2, 0, 3, 0]), 'people.bin'],
    ['damaged', Buffer.from('PK\u0003\u0004nothing'), 'people.xlsx'],
    ['malformed_csv', `${HEAD}\n"Ann,Lee`, 'people.csv'],
    ['too_many_rows', `${HEAD}\n${'Ann,Lee\n'.repeat(10_001)}`, 'people.csv'],
  ])('is refused because of %s', async (reason, content, name) => {
    const answer = await send(content, { name });
    expect([refusal(answer), answer.body.reason]).toEqual(['422 file_refused', reason]);
  });

  test('may be planned and imported, and its imports seen, only by who may change people', async () => {
    const { importId } = await done(bring([HEAD, 'Una,Rao,,,']));
    for (const role of ['treasurer', 'offering_counter', 'elder'] as const) {
      const other = await books.as([role]);
      expect((await send(`${HEAD}\nUna,Rao`, {}, other)).status).toBe(403);
      expect((await send(`${HEAD}\nUna,Rao`, { commit: true }, other)).status).toBe(403);
      expect((await other.get(`/api/imports/${importId}`)).status).toBe(403);
      expect((await other.del(`/api/imports/${importId}`)).status).toBe(403);
    }
    const { items } = await done((await books.as(['treasurer'])).get('/api/imports'));
    expect(items.map(({ id }: Json) => id)).not.toContain(importId);
    await done(secretary.del(`/api/imports/${importId}`));
  });
});

describe('the plan', () => {
  test('names every faulty cell, and nothing is written', async () => {
    const before = await total();
    const lines = [HEAD, 'Ann,Lee,ann@,12/31/1980,1', ',,,02/30/1980,2', 'Bo,Chen,,,1'];
    const found = await plan(lines);
    expect(found.faults.map(({ lines: [line], column, name }: Json) => [line, column, name])).toEqual(
      expect.arrayContaining([
        [2, 'E-mail', 'Ann Lee'],
        [3, 'First Name', null],
        [3, 'DOB', null],
      ]),
    );
    expect(found.plan.create).toBe(1);
    const cells = [
      { line: 2, column: 'E-mail', text: '' },
      { line: 3, column: 'First Name', text: 'Yi' },
      { line: 3, column: 'DOB', text: '' },
    ];
    // Only now does the number of the first row count.
    expect((await plan(lines, { cells })).faults).toMatchObject([
      { lines: [4], column: 'Envelope', code: 'offering_number_taken', message: 'is taken by line 2' },
    ]);
    expect((await bring(lines, { cells })).body).toMatchObject({ code: 'file_refused' });
    expect(await total()).toBe(before);
  });

  test('finds who is there already, and asks about each row that may be somebody', async () => {
    const { plan: found, questions } = await plan([
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
    ]);
    expect(found.duplicates).toEqual([{ line: 2, name: 'Mei-Ling Lin', memberId: mei, duplicateOf: null }]);
    const asked = questions.map(({ lines, cell, choices, rows }: Json) => [
      ...lines,
      cell,
      ...choices.map(({ label }: Json) => label),
      ...rows.map(({ line, name }: Json) => `${line}: ${name}`),
    ]);
    expect(asked).toEqual([
      [3, 'Meiling Lin', 'Mei-Ling Lin', 'new'],
      [4, 'Lin Mei Ling', 'Mei-Ling Lin', 'new', '3: Meiling Lin'],
      [5, 'Sophie Huang', 'Shu-Fen Huang', 'new'],
      // The member, and the row before, which has another birth date.
      [7, 'Shu-Fan Huang', 'Shu-Fen Huang', 'new', '6: Shu-Fen Huang'],
      [9, 'Joy Lin', 'new', '8: Joy Lin'],
      [11, 'Konstantin Webber', 'new', '10: Konstantin Weber'],
    ]);
    expect(found).toMatchObject({ create: 3, skip: 1 });
  });

  test('asks for a column of names and for the order of unclear dates', async () => {
    const lines = ['Vorname,DOB', 'Ann,01/02/1980'];
    const { questions } = await plan(lines);
    expect(questions.map(({ code }: Json) => code)).toEqual(['column_needed', 'unclear_dates']);
    const answered = await plan(lines, { mapping: { Vorname: 'fullName' }, dates: 'dmy' });
    expect(answered).toMatchObject({ questions: [], items: [{ name: 'Ann', date: '1980-02-01' }] });
  });

  test('takes several columns of telephone numbers, and no other field twice', async () => {
    const lines = ['Name,One,Two', 'Ann Lee,,555', 'Bo Chen,777,'];
    const found = await plan(lines, { mapping: { One: 'phone', Two: 'phone' } });
    expect(found).toMatchObject({ questions: [], faults: [], plan: { create: 2 } });
    expect(meaningsIn(found)).toEqual([
      ['Name', 'fullName'],
      ['One', 'phone'],
      ['Two', 'phone'],
    ]);
    expect(badPaths(await send(lines.join('\n'), { mapping: { One: 'notes', Two: 'notes' } }))).toEqual([
      'mapping.Two',
    ]);
  });
});

describe('the import', () => {
  const LINES = [`${HEAD},Family`, 'Noa,Levi,noa@,,,Levi', 'Dov,Levi,,,,Levi', 'Meiling,Lin,,,,'];

  test('adds the corrected rows once, and can be taken back', async () => {
    const before = await total();
    const said = { cells: [{ line: 2, column: 'E-mail', text: 'noa@example.org' }], decisions: { 4: mei } };
    const stored = await bring(LINES, said);
    expect(stored).toMatchObject({ status: 201, body: { rows: 3, plan: { create: 2, skip: 1, familiesCreated: 1 } } });
    expect(await total()).toBe(before + 2);
    const { importId } = stored.body;
    const [latest] = (await done(secretary.get('/api/imports?kind=members'))).items;
    expect(latest).toMatchObject({ id: importId, fileName: 'people.csv', created: { members: 2, familyUnits: 1 } });
    expect(await done(secretary.get(`/api/imports/${importId}`))).toEqual({ ...latest, changed: 0 });

    // Dov has nothing but a name, so the same file again has to ask about him, too.
    const again = await plan(LINES, said);
    expect(again.questions.map(({ code }: Json) => code)).toEqual(['imported_before', 'similar_person']);
    expect((await bring(LINES, said)).body).toMatchObject({ code: 'file_refused', reason: 'imported_before' });

    const { removed } = await done(secretary.del(`/api/imports/${importId}`));
    expect([removed, await total()]).toEqual([{ members: 2, familyUnits: 1 }, before]);
    expect(refusal(await secretary.del(`/api/imports/${importId}`))).toBe('409 invalid_transition');
  });

  test('refuses a row about which nothing was decided, and a member who does not exist', async () => {
    const lines = [HEAD, 'Meiling,Lin,,,'];
    const open = await bring(lines);
    expect(refusal(open)).toBe('422 file_refused');
    expect(open.body.errors).toMatchObject([{ code: 'similar_person' }]);
    expect(refusal(await bring(lines, { decisions: { 2: 9_999_999 } }))).toBe('422 file_refused');
    const { importId, plan: found } = await done(bring(lines, { decisions: { 2: 'new' } }));
    expect(found.create).toBe(1);
    await done(secretary.del(`/api/imports/${importId}`));
  });

  test('of the same file is refused until it is asked for, and then adds nobody who is there', async () => {
    const lines = [HEAD, 'Ada,Byron,ada@example.org,,', 'Max,Born,,,'];
    await done(bring(lines));
    const decisions = { 3: 'new' };
    const refused = await bring(lines, { decisions });
    expect([refusal(refused), refused.body.reason]).toEqual(['422 file_refused', 'imported_before']);
    const more = await done(bring(lines, { decisions, allowDuplicates: true }));
    expect(more.plan).toMatchObject({ create: 1, skip: 1 });
  });

  test('cannot be taken back once a gift names one of the people', async () => {
    const { importId } = await done(bring([HEAD, 'Ned,Gift,ned@example.org,,']));
    const [{ id: memberId }] = (await done(secretary.get('/api/members?search=ned+gift'))).items;
    await done(addGiving(books, { memberId, date: inDays(0) }));
    const answer = await secretary.del(`/api/imports/${importId}`);
    expect([refusal(answer), answer.body.items]).toMatchObject(['409 import_in_use', [{ code: 'conflict' }]]);
    expect((await secretary.del('/api/imports/999999')).status).toBe(404);
    expect((await secretary.get('/api/imports/999999')).status).toBe(404);
  });
});

test('the import says how many of its people were changed since', async () => {
  const { importId } = await done(bring([HEAD, 'Kim,Changed,,,', 'Lou,Changed,,,']));
  const path = `/api/imports/${importId}`;
  expect(await done(secretary.get(path))).toMatchObject({ created: { members: 2 }, changed: 0 });
  const [{ id }] = (await done(secretary.get('/api/members?search=kim+changed'))).items;
  await done(secretary.put(`/api/members/${id}`, { firstName: 'Kim', lastName: 'Changed', phone: '555' }));
  expect(await done(secretary.get(path))).toMatchObject({ changed: 1 });
  await done(secretary.del(path));
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
    expect(await done(send(text))).toMatchObject({ plan: { create: 0, skip: 1 }, faults: [], questions: [] });
  });

  test('is refused to who may only read people', async () => {
    expect((await (await books.as(['elder'])).get('/api/members.csv')).status).toBe(403);
  });
});
