import { beforeAll, describe, expect, test } from 'vitest';
import {
  type Json,
  addApproved,
  addExpense,
  addGiving,
  addMember,
  addSession,
  badPaths,
  close,
  done,
  etag,
  giving,
  booksOfFile,
  refusal,
  statementOf,
} from './books.ts';
import { takes } from './people-files.ts';
import { expectBadFields, expectProblem } from './support.ts';
import { request } from '../support/daemon.ts';
import { ROLES } from './roles.ts';

const books = booksOfFile();

/** Requests a merge with confirmation, which is required because the two records of a `pair` have different names. */
const merge = (id: number, body: unknown, headers = {}) =>
  books.admin.post(
    `/api/members/${id}/merge`,
    typeof body === 'object' && body !== null ? { confirm: true, ...body } : body,
    headers,
  );
const member = (id: number) => books.admin.get(`/api/members/${id}`);

let serial = 0;
type Pair = { old: Json; into: Json };

/** Adds two records to merge, with names that nobody else has. */
async function pair(oldFields = {}, intoFields = {}): Promise<Pair> {
  serial += 1;
  const old = await addMember(books, { firstName: 'Doubled', lastName: `Away${serial}x`, ...oldFields });
  const into = await addMember(books, { firstName: 'Single', lastName: `Stays${serial}x`, ...intoFields });
  return { old, into };
}

const ids = ({ items }: Json): number[] => items.map((row: Json) => row.id);

describe('permissions to merge members', () => {
  test.each(ROLES)('%s cannot merge members, and nothing moves', async (role) => {
    const { old, into } = await pair();
    const staff = await books.as([role]);
    expect(refusal(await staff.post(`/api/members/${old.id}/merge`, { into: into.id }))).toBe('403 forbidden');
    expect((await member(old.id)).body).toEqual(old);
    expect((await member(into.id)).body).toEqual(into);
  });

  test('nobody can merge members without signing in', async () => {
    const { old, into } = await pair();
    const route = `/api/members/${old.id}/merge`;
    const answer = await request(books.daemon.url, 'POST', route, { body: { into: into.id } });
    expectProblem(answer, 401, 'unauthenticated');
    expect((await member(old.id)).status).toBe(200);
  });
});

describe('a merge', () => {
  test('returns the surviving member with the ETag, and keeps the survivor’s own data', async () => {
    const known = { nickname: 'Kept', chineseName: '陳', email: 'kept@example.org', status: 'Visitor', notes: 'kept' };
    const { old, into } = await pair({ nickname: 'Dropped', email: 'dropped@example.org', status: 'Inactive' }, known);
    const answer = await merge(old.id, { into: into.id });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ id: into.id, firstName: into.firstName, lastName: into.lastName, ...known });
    const seen = await member(into.id);
    expect(seen.body).toEqual(answer.body);
    expect(etag(seen)).toBe(etag(answer));
  });

  test('makes the old id unknown to every call', async () => {
    const { old, into } = await pair();
    await done(merge(old.id, { into: into.id }));
    const name = { firstName: 'Back', lastName: 'Again' };
    const answers = [
      await member(old.id),
      await books.admin.put(`/api/members/${old.id}`, name),
      await books.admin.del(`/api/members/${old.id}`),
      await books.admin.post(`/api/members/${old.id}/restore`),
      await merge(old.id, { into: into.id }),
      await books.admin.post(`/api/members/${old.id}/purge`, { confirm: true }),
    ];
    expect(answers.map(refusal)).toEqual(Array.from({ length: answers.length }, () => '404 not_found'));
    expect((await member(into.id)).status).toBe(200);
  });

  test('removes the old record from the list, the search and its family, but not the surviving member', async () => {
    const { id: family } = await done(books.admin.post('/api/family-units', { name: 'Merged family' }));
    const { old, into } = await pair({ familyUnitId: family }, { familyUnitId: family });
    await done(merge(old.id, { into: into.id }));
    expect((await done(books.admin.get(`/api/members?search=${old.lastName}`))).items).toEqual([]);
    expect(ids(await done(books.admin.get(`/api/members?search=${into.lastName}`)))).toEqual([into.id]);
    expect(ids(await done(books.admin.get(`/api/members?familyUnitId=${family}`)))).toEqual([into.id]);
    const { members } = await done(books.admin.get(`/api/family-units/${family}`));
    expect(ids({ items: members })).toEqual([into.id]);
  });

  test('refuses new references to the old id', async () => {
    const { old, into } = await pair();
    await done(merge(old.id, { into: into.id }));
    const body = giving(books, { date: '2024-01-07', memberId: old.id });
    expect(refusal(await books.admin.post('/api/givings', body))).toBe('422 unknown_reference');
  });

  test('gives the envelope number of the old record to the survivor', async () => {
    const { old, into } = await pair({ offeringNumber: 'MERGED-1' });
    const { firstName, lastName } = await done(merge(old.id, { into: into.id }));
    const again = await books.admin.put(`/api/members/${into.id}`, { firstName, lastName, offeringNumber: 'MERGED-1' });
    expect(again.status).toBe(200);
  });

  test('keeps the survivor’s own envelope number, and frees the other number', async () => {
    const { old, into } = await pair({ offeringNumber: 'MERGED-2' }, { offeringNumber: 'MERGED-3' });
    expect((await done(merge(old.id, { into: into.id }))).offeringNumber).toBe('MERGED-3');
    const other = await books.admin.post('/api/members', { firstName: 'A', lastName: 'B', offeringNumber: 'MERGED-2' });
    expect(other.status).toBe(201);
  });
});

