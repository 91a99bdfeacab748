/** Matches of bank lines with documents, and documents that are made of a bank line. */
import { beforeAll, describe, expect, test } from 'vitest';
import { financeTeam, type Line, named, newBank, newWork, statusesOf, type Work } from './bank-support.ts';
import { addMember, badPaths, booksOfFile, close, done, etag, type Json, refusal, type Staff } from './books.ts';

const books = booksOfFile();
let treasurer: Staff;
let finance: Staff;
let elder: Staff;
beforeAll(async () => {
  [treasurer, finance, elder] = await financeTeam(books);
});

const work = (kind?: string): Promise<Work> => newWork(books, treasurer, kind);
const DAY = '2026-02-04';
/** Makes lines of these amounts, and returns their ids. */
async function lineIds({ added }: Work, ...amounts: number[]): Promise<number[]> {
  const lines: Line[] = amounts.map((amount, index) => ({ date: DAY, amount, text: `LINE ${index} ${amount}` }));
  return (await added(lines)).map(({ id }) => id);
}
const statuses = async ({ lines }: Work) => (await lines()).map(({ status }) => status);
const balanceOf = async ({ id }: { id: number }) => (await done(treasurer.get(`/api/accounts/${id}`))).balance;

describe('a match', () => {
  test('joins several lines with several documents of every kind', async () => {
    const bank = await work();
    const other = await newBank(books, treasurer, 'Savings');
    const { enter } = bank;
    const documents = [
      await enter.income(100),
      await enter.deposit(50.5),
      await enter.gift(20),
      await enter.check(30.25),
      await enter.transfer(7, { fromAccountId: bank.id, toAccountId: other.id }),
      await enter.entry(3, elder),
    ];
    const lines = await lineIds(bank, 170.5, -37.25, 3);
    const answer = await bank.match(lines, documents.map(named));
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(`${bank.route}/matches/${answer.body.id}`);
    expect(etag(answer)).not.toBe('none');
    const amounts = [100, 50.5, 20, -30.25, -7, 3];
    const wanted = documents.map((document, index) => ({ ...named(document), amount: amounts[index] }));
    expect(answer.body).toMatchObject({
      accountId: bank.id,
      lines,
      reconciliationId: null,
      createdBy: treasurer.userId,
    });
    expect(answer.body.documents).toEqual(expect.arrayContaining(wanted));
    expect(answer.body.documents).toHaveLength(6);
    const read = await elder.get(`${bank.route}/matches/${answer.body.id}`);
    expect([read.status, read.body, etag(read)]).toEqual([200, answer.body, etag(answer)]);
    expect(await statuses(bank)).toEqual(['Matched', 'Matched', 'Matched']);
  });

  test('changes no balance', async () => {
    const bank = await work();
    const gift = await bank.enter.gift(80);
    const lines = await lineIds(bank, 80);
    const before = await balanceOf(bank);
    await done(bank.match(lines, [named(gift)]));
    expect(await balanceOf(bank)).toBe(before);
  });

  test.each([
    ['a cent', [100.01], 100.01],
    ['its sign', [-100], -100],
    ['one line of two', [100, 5], 105],
  ])('that differs by %s is refused with both sums, and nothing is matched', async (_what, amounts, sum) => {
    const bank = await work();
    const income = await bank.enter.income(100);
    const answer = await bank.match(await lineIds(bank, ...amounts), [named(income)]);
    expect(refusal(answer)).toBe('409 amounts_differ');
    expect(answer.body).toMatchObject({ lines: sum, documents: 100 });
    expect(new Set(await statuses(bank))).toEqual(new Set(['Open']));
  });

  test('of documents alone must add up to 0', async () => {
    const bank = await work();
    const [income, check, other] = [
      await bank.enter.income(100),
      await bank.enter.check(100),
      await bank.enter.income(1),
    ];
    expect(refusal(await bank.match([], [named(income), named(other)]))).toBe('409 amounts_differ');
    const { status, body } = await bank.match([], [named(income), named(check)]);
    expect([status, body.lines]).toEqual([201, []]);
  });

  test('of lines alone must add up to 0', async () => {
    const bank = await work();
    const [plus = 0, minus = 0, other = 0] = await lineIds(bank, 25, -25, 3);
    expect(refusal(await bank.match([plus, other], []))).toBe('409 amounts_differ');
    expect((await bank.match([plus, minus], [])).status).toBe(201);
    expect(await statuses(bank)).toEqual(['Matched', 'Matched', 'Open']);
  });

  test('of nothing is refused', async () => {
    const bank = await work();
    expect(refusal(await bank.match([], []))).toBe('400 validation_failed');
    expect(badPaths(await treasurer.post(`${bank.route}/matches`, {}))).toEqual(['documents', 'lines']);
  });

  test('with unknown lines and documents names all of them', async () => {
    const bank = await work();
    const income = named(await bank.enter.income(100));
    const other = await work();
    const [strange = 0] = await lineIds(other, 100);
    const unknown = await bank.match([strange, 999_999], [income]);
    expect([refusal(unknown), badPaths(unknown)]).toEqual(['422 unknown_reference', ['lines.0', 'lines.1']]);
    const lines = await lineIds(bank, 100);
    const types = ['Giving', 'Deposit', 'Payment', 'OtherIncome', 'Transfer', 'JournalEntry', 'OutstandingItem'];
    const answer = await bank.match(lines, [income, ...types.map((type) => ({ type, id: 999_999 }))]);
    expect(refusal(answer)).toBe('422 unknown_reference');
    const paths = badPaths(answer).map((path) => path.replace(/\.(?:id|type)$/, ''));
    expect(paths).toEqual(types.map((_type, index) => `documents.${index + 1}`));
  });

  test('with a document of another account, or with one that moves no money here, is refused', async () => {
    const [bank, other] = [await work(), await work()];
    const strange = await other.enter.income(100);
    const lines = await lineIds(bank, 100);
    expect(refusal(await bank.match(lines, [named(strange)]))).toBe('422 unknown_reference');
    const pending = await done(
      treasurer.post('/api/journal-entries', {
        date: '2026-02-03',
        memo: 'Not approved',
        lines: [
          { accountId: bank.id, debit: 100 },
          { incomeCategoryId: 1, credit: 100 },
        ],
      }),
    );
    expect(refusal(await bank.match(lines, [{ type: 'JournalEntry', id: pending.id }]))).toBe('422 unknown_reference');
    expect(await statuses(bank)).toEqual(['Open']);
  });

  test('with an unknown type, an unknown field or a repeated id is refused', async () => {
    const bank = await work();
    const income = named(await bank.enter.income(100));
    const [line = 0] = await lineIds(bank, 100);
    const bad: [number[], Json[], string[]][] = [
      [[line], [{ type: 'Expense', id: 1 }], ['documents.0.type']],
      [[line], [{ ...income, amount: 100 }], ['documents.0.amount']],
      [[line, line], [income], ['lines.1']],
      [[line], [income, income], ['documents.1']],
    ];
    for (const [lines, documents, paths] of bad) {
      const answer = await bank.match(lines, documents);
      expect([refusal(answer), badPaths(answer)]).toEqual(['400 validation_failed', paths]);
    }
  });

  test('of a line or a document that is matched already is refused, and names the match', async () => {
    const bank = await work();
    const [first, second] = [named(await bank.enter.income(100)), named(await bank.enter.income(100))];
    const [one = 0, two = 0] = await lineIds(bank, 100, 100);
    const match = await done(bank.match([one], [first]));
    const line = await bank.match([one], [second]);
    expect([refusal(line), line.body.matchId]).toEqual(['409 already_matched', match.id]);
    const document = await bank.match([two], [first]);
    expect([refusal(document), document.body.matchId]).toEqual(['409 reconciled', match.id]);
    expect(await statuses(bank)).toEqual(['Matched', 'Open']);
  });

  test('may be of an ignored line, which is open again once the match is deleted', async () => {
    const bank = await work();
    const income = named(await bank.enter.income(100));
    const [line = 0] = await lineIds(bank, 100);
    await done(treasurer.post(`${bank.route}/bank-lines/${line}/ignore`));
    const { id } = await done(bank.match([line], [income]));
    expect(await statuses(bank)).toEqual(['Matched']);
    await treasurer.del(`${bank.route}/matches/${id}`);
    expect(await statuses(bank)).toEqual(['Open']);
  });

  test('sent twice at the same time is made once', async () => {
    const bank = await work();
    const income = named(await bank.enter.income(100));
    const lines = await lineIds(bank, 100);
    const answers = await Promise.all([1, 2, 3].map(() => bank.match(lines, [income])));
    expect(statusesOf(answers)).toEqual([201, 409, 409]);
  });

  test('with an idempotency key is made once', async () => {
    const bank = await work();
    const income = named(await bank.enter.income(100));
    const body = { lines: await lineIds(bank, 100), documents: [income] };
    const send = () => treasurer.post(`${bank.route}/matches`, body, { 'Idempotency-Key': `match-${bank.id}` });
    const [first, again] = [await send(), await send()];
    expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });

  test('is deleted only by its current version, and its lines and documents are open again', async () => {
    const bank = await work();
    const income = named(await bank.enter.income(100));
    const lines = await lineIds(bank, 60, 40);
    const made = await bank.match(lines, [income]);
    const route = `${bank.route}/matches/${made.body.id}`;
    expect(refusal(await treasurer.del(route, { 'If-Match': '"stale"' }))).toBe('412 stale_version');
    expect(await statuses(bank)).toEqual(['Matched', 'Matched']);
    expect((await treasurer.del(route, { 'If-Match': etag(made) })).status).toBe(204);
    expect(await statuses(bank)).toEqual(['Open', 'Open']);
    expect((await treasurer.get(route)).status).toBe(404);
    expect((await treasurer.del(route)).status).toBe(404);
    expect((await bank.match(lines, [income])).status).toBe(201);
  });

  test('is only for people with statements.manage, and only in its own account', async () => {
    const [bank, other] = [await work(), await work()];
    const income = named(await bank.enter.income(100));
    const lines = await lineIds(bank, 100);
    expect(refusal(await elder.post(`${bank.route}/matches`, { lines, documents: [income] }))).toBe('403 forbidden');
    const { id } = await done(bank.match(lines, [income]));
    expect(refusal(await elder.del(`${bank.route}/matches/${id}`))).toBe('403 forbidden');
    expect((await treasurer.get(`${other.route}/matches/${id}`)).status).toBe(404);
    expect((await treasurer.del(`${other.route}/matches/${id}`)).status).toBe(404);
    expect(refusal(await treasurer.post('/api/accounts/999999/matches', { lines, documents: [income] }))).toBe(
      '404 not_found',
    );
  });

  test('made and deleted is in the audit log', async () => {
    const bank = await work();
    const { id } = await done(bank.match(await lineIds(bank, 5, -5), []));
    await treasurer.del(`${bank.route}/matches/${id}`);
    const { items } = await done(books.admin.get(`/api/audit-logs?entityType=BankMatch&entityId=${id}`));
    expect(items.map(({ action, actorId }: Json) => [action, actorId]).toSorted()).toEqual([
      ['BankMatchCreated', treasurer.userId],
      ['BankMatchDeleted', treasurer.userId],
    ]);
  });
});

