import { describe, expect, test } from 'vitest';
import { addExpense, addMember, badPaths, done, etag, expense, move, booksOfFile, refusal } from './books.ts';
import { holders } from './roles.ts';

const books = booksOfFile();

const ROUTE = '/api/expenses';
const post = (fields: Record<string, unknown>) =>
  books.admin.post(ROUTE, expense(books, { expenseDate: '2024-01-10', ...fields }));

describe('entering', () => {
  test('an expense answers 201 as a Draft of the caller, with every name and line filled in', async () => {
    const member = await addMember(books, {});
    const body = {
      subCategoryId: books.subCategory('Guest Speakers'),
      ministryId: books.ministry('Administration'),
      expenseDate: '2024-01-10',
      amount: 250.75,
      vendor: 'Rev. Ōta',
      description: '講員費',
      functionalClass: 'Fundraising',
      memberId: member.id,
      fundCategoryId: books.category('Missions'),
      paymentMethod: 'Check',
      paymentReference: '1042',
      notes: 'thanks',
    };
    const answer = await books.admin.post(ROUTE, body);
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(`${ROUTE}/${answer.body.id}`);
    expect(answer.body).toMatchObject({
      ...body,
      status: 'Draft',
      subCategoryName: 'Guest Speakers',
      groupName: 'Worship',
      ministryName: 'Administration',
      effectiveFunctionalClass: 'Fundraising',
      form990LineCode: '11g',
      bookedOn: null,
      reversalOf: null,
      submittedBy: books.admin.userId,
      approvedBy: null,
      approvedAt: null,
      rejectedReason: null,
      paidBy: null,
      paidOn: null,
      receipt: null,
    });
    expect(answer.body.submittedByName).toBe('Development administrator');
    const read = await books.admin.get(`${ROUTE}/${answer.body.id}`);
    expect(read.body).toEqual(answer.body);
    expect(etag(read)).toBe(etag(answer));
  });

  test('the effective class is the ministry’s default unless the expense has its own', async () => {
    const own = await addExpense(books, { expenseDate: '2024-01-11', functionalClass: 'ManagementAndGeneral' });
    expect(own).toMatchObject({ effectiveFunctionalClass: 'ManagementAndGeneral' });
    const worship = await addExpense(books, { expenseDate: '2024-01-11' });
    expect(worship).toMatchObject({ functionalClass: null, effectiveFunctionalClass: 'ProgramServices' });
    const office = await addExpense(books, { expenseDate: '2024-01-11', ministryId: books.ministry('Administration') });
    expect(office).toMatchObject({ functionalClass: null, effectiveFunctionalClass: 'ManagementAndGeneral' });
  });

  test('nothing at all names every required field', async () => {
    const answer = await books.admin.post(ROUTE, {});
    expect(refusal(answer)).toBe('400 validation_failed');
    expect(badPaths(answer)).toEqual(['amount', 'description', 'expenseDate', 'ministryId', 'subCategoryId']);
  });

  test.each([0, -1, 0.005, 10_000_000_000, '5', 'NaN', null, 1e300])('an amount of %j is refused', async (amount) => {
    const answer = await post({ amount });
    expect(refusal(answer)).toBe('400 validation_failed');
    expect(badPaths(answer)).toEqual(['amount']);
  });

  test.each(['2026-02-30', 'x', '', null])('an expense dated %j is refused', async (expenseDate) => {
    expect(badPaths(await post({ expenseDate }))).toEqual(['expenseDate']);
  });

  test.each([
    ['functionalClass', 'Program'],
    ['paymentMethod', 'Gold'],
    ['description', ''],
  ])('%s cannot be "%s"', async (field, value) => {
    expect(badPaths(await post({ [field]: value }))).toEqual([field]);
  });

  test.each(['subCategoryId', 'ministryId', 'memberId', 'fundCategoryId'])(
    '%s that names nothing is 422 and names the path',
    async (field) => {
      const answer = await post({ [field]: 999_999 });
      expect(refusal(answer)).toBe('422 unknown_reference');
      expect(badPaths(answer)).toEqual([field]);
    },
  );

  test.each(['Tithe', 'General Offering', 'Thanksgiving', 'Other'])('%s is no fund to pay from', async (name) => {
    const answer = await post({ fundCategoryId: books.category(name) });
    expect(refusal(answer)).toBe('422 fund_not_restricted');
  });

  test.each(['Missions', 'Building Fund', 'Benevolence'])('%s is a fund to pay from', async (name) => {
    const { status, body } = await post({ fundCategoryId: books.category(name) });
    expect(status).toBe(201);
    expect(body.fundCategoryId).toBe(books.category(name));
  });

  test.each(['status', 'bookedOn', 'submittedBy', 'approvedBy', 'paidOn', 'receipt', 'form990LineCode'])(
    'the computed field %s cannot be sent',
    async (field) => {
      const answer = await post({ [field]: null });
      expect(answer.body.errors).toMatchObject([{ path: field, code: 'unknown_field' }]);
    },
  );
});