describe('the givings of a merged member', () => {
  test('move to the survivor and show the survivor’s name, while other givings stay', async () => {
    const { old, into } = await pair();
    const other = await addMember(books, { lastName: 'Bystander' });
    const moved = await addGiving(books, { date: '2024-02-04', amount: 12.34, memberId: old.id, note: 'moved' });
    const own = await addGiving(books, { date: '2024-02-04', amount: 5, memberId: into.id });
    const foreign = await addGiving(books, { date: '2024-02-04', amount: 7, memberId: other.id });
    const nameless = await addGiving(books, { date: '2024-02-04', memberId: old.id, isAnonymous: true });
    await done(merge(old.id, { into: into.id }));
    const seen = await done(books.admin.get(`/api/givings/${moved.id}`));
    expect(seen).toMatchObject({ amount: 12.34, note: 'moved', memberId: into.id });
    expect(seen.memberName).toBe((await done(books.admin.get(`/api/givings/${own.id}`))).memberName);
    expect(seen.memberName).toContain(into.lastName);
    const list = await done(books.admin.get(`/api/givings?memberId=${into.id}&sort=id`));
    expect(ids(list)).toEqual([moved.id, own.id]);
    expect((await done(books.admin.get(`/api/givings?memberId=${old.id}`))).items).toEqual([]);
    expect(await done(books.admin.get(`/api/givings/${foreign.id}`))).toEqual(foreign);
    expect(await done(books.admin.get(`/api/givings/${nameless.id}`))).toMatchObject({
      memberId: null,
      memberName: null,
    });
  });

  test('are found by the survivor’s name and not by the old name', async () => {
    const { old, into } = await pair({ chineseName: '趙舊名' }, { chineseName: '錢新名' });
    const { id } = await addGiving(books, { date: '2024-02-11', memberId: old.id });
    await done(merge(old.id, { into: into.id }));
    for (const text of [into.lastName, '錢新']) {
      expect(ids(await done(books.admin.get(`/api/givings?search=${encodeURIComponent(text)}`)))).toEqual([id]);
    }
    for (const text of [old.lastName, '趙舊']) {
      expect((await done(books.admin.get(`/api/givings?search=${encodeURIComponent(text)}`))).items).toEqual([]);
    }
  });

  test.for(['Draft', 'Submitted', 'Reconciled'] as const)(
    'move even in a %s session, without changing the session’s figures',
    async (status, { skip }) => {
      const reconciles = await takes(books, 'post', '/api/offering-sessions/{id}/reconcile');
      skip(status === 'Reconciled' && !reconciles, 'sessions cannot be reconciled yet');
      const { old, into } = await pair();
      const day = { Draft: '03', Submitted: '10', Reconciled: '17' }[status];
      const givings = [giving(books, { amount: 20.5, memberId: old.id }), giving(books, { amount: 4.5 })];
      const { id } = await addSession(books, { date: `2024-03-${day}`, countedBy: ['A', 'B'], givings });
      if (status !== 'Draft') await done(books.admin.post(`/api/offering-sessions/${id}/submit`));
      if (status === 'Reconciled') await done(books.admin.post(`/api/offering-sessions/${id}/reconcile`));
      const before = await done(books.admin.get(`/api/offering-sessions/${id}`));
      await done(merge(old.id, { into: into.id }));
      const after = await done(books.admin.get(`/api/offering-sessions/${id}`));
      expect(after).toMatchObject({ status, totals: before.totals });
      const givers = after.givings.map((row: Json) => [row.amount, row.memberId]);
      expect(givers.toSorted((left: number[], right: number[]) => Number(left[0]) - Number(right[0]))).toEqual([
        [4.5, null],
        [20.5, into.id],
      ]);
    },
  );

  test('move even in a finalized month, without changing the month’s statement', async () => {
    const { old, into } = await pair();
    const { id } = await addGiving(books, { date: '2021-03-07', amount: 99.99, memberId: old.id });
    await addApproved(books, { expenseDate: '2021-03-08', amount: 10.01, memberId: old.id });
    await close(books, '2021/3');
    const before = await statementOf(books, '2021/3');
    const report = await done(books.admin.get('/api/form990/functional-expenses?year=2021'));
    await done(merge(old.id, { into: into.id }));
    expect(await statementOf(books, '2021/3')).toEqual(before);
    expect(before).toMatchObject({ status: 'Finalized', totalGiving: 99.99, totalExpenses: 10.01 });
    expect(await done(books.admin.get('/api/form990/functional-expenses?year=2021'))).toEqual(report);
    expect(await done(books.admin.get(`/api/givings/${id}`))).toMatchObject({ amount: 99.99, memberId: into.id });
  });

  test('move together with their reversals', async ({ skip }) => {
    skip(!(await takes(books, 'post', '/api/givings/{id}/reverse')), 'givings cannot be reversed yet');
    const { old, into } = await pair();
    const { id } = await addGiving(books, { date: '2024-04-07', amount: 30, memberId: old.id });
    const undone = await done(
      books.admin.post(`/api/givings/${id}/reverse`, { date: '2024-04-08', reason: 'bounced' }),
    );
    await done(merge(old.id, { into: into.id }));
    const seen = await done(books.admin.get(`/api/givings/${undone.id}`));
    expect(seen).toMatchObject({ amount: -30, reversalOf: id, memberId: into.id });
    expect((await done(books.admin.get(`/api/givings?memberId=${old.id}`))).totalCount).toBe(0);
  });
});