describe('a document whose line is matched', () => {
  test('keeps its amount, account and date until the match is deleted, or the match changes with it', async () => {
    const bank = await work();
    const income = await bank.enter.income(100);
    const { id } = await done(bank.match(await lineIds(bank, 100), [named(income)]));
    const body = { date: '2026-02-03', amount: 90, incomeCategoryId: 1, accountId: bank.id };
    expect(refusal(await treasurer.put(`/api/other-income/${income.id}`, body))).toBe('409 reconciled');
    expect(refusal(await treasurer.del(`/api/other-income/${income.id}`))).toBe('409 reconciled');
    expect((await treasurer.put(`/api/other-income/${income.id}`, { ...body, amount: 100, memo: 'Note' })).status).toBe(
      200,
    );
    await treasurer.del(`${bank.route}/matches/${id}`);
    expect((await treasurer.put(`/api/other-income/${income.id}`, body)).status).toBe(200);
  });
});

describe('a line', () => {
  test('is ignored and opened again', async () => {
    const bank = await work();
    const [line = 0] = await lineIds(bank, 5);
    const route = `${bank.route}/bank-lines/${line}`;
    expect(refusal(await elder.post(`${route}/ignore`))).toBe('403 forbidden');
    expect(refusal(await treasurer.post(`${route}/ignore`, undefined, { 'If-Match': '"stale"' }))).toBe(
      '412 stale_version',
    );
    const current = etag(await treasurer.get(route));
    const ignored = await treasurer.post(`${route}/ignore`, undefined, { 'If-Match': current });
    expect([ignored.status, ignored.body.status]).toEqual([200, 'Ignored']);
    expect(etag(ignored)).not.toBe(current);
    const opened = await treasurer.post(`${route}/open`);
    expect([opened.status, opened.body.status, opened.body.matchId]).toEqual([200, 'Open', null]);
  });

  test('that is matched can be neither ignored nor opened', async () => {
    const bank = await work();
    const lines = await lineIds(bank, 5, -5);
    await done(bank.match(lines, []));
    for (const step of ['ignore', 'open']) {
      expect(refusal(await treasurer.post(`${bank.route}/bank-lines/${lines[0]}/${step}`))).toBe('409 already_matched');
    }
  });
});

