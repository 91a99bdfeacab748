import { beforeAll, describe, expect, test } from 'vitest';
import {
  type Json,
  type Staff,
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
  statementOf,
} from './books.ts';
import { request } from '../support/daemon.ts';
import { holders } from './roles.ts';

const books = booksOfFile();
let treasurer: Staff;
let elder: Staff;
beforeAll(async () => {
  treasurer = await books.as(['treasurer']);
  elder = await books.as(['elder']);
});

const ROUTE = '/api/expenses';
const at = (id: number) => `${ROUTE}/${id}`;
const read = (id: number) => done(books.admin.get(at(id)));
const approve = (who: Staff, id: number) => who.post(`${at(id)}/approve`);
const reject = (who: Staff, id: number, body: unknown = { reason: 'which shop?' }, headers = {}) =>
  who.post(`${at(id)}/reject`, body, headers);
const audited = async (id: number): Promise<Json[]> =>
  (await done(books.admin.get(`/api/audit-logs?entityType=Expense&entityId=${id}&sort=id&pageSize=200`))).items;

const entered = (fields: Record<string, unknown> = {}) => expense(books, { expenseDate: '2024-01-10', ...fields });

async function draftOf(owner: Staff, fields: Record<string, unknown> = {}): Promise<number> {
  return (await done(owner.post(ROUTE, entered(fields)))).id as number;
}

async function pending(owner?: Staff, fields: Record<string, unknown> = {}): Promise<{ owner: Staff; id: number }> {
  const someone = owner ?? (await books.as(['member']));
  const id = await draftOf(someone, fields);
  await done(someone.post(`${at(id)}/submit`));
  return { owner: someone, id };
}

/** The request body of each step. */
const MOVES: Record<string, Record<string, unknown> | undefined> = {
  submit: undefined,
  approve: undefined,
  reject: { reason: 'a reason' },
  pay: undefined,
  reverse: { date: '2024-01-31', reason: 'a reason' },
};

const STATES = [
  { status: 'Draft', next: 'Submit it first.', steps: [], allowed: ['submit'] },
  { status: 'PendingApproval', next: 'Approve or reject it first.', steps: ['submit'], allowed: ['approve', 'reject'] },
  {
    status: 'Approved',
    next: 'It can be paid or reversed.',
    steps: ['submit', 'approve'],
    allowed: ['pay', 'reverse'],
  },
  { status: 'Paid', next: 'It can only be reversed.', steps: ['submit', 'approve', 'pay'], allowed: ['reverse'] },
] as const;

const inState = async (steps: readonly ('submit' | 'approve' | 'pay')[]): Promise<number> => {
  const { id } = await addExpense(books, { expenseDate: '2024-01-10' });
  for (const step of steps) await move(books, id, step);
  return id;
};

