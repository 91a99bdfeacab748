import { describe, expect, test } from 'vitest';
import {
  type Json,
  type Staff,
  addApproved,
  addExpense,
  addMember,
  badPaths,
  close,
  done,
  etag,
  expense,
  move,
  booksOfFile,
  refusal,
} from './books.ts';
import { request } from '../support/daemon.ts';
import { holders } from './roles.ts';

const books = booksOfFile();

const ROUTE = '/api/expenses';
const at = (id: number) => `${ROUTE}/${id}`;
const draft = async (fields: Record<string, unknown> = {}): Promise<number> =>
  (await addExpense(books, { expenseDate: '2024-01-10', ...fields })).id;
const put = (id: number, fields: Record<string, unknown>, headers = {}) =>
  books.admin.put(at(id), expense(books, { expenseDate: '2024-01-10', ...fields }), headers);
const read = (id: number) => done(books.admin.get(at(id)));
const audited = async (id: number): Promise<Json[]> =>
  (await done(books.admin.get(`/api/audit-logs?entityType=Expense&entityId=${id}&sort=id&pageSize=200`))).items;

/** Creates a user with these roles and a draft that the user owns. */
async function draftOf(roles: readonly string[] = ['member']): Promise<{ owner: Staff; id: number }> {
  const owner = await books.as(roles);
  const { id } = await done(owner.post(ROUTE, expense(books, { expenseDate: '2024-01-11' })));
  return { owner, id };
}

/** Returns a value for every optional field of an expense. */
async function everyField(): Promise<Record<string, unknown>> {
  const member = await addMember(books, { lastName: 'Payee' });
  return {
    vendor: 'Music & More',
    functionalClass: 'Fundraising',
    memberId: member.id,
    fundId: books.fund('Missions'),
    paymentMethod: 'Check',
    paymentReference: '1042',
    notes: 'see the e-mail',
  };
}