describe('who sees an expense', () => {
  test('the owner reads it, another member does not know of it', async () => {
    const owner = await books.as(['member']);
    const other = await books.as(['member']);
    const { body } = await owner.post(ROUTE, expense(books, { expenseDate: '2024-02-01' }));
    expect(body).toMatchObject({ submittedBy: owner.userId, createdBy: owner.userId });
    expect((await owner.get(`${ROUTE}/${body.id}`)).status).toBe(200);
    expect(refusal(await other.get(`${ROUTE}/${body.id}`))).toBe('404 not_found');
  });

  test('an expense of another reads the same as one that does not exist', async () => {
    const other = await books.as(['ministry_leader']);
    const { id } = await addExpense(books, { expenseDate: '2024-02-02' });
    const hidden = await other.get(`${ROUTE}/${id}`);
    const missing = await other.get(`${ROUTE}/999999`);
    const shown = (body: Record<string, unknown>) => ({ ...body, requestId: null });
    expect(shown(hidden.body)).toEqual(shown(missing.body));
  });

  test.each(holders('expenses.readAll'))('a %s reads every one', async (role) => {
    const someone = await books.as([role]);
    const { id } = await addExpense(books, { expenseDate: '2024-02-03' });
    expect((await someone.get(`${ROUTE}/${id}`)).status).toBe(200);
  });

  test.each(['admin', 'pastor', 'deacon', 'secretary', 'offering_counter'])(
    'a %s reads only their own',
    async (role) => {
      const someone = await books.as([role]);
      const { id } = await addExpense(books, { expenseDate: '2024-02-04' });
      expect(refusal(await someone.get(`${ROUTE}/${id}`))).toBe('404 not_found');
      const own = await someone.post(ROUTE, expense(books, { expenseDate: '2024-02-04' }));
      expect(own.status).toBe(201);
      expect((await someone.get(`${ROUTE}/${own.body.id}`)).status).toBe(200);
    },
  );

  test('an auditor enters no expense', async () => {
    const auditor = await books.as(['auditor']);
    const answer = await auditor.post(ROUTE, expense(books, { expenseDate: '2024-02-05' }));
    expect(refusal(answer)).toBe('403 forbidden');
  });
});

describe('who moves an expense', () => {
  const draftOf = async (date: string) => {
    const owner = await books.as(['member']);
    const { id } = await done(owner.post(ROUTE, expense(books, { expenseDate: date })));
    return { owner, id: id as number };
  };

  test('the owner submits their own draft', async () => {
    const { owner, id } = await draftOf('2024-03-01');
    const { status, body } = await owner.post(`${ROUTE}/${id}/submit`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, status: 'PendingApproval', bookedOn: null });
  });

  test.each(holders('finance.manage'))('a %s submits another’s draft', async (role) => {
    const { owner, id } = await draftOf('2024-03-02');
    const someone = await books.as([role]);
    const { body } = await someone.post(`${ROUTE}/${id}/submit`);
    expect(body).toMatchObject({ status: 'PendingApproval', submittedBy: owner.userId });
  });

  test.each(['elder', 'expense_approver', 'auditor'])(
    'a %s, who may only read it, does not submit it',
    async (role) => {
      const { id } = await draftOf('2024-03-03');
      const someone = await books.as([role]);
      expect(refusal(await someone.post(`${ROUTE}/${id}/submit`))).toBe('403 forbidden');
    },
  );

  test('another member cannot submit what they may not know of', async () => {
    const { id } = await draftOf('2024-03-04');
    const other = await books.as(['member']);
    expect(refusal(await other.post(`${ROUTE}/${id}/submit`))).toBe('404 not_found');
  });

  test.each(holders('expenses.approve'))('a %s approves it', async (role) => {
    const { owner, id } = await draftOf('2024-03-05');
    await done(owner.post(`${ROUTE}/${id}/submit`));
    const someone = await books.as([role]);
    const { status, body } = await someone.post(`${ROUTE}/${id}/approve`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'Approved', approvedBy: someone.userId, bookedOn: '2024-03-05' });
    expect(body.approvedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  test.each(['finance', 'auditor'])('a %s, who may read it, does not approve it', async (role) => {
    const { owner, id } = await draftOf('2024-03-06');
    await done(owner.post(`${ROUTE}/${id}/submit`));
    const someone = await books.as([role]);
    expect(refusal(await someone.post(`${ROUTE}/${id}/approve`))).toBe('403 forbidden');
  });

  test('the owner without the permission does not approve it', async () => {
    const { owner, id } = await draftOf('2024-03-07');
    await done(owner.post(`${ROUTE}/${id}/submit`));
    expect((await owner.post(`${ROUTE}/${id}/approve`)).status).toBe(403);
    expect((await owner.get(`${ROUTE}/${id}`)).body.status).toBe('PendingApproval');
  });

  test.each(holders('finance.manage'))('a %s pays it', async (role) => {
    const { owner, id } = await draftOf('2024-03-08');
    await done(owner.post(`${ROUTE}/${id}/submit`));
    await move(books, id, 'approve');
    const someone = await books.as([role]);
    const { status, body } = await someone.post(`${ROUTE}/${id}/pay`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'Paid', paidBy: someone.userId });
  });

  test.each(['elder', 'expense_approver', 'auditor'])('a %s, who may read it, does not pay it', async (role) => {
    const { owner, id } = await draftOf('2024-03-09');
    await done(owner.post(`${ROUTE}/${id}/submit`));
    await move(books, id, 'approve');
    const someone = await books.as([role]);
    expect(refusal(await someone.post(`${ROUTE}/${id}/pay`))).toBe('403 forbidden');
  });
});
