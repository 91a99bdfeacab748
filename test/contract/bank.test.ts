/** Lines of bank statements, their matches with documents, and reconciliations. */
import { beforeAll, describe, expect, test } from 'vitest';
import { type Bank, named, newBank } from './bank-support.ts';
import { badPaths, booksOfFile, done, type Json, refusal, type Staff } from './books.ts';

const books = booksOfFile();
let treasurer: Staff;
let elder: Staff;
beforeAll(async () => {
  treasurer = await books.as(['treasurer']);
  elder = await books.as(['elder']);
});

const INTEREST = 1;
const income = (bank: Bank, date: string, amount: number, fields: Json = {}): Promise<Json> =>
  done(
    treasurer.post('/api/other-income', { date, amount, incomeCategoryId: INTEREST, accountId: bank.id, ...fields }),
  );

describe('a month of an account', () => {
  test('is imported, matched as suggested, and reconciled with a difference of 0', async () => {
    const bank = await newBank(books, treasurer);
    const first = await income(bank, '2026-02-03', 1000, { payer: 'Grant' });
    const second = await income(bank, '2026-02-10', 20.5);
    const late = await income(bank, '2026-02-27', 33);
    const lines = [
      { date: '2026-02-04', amount: 1000, text: 'DEPOSIT' },
      { date: '2026-02-10', amount: 20.5, text: 'INTEREST' },
      { date: '2026-02-15', amount: -7.25, text: 'SERVICE CHARGE' },
    ];
    expect(await bank.bring(lines)).toMatchObject({ imported: 3, skipped: 0, ruled: 0 });
    expect(await bank.bring(lines)).toMatchObject({ imported: 0, skipped: 3, ruled: 0 });
    const open = await bank.lines('&status=Open');
    expect(open.map(({ suggestions }) => suggestions.map(({ documents }: Json) => documents.map(named)))).toEqual([
      [[{ type: 'OtherIncome', id: first.id }]],
      [[{ type: 'OtherIncome', id: second.id }]],
      [],
    ]);
    expect(open[0]?.['suggestions'][0].reasons).toEqual(['amount', 'date']);
    for (const line of open.slice(0, 2)) {
      expect((await bank.match([line.id], line['suggestions'][0].documents.map(named))).status).toBe(201);
    }
    const made = await treasurer.post(`${bank.route}/bank-lines/${open[2]?.['id']}/expense`, {
      subCategoryId: books.subCategory('Bank & Processing Fees'),
      ministryId: books.ministry('Administration'),
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ status: 'PendingApproval', amount: 7.25, description: 'SERVICE CHARGE' });
    const { body: started } = await bank.start('2026-02-28', 1013.25);
    expect(started).toMatchObject({ startBalance: 0, difference: 0, openLines: 0, bookBalance: 1046.25 });
    expect(started.outstanding.map(named)).toEqual([{ type: 'OtherIncome', id: late.id }]);
    expect(started.cleared).toHaveLength(3);
    const finished = await done(bank.step(started.id, 'finish'));
    expect(finished).toMatchObject({ status: 'Finished', finishedBy: treasurer.userId });
    expect(refusal(await bank.step(started.id, 'review'))).toBe('403 self_approval');
    const reviewed = await done(elder.post(`${bank.route}/reconciliations/${started.id}/review`));
    expect(reviewed).toMatchObject({ reviewedBy: elder.userId });
    expect(refusal(await treasurer.del(`/api/other-income/${first.id}`))).toBe('409 reconciled');
    expect(refusal(await bank.start('2026-02-28', 0))).toBe('400 validation_failed');
    const next = await done(bank.start('2026-03-31', 1046.25));
    expect(next).toMatchObject({ startBalance: 1013.25, difference: 33 });
    expect(await done(bank.tick(next.id, [{ type: 'OtherIncome', id: late.id }]))).toMatchObject({ difference: 0 });
    expect(refusal(await bank.step(started.id, 'undo'))).toBe('409 invalid_transition');
    await done(bank.step(next.id, 'finish'));
    expect(await done(bank.step(next.id, 'undo'))).toMatchObject({ status: 'Draft', difference: 0 });
  });

  test('cannot be finished with a difference', async () => {
    const bank = await newBank(books, treasurer);
    const { body } = await bank.start('2026-01-31', 5);
    const answer = await bank.step(body.id, 'finish');
    expect(refusal(answer)).toBe('409 difference');
    expect(answer.body.difference).toBe(5);
    expect(refusal(await bank.start('2026-02-28', 5))).toBe('409 reconciliation_open');
  });
});