describe('replacing an expense', () => {
  test('changes every field, and returns the same values and ETag as a later read', async () => {
    const id = await draft();
    const next = {
      subCategoryId: books.subCategory('Guest Speakers'),
      ministryId: books.ministry('Administration'),
      expenseDate: '2024-02-29',
      amount: 9_999_999_999.99,
      description: '講員費',
      ...(await everyField()),
    };
    const answer = await books.admin.put(at(id), next);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ id, ...next, status: 'Draft', bookedOn: null, receipt: null });
    expect(answer.body).toMatchObject({ subCategoryName: 'Guest Speakers', groupName: 'Worship' });
    expect(answer.body).toMatchObject({ ministryName: 'Administration', effectiveFunctionalClass: 'Fundraising' });
    expect(answer.body.form990LineCode).toBe('11g');
    const seen = await books.admin.get(at(id));
    expect(seen.body).toEqual(answer.body);
    expect(etag(seen)).toBe(etag(answer));
  });

  test('sets every omitted optional field to null, and the fund to the General fund', async () => {
    const optional = await everyField();
    const id = await draft(optional);
    const { body } = await put(id, {});
    const emptied = Object.fromEntries(Object.keys(optional).map((name) => [name, null]));
    expect(body).toMatchObject({ ...emptied, fundId: books.fund('General'), fundName: 'General' });
    expect(body.effectiveFunctionalClass).toBe('ProgramServices');
    expect(await read(id)).toEqual(body);
  });

  test('keeps the expense’s id, owner and time of entry, and records who changed the expense', async () => {
    const { owner, id } = await draftOf();
    const before = await read(id);
    const finance = await books.as(['finance']);
    const { body } = await finance.put(at(id), expense(books, { expenseDate: '2024-01-11', amount: 12 }));
    expect(body).toMatchObject({ id, amount: 12, submittedBy: owner.userId, createdBy: owner.userId });
    expect(body.submittedByName).toBe(before.submittedByName);
    expect(body.createdAt).toBe(before.createdAt);
    expect(body.modifiedBy).toBe(finance.userId);
    expect(Date.parse(body.modifiedAt)).toBeGreaterThanOrEqual(Date.parse(before.modifiedAt ?? before.createdAt));
  });

  test('is refused if required fields are missing, and the refusal names each of them', async () => {
    const id = await draft();
    const before = await read(id);
    const answer = await books.admin.put(at(id), { notes: 'only this' });
    expect(refusal(answer)).toBe('400 validation_failed');
    expect(badPaths(answer)).toEqual(['amount', 'description', 'expenseDate', 'ministryId', 'subCategoryId']);
    expect(await read(id)).toEqual(before);
  });

  test('is refused with several invalid fields, and the refusal names all of them', async () => {
    const id = await draft();
    const bad = { amount: 0.001, expenseDate: '2024-02-30', paymentMethod: 'Gold', functionalClass: 'x', typo: 1 };
    const answer = await put(id, bad);
    expect(refusal(answer)).toBe('400 validation_failed');
    expect(badPaths(answer)).toEqual(Object.keys(bad).toSorted());
  });

  test.each(['status', 'bookedOn', 'submittedBy', 'approvedBy', 'rejectedReason', 'paidOn', 'reversalOf', 'receipt'])(
    'cannot set %s, which only the service sets',
    async (field) => {
      const id = await draft();
      const before = await read(id);
      const answer = await put(id, { amount: 99, [field]: null });
      expect(refusal(answer)).toBe('400 validation_failed');
      expect(answer.body.errors).toMatchObject([{ path: field, code: 'unknown_field' }]);
      expect(await read(id)).toEqual(before);
    },
  );

  test.each(['subCategoryId', 'ministryId', 'memberId', 'fundId'])(
    'is refused with 422 if %s is unknown, and the refusal names the field',
    async (field) => {
      const id = await draft();
      const before = await read(id);
      const answer = await put(id, { [field]: 999_999 });
      expect(refusal(answer)).toBe('422 unknown_reference');
      expect(badPaths(answer)).toEqual([field]);
      expect(await read(id)).toEqual(before);
    },
  );

  test('makes the new date and amount count once the expense is approved', async () => {
    const id = await draft({ expenseDate: '2011-01-10', amount: 10 });
    await done(put(id, { expenseDate: '2011-02-10', amount: 33.33 }));
    await move(books, id, 'submit');
    await move(books, id, 'approve');
    for (const [month, total] of [
      ['2011/1', 0],
      ['2011/2', 33.33],
    ]) {
      expect((await done(books.admin.get(`/api/monthly-statements/${month}`))).totalExpenses).toBe(total);
    }
  });

  test('returns 404 if the expense does not exist, and so does deleting it', async () => {
    expect(refusal(await put(999_999, {}))).toBe('404 not_found');
    expect(refusal(await books.admin.del(at(999_999)))).toBe('404 not_found');
  });
});

describe('deleting an expense', () => {
  test('returns 204, and no read, list, search or workflow step finds the expense afterwards', async () => {
    const text = 'Unmistakable vanishing';
    const id = await draft({ description: text });
    const other = await draft({ description: 'Still here' });
    const gone = await books.admin.del(at(id));
    expect(gone.status).toBe(204);
    expect(gone.body).toBe('');
    expect(refusal(await books.admin.get(at(id)))).toBe('404 not_found');
    for (const list of [ROUTE, `${ROUTE}/mine`]) {
      const { items } = await done(books.admin.get(`${list}?pageSize=200&from=2024-01-10&to=2024-01-10`));
      const ids = items.map((row: Json) => row.id);
      expect(ids).not.toContain(id);
      expect(ids).toContain(other);
      expect((await done(books.admin.get(`${list}?search=${encodeURIComponent(text)}`))).totalCount).toBe(0);
    }
    for (const answer of [
      await books.admin.del(at(id)),
      await put(id, {}),
      await books.admin.post(`${at(id)}/submit`),
      await books.admin.post(`${at(id)}/approve`),
    ]) {
      expect(refusal(answer)).toBe('404 not_found');
    }
  });

  test('ten times at once succeeds only once', async () => {
    const id = await draft();
    const answers = await Promise.all(Array.from({ length: 10 }, () => books.admin.del(at(id))));
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([204, ...Array.from({ length: 9 }, () => 404)]);
  });

  test('leaves no inconsistent state if the expense is submitted at the same time', async () => {
    const id = await draft();
    const [gone, sent] = await Promise.all([books.admin.del(at(id)), books.admin.post(`${at(id)}/submit`)]);
    expect([`${gone.status} ${sent.status}`]).toContainEqual(expect.stringMatching(/^(204 404|409 200)$/));
    expect((await books.admin.get(at(id))).status).toBe(gone.status === 204 ? 404 : 200);
  });

  test('is refused with a stale If-Match', async () => {
    const made = await books.admin.post(ROUTE, expense(books, { expenseDate: '2024-01-12' }));
    await done(put(made.body.id, { amount: 11 }));
    const stale = { 'if-match': etag(made) };
    expect(refusal(await books.admin.del(at(made.body.id), stale))).toBe('412 stale_version');
    const fresh = { 'if-match': etag(await books.admin.get(at(made.body.id))) };
    expect((await books.admin.del(at(made.body.id), fresh)).status).toBe(204);
  });
});