describe('the expenses of a merged member', () => {
  test('become payable to the survivor, and keep their figures and their status', async () => {
    const { old, into } = await pair();
    const draft = await addExpense(books, { expenseDate: '2024-05-05', amount: 3.21, memberId: old.id });
    const approved = await addApproved(books, { expenseDate: '2024-05-06', amount: 6.54, memberId: old.id });
    const foreign = await addExpense(books, { expenseDate: '2024-05-07' });
    await done(merge(old.id, { into: into.id }));
    for (const { id, amount, status } of [draft, approved]) {
      const seen = await done(books.admin.get(`/api/expenses/${id}`));
      expect(seen).toMatchObject({ amount, status, memberId: into.id });
    }
    expect((await done(books.admin.get(`/api/expenses/${foreign.id}`))).memberId).toBeNull();
  });
});

describe('the user accounts of merged members', () => {
  const user = async (id: number) => done(books.admin.get(`/api/users/${id}`));

  test('move from the old record to the survivor', async () => {
    const { old, into } = await pair();
    const { userId } = await books.as(['member'], { memberId: old.id });
    expect((await done(merge(old.id, { into: into.id }))).userId).toBe(userId);
    expect((await user(userId)).memberId).toBe(into.id);
  });

  test('stay with the survivor', async () => {
    const { old, into } = await pair();
    const { userId } = await books.as(['member'], { memberId: into.id });
    expect((await done(merge(old.id, { into: into.id }))).userId).toBe(userId);
    expect((await user(userId)).memberId).toBe(into.id);
  });

  test('prevent the merge if both records have an account, and nothing moves', async () => {
    const { old, into } = await pair();
    const first = await books.as(['member'], { memberId: old.id });
    const second = await books.as(['member'], { memberId: into.id });
    const { id } = await addGiving(books, { date: '2024-06-02', memberId: old.id });
    const answer = await merge(old.id, { into: into.id });
    expect(answer.status).toBe(409);
    expect(['conflict', 'user_already_linked']).toContain(answer.body.code);
    expect((await user(first.userId)).memberId).toBe(old.id);
    expect((await user(second.userId)).memberId).toBe(into.id);
    expect((await done(books.admin.get(`/api/givings/${id}`))).memberId).toBe(old.id);
  });
});

