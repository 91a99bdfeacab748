/** What a page needs to work off the lines of an account: the accounts at a bank, searches, and the open documents. */
import { beforeAll, describe, expect, test } from 'vitest';
import { newBank, newWork } from './bank-support.ts';
import { booksOfFile, done, type Json, refusal, type Staff } from './books.ts';

const books = booksOfFile();
let treasurer: Staff;
beforeAll(async () => {
  treasurer = await books.as(['treasurer']);
});

const overviewOf = async (id: number): Promise<Json> =>
  (await done(treasurer.get('/api/bank-accounts'))).items.find((one: Json) => one['id'] === id);

describe('the accounts at a bank', () => {
  test('have their open lines, their last reconciliation and their draft', async () => {
    const work = await newWork(books, treasurer);
    await work.enter.income(50);
    expect(await overviewOf(work.id)).toMatchObject({ openLines: 0, lastReconciliation: null, draftId: null });
    const [line] = await work.added([{ date: '2026-02-03', amount: 50, text: 'INTEREST' }]);
    expect(await overviewOf(work.id)).toMatchObject({ openLines: 1, balance: 50 });
    const { id: income } = (await done(treasurer.get(`${work.route}/bank-documents`))).items[0];
    await done(work.match([line?.['id']], [{ type: 'OtherIncome', id: income }]));
    const { id } = await done(work.start('2026-02-28', 50));
    expect(await overviewOf(work.id)).toMatchObject({ draftId: id, lastReconciliation: null, toReview: [] });
    await done(work.step(id, 'finish'));
    const lastReconciliation = { id, endDate: '2026-02-28', endBalance: 50, reviewedAt: null };
    expect(await overviewOf(work.id)).toMatchObject({ draftId: null, lastReconciliation });
    const { id: next } = await done(work.start('2026-03-31', 50));
    await done(work.step(next, 'finish'));
    expect((await overviewOf(work.id))['toReview']).toMatchObject([lastReconciliation, { id: next }]);
    expect((await overviewOf(work.id))['lastReconciliation'].finishedBy).toEqual(expect.any(Number));
    await done(books.admin.post(`${work.route}/reconciliations/${id}/review`));
    expect((await overviewOf(work.id))['toReview']).toMatchObject([{ id: next }]);
    await done(books.admin.post(`${work.route}/reconciliations/${next}/review`));
    expect((await overviewOf(work.id))['lastReconciliation'].reviewedAt).toEqual(expect.any(String));
  });

  test('do not include cash, loans and reserved accounts, nor closed ones without open lines', async () => {
    const [cash, loan] = [await newBank(books, treasurer, 'Cash'), await newBank(books, treasurer, 'Loan')];
    const closed = await newBank(books, treasurer);
    const account = await done(treasurer.get(closed.route));
    await done(treasurer.put(closed.route, { name: account.name, kind: 'Checking', isActive: false }));
    for (const { id } of [cash, loan, closed]) expect(await overviewOf(id)).toBeUndefined();
  });
});

describe('the lines of an account', () => {
  test('are found by any part of their text, their check number or their amount', async () => {
    const bank = await newBank(books, treasurer);
    await bank.bring([
      { date: '2026-02-03', amount: -84.5, text: 'CITY POWER', check: '1042' },
      { date: '2026-02-04', amount: 20, text: 'Café Zürich' },
    ]);
    const found = async (search: string) =>
      (await bank.lines(`&search=${encodeURIComponent(search)}`)).map(({ description }) => description);
    expect(await found('power city')).toEqual(['CITY POWER']);
    expect(await found('1042')).toEqual(['CITY POWER']);
    expect(await found('84.50')).toEqual(['CITY POWER']);
    expect(await found('cafe')).toEqual(['Café Zürich']);
    expect(await found('nothing')).toEqual([]);
  });
});

describe('the open documents of an account', () => {
  test('are those that no statement has, the latest first, and are searched', async () => {
    const work = await newWork(books, treasurer);
    const first = await work.enter.income(50, { date: '2026-02-03', reference: 'R-17' });
    const second = await work.enter.income(70, { date: '2026-02-05' });
    const read = async (query = '') => done(treasurer.get(`${work.route}/bank-documents${query}`));
    const idsOf = ({ items }: Json) => items.map(({ id }: Json) => id);
    expect(idsOf(await read())).toEqual([second['id'], first['id']]);
    expect(await read('?pageSize=1&page=2')).toMatchObject({ totalCount: 2, items: [{ id: first['id'] }] });
    expect(idsOf(await read('?search=r-17'))).toEqual([first['id']]);
    expect(idsOf(await read('?search=70.00'))).toEqual([second['id']]);
    expect(idsOf(await read('?search=2026-02-03&sort=date'))).toEqual([first['id']]);
    const [line] = await work.added([{ date: '2026-02-03', amount: 50, text: 'INTEREST' }]);
    await done(work.match([line?.['id']], [{ type: 'OtherIncome', id: first['id'] }]));
    expect(idsOf(await read())).toEqual([second['id']]);
    const loan = await newBank(books, treasurer, 'Loan');
    expect(refusal(await treasurer.get(`${loan.route}/bank-documents`))).toBe('400 validation_failed');
  });
});

