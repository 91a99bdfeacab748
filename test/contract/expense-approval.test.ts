import { beforeAll, describe, expect, test } from 'vitest';
import {
  type Staff,
  addApproved,
  addExpense,
  addMember,
  badPaths,
  close,
  done,
  etag,
  expense,
  inDays,
  move,
  booksOfFile,
  refusal,
} from './books.ts';
import { pdf, putFile, receiptOf } from './receipt-files.ts';

const books = booksOfFile();
let treasurer: Staff;
beforeAll(async () => {
  treasurer = await books.as(['treasurer']);
});

const ROUTE = '/api/expenses';

async function pendingOf(owner: Staff, fields: Record<string, unknown>) {
  const { id } = await done(owner.post(ROUTE, expense(books, fields)));
  await done(owner.post(`${ROUTE}/${id}/submit`));
  return id as number;
}

describe('the approval of an expense', () => {
  test.each(['treasurer', 'elder', 'expense_approver'])('is refused to a %s who entered the expense', async (role) => {
    const owner = await books.as([role]);
    const id = await pendingOf(owner, { expenseDate: '2024-01-05' });
    expect(refusal(await owner.post(`${ROUTE}/${id}/approve`))).toBe('403 self_approval');
    expect((await owner.get(`${ROUTE}/${id}`)).body).toMatchObject({ status: 'PendingApproval', approvedBy: null });
  });

  test('is refused to the owner of the expense, even if someone else submitted it', async () => {
    const elder = await books.as(['elder']);
    const { id } = await done(elder.post(ROUTE, expense(books, { expenseDate: '2024-01-06' })));
    await done(treasurer.post(`${ROUTE}/${id}/submit`));
    expect(refusal(await elder.post(`${ROUTE}/${id}/approve`))).toBe('403 self_approval');
  });

  test('is refused to a person who submitted the expense for its owner', async () => {
    const owner = await books.as(['member']);
    const { id } = await done(owner.post(ROUTE, expense(books, { expenseDate: '2024-01-07' })));
    await done(treasurer.post(`${ROUTE}/${id}/submit`));
    expect(refusal(await treasurer.post(`${ROUTE}/${id}/approve`))).toBe('403 self_approval');
  });

  test('is refused to a person who only attached or removed a receipt', async () => {
    const owner = await books.as(['member']);
    const [attaching, removing] = [await books.as(['treasurer']), await books.as(['treasurer'])];
    const { id } = await done(owner.post(ROUTE, expense(books, { expenseDate: '2024-01-07' })));
    const attach = (who: Staff) => done(putFile({ books, who, id }, { bytes: pdf('lunch') }));
    await attach(owner);
    expect((await removing.del(receiptOf(id))).status).toBe(204);
    await attach(attaching);
    await done(owner.post(`${ROUTE}/${id}/submit`));
    for (const one of [attaching, removing]) {
      expect(refusal(await one.post(`${ROUTE}/${id}/approve`))).toBe('403 self_approval');
    }
    expect((await treasurer.post(`${ROUTE}/${id}/approve`)).status).toBe(200);
  });

  test('is allowed for an approver without a member record if the expense has no payee', async () => {
    const id = await pendingOf(await books.as(['member']), { expenseDate: '2024-01-09' });
    expect((await (await books.as(['elder'])).post(`${ROUTE}/${id}/approve`)).status).toBe(200);
  });

  test('is allowed for an approver whose member record is not the payee', async () => {
    const own = await addMember(books, { firstName: 'One' });
    const other = await addMember(books, { firstName: 'Two' });
    const elder = await books.as(['elder'], { memberId: own.id });
    const id = await pendingOf(await books.as(['member']), { expenseDate: '2024-01-10', memberId: other.id });
    expect((await elder.post(`${ROUTE}/${id}/approve`)).status).toBe(200);
  });

  describe('of what a family gets', () => {
    const couple = async () => {
      const { id: familyUnitId } = await done(books.admin.post('/api/family-units', { name: 'Lee' }));
      const head = await addMember(books, { firstName: 'Head', familyUnitId, familyRole: 'Head' });
      const spouse = await addMember(books, { firstName: 'Spouse', familyUnitId, familyRole: 'Spouse' });
      const child = await addMember(books, { firstName: 'Child', familyUnitId, familyRole: 'Child' });
      return { head, spouse, child };
    };
    const vendorOf = (memberId: number) =>
      done(treasurer.post('/api/vendors', { name: `Catering ${memberId}`, memberId }));
    const waiting = async (fields: Record<string, unknown>) =>
      pendingOf(await books.as(['member']), { expenseDate: '2024-01-10', ...fields });

    test('is refused to the husband or wife of who is paid, and is not in their list', async () => {
      const { head, spouse } = await couple();
      const elder = await books.as(['elder'], { memberId: head.id });
      const id = await waiting({ memberId: spouse.id });
      expect(refusal(await elder.post(`${ROUTE}/${id}/approve`))).toBe('403 own_family');
      expect(refusal(await elder.post(`/api/approvals/Expense/${id}/approve`))).toBe('403 own_family');
      const { items } = await done(elder.get('/api/approvals'));
      expect(items.map((item: { id: number }) => item.id)).not.toContain(id);
      expect((await (await books.as(['elder'])).post(`${ROUTE}/${id}/approve`)).status).toBe(200);
    });

    test('is refused to the member behind the vendor, and to their husband or wife', async () => {
      const { head, spouse } = await couple();
      const elders = [
        await books.as(['elder'], { memberId: head.id }),
        await books.as(['elder'], { memberId: spouse.id }),
      ];
      const id = await waiting({ vendorId: (await vendorOf(spouse.id)).id });
      for (const elder of elders) expect(refusal(await elder.post(`${ROUTE}/${id}/approve`))).toBe('403 own_family');
    });

    test('is allowed to a grown-up child, and to a super_admin with a warning', async () => {
      const { head, spouse, child } = await couple();
      const elder = await books.as(['elder'], { memberId: child.id });
      expect((await elder.post(`${ROUTE}/${await waiting({ memberId: head.id })}/approve`)).status).toBe(200);
      const admin = await books.as(['super_admin'], { memberId: head.id });
      const approved = await done(admin.post(`${ROUTE}/${await waiting({ memberId: spouse.id })}/approve`));
      expect(approved.warnings).toMatchObject([{ code: 'own_family' }]);
    });
  });

  test('is allowed for a super_admin even for their own expense, but returns a warning', async () => {
    const body = await addApproved(books, { expenseDate: '2024-01-11' });
    expect(body).toMatchObject({ submittedBy: books.admin.userId, approvedBy: books.admin.userId });
    expect(body.warnings).toMatchObject([{ code: 'self_approval' }]);
    const id = await pendingOf(await books.as(['member']), { expenseDate: '2024-01-11' });
    expect(await done(books.admin.post(`${ROUTE}/${id}/approve`))).not.toHaveProperty('warnings');
  });
});