describe('the audit log of a merge', () => {
  const log = async (query: string): Promise<Json[]> =>
    (await done(books.admin.get(`/api/audit-logs?pageSize=200&${query}`))).items;

  test('has an entry for one of the two records that names the person who merged them', async () => {
    const { old, into } = await pair();
    const headers = { 'x-request-id': `merge-${old.id}` };
    await done(merge(old.id, { into: into.id }, headers));
    const entries = [...(await log(`entityId=${old.id}`)), ...(await log(`entityId=${into.id}`))];
    const made = entries.filter((entry) => entry.entityType === 'Member' && entry.requestId === `merge-${old.id}`);
    expect(made.length).toBeGreaterThan(0);
    expect(made.map((entry) => entry.action).join(' ')).toMatch(/Merged/);
    for (const entry of made) expect(entry.actorId).toBe(books.admin.userId);
  });

  test('keeps the entries of both records', async () => {
    const { old, into } = await pair();
    const before = await done(books.admin.get('/api/audit-logs'));
    await done(merge(old.id, { into: into.id }));
    expect((await done(books.admin.get('/api/audit-logs'))).totalCount).toBeGreaterThan(before.totalCount);
    const created = await log('action=MemberCreated&sort=-id');
    expect(created.map((entry) => entry.changes.lastName?.[1])).toEqual(
      expect.arrayContaining([old.lastName, into.lastName]),
    );
  });

  test('records nothing about a refused merge', async () => {
    const { old } = await pair();
    const before = (await done(books.admin.get('/api/audit-logs'))).totalCount;
    await merge(old.id, { into: 99_999_999 });
    expect((await done(books.admin.get('/api/audit-logs'))).totalCount).toBe(before);
  });
});

describe('a refused merge changes nothing', () => {
  let two: Pair;
  beforeAll(async () => {
    two = await pair();
  });
  const unchanged = async () => {
    expect((await member(two.old.id)).body).toEqual(two.old);
    expect((await member(two.into.id)).body).toEqual(two.into);
  };

  test('if the survivor does not exist', async () => {
    expectProblem(await merge(two.old.id, { into: 99_999_999 }), 422, 'unknown_reference');
    await unchanged();
  });

  test('if the survivor is the old record itself', async () => {
    const answer = await merge(two.old.id, { into: two.old.id });
    expect([400, 409]).toContain(answer.status);
    expect(badPaths(answer)).toEqual(answer.status === 400 ? ['into'] : []);
    await unchanged();
  });

  test('if the survivor was deleted', async () => {
    const gone = await addMember(books, { lastName: 'Deletedinto' });
    await done(books.admin.del(`/api/members/${gone.id}`));
    expectProblem(await merge(two.old.id, { into: gone.id }), 422, 'unknown_reference');
    await unchanged();
    expect((await done(books.admin.post(`/api/members/${gone.id}/restore`))).lastName).toBe('Deletedinto');
  });

  test('if the survivor was merged into another member before', async () => {
    const earlier = await pair();
    await done(merge(earlier.old.id, { into: earlier.into.id }));
    expectProblem(await merge(two.old.id, { into: earlier.old.id }), 422, 'unknown_reference');
    await unchanged();
  });

  test('if the old record does not exist', async () => {
    expectProblem(await merge(99_999_999, { into: two.into.id }), 404, 'not_found');
    await unchanged();
  });

  test.each([
    {},
    { into: null },
    { into: 0 },
    { into: -1 },
    { into: 1.5 },
    { into: '1' },
    { into: [1] },
    { into: 1e30 },
  ])('if the body is %j, and the refusal names the field', async (body) => {
    expectBadFields(await merge(two.old.id, body), ['into']);
    await unchanged();
  });

  test('if a field is unknown, and the refusal names the field', async () => {
    const answer = await merge(two.old.id, { into: two.into.id, from: two.old.id });
    expectBadFields(answer, ['from']);
    expect(answer.body.errors[0].code).toBe('unknown_field');
    await unchanged();
  });

  test('if the body is missing', async () => {
    expect((await merge(two.old.id, undefined)).status).toBe(400);
    await unchanged();
  });

  test('if the tag is stale', async () => {
    expectProblem(await merge(two.old.id, { into: two.into.id }, { 'if-match': '"stale"' }), 412, 'stale_version');
    await unchanged();
  });
});