const FEE = () => ({
  subCategoryId: books.subCategory('Bank & Processing Fees'),
  ministryId: books.ministry('Worship'),
});
const make = ({ route }: Work, line: number, kind: string, body: Json) =>
  treasurer.post(`${route}/bank-lines/${line}/${kind}`, body);

describe('an expense of a line', () => {
  test('has the amount, the date and the text of the line, is paid and matched, and waits for approval', async () => {
    const bank = await work();
    const [line] = await bank.added([{ date: DAY, amount: -45.1, text: 'CHECK 1042', check: '1042' }]);
    const answer = await make(bank, line?.['id'], 'expense', { ...FEE(), vendor: 'Smith & Sons' });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(`/api/expenses/${answer.body.id}`);
    expect(answer.body).toMatchObject({
      status: 'PendingApproval',
      amount: 45.1,
      expenseDate: DAY,
      description: 'CHECK 1042',
      vendor: 'Smith & Sons',
      submittedBy: treasurer.userId,
      settled: { accountId: bank.id, date: DAY, method: 'Check', reference: '1042' },
    });
    const [after] = await bank.lines();
    expect(after).toMatchObject({ status: 'Matched' });
    const match = await done(treasurer.get(`${bank.route}/matches/${after?.['matchId']}`));
    expect(match.documents).toMatchObject([{ type: 'Payment', amount: -45.1 }]);
    expect(await balanceOf(bank)).toBe(-45.1);
    expect(refusal(await treasurer.post(`/api/expenses/${answer.body.id}/approve`))).toBe('403 self_approval');
    expect((await elder.post(`/api/expenses/${answer.body.id}/approve`)).body).toMatchObject({ status: 'Paid' });
    expect(await balanceOf(bank)).toBe(-45.1);
  });

  test('of a finalized month has its payment on the later day that was sent, and not on an earlier one', async () => {
    const bank = await work();
    const [late, early] = await bank.added([
      { date: '2020-03-15', amount: -35, text: 'LATE FEE' },
      { date: '2020-04-15', amount: -36, text: 'BILL' },
    ]);
    await bank.enter.income(1, { date: '2020-03-03' });
    await close(books, '2020/3');
    const refused = await make(bank, late?.['id'], 'expense', FEE());
    expect([refusal(refused), refused.body.firstOpenDate]).toEqual(['409 period_finalized', '2020-04-01']);
    const made = await make(bank, late?.['id'], 'expense', { ...FEE(), expenseDate: '2020-04-01' });
    expect(made.body).toMatchObject({ expenseDate: '2020-04-01', settled: { date: '2020-04-01' } });
    const bill = await make(bank, early?.['id'], 'expense', { ...FEE(), expenseDate: '2020-04-02' });
    expect(bill.body).toMatchObject({ expenseDate: '2020-04-02', settled: { date: '2020-04-15' } });
    expect((await bank.lines()).map(({ date, status }) => [date, status])).toEqual([
      ['2020-03-15', 'Matched'],
      ['2020-04-15', 'Matched'],
    ]);
  });

  test('may have splits that add up to the line', async () => {
    const bank = await work();
    const [line = 0] = await lineIds(bank, -30);
    const split = (amount: number) => ({ ...FEE(), amount });
    const wrong = await make(bank, line, 'expense', { splits: [split(20), split(9)] });
    expect(refusal(wrong)).toBe('400 validation_failed');
    expect(await statuses(bank)).toEqual(['Open']);
    const { status, body } = await make(bank, line, 'expense', { splits: [split(20), split(10)] });
    expect([status, body.amount, body.splits]).toMatchObject([201, 30, [{ amount: 20 }, { amount: 10 }]]);
  });

  test.each<[string, number, (line: Json) => Json, string[]]>([
    ['of another amount', -30, () => ({ ...FEE(), amount: 29 }), ['amount']],
    ['of money that came in', 30, () => FEE(), ['lineId']],
    ['with unknown fields', -30, () => ({ ...FEE(), settled: null }), ['settled']],
    ['without a subcategory and a ministry', -30, () => ({}), ['ministryId', 'subCategoryId']],
  ])('%s is refused, and nothing is made', async (_what, amount, body, paths) => {
    const bank = await work();
    const [line = 0] = await lineIds(bank, amount);
    const answer = await make(bank, line, 'expense', body({}));
    expect([refusal(answer), badPaths(answer)]).toEqual(['400 validation_failed', paths]);
    expect([await statuses(bank), await balanceOf(bank)]).toEqual([['Open'], 0]);
  });

  test('with unknown ids is refused with their paths', async () => {
    const bank = await work();
    const [line = 0] = await lineIds(bank, -30);
    const answer = await make(bank, line, 'expense', { subCategoryId: 99_999, ministryId: 99_999 });
    expect([refusal(answer), badPaths(answer)]).toEqual(['422 unknown_reference', ['ministryId', 'subCategoryId']]);
  });

  test('is made once, and not of a line that is matched', async () => {
    const bank = await work();
    const [line = 0] = await lineIds(bank, -30);
    expect((await make(bank, line, 'expense', FEE())).status).toBe(201);
    expect(refusal(await make(bank, line, 'expense', FEE()))).toBe('409 already_matched');
    expect(await balanceOf(bank)).toBe(-30);
  });

  test('is only for people with statements.manage', async () => {
    const bank = await work();
    const [line = 0] = await lineIds(bank, -30);
    const route = `${bank.route}/bank-lines/${line}/expense`;
    expect(refusal(await elder.post(route, FEE()))).toBe('403 forbidden');
    expect((await finance.post(route, FEE())).status).toBe(201);
  });

  test('whose match is deleted stays, and its line is open again', async () => {
    const bank = await work();
    const [line = 0] = await lineIds(bank, -30);
    const { body } = await make(bank, line, 'expense', FEE());
    const [{ matchId } = {} as Json] = await bank.lines();
    expect((await treasurer.del(`${bank.route}/matches/${matchId}`)).status).toBe(204);
    expect(await statuses(bank)).toEqual(['Open']);
    expect((await done(treasurer.get(`/api/expenses/${body.id}`))).status).toBe('PendingApproval');
    const [open] = await bank.lines();
    expect(open?.['suggestions'][0].documents).toMatchObject([{ type: 'Payment', amount: -30 }]);
  });
});