describe('If-Match', () => {
  test('allows a change with the current tag, but not with a stale tag', async () => {
    const made = await books.admin.post(ROUTE, expense(books, { expenseDate: '2024-01-12' }));
    const { id } = made.body;
    const first = await put(id, { amount: 11 }, { 'if-match': etag(made) });
    expect(first.status).toBe(200);
    expect(etag(first)).not.toBe(etag(made));
    expect(refusal(await put(id, { amount: 12 }, { 'if-match': etag(made) }))).toBe('412 stale_version');
    expect(await read(id)).toEqual(first.body);
    expect((await put(id, { amount: 13 })).body.amount).toBe(13);
  });

  test('allows only one of many simultaneous changes with the same tag', async () => {
    const made = await books.admin.post(ROUTE, expense(books, { expenseDate: '2024-01-12' }));
    const tag = { 'if-match': etag(made) };
    const amounts = [1, 2, 3, 4, 5, 6];
    const answers = await Promise.all(amounts.map((amount) => put(made.body.id, { amount }, tag)));
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(5);
    expect(await read(made.body.id)).toEqual(winners[0]?.body);
  });
});

describe('changing or deleting an expense', () => {
  test.each([
    ['PendingApproval', ['submit']],
    ['Approved', ['submit', 'approve']],
    ['Paid', ['submit', 'approve', 'pay']],
  ] as const)('is refused if the status of the expense is %s', async (status, steps) => {
    const id = await draft();
    for (const step of steps) await move(books, id, step);
    const before = await read(id);
    expect(before.status).toBe(status);
    expect(refusal(await put(id, { amount: 11 }))).toBe('409 not_draft');
    expect(refusal(await books.admin.del(at(id)))).toBe('409 not_draft');
    expect(await read(id)).toEqual(before);
  });

  test('is refused even to the owner once the expense is submitted', async () => {
    const { owner, id } = await draftOf();
    await done(owner.post(`${at(id)}/submit`));
    const body = expense(books, { expenseDate: '2024-01-11' });
    expect(refusal(await owner.put(at(id), body))).toBe('409 not_draft');
    expect(refusal(await owner.del(at(id)))).toBe('409 not_draft');
  });

  test('is possible again after a rejection', async () => {
    const { owner, id } = await draftOf();
    await done(owner.post(`${at(id)}/submit`));
    await done(books.admin.post(`${at(id)}/reject`, { reason: 'which shop?' }));
    const body = expense(books, { expenseDate: '2024-01-11', vendor: 'The shop' });
    expect((await owner.put(at(id), body)).body.vendor).toBe('The shop');
    expect((await owner.del(at(id))).status).toBe(204);
  });

  test('is possible for a draft in a finalized month, because a draft does not count', async () => {
    const [one, two] = [await draft({ expenseDate: '2012-03-04' }), await draft({ expenseDate: '2012-03-05' })];
    await addApproved(books, { expenseDate: '2012-03-06' });
    const before = await close(books, '2012/3');
    expect((await put(one, { expenseDate: '2012-03-04', amount: 500 })).status).toBe(200);
    expect((await books.admin.del(at(two))).status).toBe(204);
    expect(await done(books.admin.get('/api/monthly-statements/2012/3'))).toEqual(before);
  });
});