describe('the workflow of expenses', () => {
  const pairs = STATES.flatMap((state) => Object.keys(MOVES).map((step) => ({ ...state, step })));
  const isAllowed = ({ allowed, step }: (typeof pairs)[number]) => (allowed as readonly string[]).includes(step);

  test.each(pairs.filter((pair) => !isAllowed(pair)))(
    'does not allow $step from $status, and a refused step names the next one, and changes and records nothing',
    async ({ status, next, steps, step }) => {
      const id = await inState(steps);
      const before = await books.admin.get(at(id));
      const [log, count] = [await audited(id), (await done(books.admin.get(ROUTE))).totalCount];
      expect(before.body.status).toBe(status);
      const answer = await books.admin.post(`${at(id)}/${step}`, MOVES[step]);
      expect(refusal(answer)).toBe('409 invalid_transition');
      expect(answer.body.detail).toContain(
        step === 'reverse' ? 'Only an approved or paid expense can be reversed' : next,
      );
      const after = await books.admin.get(at(id));
      expect(after.body).toEqual(before.body);
      expect(etag(after)).toBe(etag(before));
      expect(await audited(id)).toEqual(log);
      expect((await done(books.admin.get(ROUTE))).totalCount).toBe(count);
    },
  );

  test.each(pairs.filter(isAllowed))('allows $step from $status only once', async ({ steps, step }) => {
    const id = await inState(steps);
    const first = await books.admin.post(`${at(id)}/${step}`, MOVES[step]);
    expect(first.status).toBe(step === 'reverse' ? 201 : 200);
    expect((await books.admin.post(`${at(id)}/${step}`, MOVES[step])).status).toBe(409);
  });

  test.each(Object.keys(MOVES))(
    'returns 404 for the step %s if the expense does not exist or was deleted',
    async (step) => {
      const gone = await inState([]);
      await done(books.admin.del(at(gone)));
      for (const id of [gone, 999_999]) {
        expect(refusal(await books.admin.post(`${at(id)}/${step}`, MOVES[step]))).toBe('404 not_found');
      }
    },
  );

  test.each(Object.keys(MOVES))('refuses the step %s to a caller who is not signed in', async (step) => {
    const id = await inState([]);
    const answer = await request(books.daemon.url, 'POST', `${at(id)}/${step}`, { body: MOVES[step] ?? {} });
    expect(refusal(answer)).toBe('401 unauthenticated');
    expect((await read(id)).status).toBe('Draft');
  });

  test('refuses an unknown field in every step', async () => {
    for (const { steps, allowed } of STATES) {
      for (const step of allowed) {
        const id = await inState(steps);
        const before = await read(id);
        const answer = await books.admin.post(`${at(id)}/${step}`, { ...MOVES[step], reazon: 'typo' });
        expect(answer.body.errors).toMatchObject([{ path: 'reazon', code: 'unknown_field' }]);
        expect(await read(id)).toEqual(before);
      }
    }
  });
});