describe('other income of a line', () => {
  test('has the amount, the date and the text of the line, and is matched', async () => {
    const bank = await work();
    const [line = 0] = await lineIds(bank, 0.42);
    const { status, body, headers } = await make(bank, line, 'other-income', {
      incomeCategoryId: 1,
      payer: 'The bank',
    });
    expect([status, headers.get('location')]).toEqual([201, `/api/other-income/${body.id}`]);
    expect(body).toMatchObject({ amount: 0.42, date: DAY, accountId: bank.id, payer: 'The bank', memo: 'LINE 0 0.42' });
    expect([await statuses(bank), await balanceOf(bank)]).toEqual([['Matched'], 0.42]);
  });

  test('of another amount, of money that left, or of an unknown category is refused', async () => {
    const bank = await work();
    const [plus = 0, minus = 0] = await lineIds(bank, 5, -5);
    const answers = [
      await make(bank, plus, 'other-income', { incomeCategoryId: 1, amount: 4 }),
      await make(bank, minus, 'other-income', { incomeCategoryId: 1 }),
      await make(bank, plus, 'other-income', { incomeCategoryId: 9999 }),
      await make(bank, 999_999, 'other-income', { incomeCategoryId: 1 }),
    ];
    expect(answers.map(refusal)).toEqual([
      '400 validation_failed',
      '400 validation_failed',
      '422 unknown_reference',
      '404 not_found',
    ]);
    expect(badPaths(answers[0] as never)).toEqual(['amount']);
    expect(badPaths(answers[2] as never)).toEqual(['incomeCategoryId']);
    expect([await statuses(bank), await balanceOf(bank)]).toEqual([['Open', 'Open'], 0]);
  });

  test('of a finalized month is refused with the first open date', async () => {
    const bank = await work();
    const [line] = await bank.added([{ date: '2020-05-04', amount: 5, text: 'OLD' }]);
    await bank.enter.income(1, { date: '2020-05-03' });
    await close(books, '2020/5');
    const answer = await make(bank, line?.['id'], 'other-income', { incomeCategoryId: 1 });
    expect([refusal(answer), answer.body.firstOpenDate]).toEqual(['409 period_finalized', '2020-06-01']);
    const later = await make(bank, line?.['id'], 'other-income', { incomeCategoryId: 1, date: '2020-06-01' });
    expect([later.status, later.body.date]).toEqual([201, '2020-06-01']);
  });
});

