/** Imports over HTTP: a file is planned, its questions are answered in the form, and its rows are stored all or none. */
import { beforeAll, describe, expect, test } from 'vitest';
import { addMember, badPaths, booksOfFile, done, type Json, refusal, type Staff } from './books.ts';
import { type Said, sendImport } from './sent-imports.ts';

const books = booksOfFile();
let treasurer: Staff;
let alma: number;
beforeAll(async () => {
  treasurer = await books.as(['treasurer']);
  alma = (await addMember(books, { firstName: 'Alma', lastName: 'Fenwick', offeringNumber: '11' })).id;
});

const send = (kind: string, lines: readonly string[], said: Said = {}, who = treasurer) =>
  sendImport([books, who], kind, lines.join('\n'), said);
const gifts = (lines: readonly string[], said?: Said, who?: Staff) => send('givings', lines, said, who);
const codes = ({ questions }: Json) => questions.map(({ code, column }: Json) => [code, column]);
const givings = async (search: string): Promise<number> =>
  (await done(treasurer.get(`/api/givings?search=${encodeURIComponent(search)}`))).totalCount;

describe('a file of gifts', () => {
  const LINES = ['Date,Donor,Fund,Amount,Memo', '2026-03-01,,Tithe,7,palms', '2026-03-01,Alma Fenwick,Tithe,50,palms'];

  test('is planned without storing anything', async () => {
    const { status, body } = await gifts(LINES);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      program: null,
      rows: 2,
      questions: [],
      faults: [],
      importId: null,
      plan: { create: 2, skip: 0, leaveOut: [], withoutGiver: { count: 1, total: 7, lines: [2] }, total: 57 },
      items: [
        { line: 2, name: null, date: '2026-03-01', purpose: 'Tithe', amount: 7, note: null },
        { line: 3, name: 'Alma Fenwick', date: '2026-03-01', purpose: 'Tithe', amount: 50, note: null },
      ],
    });
    expect(body.columns).toContainEqual({
      header: 'Donor',
      meaning: 'memberName',
      ignored: false,
      examples: ['Alma Fenwick'],
    });
    expect(await givings('palms')).toBe(0);
  });

  test('is stored with commit, once, and can be taken back', async () => {
    const stored = await gifts(LINES, { commit: true });
    expect([stored.status, stored.body.plan.create, await givings('palms')]).toEqual([201, 2, 2]);
    expect(codes((await gifts(LINES)).body)).toEqual([['imported_before', null]]);
    expect(refusal(await gifts(LINES, { commit: true }))).toBe('422 file_refused');
    const listed = await done(treasurer.get('/api/imports?kind=givings'));
    expect(listed.items[0]).toMatchObject({ id: stored.body.importId, undoneAt: null });
    const back = await done(treasurer.del(`/api/imports/${stored.body.importId}`));
    expect([back.removed.givings, await givings('palms')]).toEqual([2, 0]);
  });

  test('cannot be taken back when a gift was reversed since, and the reason is named', async () => {
    const { body } = await gifts(['Date,Donor,Fund,Amount,Memo', '2026-03-08,Alma Fenwick,Tithe,20,figs'], {
      commit: true,
    });
    const [gift] = (await done(treasurer.get('/api/givings?search=figs'))).items;
    await done(
      treasurer.post(`/api/givings/${gift.id}/reverse`, {
        date: '2026-03-09',
        kind: 'Correction',
        reason: 'typed twice',
      }),
    );
    const answer = await treasurer.del(`/api/imports/${body.importId}`);
    expect(refusal(answer)).toBe('409 import_in_use');
    expect(answer.body.items).toMatchObject([{ code: 'reversed' }]);
  });

  test('asks about columns, givers and categories, and takes the answers', async () => {
    const lines = [
      'Date,Donor,Fund,Amount,Tax Value',
      '2026-03-15,Almma Fenwick,Gen,5,5.00',
      '2026-03-15,Otto Brand,Gen,6,6.00',
    ];
    const asked = (await gifts(lines)).body;
    expect(codes(asked)).toEqual([
      ['column_not_understood', 'Tax Value'],
      ['unknown_reference', 'Fund'],
      ['similar_giver', 'Donor'],
      ['unknown_giver', 'Donor'],
    ]);
    const [, fund, similar, unknown] = asked.questions;
    expect([fund.lines, fund.cell, fund.choices.map(({ label }: Json) => label)]).toEqual([
      [2, 3],
      'Gen',
      expect.arrayContaining(['Tithe']),
    ]);
    expect(similar.choices).toEqual([
      { value: alma, label: 'Alma Fenwick' },
      { value: 'new', label: 'new' },
    ]);
    expect(unknown.choices).toEqual([{ value: 'new', label: 'new' }]);
    const said = { ignore: ['Tax Value'], values: { Fund: { Gen: 'Tithe' } } };
    expect(refusal(await gifts(lines, { ...said, commit: true }))).toBe('422 file_refused');
    const answered = (await gifts(lines, { ...said, decisions: { 2: alma, 3: 'new' } })).body;
    expect([codes(answered), answered.plan.create]).toEqual([[], 2]);
    expect(answered.items.map(({ name }: Json) => name)).toEqual(['Alma Fenwick', 'Otto Brand']);
  });

  test('names bad cells beside what would be added, and reads them mended or leaves their rows out', async () => {
    const lines = ['Date,Donor,Fund,Amount', '2026-03-22,Alma Fenwick,Tithe,5x', '2026-03-22,Alma Fenwick,Tithe,8'];
    const { body } = await gifts(lines);
    expect(body.faults).toMatchObject([{ code: 'invalid_amount', lines: [2], column: 'Amount', cell: '5x' }]);
    expect(body.plan.create).toBe(1);
    const mended = await gifts(lines, { cells: [{ line: 2, column: 'Amount', text: '5' }] });
    expect([mended.body.faults, mended.body.plan.total]).toEqual([[], 13]);
    const without = await gifts(lines, { leaveOut: [2] });
    expect(without.body.plan).toMatchObject({ create: 1, leaveOut: [{ reason: 'by_hand', count: 1, lines: [2] }] });
  });

  test('asks about a gift above the header, which can be left out', async () => {
    const lines = ['2026-03-22,Alma Fenwick,Tithe,7.00', 'Date,Donor,Fund,Amount', '2026-03-22,Alma Fenwick,Tithe,8'];
    expect((await gifts(lines)).body.questions).toMatchObject([{ code: 'rows_above_header', lines: [1] }]);
    expect(refusal(await gifts(lines, { commit: true }))).toBe('422 file_refused');
    const { body } = await gifts(lines, { leaveOut: [1] });
    expect([codes(body), body.plan]).toMatchObject([[], { create: 1, leaveOut: [{ reason: 'by_hand', lines: [1] }] }]);
  });

  test('asks whose gift it is if the giver is blank below a name', async () => {
    const lines = ['Date,Donor,Fund,Amount', '2026-03-01,Alma Fenwick,Tithe,5', '2026-03-01,,Tithe,6'];
    expect((await gifts(lines)).body.questions).toMatchObject([{ code: 'giver_blank', lines: [3], choices: [] }]);
    const hers = (await gifts(lines, { decisions: { 3: alma } })).body;
    expect([codes(hers), hers.plan.withoutGiver.count]).toEqual([[], 0]);
    const nobodys = (await gifts(lines, { blankGivers: true })).body;
    expect([codes(nobodys), nobodys.plan.withoutGiver.count]).toEqual([[], 1]);
  });

  test('asks for the order of unclear dates', async () => {
    const lines = ['Date,Donor,Fund,Amount', '03/04/2026,Alma Fenwick,Tithe,9'];
    const [question] = (await gifts(lines)).body.questions;
    expect(question).toMatchObject({ code: 'unclear_dates', cell: '03/04/2026' });
    expect((await gifts(lines, { dates: 'dmy' })).body.items[0].date).toBe('2026-04-03');
  });

  test('names the program that wrote it', async () => {
    const { body } = await gifts([
      'Person ID,First Name,Last Name,Fund(s),Amount,Method,Date',
      '501,Alma,Fenwick,Tithe,4,Cash,2026-03-29',
    ]);
    expect(body.program).toBe('Breeze');
  });

  test('is refused with each bad field of the form', async () => {
    const [head = ''] = LINES;
    expect(badPaths(await gifts([head, '2026-03-01,A,Tithe,1,'], { ignore: '{' }))).toEqual(['ignore']);
    expect(badPaths(await gifts(LINES, { mapping: { Colour: 'note' } }))).toEqual(['mapping.Colour']);
    expect(badPaths(await gifts(LINES, { mapping: { Memo: 'colour' } }))).toEqual(['mapping.Memo']);
    expect(badPaths(await gifts(LINES, { values: { Fund: { Nothing: 'Tithe' } } }))).toEqual(['values.Fund']);
    expect(badPaths(await gifts(LINES, { cells: [{ line: 2, column: 'Colour', text: '' }] }))).toEqual([
      'cells.0.column',
    ]);
  });
});

