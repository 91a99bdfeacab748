/** Expenses that are paid before they are approved, such as a purchase with a debit card, or a bank fee. */
import { beforeAll, describe, expect, test } from 'vitest';
import { run, works } from './people-files.ts';
import {
  type Json,
  type Staff,
  addApproved,
  badPaths,
  booksOfFile,
  close,
  done,
  etag,
  expense,
  inDays,
  move,
  refusal,
} from './books.ts';

const books = booksOfFile();
const ROUTE = '/api/expenses';
let [treasurer, elder, leader]: Staff[] = [];
let accounts: Record<string, number>;
beforeAll(async () => {
  [treasurer, elder, leader] = [await books.as(['treasurer']), await books.as(['elder']), await books.as(['member'])];
  const { items } = await done(books.admin.get('/api/accounts'));
  accounts = Object.fromEntries(items.map((one: Json) => [one.name, one.id]));
  await addApproved(books, { expenseDate: '2010-01-01' });
});

const settled = (fields: Record<string, unknown> = {}) => ({
  accountId: accounts.Checking,
  date: '2010-02-03',
  method: 'Card',
  reference: 'Visa 4711',
  ...fields,
});
const body = (fields: Record<string, unknown> = {}) =>
  expense(books, { expenseDate: '2010-02-01', amount: 80, settled: settled(), ...fields });
const person = () => leader ?? books.admin;
const approver = () => elder ?? books.admin;
const finance = () => treasurer ?? books.admin;
const add = (fields: Record<string, unknown> = {}) => done(person().post(ROUTE, body(fields)));
const at = (id: number, step = '') => `${ROUTE}/${id}${step}`;
const read = (id: number) => done(books.admin.get(at(id)));
const submit = (id: number) => done(person().post(at(id, '/submit')));
const approve = (id: number, fields = {}) => approver().post(at(id, '/approve'), fields);
const reject = (id: number) => done(approver().post(at(id, '/reject'), { reason: 'Which shop?' }));
async function submitted(fields: Record<string, unknown> = {}): Promise<Json> {
  return submit((await add(fields)).id);
}
async function rejected(): Promise<Json> {
  const { id } = await submitted();
  return reject(id);
}
const payments = async (id: number) => (await done(books.admin.get(`/api/payments?expenseId=${id}`))).items;
const voidPayment = (id: number) =>
  finance().post(`/api/payments/${id}/void`, { date: '2010-03-01', reason: 'The shop paid it back' });
/** Runs `work` and returns how it changes the balances of Checking, "Paid, not yet booked" and Accounts payable. */
async function moved(work: () => Promise<unknown>): Promise<number[]> {
  const balances = async () => {
    const { items } = await done(books.admin.get('/api/accounts'));
    const names = ['Checking', 'Paid, not yet booked', 'Accounts payable'];
    return names.map((name) => Math.round(items.find((one: Json) => one.name === name).balance * 100));
  };
  const before = await balances();
  await work();
  const after = await balances();
  return after.map((cents, index) => (cents - (before[index] ?? 0)) / 100);
}