describe('a transfer of a line', () => {
  test.each([
    ['out of', -40, 'toAccountId'],
    ['into', 40, 'fromAccountId'],
  ])('%s the account names the other account, and is matched', async (_what, amount, field) => {
    const [bank, other] = [await work(), await work('Savings')];
    const [line = 0] = await lineIds(bank, amount);
    const { status, body, headers } = await make(bank, line, 'transfer', { [field]: other.id });
    expect([status, headers.get('location')]).toEqual([201, `/api/transfers/${body.id}`]);
    const mine = field === 'toAccountId' ? 'fromAccountId' : 'toAccountId';
    expect(body).toMatchObject({ amount: 40, date: DAY, [field]: other.id, [mine]: bank.id, status: 'Posted' });
    expect([await balanceOf(bank), await balanceOf(other)]).toEqual([amount, -amount]);
    expect(await statuses(bank)).toEqual(['Matched']);
    const [counterpart = 0] = await lineIds(other, -amount);
    expect((await other.match([counterpart], [{ type: 'Transfer', id: body.id }])).status).toBe(201);
  });

  test('without the other account, or with the wrong side is refused', async () => {
    const [bank, other] = [await work(), await work('Savings')];
    const [line = 0] = await lineIds(bank, -40);
    const bodies = [
      {},
      { fromAccountId: other.id },
      { fromAccountId: other.id, toAccountId: bank.id },
      { toAccountId: other.id, amount: 41 },
    ];
    for (const body of bodies) {
      const answer = await make(bank, line, 'transfer', body);
      expect([body, refusal(answer)]).toEqual([body, '400 validation_failed']);
    }
    const unknown = await make(bank, line, 'transfer', { toAccountId: 99_999 });
    expect([refusal(unknown), badPaths(unknown)]).toEqual(['422 unknown_reference', ['toAccountId']]);
    expect([await statuses(bank), await balanceOf(bank)]).toEqual([['Open'], 0]);
  });
});