describe('a rejection', () => {
  test('makes the expense a Draft again, stores the reason, and leaves no approval and no booking date', async () => {
    const { owner, id } = await pending();
    const { status, body } = await reject(elder, id, { reason: '  No receipt 沒有收據 ' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, status: 'Draft', bookedOn: null, approvedBy: null, approvedAt: null });
    expect(body.rejectedReason).toContain('No receipt 沒有收據');
    expect(body.submittedBy).toBe(owner.userId);
    expect(await done(owner.get(at(id)))).toEqual(body);
  });

  test('is visible to the owner, who can change the expense and submit it again', async () => {
    const { owner, id } = await pending();
    await done(reject(elder, id, { reason: 'say what for' }));
    expect((await done(owner.get(`${ROUTE}/mine?status=Draft`))).items[0].rejectedReason).toBe('say what for');
    await done(owner.put(at(id), entered({ description: 'Strings for the guitar' })));
    expect((await done(owner.post(`${at(id)}/submit`))).status).toBe('PendingApproval');
    const { body } = await approve(elder, id);
    expect(body).toMatchObject({ status: 'Approved', description: 'Strings for the guitar', approvedBy: elder.userId });
  });

  test('can be repeated with another reason', async () => {
    const { owner, id } = await pending();
    await done(reject(elder, id, { reason: 'the first' }));
    await done(owner.post(`${at(id)}/submit`));
    expect((await reject(treasurer, id, { reason: 'the second' })).body.rejectedReason).toBe('the second');
  });

  test.each([[undefined], [{}], [{ reason: '' }], [{ reason: '   ' }], [{ reason: 5 }], [{ reason: null }]])(
    'is refused with the body %j',
    async (body) => {
      const { id } = await pending();
      const answer = await elder.post(`${at(id)}/reject`, body);
      expect(answer.status).toBe(400);
      expect((await read(id)).status).toBe('PendingApproval');
      const empty = await elder.post(`${at(id)}/reject`, body ?? {});
      expect(badPaths(empty)).toEqual(['reason']);
    },
  );

  test.each(holders('expenses.approve'))('can be made by a %s', async (role) => {
    const { id } = await pending();
    expect((await reject(await books.as([role]), id)).body.status).toBe('Draft');
  });

  test.each(['finance', 'auditor'])('cannot be made by a %s, who may only read the expense', async (role) => {
    const { id } = await pending();
    expect(refusal(await reject(await books.as([role]), id))).toBe('403 forbidden');
    expect((await read(id)).status).toBe('PendingApproval');
  });

  test('cannot be made by the owner or a stranger', async () => {
    const { owner, id } = await pending();
    expect(refusal(await reject(owner, id))).toBe('403 forbidden');
    expect([403, 404]).toContain((await reject(await books.as(['member']), id)).status);
    expect((await read(id)).status).toBe('PendingApproval');
  });

  test('is refused with a stale If-Match', async () => {
    const { owner, id } = await pending();
    const stale = { 'if-match': etag(await books.admin.get(at(id))) };
    await done(reject(elder, id));
    await done(owner.put(at(id), entered({ amount: 500 })));
    await done(owner.post(`${at(id)}/submit`));
    expect(refusal(await reject(elder, id, { reason: 'late' }, stale))).toBe('412 stale_version');
    expect((await read(id)).status).toBe('PendingApproval');
  });

  test('and a simultaneous approval do not both succeed', async () => {
    const { id } = await pending();
    const answers = await Promise.all([approve(elder, id), reject(treasurer, id)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const winner = answers.find(({ status }) => status === 200);
    expect((await read(id)).status).toBe(winner?.body.status);
  });

  test('is possible for an expense of a finalized month, because no figure changes', async () => {
    const { id } = await pending(undefined, { expenseDate: '2011-04-05' });
    const before = await close(books, '2011/4');
    expect((await reject(elder, id)).body.status).toBe('Draft');
    expect(await statementOf(books, '2011/4')).toEqual(before);
  });
});

describe('the approval of an expense', () => {
  test('is refused to the person who last edited the expense for its owner', async () => {
    const owner = await books.as(['member']);
    const id = await draftOf(owner);
    await done(treasurer.put(at(id), entered({ amount: 5000 })));
    await done(owner.post(`${at(id)}/submit`));
    expect(refusal(await approve(treasurer, id))).toBe('403 self_approval');
    expect(await read(id)).toMatchObject({ status: 'PendingApproval', approvedBy: null, bookedOn: null });
    expect((await approve(elder, id)).status).toBe(200);
  });

  test('is refused to a person who edited the expense after a rejection', async () => {
    const { owner, id } = await pending();
    await done(reject(elder, id));
    await done(treasurer.put(at(id), entered({ vendor: 'A friend' })));
    await done(owner.post(`${at(id)}/submit`));
    expect(refusal(await approve(treasurer, id))).toBe('403 self_approval');
  });

  test('is refused to the owner, even if another person edited and submitted the expense', async () => {
    const owner = await books.as(['elder']);
    const id = await draftOf(owner);
    await done(treasurer.put(at(id), entered({ amount: 11 })));
    await done(treasurer.post(`${at(id)}/submit`));
    for (const who of [owner, treasurer]) expect(refusal(await approve(who, id))).toBe('403 self_approval');
    expect((await approve(elder, id)).status).toBe(200);
  });

  test('is refused to a person who edited the expense for its owner, even if the owner edited it later', async () => {
    const owner = await books.as(['member']);
    const id = await draftOf(owner);
    await done(treasurer.put(at(id), entered({ amount: 11 })));
    await done(owner.put(at(id), entered({ amount: 12 })));
    await done(owner.post(`${at(id)}/submit`));
    expect(refusal(await approve(treasurer, id))).toBe('403 self_approval');
  });

  test('is refused to a person who resubmitted the rejected expense unchanged, even if its owner resubmits it later', async () => {
    const { owner, id } = await pending();
    await done(reject(elder, id));
    await done(treasurer.post(`${at(id)}/submit`));
    expect(refusal(await approve(treasurer, id))).toBe('403 self_approval');
    await done(reject(elder, id));
    await done(owner.post(`${at(id)}/submit`));
    expect(refusal(await approve(treasurer, id))).toBe('403 self_approval');
    expect((await approve(elder, id)).status).toBe(200);
  });

  test('is allowed for a person who rejected the expense before', async () => {
    const { owner, id } = await pending();
    await done(reject(treasurer, id));
    await done(owner.post(`${at(id)}/submit`));
    expect((await approve(treasurer, id)).status).toBe(200);
  });

  test('is refused to a user whose member record is the payee', async () => {
    const member = await addMember(books, { lastName: 'Payee' });
    const payee = await books.as(['treasurer'], { memberId: member.id });
    const { id } = await pending(undefined, { memberId: member.id });
    expect(refusal(await approve(payee, id))).toBe('403 self_approval');
    const { id: changed } = await pending(elder);
    await done(reject(treasurer, changed));
    await done(elder.put(at(changed), entered({ memberId: member.id })));
    await done(elder.post(`${at(changed)}/submit`));
    expect(refusal(await approve(payee, changed))).toBe('403 self_approval');
  });

  test('is refused to a user who was linked to the payee after the expense was submitted', async () => {
    const member = await addMember(books, { lastName: 'Linked later' });
    const { id } = await pending(undefined, { memberId: member.id });
    const someone = await books.as(['expense_approver']);
    const { firstName, lastName } = member;
    await done(books.admin.put(`/api/members/${member.id}`, { firstName, lastName, userId: someone.userId }));
    expect(refusal(await approve(someone, id))).toBe('403 self_approval');
    expect((await read(id)).status).toBe('PendingApproval');
  });

  test('is refused to the owner, even with several roles that may approve', async () => {
    const someone = await books.as(['treasurer', 'elder', 'expense_approver', 'admin']);
    const { id } = await pending(someone);
    expect(refusal(await approve(someone, id))).toBe('403 self_approval');
  });

  test('is allowed for a super_admin who owns the expense, is its payee, or edited it', async () => {
    const member = await addMember(books, { lastName: 'Root' });
    const root = await books.as(['super_admin'], { memberId: member.id });
    const owned = await pending(root, { memberId: member.id });
    expect((await approve(root, owned.id)).body).toMatchObject({ status: 'Approved', approvedBy: root.userId });
    const owner = await books.as(['member']);
    const edited = await draftOf(owner);
    await done(root.put(at(edited), entered({ amount: 11 })));
    await done(owner.post(`${at(edited)}/submit`));
    expect((await approve(root, edited)).status).toBe(200);
  });
});

describe('the warning that the same person approved and paid', () => {
  test('is returned when a super_admin pays an expense after approving it, but not by the approval itself', async () => {
    const { id } = await pending();
    expect((await move(books, id, 'approve')).warnings ?? []).toEqual([]);
    expect((await move(books, id, 'pay')).warnings).toMatchObject([{ code: 'same_approver_and_payer' }]);
  });

  test('is not returned if another person approved the expense, even if the payer rejected it before', async () => {
    const { owner, id } = await pending();
    await done(reject(treasurer, id));
    await done(owner.post(`${at(id)}/submit`));
    await done(approve(elder, id));
    expect((await done(treasurer.post(`${at(id)}/pay`))).warnings ?? []).toEqual([]);
  });
});

describe('the audit log', () => {
  test('records every step in order, with the user and the status before and after', async () => {
    const { owner, id } = await pending();
    await done(reject(elder, id, { reason: 'unmistakable reason' }));
    await done(owner.post(`${at(id)}/submit`));
    await done(approve(elder, id));
    await done(treasurer.post(`${at(id)}/pay`, { paymentReference: '1042' }));
    const entries = await audited(id);
    expect(entries[0]).toMatchObject({ action: 'ExpenseCreated', actorId: owner.userId });
    expect(entries.slice(1).map(({ actorId, changes }) => [actorId, changes.status])).toEqual([
      [owner.userId, ['Draft', 'PendingApproval']],
      [elder.userId, ['PendingApproval', 'Draft']],
      [owner.userId, ['Draft', 'PendingApproval']],
      [elder.userId, ['PendingApproval', 'Approved']],
      [treasurer.userId, ['Approved', 'Paid']],
    ]);
    const actions = entries.map(({ action }) => action);
    expect(actions[4]).toBe('ExpenseApproved');
    for (const action of actions) expect(action).toMatch(/^Expense[A-Z][a-z]+$/);
    expect(new Set(actions).size).toBe(5);
    expect(JSON.stringify(entries[2])).toContain('unmistakable reason');
  });
});