describe('the party of a document', () => {
  test('is the giver for people who may read givings, and who was paid for everybody', async () => {
    const bank = await newBank(books, treasurer);
    const elder = await books.as(['elder']);
    const admin = books.admin;
    const member = await done(admin.post('/api/members', { firstName: 'Ruth', lastName: 'Ho', chineseName: '何路得' }));
    await done(
      admin.put('/api/accounts/by-method', { in: { Zelle: bank.id, Cash: bank.id, Check: bank.id }, out: {} }),
    );
    const gift = { categoryId: 1, amount: 61, date: '2026-02-03', method: 'Zelle', memberId: member.id };
    await done(admin.post('/api/givings', gift));
    const partyFor = async (who: Staff) => (await done(who.get(`${bank.route}/bank-documents`))).items[0].party;
    expect(await partyFor(treasurer)).toBe('Ruth Ho 何路得');
    expect(await partyFor(elder)).toBeNull();
  });
});

describe('a reconciliation on paper', () => {
  test('is a table in the wanted language, and a PDF', async () => {
    const work = await newWork(books, treasurer);
    await work.enter.income(50);
    const { id } = await done(work.start('2026-02-28', 0));
    const route = `${work.route}/reconciliations/${id}/table`;
    const table = await done(treasurer.get(`${route}?locale=zh-TW`));
    expect(table.rows.length).toBeGreaterThan(2);
    expect(table.title).toMatch(/\p{Script=Han}/u);
    const response = await fetch(`${books.daemon.url}${route}?format=pdf`, {
      headers: { Authorization: `Bearer ${treasurer.token}` },
    });
    expect(response.headers.get('Content-Type')).toBe('application/pdf');
    expect(
      Buffer.from(await response.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    const other = await newBank(books, treasurer);
    expect(refusal(await treasurer.get(`${other.route}/reconciliations/${id}/table`))).toBe('404 not_found');
  });
});

describe('a reconciliation on paper of a credit card', () => {
  test('calls its entries charges and payments, and names the payee', async () => {
    const work = await newWork(books, treasurer, 'CreditCard');
    await work.enter.check(40, { reference: '77' });
    const { id } = await done(work.start('2026-02-28', 0));
    const { rows } = await done(treasurer.get(`${work.route}/reconciliations/${id}/table`));
    const texts = JSON.stringify(rows);
    expect(texts).toContain('Charges outstanding');
    expect(texts).toContain('Check 77: City Power');
    expect(texts).not.toContain('Checks and payments');
  });
});

describe('a CSV file whose columns are not known', () => {
  test('is refused with a guess for a person to confirm', async () => {
    const bank = await newBank(books, treasurer);
    const answer = await bank.file('Date,Description,Amount\n2026-02-03,COFFEE HUT,-12.00\n');
    expect(refusal(answer)).toBe('422 file_refused');
    expect(answer.body['guess']).toMatchObject({
      columns: ['Date', 'Description', 'Amount'],
      sample: [['2026-02-03', 'COFFEE HUT', '-12.00']],
      mapping: { date: 'Date', description: 'Description', amount: 'Amount', dateFormat: 'ymd' },
      missing: [],
    });
    await done(bank.file('Date,Description,Amount\n2026-02-03,COFFEE HUT,-12.00\n', answer.body['guess'].mapping));
    const next = await bank.file('Buchungstag;Verwendungszweck;Betrag\n04.02.2026;KAFFEE;-12,00\n');
    expect(next.body['guess']).toMatchObject({ mapping: { date: 'Buchungstag', amount: 'Betrag' } });
  });
});

describe('deleting a match with what was made of its line', () => {
  test('deletes the expense, income or transfer, and the line is open again', async () => {
    const work = await newWork(books, treasurer);
    const other = await newBank(books, treasurer);
    const made: [amount: number, kind: string, body: Json, document: (id: number) => string][] = [
      [
        -9,
        'expense',
        { subCategoryId: books.subCategory('Telephone'), ministryId: books.ministry('Worship') },
        (id) => `/api/expenses/${id}`,
      ],
      [8, 'other-income', { incomeCategoryId: 1 }, (id) => `/api/other-income/${id}`],
      [-7, 'transfer', { toAccountId: other.id }, (id) => `/api/transfers/${id}`],
    ];
    for (const [amount, kind, body, document] of made) {
      const [line] = await work.added([{ date: '2026-02-03', amount, text: kind }]);
      const route = `${work.route}/bank-lines/${line?.['id']}`;
      const { id } = await done(treasurer.post(`${route}/${kind}`, body));
      const { matchId } = await done(treasurer.get(route));
      await done(treasurer.del(`${work.route}/matches/${matchId}?withDocuments=true`));
      expect(await done(treasurer.get(route))).toMatchObject({ status: 'Open', matchId: null });
      expect(refusal(await treasurer.get(document(id)))).toBe('404 not_found');
    }
  });

  test('keeps everything if an expense was approved meanwhile', async () => {
    const work = await newWork(books, treasurer);
    const [line] = await work.added([{ date: '2026-02-03', amount: -9, text: 'FEE' }]);
    const body = { subCategoryId: books.subCategory('Telephone'), ministryId: books.ministry('Worship') };
    const route = `${work.route}/bank-lines/${line?.['id']}`;
    const { id } = await done(treasurer.post(`${route}/expense`, body));
    await done(books.admin.post(`/api/expenses/${id}/approve`));
    const { matchId } = await done(treasurer.get(route));
    const answer = await treasurer.del(`${work.route}/matches/${matchId}?withDocuments=true`);
    expect(answer.status).toBe(409);
    expect(await done(treasurer.get(route))).toMatchObject({ status: 'Matched', matchId });
  });
});