describe('an expense that was paid before its approval', () => {
  test('shows how it was paid, and moves no money before it is submitted', async () => {
    let draft: Json;
    expect(
      await moved(async () => {
        draft = await add();
      }),
    ).toEqual([0, 0, 0]);
    expect(draft.settled).toEqual({ ...settled(), accountName: 'Checking', paymentId: null });
    expect(await payments(draft.id)).toEqual([]);
  });

  test('moves from its account to "Paid, not yet booked" on its payment date when it is submitted', async () => {
    const { id } = await add();
    expect(await moved(() => submit(id))).toEqual([-80, 80, 0]);
    const { status, settled: shown } = await read(id);
    const [payment, ...others] = await payments(id);
    expect([status, shown.paymentId, others]).toEqual(['PendingApproval', payment.id, []]);
    expect(payment).toMatchObject({
      date: '2010-02-03',
      accountId: accounts.Checking,
      method: 'Card',
      reference: 'Visa 4711',
      amount: 80,
      items: [{ expenseId: id, amount: 80 }],
    });
  });

  test('becomes Paid as soon as it is approved, and keeps the date and the payer of its payment', async () => {
    const { id, settled: shown } = await submitted();
    let answer: Json;
    expect(
      await moved(async () => {
        answer = await approve(id, { bookedOn: '2010-02-10' });
      }),
    ).toEqual([0, -80, 0]);
    expect([answer.status, answer.body.warnings]).toEqual([200, undefined]);
    const paid = { status: 'Paid', bookedOn: '2010-02-10', paidOn: '2010-02-03', paidBy: person().userId };
    const how = { paymentMethod: 'Card', paymentReference: 'Visa 4711', settled: shown };
    expect(answer.body).toMatchObject({ ...paid, ...how, approvedBy: approver().userId });
    const again = await books.admin.get(at(id));
    expect([again.body, etag(again)]).toEqual([answer.body, etag(answer)]);
    const { items } = await done(books.admin.get(`/api/audit-logs?entityType=Expense&entityId=${id}`));
    const actions = items.map((entry: Json) => entry.action).toReversed();
    expect(actions).toEqual(['ExpenseCreated', 'ExpenseSubmitted', 'ExpenseApproved', 'ExpensePaid']);
  });

  test('cannot be paid a second time', async () => {
    const { id } = await submitted();
    const pay = () => finance().post(at(id, '/pay'), { paidOn: '2010-02-05' });
    expect(refusal(await pay())).toBe('409 invalid_transition');
    await done(approve(id));
    expect(refusal(await pay())).toBe('409 invalid_transition');
    const check = { date: '2010-02-05', method: 'Check', items: [{ expenseId: id }] };
    expect(refusal(await finance().post('/api/payments', check))).toBe('409 invalid_transition');
  });

  test('is paid only after the second of two approvals', async () => {
    const rules = (secondApprovalAbove: number | null) =>
      done(books.admin.put('/api/approval-rules', { secondApprovalAbove, payerMayApproveUpTo: null }));
    await rules(50);
    const { id } = await submitted();
    expect((await done(approve(id))).status).toBe('PendingApproval');
    expect((await done(finance().post(at(id, '/approve')))).status).toBe('Paid');
    await rules(null);
  });

  test('can be approved by the super_admin who paid it only up to the limit, and with warnings', async () => {
    const { id } = await done(books.admin.post(ROUTE, body()));
    await move(books, id, 'submit');
    const limit = (payerMayApproveUpTo: number | null) =>
      done(books.admin.put('/api/approval-rules', { secondApprovalAbove: null, payerMayApproveUpTo }));
    await limit(79.99);
    expect(refusal(await books.admin.post(at(id, '/approve')))).toBe('403 approver_pays');
    await limit(80);
    const { status, warnings } = await move(books, id, 'approve');
    expect([status, warnings.map((one: Json) => one.code)]).toEqual([
      'Paid',
      ['self_approval', 'same_approver_and_payer'],
    ]);
    await limit(null);
  });

  test('is returned to its account when it is reversed', async () => {
    const { id } = await submitted();
    await done(approve(id));
    const body = { date: '2010-02-20', reason: 'Returned' };
    expect(await moved(() => done(finance().post(at(id, '/reverse'), body)))).toEqual([80, 0, 0]);
  });

  test('can have parts', async () => {
    const part = { subCategoryId: books.subCategory('Telephone'), ministryId: books.ministry('Worship') };
    const splits = [
      { ...part, amount: 30 },
      { ...part, fundId: books.fund('Missions'), amount: 50 },
    ];
    const { id } = await add({ subCategoryId: null, ministryId: null, splits });
    expect(await moved(() => submit(id))).toEqual([-80, 80, 0]);
    expect((await done(approve(id))).status).toBe('Paid');
  });
});

describe('a rejected expense that was paid', () => {
  test('keeps its payment, and submitting the expense again makes no second payment', async () => {
    const { id, settled: shown, status } = await rejected();
    expect([status, shown.paymentId]).toEqual(['Draft', expect.any(Number)]);
    await done(person().put(at(id), body({ description: 'Paper from the shop' })));
    expect(await moved(() => submit(id))).toEqual([0, 0, 0]);
    expect(await payments(id)).toHaveLength(1);
    expect(await done(approve(id))).toMatchObject({ status: 'Paid', description: 'Paper from the shop' });
  });

  test('cannot be deleted, and its amount and its payment details cannot be changed', async () => {
    const { id } = await rejected();
    expect(refusal(await person().del(at(id)))).toBe('409 settled');
    const changes = [{ amount: 81 }, { settled: null }, { settled: settled({ date: '2010-02-04' }) }];
    for (const change of changes) expect(refusal(await person().put(at(id), body(change)))).toBe('409 settled');
    expect(await read(id)).toMatchObject({ amount: 80, settled: settled() });
  });

  test('is an ordinary draft again once its payment is voided', async () => {
    const { id, settled: shown } = await rejected();
    expect(await moved(() => done(voidPayment(shown.paymentId)))).toEqual([80, -80, 0]);
    expect(await read(id)).toMatchObject({ status: 'Draft', settled: null });
    await done(person().put(at(id), body({ amount: 81, settled: null })));
    expect((await person().del(at(id))).status).toBe(204);
  });

  test('is named in the checklist of its month and of later months until it is approved', async () => {
    const { id } = await submitted({ settled: settled({ date: '2010-06-03' }) });
    const check = async (month: string) => {
      const { stdout } = await works(run(books.daemon.dataDir, 'statement', 'checklist', month, '--json'));
      const { checks } = JSON.parse(stdout);
      return checks.find((one: Json) => one.code === 'settled');
    };
    const before = (await check('2010-05')).message;
    const message = (await check('2010-06')).message;
    expect([before === message, (await check('2010-06')).state]).toEqual([false, 'look']);
    expect((await check('2010-07')).message).toBe(message);
    await reject(id);
    expect((await check('2010-06')).message).toBe(message);
    await submit(id);
    await done(approve(id, { bookedOn: '2010-06-04' }));
    expect((await check('2010-06')).message).toBe(before);
  });
});

