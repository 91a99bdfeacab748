import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Books, addApproved, addExpense, done, move, openBooks } from '../contract/books.ts';
import { createUser, openSession } from '../contract/support.ts';
import { request, vestry } from '../support/daemon.ts';

const DAY = '2026-03-01';

let books: Books;
beforeAll(async () => {
  books = await openBooks();
});
afterAll(() => books.daemon.stop());

const run = (...args: string[]) => vestry(['expense', ...args, '--data-dir', books.daemon.dataDir]);
const read = (id: number) => done(books.admin.get(`/api/expenses/${id}`));

describe('vestry expense pay', () => {
  test('pays several expenses at once while the service runs', async () => {
    const [one, two] = [
      await addApproved(books, { expenseDate: DAY, amount: 10 }),
      await addApproved(books, { expenseDate: DAY, amount: 20.5 }),
    ];
    const ids = [one.id, two.id].map(String);
    const { exitCode, stdout } = await run(
      'pay',
      ...ids,
      '--method',
      'Check',
      '--reference',
      '77',
      '--paid-on',
      '2026-03-31',
      '--json',
    );
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout).items).toHaveLength(2);
    for (const { id } of [one, two]) {
      const paid = {
        status: 'Paid',
        paidOn: '2026-03-31',
        paymentMethod: 'Check',
        paymentReference: '77',
        paidBy: null,
      };
      expect(await read(id)).toMatchObject(paid);
    }
  });

  test('pays none of the expenses if one of them cannot be paid', async () => {
    const [good, bad] = [await addApproved(books, { expenseDate: DAY }), await addExpense(books, { expenseDate: DAY })];
    const { exitCode, stderr } = await run('pay', String(good.id), String(bad.id));
    expect([exitCode, stderr]).toEqual([4, expect.stringContaining('Draft')]);
    expect(await read(good.id)).toMatchObject({ status: 'Approved', paidOn: null });
  });
});

describe('if the approval rules limit who may pay', () => {
  const rules = (...args: string[]) => vestry(['approval-rules', ...args, '--data-dir', books.daemon.dataDir]);
  const setUp = async () => {
    const account = await createUser(books.daemon.url, books.admin.token, ['treasurer']);
    const { token } = await openSession(books.daemon.url, account);
    const { id } = await addExpense(books, { expenseDate: DAY, amount: 100.01 });
    await move(books, id, 'submit');
    return { expenseId: id as number, token, ...account };
  };
  const payAs = (id: number, email: string, password: string) =>
    vestry(['expense', 'pay', String(id), '--as', email, '--password-stdin', '--data-dir', books.daemon.dataDir], {
      input: `${password}\n`,
    });

  test('a command pays in the name of a user who enters their password and is not the approver', async () => {
    const set = await rules('set', '--second-approval-above', '1,000', '--payer-may-approve-up-to', '100');
    expect(set.stdout).toMatch(/secondApprovalAbove\s+1000\s+payerMayApproveUpTo\s+100/);
    const approver = await setUp();
    const { expenseId: id } = approver;
    await done(request(books.daemon.url, 'POST', `/api/expenses/${id}/approve`, { token: approver.token }));
    expect(await run('pay', String(id))).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('--as') });
    expect((await payAs(id, approver.email, 'not the password')).exitCode).toBe(4);
    const same = await payAs(id, approver.email, approver.password);
    expect([same.exitCode, same.stderr]).toEqual([4, expect.stringContaining('over 100.00')]);
    const member = await createUser(books.daemon.url, books.admin.token, ['member']);
    expect((await payAs(id, member.email, member.password)).stderr).toContain('finance.manage');
    expect(await read(id)).toMatchObject({ status: 'Approved', paidBy: null });
    const payer = await setUp();
    expect((await payAs(id, payer.email, payer.password)).exitCode).toBe(0);
    expect(await read(id)).toMatchObject({ status: 'Paid', paidBy: payer.id });
    expect((await rules('set', '--payer-may-approve-up-to', 'none')).exitCode).toBe(0);
    expect((await rules('show')).stdout).toMatch(/secondApprovalAbove\s+1000\s+payerMayApproveUpTo\s+none/);
    expect(await rules('set')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('Give a limit') });
  });

  test('vestry expense shows who approved and rejected an expense, and that a second approval is needed', async () => {
    await rules('set', '--second-approval-above', '100', '--payer-may-approve-up-to', 'none');
    const { expenseId: id, token } = await setUp();
    const post = (step: string, body?: unknown) =>
      done(request(books.daemon.url, 'POST', `/api/expenses/${id}/${step}`, { token, body }));
    await post('reject', { reason: 'which shop?' });
    await move(books, id, 'submit');
    await post('approve');
    expect((await run('list', '--status', 'PendingApproval')).stdout).toContain('PendingApproval, 1 of 2');
    const { stdout } = await run('show', String(id));
    expect(stdout).toMatch(/approval\s+Test treasurer, 2/);
    expect(stdout).toMatch(/rejection\s+Test treasurer, 2.*: which shop\?/);
    await rules('set', '--second-approval-above', 'none');
  });
});

