/** Tests of the one list of what waits for a second person, and of the decisions in it. */
import { beforeAll, describe, expect, test } from 'vitest';
import { type Json, type Staff, addApproved, badPaths, booksOfFile, done, expense, refusal } from './books.ts';

const books = booksOfFile();
let treasurer: Staff;
let elder: Staff;
beforeAll(async () => {
  treasurer = await books.as(['treasurer']);
  elder = await books.as(['elder']);
});

const LIST = '/api/approvals';
const why = { reason: 'The roof is part of the building' };

async function pendingTransfer(who = treasurer, fields: Json = {}): Promise<Json> {
  const funds = { fromFundId: books.fund('Missions'), toFundId: books.fund('General') };
  const transfer = { date: '2024-03-05', amount: 20, ...funds, memo: 'Repair of the roof', ...why, ...fields };
  return done(who.post('/api/transfers', transfer));
}

const pendingEntry = (who = treasurer): Promise<Json> =>
  done(
    who.post('/api/journal-entries', {
      date: '2024-03-06',
      memo: 'Cash over',
      lines: [
        { accountId: 2, debit: 12.5 },
        { subCategoryId: books.subCategory('Telephone'), ministryId: books.ministry('Worship'), credit: 12.5 },
      ],
    }),
  );

async function pendingExpense(who = treasurer): Promise<Json> {
  const { id } = await done(who.post('/api/expenses', expense(books, { expenseDate: '2024-03-04', amount: 35 })));
  return done(who.post(`/api/expenses/${id}/submit`));
}

const find = async (who: Staff, kind: string, { id }: Json): Promise<Json> =>
  (await done(who.get(LIST))).items.find((item: Json) => item.kind === kind && item.id === id);

const decide = (who: Staff, one: string, step: 'approve' | 'reject', body: Json = {}) =>
  who.post(`${LIST}/${one}/${step}`, body);

describe('the list of what waits', () => {
  test('shows a transfer between funds with who entered it, and by how much both funds change', async () => {
    const transfer = await pendingTransfer();
    expect(await find(elder, 'Transfer', transfer)).toEqual({
      kind: 'Transfer',
      id: transfer.id,
      date: '2024-03-05',
      amount: 20,
      description: 'Repair of the roof',
      requestedBy: treasurer.userId,
      requestedByName: expect.any(String),
      modifiedAt: transfer.modifiedAt,
      need: 'Approve',
      effects: [
        expect.objectContaining({ fund: 'Missions', change: -20 }),
        expect.objectContaining({ fund: 'General', change: 20 }),
      ],
    });
  });

  test('shows an entry with the change of the account and of the fund', async () => {
    const entry = await pendingEntry();
    const item = await find(elder, 'JournalEntry', entry);
    expect(item).toMatchObject({ amount: 12.5, description: 'Cash over', requestedBy: treasurer.userId });
    expect(item?.effects).toEqual([
      expect.objectContaining({ account: 'Checking', change: 12.5 }),
      expect.objectContaining({ fund: 'General', change: 12.5 }),
    ]);
  });

  test('shows an expense as what the church will owe', async () => {
    const waiting = await pendingExpense();
    const effects = (await find(elder, 'Expense', waiting))?.effects;
    expect(effects).toEqual([
      expect.objectContaining({ account: 'Accounts payable', change: 35 }),
      expect.objectContaining({ fund: 'General', change: -35 }),
    ]);
  });

  test('leaves out what the reader entered or changed, what is decided, and drafts', async () => {
    const [transfer, entry, waiting] = [await pendingTransfer(), await pendingEntry(), await pendingExpense()];
    for (const [kind, one] of [
      ['Transfer', transfer],
      ['JournalEntry', entry],
      ['Expense', waiting],
    ] as const)
      expect(await find(treasurer, kind, one)).toBeUndefined();
    const draft = await done(treasurer.post('/api/expenses', expense(books, { expenseDate: '2024-03-04' })));
    expect(await find(elder, 'Expense', draft)).toBeUndefined();
    expect(
      await find(elder, 'Expense', { id: await addApproved(books, { expenseDate: '2024-03-04' }) }),
    ).toBeUndefined();
  });

  test('leaves out an expense that the reader approved as the first of two', async () => {
    await done(books.admin.put('/api/approval-rules', { secondApprovalAbove: 30, payerMayApproveUpTo: null }));
    const waiting = await pendingExpense();
    const first = await done(decide(elder, `Expense/${waiting.id}`, 'approve'));
    expect(first).toMatchObject({ kind: 'Expense', id: waiting.id, status: 'PendingApproval' });
    expect(await find(elder, 'Expense', waiting)).toBeUndefined();
    const second = await books.as(['expense_approver']);
    expect(await find(second, 'Expense', waiting)).toBeDefined();
    expect((await done(decide(second, `Expense/${waiting.id}`, 'approve'))).status).toBe('Approved');
    await done(books.admin.put('/api/approval-rules', { secondApprovalAbove: null, payerMayApproveUpTo: null }));
  });

  test('is only for people who may approve', async () => {
    for (const role of ['finance', 'auditor', 'pastor', 'member'])
      expect(refusal(await (await books.as([role])).get(LIST))).toBe('403 forbidden');
  });
});