describe('the void of a payment that was made before the approval', () => {
  test('makes an expense that waits for approval an ordinary unpaid expense', async () => {
    const { id, settled: shown } = await submitted();
    await done(voidPayment(shown.paymentId));
    expect(await read(id)).toMatchObject({ status: 'PendingApproval', settled: null });
    expect(await moved(() => done(approve(id)))).toEqual([0, 0, 80]);
    expect((await read(id)).status).toBe('Approved');
  });

  test('makes a Paid expense Approved again', async () => {
    const { id, settled: shown } = await submitted();
    await done(approve(id));
    expect(await moved(() => done(voidPayment(shown.paymentId)))).toEqual([80, 0, 80]);
    expect(await read(id)).toMatchObject({ status: 'Approved', settled: null, paidOn: null });
    expect((await done(finance().post(at(id, '/pay'), { paidOn: '2010-03-02' }))).status).toBe('Paid');
  });
});

describe('the payment details of an expense', () => {
  test.each([
    [
      'an account that cannot pay',
      () => ({ accountId: accounts['Undeposited offerings'] }),
      '400 validation_failed',
      'accountId',
    ],
    ['a reserved account', () => ({ accountId: accounts['Accounts payable'] }), '409 account_reserved', undefined],
    ['an unknown account', () => ({ accountId: 999_999 }), '422 unknown_reference', 'accountId'],
    ['a future day', () => ({ date: inDays(1) }), '400 validation_failed', 'date'],
    ['a day before the books begin', () => ({ date: '2009-12-31' }), '422 before_the_books', undefined],
    ['no method', () => ({ method: undefined }), '400 validation_failed', 'method'],
    ['a misspelled field', () => ({ accountID: 2 }), '400 validation_failed', 'accountID'],
  ])('are refused with %s, in a new and in a changed expense', async (_what, fields, code, path) => {
    const wrong = body({ settled: settled(fields()) });
    const { id } = await add({ settled: null });
    for (const answer of [await person().post(ROUTE, wrong), await person().put(at(id), wrong)]) {
      expect(refusal(answer)).toBe(code);
      expect(badPaths(answer)).toEqual(path === undefined ? [] : [`settled.${path}`]);
    }
  });

  test('are refused for a day in a finalized month, even if the month was finalized after the expense was entered', async () => {
    const late = settled({ date: '2011-01-05' });
    const { id } = await add({ settled: late });
    await close(books, '2011/1');
    const closed = { status: 409, body: { code: 'period_finalized', firstOpenDate: '2011-02-01' } };
    expect(await person().post(ROUTE, body({ settled: late }))).toMatchObject(closed);
    expect(await person().post(at(id, '/submit'))).toMatchObject(closed);
    expect(await read(id)).toMatchObject({ status: 'Draft', settled: { paymentId: null } });
  });
});

test('a payment before the booking date of its expense leaves nothing in "Paid, not yet booked" after that date', async () => {
  const { id } = await addApproved(books, { expenseDate: '2010-02-01', amount: 25 }, { bookedOn: '2010-04-10' });
  const paid = await moved(() => done(finance().post(at(id, '/pay'), { paidOn: '2010-04-01' })));
  expect(paid).toEqual([-25, 0, -25]);
});

test('the audit log proves how expenses were paid', async () => {
  expect((await works(run(books.daemon.dataDir, 'audit', 'verify'))).stdout).toContain('intact');
});