describe('the payment of an expense', () => {
  test('returns a warning if the payer also approved the expense', async () => {
    const id = await pendingOf(await books.as(['member']), { expenseDate: '2024-02-05' });
    await done(treasurer.post(`${ROUTE}/${id}/approve`));
    const { status, body } = await treasurer.post(`${ROUTE}/${id}/pay`);
    expect(status).toBe(200);
    expect(body.status).toBe('Paid');
    expect(body.warnings).toMatchObject([{ code: 'same_approver_and_payer' }]);
  });

  test('returns no warning if another person approved the expense', async () => {
    const id = await pendingOf(await books.as(['member']), { expenseDate: '2024-02-06' });
    await move(books, id, 'approve');
    const { body } = await treasurer.post(`${ROUTE}/${id}/pay`);
    expect(body.warnings ?? []).toEqual([]);
  });

  test('stores its date, method and reference', async () => {
    const { id } = await addApproved(books, { expenseDate: '2024-02-07', paymentMethod: 'Cash' });
    const paid = { paidOn: '2024-02-20', paymentMethod: 'Check', paymentReference: '2044' };
    const body = await move(books, id, 'pay', paid);
    expect(body).toMatchObject({ ...paid, status: 'Paid', bookedOn: '2024-02-07', paidBy: books.admin.userId });
  });

  test('is dated today in the church’s time zone if no date is given', async () => {
    const { id } = await addApproved(books, { expenseDate: '2024-02-08' });
    expect((await move(books, id, 'pay')).paidOn).toBe(inDays(0));
  });

  test('uses the method and reference of the expense if the request gives none', async () => {
    const planned = { paymentMethod: 'Check', paymentReference: '77' };
    const { id } = await addApproved(books, { expenseDate: '2024-02-09', ...planned });
    expect(await move(books, id, 'pay', {})).toMatchObject(planned);
  });

  test('is refused with invalid fields, and the refusal names each of them', async () => {
    const { id } = await addApproved(books, { expenseDate: '2024-02-10' });
    const body = { paidOn: '2024-02-30', paymentMethod: 'Gold', amount: 5 };
    const answer = await books.admin.post(`${ROUTE}/${id}/pay`, body);
    expect(refusal(answer)).toBe('400 validation_failed');
    expect(badPaths(answer)).toEqual(['amount', 'paidOn', 'paymentMethod']);
  });
});