describe('each kind', () => {
  test('needs its own permission', async () => {
    const secretary = await books.as(['secretary']);
    expect(refusal(await gifts(['Date,Fund,Amount', '2026-03-01,Tithe,1'], {}, secretary))).toBe('403 forbidden');
    expect((await send('members', ['Name', 'Lois Ting'], {}, secretary)).status).toBe(200);
    expect(refusal(await send('members', ['Name', 'Lois Ting']))).toBe('403 forbidden');
  });

  test('reads people as they will be named, and asks about those who resemble a member', async () => {
    const secretary = await books.as(['secretary']);
    const { body } = await send('members', ['Name', 'Lois Ting', 'Alma Fenwik'], {}, secretary);
    expect(body.items.map(({ name }: Json) => name)).toEqual(['Lois Ting']);
    expect(body.questions).toMatchObject([{ code: 'similar_person', lines: [3], choices: [{ value: alma }, {}] }]);
  });

  test('reads expenses as drafts of the sender', async () => {
    const lines = ['Date,Amount,Description,Category,Ministry', '2026-03-01,12.50,Candles,Office Supplies,Worship'];
    const { body } = await send('expenses', lines);
    expect([body.faults, body.questions, body.plan]).toMatchObject([[], [], { create: 1, total: 12.5 }]);
  });

  test('books what a payment service did, and names what belongs to nothing in the books', async () => {
    const accountId = (await done(books.admin.post('/api/accounts', { name: 'Card service', kind: 'Processor' }))).id;
    const lines = [
      'Date,Donor,Fund,Gross,Fee,Net,Kind,Payment ID,Payout ID',
      '2026-03-02,Alma Fenwick,Tithe,100.00,3.20,96.80,charge,ch_1,po_1',
      '2026-03-03,,,-40.00,0.00,-40.00,refund,ch_0,po_1',
      '2026-03-04,,,-56.80,0.00,-56.80,payout,,po_1',
    ];
    expect(badPaths(await send('payouts', lines))).toEqual(['accountId']);
    const { body } = await send('payouts', lines, { accountId });
    expect([body.faults, body.questions]).toEqual([[], []]);
    expect(body.plan).toMatchObject({
      create: 3,
      total: 100,
      fees: { count: 1, total: 3.2 },
      payouts: [{ payout: 'po_1', amount: 56.8 }],
      openPoints: [{ line: 3, charge: 'ch_0', amount: -40 }],
    });
    const stored = await send('payouts', lines, { accountId, commit: true });
    expect([stored.status, stored.body.plan.create]).toEqual([201, 3]);
    expect((await send('payouts', lines, { accountId })).body.plan).toMatchObject({ create: 0, skip: 3 });
    expect((await done(treasurer.del(`/api/imports/${stored.body.importId}`))).removed).toMatchObject({ givings: 1 });
  });

  test('reads the lines of a budget of a year', async () => {
    const lines = ['Category,Annual', 'Tithe,1200', 'Nothing,5'];
    const { body } = await send('budgets', lines, { year: 2026 });
    expect(body.faults).toMatchObject([{ lines: [3], column: 'Category' }]);
    const stored = await send('budgets', lines.slice(0, 2), { year: 2026, commit: true });
    expect([stored.status, stored.body.plan.create]).toEqual([201, 1]);
    expect(badPaths(await send('budgets', lines))).toEqual(['year']);
  });
});