describe('a match', () => {
  test('needs equal sums, and can be deleted', async () => {
    const bank = await newBank(books, treasurer);
    const { id } = await income(bank, '2026-02-03', 100);
    await bank.bring([{ date: '2026-02-04', amount: 90, text: 'DEPOSIT' }]);
    const [line] = await bank.lines();
    const document = { type: 'OtherIncome', id };
    const refused = await bank.match([line?.['id']], [document]);
    expect(refusal(refused)).toBe('409 amounts_differ');
    expect(refused.body).toMatchObject({ lines: 90, documents: 100 });
    expect(badPaths(await bank.match([999_999], [{ ...document, id: 999_999 }]))).toEqual(['lines.0']);
    await done(
      treasurer.put(`/api/other-income/${id}`, {
        date: '2026-02-03',
        amount: 90,
        incomeCategoryId: INTEREST,
        accountId: bank.id,
      }),
    );
    const { body: match } = await bank.match([line?.['id']], [document]);
    expect(match).toMatchObject({ lines: [line?.['id']], documents: [{ ...document, amount: 90 }] });
    expect(refusal(await bank.match([line?.['id']], [document]))).toBe('409 already_matched');
    expect((await bank.lines())[0]).toMatchObject({ status: 'Matched', matchId: match.id });
    expect((await treasurer.del(`${bank.route}/matches/${match.id}`)).status).toBe(204);
    expect((await bank.lines())[0]).toMatchObject({ status: 'Open', matchId: null });
  });
});

test('a document that a check number gives to one line is not suggested for an older line of the amount', async () => {
  const bank = await newBank(books, treasurer);
  const purpose = { subCategoryId: books.subCategory('Office Supplies'), ministryId: books.ministry('Worship') };
  const { id } = await done(
    books.admin.post('/api/expenses', { ...purpose, expenseDate: '2026-02-02', amount: 60, description: 'Paper' }),
  );
  await done(books.admin.post(`/api/expenses/${id}/submit`));
  await done(books.admin.post(`/api/expenses/${id}/approve`, {}));
  const paid = { date: '2026-02-03', accountId: bank.id, method: 'Check', reference: '77' };
  await done(treasurer.post('/api/payments', { ...paid, items: [{ expenseId: id }] }));
  await bank.bring([
    { date: '2026-02-03', amount: -60, text: 'CARD PURCHASE' },
    { date: '2026-02-05', amount: -60, text: 'CHECK', check: '77' },
  ]);
  const [older, check] = await bank.lines();
  expect(older?.['suggestions']).toEqual([]);
  expect(check?.['suggestions'][0].reasons).toContain('checkNumber');
});

test('a correction after the end of a statement leaves the document on the statement', async () => {
  const bank = await newBank(books, treasurer);
  const { id } = await income(bank, '2026-02-03', 100);
  await done(treasurer.post(`/api/other-income/${id}/reverse`, { date: '2026-03-02', reason: 'Another category' }));
  const { body: draft } = await bank.start('2026-02-28', 100);
  expect(draft.outstanding.map(named)).toEqual([{ type: 'OtherIncome', id }]);
  expect(await done(bank.tick(draft.id, [{ type: 'OtherIncome', id }]))).toMatchObject({ difference: 0 });
  await done(bank.step(draft.id, 'finish'));
  const next = await done(bank.start('2026-03-31', 100));
  expect(next.outstanding).toMatchObject([{ type: 'OtherIncome', id, amount: -100 }]);
});