describe('permissions for drafts', () => {
  const body = () => expense(books, { expenseDate: '2024-01-11', amount: 77 });

  test.each(['member', 'pastor', 'elder', 'expense_approver', 'finance'])(
    'a %s can change and delete a draft of their own',
    async (role) => {
      const { owner, id } = await draftOf([role]);
      expect((await owner.put(at(id), body())).body.amount).toBe(77);
      expect((await owner.del(at(id))).status).toBe(204);
    },
  );

  test.each(holders('finance.manage'))('a %s can change and delete another person’s draft', async (role) => {
    const { owner, id } = await draftOf();
    const someone = await books.as([role]);
    expect((await someone.put(at(id), body())).body).toMatchObject({ amount: 77, submittedBy: owner.userId });
    expect((await someone.del(at(id))).status).toBe(204);
    expect(refusal(await owner.get(at(id)))).toBe('404 not_found');
  });

  test.each(['elder', 'expense_approver', 'auditor'])(
    'a %s, who may only read another person’s draft, can neither change nor delete it',
    async (role) => {
      const { owner, id } = await draftOf();
      const before = await done(owner.get(at(id)));
      const someone = await books.as([role]);
      expect(refusal(await someone.put(at(id), body()))).toBe('403 forbidden');
      expect(refusal(await someone.del(at(id)))).toBe('403 forbidden');
      expect(await done(owner.get(at(id)))).toEqual(before);
    },
  );

  test.each(['member', 'admin', 'pastor', 'deacon', 'ministry_leader', 'secretary', 'offering_counter'])(
    'a %s gets 404 for another person’s draft',
    async (role) => {
      const { owner, id } = await draftOf();
      const before = await done(owner.get(at(id)));
      const someone = await books.as([role]);
      expect(refusal(await someone.put(at(id), body()))).toBe('404 not_found');
      expect(refusal(await someone.del(at(id)))).toBe('404 not_found');
      expect(await done(owner.get(at(id)))).toEqual(before);
    },
  );

  test('nobody can change or delete a draft without signing in', async () => {
    const id = await draft();
    for (const [method, options] of [
      ['PUT', { body: body() }],
      ['DELETE', {}],
    ] as const) {
      expect(refusal(await request(books.daemon.url, method, at(id), options))).toBe('401 unauthenticated');
    }
    expect((await read(id)).amount).toBe(10);
  });
});

describe('the audit log', () => {
  test('records the values of each changed field before and after, and no other field', async () => {
    const id = await draft({ vendor: 'Old shop' });
    await done(put(id, { amount: 12.5 }));
    const entry = (await audited(id)).at(-1);
    expect(entry).toMatchObject({ action: 'ExpenseUpdated', entityType: 'Expense', actorId: books.admin.userId });
    expect(entry.changes.amount).toEqual([10, 12.5]);
    expect(entry.changes.vendor).toEqual(['Old shop', null]);
    for (const field of ['description', 'ministryId', 'status']) expect(entry.changes).not.toHaveProperty(field);
  });

  test('records a deletion and the user who made it', async () => {
    const { id } = await draftOf();
    const treasurer = await books.as(['treasurer']);
    await done(treasurer.del(at(id)));
    const entries = await audited(id);
    expect(entries.map(({ action }) => action)).toEqual(['ExpenseCreated', 'ExpenseDeleted']);
    expect(entries.at(-1)).toMatchObject({ actorId: treasurer.userId });
  });

  test('records nothing about a refused change', async () => {
    const id = await draft();
    const before = await audited(id);
    await put(id, { amount: 0 });
    await put(id, { memberId: 999_999 });
    await put(id, { amount: 5 }, { 'if-match': '"stale"' });
    expect(await audited(id)).toEqual(before);
  });
});