describe('workflow steps', () => {
  const cases = [
    ['Draft', [], ['approve', 'pay']],
    ['PendingApproval', ['submit'], ['submit', 'pay']],
    ['Approved', ['submit', 'approve'], ['submit', 'approve']],
    ['Paid', ['submit', 'approve', 'pay'], ['submit', 'approve', 'pay']],
  ] as const;
  test.each(cases)(
    'that the status %s does not allow are refused and change nothing',
    async (status, steps, refused) => {
      const { id } = await addExpense(books, { expenseDate: '2024-03-05' });
      for (const step of steps) await move(books, id, step);
      const before = await books.admin.get(`${ROUTE}/${id}`);
      expect(before.body.status).toBe(status);
      for (const step of refused) {
        expect(refusal(await books.admin.post(`${ROUTE}/${id}/${step}`))).toBe('409 invalid_transition');
      }
      const after = await books.admin.get(`${ROUTE}/${id}`);
      expect(after.body).toEqual(before.body);
      expect(etag(after)).toBe(etag(before));
    },
  );

  test('return 404 for an expense that does not exist', async () => {
    for (const step of ['submit', 'approve', 'pay']) {
      expect(refusal(await books.admin.post(`${ROUTE}/999999/${step}`))).toBe('404 not_found');
    }
  });

  test('with a stale If-Match are refused and change nothing', async () => {
    const made = await books.admin.post(ROUTE, expense(books, { expenseDate: '2024-03-06' }));
    const route = `${ROUTE}/${made.body.id}`;
    const stale = { 'if-match': etag(made) };
    const sent = await books.admin.post(`${route}/submit`, undefined, stale);
    expect(sent.status).toBe(200);
    expect(refusal(await books.admin.post(`${route}/approve`, undefined, stale))).toBe('412 stale_version');
    expect((await books.admin.get(route)).body.status).toBe('PendingApproval');
    const approved = await books.admin.post(`${route}/approve`, undefined, { 'if-match': etag(sent) });
    expect(approved.status).toBe(200);
    expect(refusal(await books.admin.post(`${route}/pay`, undefined, stale))).toBe('412 stale_version');
  });

  test('succeed only once if ten approvals or ten payments of an expense arrive at once', async () => {
    const { id } = await addExpense(books, { expenseDate: '2024-03-07' });
    await move(books, id, 'submit');
    for (const step of ['approve', 'pay']) {
      const tries = Array.from({ length: 10 }, () => books.admin.post(`${ROUTE}/${id}/${step}`));
      const answers = await Promise.all(tries);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ body }) => body.code === 'invalid_transition')).toHaveLength(9);
    }
  });
});

describe('the booking date of an expense', () => {
  test('is the date of the expense unless the approver gives another date', async () => {
    expect((await addApproved(books, { expenseDate: '2024-04-05' })).bookedOn).toBe('2024-04-05');
    const moved = await addApproved(books, { expenseDate: '2024-04-05' }, { bookedOn: '2024-05-01' });
    expect(moved).toMatchObject({ expenseDate: '2024-04-05', bookedOn: '2024-05-01' });
  });

  test('must be a valid date, and an approval refuses unknown fields', async () => {
    const { id } = await addExpense(books, { expenseDate: '2024-04-06' });
    await move(books, id, 'submit');
    const answer = await books.admin.post(`${ROUTE}/${id}/approve`, { bookedOn: '2024-02-30', booked: 1 });
    expect(refusal(answer)).toBe('400 validation_failed');
    expect(badPaths(answer)).toEqual(['booked', 'bookedOn']);
  });

  test('must be given if the expense is dated in a finalized month, and the refusal names the first open date', async () => {
    const { id } = await addExpense(books, { expenseDate: '2016-06-15' });
    await move(books, id, 'submit');
    await close(books, '2016/6');
    await close(books, '2016/7');
    const answer = await books.admin.post(`${ROUTE}/${id}/approve`);
    expect(refusal(answer)).toBe('409 period_finalized');
    expect(answer.body.firstOpenDate).toBe('2016-08-01');
    const closed = await books.admin.post(`${ROUTE}/${id}/approve`, { bookedOn: '2016-07-31' });
    expect(refusal(closed)).toBe('409 period_finalized');
    const { body } = await books.admin.post(`${ROUTE}/${id}/approve`, { bookedOn: '2016-08-01' });
    expect(body).toMatchObject({ status: 'Approved', bookedOn: '2016-08-01', expenseDate: '2016-06-15' });
    expect((await books.admin.get('/api/monthly-statements/2016/6')).body.totalExpenses).toBe(0);
    expect((await books.admin.get('/api/monthly-statements/2016/8')).body.totalExpenses).toBe(10);
  });
});
