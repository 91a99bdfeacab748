import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Json,
  type Staff,
  addExpense,
  badPaths,
  done,
  etag,
  expense,
  move,
  booksOfFile,
  refusal,
} from './books.ts';
import { pdf, putFile } from './receipt-files.ts';

const books = booksOfFile();
let treasurer: Staff;
let elder: Staff;
let owner: Staff;
beforeAll(async () => {
  treasurer = await books.as(['treasurer']);
  elder = await books.as(['elder']);
  owner = await books.as(['member']);
});

const RULES = '/api/approval-rules';
const ROUTE = '/api/expenses';
const at = (id: number) => `${ROUTE}/${id}`;
const read = (id: number) => done(books.admin.get(at(id)));
const setRules = (rules: Json) => done(books.admin.put(RULES, rules));
const approve = (who: Staff, id: number, body?: Json, headers = {}) => who.post(`${at(id)}/approve`, body, headers);
const audited = async (query: string): Promise<Json[]> =>
  (await done(books.admin.get(`/api/audit-logs?sort=id&pageSize=200&${query}`))).items;

async function pending(amount: number, who = owner): Promise<number> {
  const { id } = await done(who.post(ROUTE, expense(books, { expenseDate: '2024-01-10', amount })));
  await done(who.post(`${at(id)}/submit`));
  return id as number;
}

describe('the approval rules', () => {
  test('set no limits by default, can be read by a treasurer, and can be changed only by user managers', async () => {
    const first = await treasurer.get(RULES);
    expect(first.body).toMatchObject({ secondApprovalAbove: null, payerMayApproveUpTo: null });
    expect(refusal(await treasurer.put(RULES, { secondApprovalAbove: 1 }))).toBe('403 forbidden');
    expect(refusal(await owner.get(RULES))).toBe('403 forbidden');
    const put = await books.admin.put(RULES, { secondApprovalAbove: 500.25, payerMayApproveUpTo: 0 });
    expect(put.body).toMatchObject({ secondApprovalAbove: 500.25, payerMayApproveUpTo: 0 });
    const seen = await treasurer.get(RULES);
    expect(seen.body).toEqual(put.body);
    expect(etag(seen)).toBe(etag(put));
    expect(etag(seen)).not.toBe(etag(first));
    const stale = await books.admin.put(RULES, {}, { 'if-match': etag(first) });
    expect(refusal(stale)).toBe('412 stale_version');
    expect(await setRules({})).toMatchObject({ secondApprovalAbove: null, payerMayApproveUpTo: null });
    const entries = await audited('entityType=ApprovalRules');
    expect(entries.map(({ action, changes }) => [action, changes.secondApprovalAbove])).toEqual([
      ['ApprovalRulesUpdated', [null, 500.25]],
      ['ApprovalRulesUpdated', [500.25, null]],
    ]);
  });

  test('are refused if they are not amounts, and the error names each bad field', async () => {
    const answer = await books.admin.put(RULES, { secondApprovalAbove: -1, payerMayApproveUpTo: 0.001, limit: 1 });
    expect(refusal(answer)).toBe('400 validation_failed');
    expect(badPaths(answer)).toEqual(['limit', 'payerMayApproveUpTo', 'secondApprovalAbove']);
  });
});