describe('merges', () => {
  test('succeed with the current tag of the old record', async () => {
    const { old, into } = await pair();
    const answer = await merge(old.id, { into: into.id }, { 'if-match': etag(await member(old.id)) });
    expect(answer.status).toBe(200);
  });

  test('in opposite directions at the same time succeed only once, and no giving is lost', async () => {
    const { old, into } = await pair();
    for (const memberId of [old.id, into.id]) await addGiving(books, { date: '2024-07-07', amount: 1, memberId });
    const answers = await Promise.all([merge(old.id, { into: into.id }), merge(into.id, { into: old.id })]);
    const statuses = answers.map(({ status }) => status).toSorted((left, right) => left - right);
    expect(statuses[0]).toBe(200);
    expect([404, 422]).toContain(statuses[1]);
    const survivor = answers.find(({ status }) => status === 200)?.body.id;
    expect((await done(books.admin.get(`/api/givings?memberId=${survivor}`))).totalCount).toBe(2);
  });

  test('one after another turn three records into one member, who has the givings of all three', async () => {
    const { old, into } = await pair();
    const third = await addMember(books, { lastName: 'Thirdrecord' });
    for (const memberId of [old.id, into.id, third.id]) await addGiving(books, { date: '2024-07-14', memberId });
    await done(merge(old.id, { into: third.id }));
    await done(merge(third.id, { into: into.id }));
    expect((await done(books.admin.get(`/api/givings?memberId=${into.id}`))).totalCount).toBe(3);
    expect(refusal(await member(old.id))).toBe('404 not_found');
    expect(refusal(await member(third.id))).toBe('404 not_found');
  });
});

describe('two records that may be different people', () => {
  const unsure = (id: number, into: number) => books.admin.post(`/api/members/${id}/merge`, { into });

  test.each([
    ['with different names', { chineseName: '陳一' }, { chineseName: '陳二' }],
    ['with a nickname', { firstName: 'Bob', lastName: 'Nick' }, { firstName: 'Robert', lastName: 'Nick' }],
    [
      'with one name and two birth dates',
      { firstName: 'Ann', lastName: 'Twin', birthDate: '1980-01-01' },
      { firstName: 'Ann', lastName: 'Twin', birthDate: '1981-01-01' },
    ],
  ])('are merged only after confirmation: %s', async (_what, oldFields, intoFields) => {
    const { old, into } = await pair(oldFields, intoFields);
    expectProblem(await unsure(old.id, into.id), 409, 'different_people');
    expect((await member(old.id)).body).toEqual(old);
    expect((await member(into.id)).body).toEqual(into);
    expect((await merge(old.id, { into: into.id })).status).toBe(200);
  });

  test.each([
    [
      'the same Chinese name, and another name since a marriage',
      { firstName: 'Grace', lastName: 'Lin', chineseName: '陳美玲' },
      { firstName: 'Mei-Ling', lastName: 'Chen', chineseName: '陳美玲' },
    ],
    [
      'the same name, and only one Chinese name that differs',
      { firstName: 'Wei', lastName: 'Twofold', chineseName: '陳薇' },
      { firstName: 'Wei', lastName: 'Twofold', chineseName: '陳偉' },
    ],
    [
      'the same name except for case, accents and hyphens',
      { firstName: 'Zoé', lastName: 'Lin-Chen' },
      { firstName: 'ZOE', lastName: 'Lin Chen' },
    ],
    [
      'the same Chinese name in Traditional and Simplified characters',
      { chineseName: '陈美玲' },
      { chineseName: '陳美玲' },
    ],
    [
      'the same name and only one known birth date',
      { firstName: 'Ann', lastName: 'Same', birthDate: '1980-01-01' },
      { firstName: 'Ann', lastName: 'Same' },
    ],
  ])('are merged without confirmation if they have %s', async (_what, oldFields, intoFields) => {
    const { old, into } = await pair(oldFields, intoFields);
    expect((await unsure(old.id, into.id)).status).toBe(200);
  });

  test('pass an e-mail address on to the survivor only after confirmation, and only if the survivor has none', async () => {
    const name = { firstName: 'Ann', lastName: 'Mail' };
    const first = await pair({ ...name, email: 'taken@example.org', phone: '5550001' }, name);
    expect((await unsure(first.old.id, first.into.id)).body).toMatchObject({ email: null, phone: '5550001' });
    const second = await pair({ ...name, email: 'given@example.org' }, name);
    expect((await merge(second.old.id, { into: second.into.id })).body.email).toBe('given@example.org');
    const third = await pair({ ...name, email: 'other@example.org' }, { ...name, email: 'own@example.org' });
    expect((await merge(third.old.id, { into: third.into.id })).body.email).toBe('own@example.org');
  });
});