describe('a transfer of a line to the account of the line', () => {
  test('is refused with the path of the account', async () => {
    const bank = await work();
    const [line = 0] = await lineIds(bank, -40);
    const answer = await make(bank, line, 'transfer', { toAccountId: bank.id });
    expect([refusal(answer), badPaths(answer)]).toEqual(['400 validation_failed', ['toAccountId']]);
  });
});

describe('a reversal', () => {
  const reverse = (path: string, fields: Json = {}) =>
    done(treasurer.post(`/api/${path}/reverse`, { date: '2026-02-06', reason: 'Wrong', ...fields }));

  test('of a gift as a correction is no document of its own, and reduces what is left of the gift', async () => {
    const bank = await work();
    const gift = await bank.enter.gift(100);
    const correction = await reverse(`givings/${gift.id}`, { amount: 30 });
    const lines = await lineIds(bank, 70, -30);
    const own = await bank.match(lines.slice(1), [{ type: 'Giving', id: correction.id }]);
    expect(refusal(own)).toBe('422 unknown_reference');
    const match = await done(bank.match(lines.slice(0, 1), [named(gift)]));
    expect(match.documents).toEqual([{ ...named(gift), amount: 70 }]);
  });

  test('of a whole gift as a correction leaves no document', async () => {
    const bank = await work();
    const gift = await bank.enter.gift(100);
    await reverse(`givings/${gift.id}`);
    await lineIds(bank, 100);
    expect((await bank.lines())[0]?.['suggestions']).toEqual([]);
    const { outstanding } = await done(bank.start('2026-02-28', 0));
    expect(outstanding).toEqual([]);
  });

  test('of a gift whose check was returned is a document of its own', async () => {
    const bank = await work();
    const gift = await bank.enter.gift(100);
    const returned = await reverse(`givings/${gift.id}`, { kind: 'Returned' });
    const lines = await lineIds(bank, 100, -100);
    expect((await bank.match(lines.slice(0, 1), [named(gift)])).status).toBe(201);
    const match = await done(bank.match(lines.slice(1), [{ type: 'Giving', id: returned.id }]));
    expect(match.documents).toEqual([{ type: 'Giving', id: returned.id, amount: -100 }]);
  });

  test('of other income leaves no difference for the bank', async () => {
    const bank = await work();
    const income = await bank.enter.income(100);
    await reverse(`other-income/${income.id}`, { amount: 40 });
    const { bookBalance, outstanding } = await done(bank.start('2026-02-28', 0));
    expect(bookBalance).toBe(60);
    expect(outstanding.reduce((sum: number, { amount }: Json) => sum + amount, 0)).toBe(60);
  });

  test('of a payment that is voided leaves no document', async () => {
    const bank = await work();
    const check = await bank.enter.check(100);
    await done(treasurer.post(`/api/payments/${check.id}/void`, { date: '2026-02-06', reason: 'Lost' }));
    const [line = 0] = await lineIds(bank, -100);
    expect(refusal(await bank.match([line], [named(check)]))).toBe('422 unknown_reference');
    expect((await bank.lines())[0]?.['suggestions']).toEqual([]);
    const { outstanding, bookBalance } = await done(bank.start('2026-02-28', 0));
    expect([outstanding, bookBalance]).toEqual([[], 0]);
  });
});

