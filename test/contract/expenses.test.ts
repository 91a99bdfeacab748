import { describe, expect, test } from 'vitest';
import { addExpense, addMember, badPaths, done, etag, expense, move, booksOfFile, refusal } from './books.ts';
import { holders } from './roles.ts';

const books = booksOfFile();

const ROUTE = '/api/expenses';
const post = (fields: Record<string, unknown>) =>
  books.admin.post(ROUTE, expense(books, { expenseDate: '2024-01-10', ...fields }));

describe('entering an expense', () => {
  test('returns 201 and a Draft that the caller owns, including all names and the Form 990 line', async () => {
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
      fundId: books.fund('Missions'),
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

  test('uses the ministry’s functional class unless the expense has one of its own', async () => {
    const own = await addExpense(books, { expenseDate: '2024-01-11', functionalClass: 'ManagementAndGeneral' });
    expect(own).toMatchObject({ effectiveFunctionalClass: 'ManagementAndGeneral' });
    const worship = await addExpense(books, { expenseDate: '2024-01-11' });
    expect(worship).toMatchObject({ functionalClass: null, effectiveFunctionalClass: 'ProgramServices' });
    const office = await addExpense(books, { expenseDate: '2024-01-11', ministryId: books.ministry('Administration') });
    expect(office).toMatchObject({ functionalClass: null, effectiveFunctionalClass: 'ManagementAndGeneral' });
  });

  test('is refused with an empty body, and the refusal names every required field', async () => {
    const answer = await books.admin.post(ROUTE, {});
    expect(refusal(answer)).toBe('400 validation_failed');
    expect(badPaths(answer)).toEqual(['amount', 'description', 'expenseDate', 'ministryId', 'subCategoryId']);
  });

  test.each([0, -1, 0.005, 10_000_000_000, '5', 'NaN', null, 1e300])(
    'is refused with the amount %j',
    async (amount) => {
      const answer = await post({ amount });
      expect(refusal(answer)).toBe('400 validation_failed');
      expect(badPaths(answer)).toEqual(['amount']);
    },
  );

  test.each(['2026-02-30', 'x', '', null])('is refused with the date %j', async (expenseDate) => {
    expect(badPaths(await post({ expenseDate }))).toEqual(['expenseDate']);
  });

  test.each([
    ['functionalClass', 'Program'],
    ['paymentMethod', 'Gold'],
    ['description', ''],
  ])('is refused with the %s "%s"', async (field, value) => {
    expect(badPaths(await post({ [field]: value }))).toEqual([field]);
  });

  test.each(['subCategoryId', 'ministryId', 'memberId', 'fundId'])(
    'is refused with 422 if %s is unknown, and the refusal names the field',
    async (field) => {
      const answer = await post({ [field]: 999_999 });
      expect(refusal(answer)).toBe('422 unknown_reference');
      expect(badPaths(answer)).toEqual([field]);
    },
  );

  test.each(['General', 'Missions', 'Building Fund', 'Benevolence'])('is possible with the fund %s', async (name) => {
    const { status, body } = await post({ fundId: books.fund(name) });
    expect(status).toBe(201);
    expect(body).toMatchObject({ fundId: books.fund(name), fundName: name });
  });

  test('uses the General fund if no fund is given', async () => {
    expect((await post({})).body).toMatchObject({ fundId: books.fund('General'), fundName: 'General' });
  });

  test('is refused with the former field fundCategoryId', async () => {
    const answer = await post({ fundCategoryId: books.category('Missions') });
    expect(answer.body.errors).toMatchObject([{ path: 'fundCategoryId', code: 'unknown_field' }]);
  });

  test.each(['status', 'bookedOn', 'submittedBy', 'approvedBy', 'paidOn', 'receipt', 'form990LineCode'])(
    'is refused with the computed field %s',
    async (field) => {
      const answer = await post({ [field]: null });
      expect(answer.body.errors).toMatchObject([{ path: field, code: 'unknown_field' }]);
    },
  );
});

describe('read access to an expense', () => {
  test('is given to its owner and not to another member', async () => {
    const owner = await books.as(['member']);
    const other = await books.as(['member']);
    const { body } = await owner.post(ROUTE, expense(books, { expenseDate: '2024-02-01' }));
    expect(body).toMatchObject({ submittedBy: owner.userId, createdBy: owner.userId });
    expect((await owner.get(`${ROUTE}/${body.id}`)).status).toBe(200);
    expect(refusal(await other.get(`${ROUTE}/${body.id}`))).toBe('404 not_found');
  });

  test('is refused in the same way for an expense of another person and for one that does not exist', async () => {
    const other = await books.as(['ministry_leader']);
    const { id } = await addExpense(books, { expenseDate: '2024-02-02' });
    const hidden = await other.get(`${ROUTE}/${id}`);
    const missing = await other.get(`${ROUTE}/999999`);
    const shown = (body: Record<string, unknown>) => ({ ...body, requestId: null });
    expect(shown(hidden.body)).toEqual(shown(missing.body));
  });

  test.each(holders('expenses.readAll'))('is given to a %s for every expense', async (role) => {
    const someone = await books.as([role]);
    const { id } = await addExpense(books, { expenseDate: '2024-02-03' });
    expect((await someone.get(`${ROUTE}/${id}`)).status).toBe(200);
  });

  test.each(['admin', 'pastor', 'deacon', 'secretary', 'offering_counter'])(
    'is given to a %s only for their own expenses',
    async (role) => {
      const someone = await books.as([role]);
      const { id } = await addExpense(books, { expenseDate: '2024-02-04' });
      expect(refusal(await someone.get(`${ROUTE}/${id}`))).toBe('404 not_found');
      const own = await someone.post(ROUTE, expense(books, { expenseDate: '2024-02-04' }));
      expect(own.status).toBe(201);
      expect((await someone.get(`${ROUTE}/${own.body.id}`)).status).toBe(200);
    },
  );

  test('does not allow an auditor to enter an expense', async () => {
    const auditor = await books.as(['auditor']);
    const answer = await auditor.post(ROUTE, expense(books, { expenseDate: '2024-02-05' }));
    expect(refusal(answer)).toBe('403 forbidden');
  });
});

describe('workflow steps of an expense', () => {
  const draftOf = async (date: string) => {
    const owner = await books.as(['member']);
    const { id } = await done(owner.post(ROUTE, expense(books, { expenseDate: date })));
    return { owner, id: id as number };
  };

  test('the owner can submit their own draft', async () => {
    const { owner, id } = await draftOf('2024-03-01');
    const { status, body } = await owner.post(`${ROUTE}/${id}/submit`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, status: 'PendingApproval', bookedOn: null });
  });

  test.each(holders('finance.manage'))('a %s can submit another person’s draft', async (role) => {
    const { owner, id } = await draftOf('2024-03-02');
    const someone = await books.as([role]);
    const { body } = await someone.post(`${ROUTE}/${id}/submit`);
    expect(body).toMatchObject({ status: 'PendingApproval', submittedBy: owner.userId });
  });

  test.each(['elder', 'expense_approver', 'auditor'])(
    'a %s, who may only read the expense, cannot submit it',
    async (role) => {
      const { id } = await draftOf('2024-03-03');
      const someone = await books.as([role]);
      expect(refusal(await someone.post(`${ROUTE}/${id}/submit`))).toBe('403 forbidden');
    },
  );

  test('another member gets 404 when submitting the expense', async () => {
    const { id } = await draftOf('2024-03-04');
    const other = await books.as(['member']);
    expect(refusal(await other.post(`${ROUTE}/${id}/submit`))).toBe('404 not_found');
  });

  test.each(holders('expenses.approve'))('a %s can approve the expense', async (role) => {
    const { owner, id } = await draftOf('2024-03-05');
    await done(owner.post(`${ROUTE}/${id}/submit`));
    const someone = await books.as([role]);
    const { status, body } = await someone.post(`${ROUTE}/${id}/approve`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'Approved', approvedBy: someone.userId, bookedOn: '2024-03-05' });
    expect(body.approvedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  test.each(['finance', 'auditor'])('a %s, who may only read the expense, cannot approve it', async (role) => {
    const { owner, id } = await draftOf('2024-03-06');
    await done(owner.post(`${ROUTE}/${id}/submit`));
    const someone = await books.as([role]);
    expect(refusal(await someone.post(`${ROUTE}/${id}/approve`))).toBe('403 forbidden');
  });

  test('the owner cannot approve the expense without the permission', async () => {
    const { owner, id } = await draftOf('2024-03-07');
    await done(owner.post(`${ROUTE}/${id}/submit`));
    expect((await owner.post(`${ROUTE}/${id}/approve`)).status).toBe(403);
    expect((await owner.get(`${ROUTE}/${id}`)).body.status).toBe('PendingApproval');
  });

  test.each(holders('finance.manage'))('a %s can pay the expense', async (role) => {
    const { owner, id } = await draftOf('2024-03-08');
    await done(owner.post(`${ROUTE}/${id}/submit`));
    await move(books, id, 'approve');
    const someone = await books.as([role]);
    const { status, body } = await someone.post(`${ROUTE}/${id}/pay`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'Paid', paidBy: someone.userId });
  });

  test.each(['elder', 'expense_approver', 'auditor'])(
    'a %s, who may only read the expense, cannot pay it',
    async (role) => {
      const { owner, id } = await draftOf('2024-03-09');
      await done(owner.post(`${ROUTE}/${id}/submit`));
      await move(books, id, 'approve');
      const someone = await books.as([role]);
      expect(refusal(await someone.post(`${ROUTE}/${id}/pay`))).toBe('403 forbidden');
    },
  );
});