describe('a decision in the list', () => {
  test('approves like the route of the kind, and keeps its rules', async () => {
    const transfer = await pendingTransfer();
    expect(refusal(await decide(treasurer, `Transfer/${transfer.id}`, 'approve'))).toBe('403 self_approval');
    expect(await done(decide(elder, `Transfer/${transfer.id}`, 'approve'))).toMatchObject({ status: 'Posted' });
    expect((await done(treasurer.get(`/api/transfers/${transfer.id}`))).approvedBy).toBe(elder.userId);
    expect(refusal(await decide(elder, `Transfer/${transfer.id}`, 'approve'))).toBe('409 invalid_transition');
  });

  test('rejects a transfer, which then waits for its change, and says why', async () => {
    const transfer = await pendingTransfer();
    const path = `/api/transfers/${transfer.id}`;
    await done(decide(elder, `Transfer/${transfer.id}`, 'reject', { reason: 'Ask the board first' }));
    expect(await done(treasurer.get(path))).toMatchObject({
      status: 'PendingApproval',
      rejectedReason: 'Ask the board first',
    });
    expect(await find(elder, 'Transfer', transfer)).toBeUndefined();
    const { date, amount, fromFundId, toFundId, memo } = transfer;
    const changed = { date, amount, fromFundId, toFundId, memo, reason: 'The board agreed on March 3' };
    expect(await done(treasurer.put(path, changed))).toMatchObject({ rejectedReason: null });
    expect(await find(elder, 'Transfer', transfer)).toBeDefined();
    const log = await done(books.admin.get(`/api/audit-logs?entityType=Transfer&entityId=${transfer.id}`));
    expect(log.items.map(({ action }: Json) => action)).toEqual([
      'TransferUpdated',
      'TransferRejected',
      'TransferCreated',
    ]);
    expect(log.items[1].changes).toMatchObject({ rejectedReason: [null, 'Ask the board first'] });
  });

  test('rejects an entry, and may approve it after all', async () => {
    const entry = await pendingEntry();
    await done(decide(elder, `JournalEntry/${entry.id}`, 'reject', { reason: 'Which drawer?' }));
    expect((await done(treasurer.get(`/api/journal-entries/${entry.id}`))).rejectedReason).toBe('Which drawer?');
    expect(await done(decide(elder, `JournalEntry/${entry.id}`, 'approve'))).toMatchObject({ status: 'Posted' });
    expect((await done(treasurer.get(`/api/journal-entries/${entry.id}`))).rejectedReason).toBeNull();
  });

  test('rejects an expense, which becomes a draft again', async () => {
    const waiting = await pendingExpense();
    const decision = await done(decide(elder, `Expense/${waiting.id}`, 'reject', { reason: 'No bill' }));
    expect(decision).toEqual({ kind: 'Expense', id: waiting.id, status: 'Draft' });
  });

  test('is refused if what waits was changed since the approver saw it', async () => {
    const transfer = await pendingTransfer();
    const { modifiedAt } = (await find(elder, 'Transfer', transfer)) ?? {};
    const { date, fromFundId, toFundId, memo, reason } = transfer;
    await done(
      treasurer.put(`/api/transfers/${transfer.id}`, { date, fromFundId, toFundId, memo, reason, amount: 9000 }),
    );
    for (const step of ['approve', 'reject'] as const) {
      const body = step === 'approve' ? { modifiedAt } : { modifiedAt, reason: 'No' };
      expect(refusal(await decide(elder, `Transfer/${transfer.id}`, step, body))).toBe('412 stale_version');
    }
    const now = (await find(elder, 'Transfer', transfer))?.modifiedAt;
    expect(await done(decide(elder, `Transfer/${transfer.id}`, 'approve', { modifiedAt: now }))).toMatchObject({
      status: 'Posted',
    });
  });

  test('names a kind and a document that exist, and a rejection has a reason', async () => {
    expect(refusal(await decide(elder, 'Transfer/999999', 'approve'))).toBe('404 not_found');
    expect(badPaths(await decide(elder, 'Loan/1', 'approve'))).toEqual(['kind']);
    expect(badPaths(await decide(elder, 'Transfer/1', 'reject'))).toEqual(['reason']);
  });
});