describe('a credit card', () => {
  test('has purchases as negative lines and payments of its bill as positive lines', async () => {
    const [card, checking] = [await work('CreditCard'), await work()];
    const purchase = await card.enter.check(80);
    const bill = await checking.enter.transfer(50, { fromAccountId: checking.id, toAccountId: card.id });
    const [bought = 0, paid = 0] = await lineIds(card, -80, 50);
    expect(refusal(await card.match([bought], [named(bill)]))).toBe('409 amounts_differ');
    expect((await card.match([bought], [named(purchase)])).body.documents).toMatchObject([{ amount: -80 }]);
    expect((await card.match([paid], [named(bill)])).body.documents).toMatchObject([{ amount: 50 }]);
    expect(await balanceOf(card)).toBe(30);
  });

  test('makes expenses of its lines that the church then owes', async () => {
    const card = await work('CreditCard');
    const [line = 0] = await lineIds(card, -19.99);
    expect((await make(card, line, 'expense', FEE())).status).toBe(201);
    expect(await balanceOf(card)).toBe(19.99);
  });
});

describe('the suggested and matched documents', () => {
  test('name the giver only to people who may read givings', async () => {
    const bank = await work();
    const { id: memberId } = await addMember(books, { firstName: 'Zebedee', lastName: 'Quux' });
    const gift = await bank.enter.gift(100, { memberId, zelleReference: 'Z1' });
    const lines = await lineIds(bank, 100);
    await done(bank.match(lines, [named(gift)]));
    const { id } = await done(bank.start(DAY, 100));
    const route = `${bank.route}/reconciliations/${id}`;
    expect((await done(treasurer.get(route))).cleared).toMatchObject([{ ...named(gift), party: 'Zebedee Quux' }]);
    const texts = [await done(elder.get(route)), await done(elder.get(`${bank.route}/bank-lines?pageSize=200`))];
    expect(texts[0]?.cleared).toMatchObject([{ ...named(gift), party: null }]);
    expect(JSON.stringify(texts)).not.toMatch(/Zebedee|Quux/);
    await done(bank.step(id, 'finish'));
    expect((await done(treasurer.get(route))).cleared).toMatchObject([{ party: 'Zebedee Quux' }]);
    const finished = await done(elder.get(route));
    expect(finished).toMatchObject({ status: 'Finished', cleared: [{ ...named(gift), party: null }] });
    expect(JSON.stringify(finished)).not.toMatch(/Zebedee|Quux/);
  });
});