describe('vestry expense update', () => {
  const update = (id: number, ...flags: string[]) => run('update', String(id), ...flags, '--json');

  test('changes only the given fields of a draft, and an empty text clears a field', async () => {
    const fields = {
      vendor: 'Paper & Co',
      notes: 'for the office',
      functionalClass: 'Fundraising',
      paymentMethod: 'Check',
    };
    const { id } = await addExpense(books, { expenseDate: DAY, amount: 12.5, ...fields });
    const before = await read(id);
    const { stdout } = await update(id, '--amount', '1,012.50', '--subcategory', 'Rent', '--notes', '');
    const purpose = { subCategoryName: 'Rent', groupName: 'Facilities', form990LineCode: '16' };
    expect(await read(id)).toEqual({
      ...before,
      ...purpose,
      subCategoryId: books.subCategory('Rent'),
      amount: 1012.5,
      notes: null,
      modifiedAt: expect.any(String),
      modifiedBy: null,
    });
    expect(JSON.parse(stdout)).toEqual(await read(id));
  });

  test('keeps the parts of an expense unless a subcategory or other parts replace them', async () => {
    const splits = [
      { subCategoryId: books.subCategory('Rent'), ministryId: books.ministry('Youth'), amount: 60 },
      { subCategoryId: books.subCategory('Utilities'), fundId: books.fund('Building Fund'), amount: 40 },
    ];
    const split = { subCategoryId: null, splits, amount: 100, expenseDate: DAY };
    const { id } = await addExpense(books, split);
    const before = await read(id);
    await update(id, '--description', 'Two bills');
    expect(await read(id)).toMatchObject({ description: 'Two bills', splits: before.splits });
    expect((await update(id, '--amount', '90')).stderr).toContain('--part must add up');
    await update(
      id,
      '--part',
      'Subcategory: Rent | Amount: 70 | Ministry: Youth',
      '--part',
      'Subcategory: Travel | Amount: 30 | Ministry: Youth',
    );
    expect((await read(id)).splits).toMatchObject([{ amount: 70 }, { subCategoryName: 'Travel', amount: 30 }]);
    await update(id, '--subcategory', 'Travel', '--ministry', 'Youth');
    expect(await read(id)).toMatchObject({ splits: null, subCategoryName: 'Travel', amount: 100 });
  });

  test('replaces a vendor of the list by a name, and a name by a vendor of the list', async () => {
    const vendor = await done(books.admin.post('/api/vendors', { name: 'Sparrow Cleaning' }));
    const { id } = await addExpense(books, { expenseDate: DAY, vendorId: vendor.id });
    await update(id, '--amount', '11');
    expect(await read(id)).toMatchObject({ vendorId: vendor.id, vendor: 'Sparrow Cleaning', amount: 11 });
    await update(id, '--vendor', 'Robin Cleaning');
    expect(await read(id)).toMatchObject({ vendorId: null, vendor: 'Robin Cleaning' });
    await update(id, '--vendor-id', String(vendor.id));
    expect(await read(id)).toMatchObject({ vendorId: vendor.id, vendor: 'Sparrow Cleaning' });
  });

  test('keeps how an expense was paid before it was approved', async () => {
    const { items } = await done(books.admin.get('/api/accounts'));
    const account = items.find(({ name }: { name: string }) => name === 'Checking');
    const settled = { accountId: account.id, date: DAY, method: 'Card', reference: 'C-1' };
    const { id } = await addExpense(books, { expenseDate: DAY, settled });
    await update(id, '--description', 'Paid by card');
    expect(await read(id)).toMatchObject({ description: 'Paid by card', settled });
  });

  test('refuses an expense that waits for approval, and a person who may not change it', async () => {
    const { id } = await addExpense(books, { expenseDate: DAY });
    const other = await createUser(books.daemon.url, books.admin.token, ['elder']);
    const flags = ['update', String(id), '--amount', '1', '--as', other.email, '--password-stdin'];
    const acting = await vestry(['expense', ...flags, '--data-dir', books.daemon.dataDir], { input: other.password });
    expect(acting).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('Only the owner or finance') });
    await move(books, id, 'submit');
    expect(await update(id, '--amount', '1')).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('Draft') });
    expect((await read(id)).amount).toBe(10);
  });
});

test('vestry expense reverse reverses part of an expense and shows the reversal', async () => {
  const { id } = await addApproved(books, { expenseDate: DAY, amount: 1100 });
  const { exitCode, stdout } = await run(
    'reverse',
    String(id),
    '--date',
    '2026-03-02',
    '--reason',
    'Refund',
    '--amount',
    '1,000.10',
  );
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/reversalOf\s+\d+/);
  const { items } = await done(books.admin.get('/api/expenses?search=Refund'));
  expect(items).toMatchObject([{ amount: -1000.1, reversalOf: id }]);
});

test('vestry expense list --status Approved shows only the expenses that are ready to be paid', async () => {
  const { id } = await addApproved(books, { expenseDate: DAY, vendor: 'To be paid Ltd' });
  await addExpense(books, { expenseDate: DAY, vendor: 'Only a draft Ltd' });
  const { stdout } = await run('list', '--status', 'Approved', '--page-size', '200');
  expect(stdout).toContain('To be paid Ltd');
  expect(stdout).not.toContain('Only a draft Ltd');
  expect((await run('show', String(id))).stdout).toContain('To be paid Ltd');
  expect((await run('show', '999999')).exitCode).toBe(3);
});