describe('if secondApprovalAbove is set', () => {
  beforeAll(() => setRules({ secondApprovalAbove: 100 }));
  afterAll(() => setRules({}));

  test('two people must approve a larger expense, and it is not booked before the second approval', async () => {
    const id = await pending(100.01);
    const before = await elder.get(at(id));
    const first = await approve(elder, id);
    expect(first.body).toMatchObject({
      status: 'PendingApproval',
      bookedOn: null,
      approvedBy: null,
      approvedAt: null,
      approvals: [{ by: elder.userId, byName: expect.any(String), at: expect.any(String) }],
    });
    expect(etag(first)).not.toBe(etag(before));
    expect(etag(first)).toBe(etag(await elder.get(at(id))));
    expect(refusal(await approve(treasurer, id, {}, { 'if-match': etag(before) }))).toBe('412 stale_version');
    const { body } = await approve(treasurer, id);
    expect(body).toMatchObject({ status: 'Approved', bookedOn: '2024-01-10', approvedBy: treasurer.userId });
    expect(body.approvals.map(({ by }: Json) => by)).toEqual([elder.userId, treasurer.userId]);
    const actions = (await audited(`entityType=Expense&entityId=${id}`)).map(({ action }) => action);
    expect(actions).toEqual(['ExpenseCreated', 'ExpenseSubmitted', 'ExpenseFirstApproved', 'ExpenseApproved']);
  });

  test('one person cannot approve twice, not even a super_admin', async () => {
    for (const who of [elder, books.admin]) {
      const id = await pending(200);
      await done(approve(who, id));
      const before = await read(id);
      expect(refusal(await approve(who, id))).toBe('403 already_approved_by_you');
      expect(await read(id)).toEqual(before);
    }
  });

  test('ten simultaneous approvals by two people record one approval for each person', async () => {
    const id = await pending(200);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => approve(n % 2 === 0 ? elder : treasurer, id)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    const { status, approvals } = await read(id);
    expect([status, approvals.length]).toEqual(['Approved', 2]);
  });

  test('the booking date comes from the latest approval that names one', async () => {
    const given = await pending(200);
    await done(approve(elder, given, { bookedOn: '2024-03-01' }));
    expect((await approve(treasurer, given)).body.bookedOn).toBe('2024-03-01');
    const again = await pending(200);
    await done(approve(elder, again, { bookedOn: '2024-03-01' }));
    expect((await approve(treasurer, again, { bookedOn: '2024-04-01' })).body.bookedOn).toBe('2024-04-01');
  });

  test('an expense of exactly the limit needs only one approval', async () => {
    expect((await approve(elder, await pending(100))).body.status).toBe('Approved');
  });

  test('a rejection cancels the first approval and stays readable', async () => {
    const id = await pending(200);
    await done(approve(elder, id));
    const { body } = await treasurer.post(`${at(id)}/reject`, { reason: 'which shop?' });
    expect(body).toMatchObject({ status: 'Draft', approvals: [], rejectedReason: 'which shop?' });
    await done(owner.post(`${at(id)}/submit`));
    expect((await approve(treasurer, id)).body.status).toBe('PendingApproval');
    const second = await approve(elder, id);
    expect(second.body).toMatchObject({
      status: 'Approved',
      rejectedReason: null,
      rejections: [{ by: treasurer.userId, reason: 'which shop?' }],
    });
  });

  test('a new receipt cancels the first approval', async () => {
    const id = await pending(200);
    await done(approve(elder, id));
    const { body } = await putFile({ books, who: owner, id }, { bytes: pdf('another receipt') });
    expect(body).toMatchObject({ status: 'PendingApproval', approvals: [] });
    expect((await approve(treasurer, id)).body.status).toBe('PendingApproval');
    expect((await approve(elder, id)).body.status).toBe('Approved');
  });

  test('an approval follows the rules that are in force when it is given', async () => {
    const [lowered, raised] = [await pending(90), await pending(200)];
    await done(approve(elder, raised));
    await setRules({ secondApprovalAbove: 50 });
    expect((await approve(elder, lowered)).body.status).toBe('PendingApproval');
    await setRules({ secondApprovalAbove: 1000 });
    expect((await approve(elder, raised)).body).toMatchObject({
      status: 'Approved',
      approvals: [{ by: elder.userId }],
    });
    await setRules({ secondApprovalAbove: 100 });
  });
});

describe('an approver who also pays', () => {
  afterAll(() => setRules({}));

  test.each(['treasurer', 'super_admin'])(
    'with the role %s can pay expenses up to payerMayApproveUpTo with a warning, but no larger expenses',
    async (role) => {
      const someone = await books.as([role]);
      const [small, large] = [await pending(100), await pending(100.01)];
      for (const id of [small, large]) await done(approve(someone, id));
      await setRules({ payerMayApproveUpTo: 100 });
      expect((await someone.post(`${at(small)}/pay`)).body.warnings).toMatchObject([
        { code: 'same_approver_and_payer' },
      ]);
      const before = await read(large);
      expect(refusal(await someone.post(`${at(large)}/pay`))).toBe('403 approver_pays');
      expect(await read(large)).toEqual(before);
      const paid = await done((await books.as(['finance'])).post(`${at(large)}/pay`));
      expect(paid).toMatchObject({ status: 'Paid' });
      expect(paid).not.toHaveProperty('warnings');
    },
  );

  test('is recognized as an approver even after giving only the first of two approvals', async () => {
    await setRules({ secondApprovalAbove: 100, payerMayApproveUpTo: 100 });
    const id = await pending(200);
    await done(approve(treasurer, id));
    await done(approve(elder, id));
    expect(refusal(await treasurer.post(`${at(id)}/pay`))).toBe('403 approver_pays');
    await setRules({ secondApprovalAbove: 100 });
    expect((await treasurer.post(`${at(id)}/pay`)).body.warnings).toMatchObject([{ code: 'same_approver_and_payer' }]);
  });
});

describe('rejections', () => {
  test('stay readable, each with its author, time and reason', async () => {
    const id = await pending(10);
    for (const [who, reason] of [
      [elder, 'the first'],
      [treasurer, 'the second'],
    ] as const) {
      await done(who.post(`${at(id)}/reject`, { reason }));
      await done(owner.post(`${at(id)}/submit`));
    }
    await done(approve(elder, id));
    const { rejections, rejectedReason } = (await owner.get(at(id))).body;
    expect(rejectedReason).toBeNull();
    const at0 = expect.stringMatching(/Z$/);
    expect(rejections).toEqual([
      { by: elder.userId, byName: expect.any(String), at: at0, reason: 'the first' },
      { by: treasurer.userId, byName: expect.any(String), at: at0, reason: 'the second' },
    ]);
    for (const list of [`${ROUTE}/mine`, ROUTE]) {
      const { items } = await done((list === ROUTE ? elder : owner).get(`${list}?sort=-id`));
      expect(items.find((one: Json) => one.id === id).rejections).toEqual(rejections);
    }
  });

  test('are not shown on any other expense', async () => {
    const { id } = await addExpense(books, { expenseDate: '2024-01-10' });
    expect(await move(books, id, 'submit')).toMatchObject({ rejections: [], approvals: [] });
  });
});
