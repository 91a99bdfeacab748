import { describe, expect, test } from 'vitest';
import { addGiving, addMember, badPaths, done, etag, giving, inDays, booksOfFile, refusal } from './books.ts';
import { holders } from './roles.ts';

const books = booksOfFile();

const post = (fields: Record<string, unknown>) => books.admin.post('/api/givings', giving(books, fields));

describe('a giving', () => {
  test('is created with status 201, and the response has its address, names, defaults and author', async () => {
    const member = await addMember(books, { firstName: 'Mei', lastName: 'Lin', chineseName: '林美' });
    const { status, headers, body } = await post({ date: '2024-01-07', amount: 125.5, memberId: member.id });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`/api/givings/${body.id}`);
    expect(headers.get('etag')).toMatch(/^"/);
    expect(body).toMatchObject({
      categoryName: 'General Offering',
      amount: 125.5,
      date: '2024-01-07',
      method: 'Cash',
      memberId: member.id,
      isAnonymous: false,
      giftDate: '2024-01-07',
      sessionId: null,
      checkNumber: null,
      note: null,
      benefitAmount: null,
      nonCashDescription: null,
      reversalOf: null,
      createdBy: books.admin.userId,
    });
    expect(body.memberName).toContain('Lin');
  });

  test('is returned by a later read with the same values and the same ETag', async () => {
    const made = await post({
      date: '2024-01-08',
      amount: 0.01,
      method: 'Zelle',
      zelleReference: 'Z-1',
      note: '感謝主 – merci',
      giftDate: '2023-12-31',
      benefitAmount: 0.01,
    });
    expect(made.body).toMatchObject({ note: '感謝主 – merci', giftDate: '2023-12-31', zelleReference: 'Z-1' });
    const read = await books.admin.get(`/api/givings/${made.body.id}`);
    expect(read.status).toBe(200);
    expect(read.body).toEqual(made.body);
    expect(etag(read)).toBe(etag(made));
  });

  test.each(['Cash', 'Check', 'Zelle', 'PayPal', 'Card', 'BankTransfer', 'Other'])(
    'can have the method %s',
    async (method) => {
      expect((await post({ date: '2024-01-09', method })).body.method).toBe(method);
    },
  );

  test('that does not exist cannot be read, changed or deleted, and each of these requests returns 404', async () => {
    expect(refusal(await books.admin.get('/api/givings/999999'))).toBe('404 not_found');
    const body = giving(books, { date: '2024-01-09' });
    expect(refusal(await books.admin.put('/api/givings/999999', body))).toBe('404 not_found');
    expect(refusal(await books.admin.del('/api/givings/999999'))).toBe('404 not_found');
  });

  test('is refused with an empty body, and the refusal names every required field', async () => {
    const answer = await books.admin.post('/api/givings', {});
    expect(refusal(answer)).toBe('400 validation_failed');
    expect(badPaths(answer)).toEqual(['amount', 'categoryId', 'date', 'method']);
  });

  test('is refused with a misspelled field, so that no check number is lost', async () => {
    const answer = await post({ date: '2024-01-09', chequeNumber: '17' });
    expect(answer.body.errors).toMatchObject([{ path: 'chequeNumber', code: 'unknown_field' }]);
  });

  test.each(['categoryName', 'memberName', 'reversalOf'])('is refused with the computed field %s', async (field) => {
    const answer = await post({ date: '2024-01-09', [field]: null });
    expect(answer.body.errors).toMatchObject([{ path: field, code: 'unknown_field' }]);
  });
});

describe('the amount of a giving', () => {
  const bad = [0, -0.01, -5, 0.001, 1.005, 0.30000000000000004, 1e-7, 10_000_000_000, 9_999_999_999.991, 1e300];
  test.each([...bad, '12.50', 'NaN', '', null, true, [], {}])('is refused if it is %j', async (amount) => {
    const answer = await post({ date: '2024-02-04', amount });
    expect(refusal(answer)).toBe('400 validation_failed');
    expect(badPaths(answer)).toEqual(['amount']);
  });

  test.each(['NaN', 'Infinity', '1e400', '-Infinity', '0x10', '01.5', '1,50'])(
    'is refused if it is %s, which is not a number in JSON',
    async (text) => {
      const body = JSON.stringify(giving(books, { date: '2024-02-04', amount: 0 })).replace(
        '"amount":0',
        `"amount":${text}`,
      );
      const { status, body: answer } = await books.admin.post('/api/givings', body);
      expect(status).toBe(400);
      expect(['malformed_json', 'validation_failed']).toContain(answer.code);
    },
  );

  test.each([0.01, 0.07, 0.29, 1.15, 4.35, 8.41, 64.1, 1.1e1, 9_999_999_999.99])(
    'is stored exactly if it is %d',
    async (amount) => {
      const { status, body } = await post({ date: '2024-02-05', amount });
      expect(status).toBe(201);
      expect(body.amount).toBe(amount);
      expect((await books.admin.get(`/api/givings/${body.id}`)).body.amount).toBe(amount);
    },
  );

  test('cannot be accompanied by a benefit amount that is negative or has more than two decimals', async () => {
    for (const benefitAmount of [0.001, -1]) {
      const answer = await post({ date: '2024-02-06', benefitAmount });
      expect(refusal(answer)).toBe('400 validation_failed');
      expect(badPaths(answer)).toEqual(['benefitAmount']);
    }
  });

  test('is refused together with other invalid fields, and the refusal names all of them', async () => {
    const answer = await post({ date: 'x', amount: -1, method: 'Gold', categoryId: 0, isAnonymous: 'yes' });
    expect(badPaths(answer)).toEqual(['amount', 'categoryId', 'date', 'isAnonymous', 'method']);
  });

  test('is added exactly: 420 givings of ten cents come to 42', async () => {
    for (let done = 0; done < 420; done += 20) {
      await Promise.all(Array.from({ length: 20 }, () => addGiving(books, { date: '2019-05-05', amount: 0.1 })));
    }
    const { body } = await books.admin.get('/api/monthly-statements/2019/5');
    expect(body.totalGiving).toBe(42);
    expect(body.givingByCategory).toMatchObject([{ name: 'General Offering', amount: 42, count: 420 }]);
  });
});

describe('the date of a giving', () => {
  test.each([
    '2026-02-30',
    '2023-02-29',
    '2024-00-10',
    '2024-1-1',
    '20240101',
    'x',
    '',
    '2024-01-01T00:00:00Z',
    null,
    5,
  ])('is refused if it is %j', async (date) => {
    const answer = await post({ date });
    expect(refusal(answer)).toBe('400 validation_failed');
    expect(badPaths(answer)).toEqual(['date']);
  });

  test('may be February 29 of a leap year', async () => {
    expect((await post({ date: '2024-02-29' })).status).toBe(201);
  });

  test('may be tomorrow in the church’s time zone, but not later', async () => {
    expect((await post({ date: inDays(0) })).status).toBe(201);
    expect((await post({ date: inDays(1) })).status).toBe(201);
    const late = await post({ date: inDays(2) });
    expect(refusal(late)).toBe('400 validation_failed');
    expect(badPaths(late)).toEqual(['date']);
  });

  test('cannot be changed to the day after tomorrow', async () => {
    const { id } = await addGiving(books, { date: '2024-03-03' });
    const late = await books.admin.put(`/api/givings/${id}`, giving(books, { date: inDays(2) }));
    expect(refusal(late)).toBe('400 validation_failed');
    expect((await books.admin.get(`/api/givings/${id}`)).body.date).toBe('2024-03-03');
  });

  test('for the giver’s own statement must be a valid date', async () => {
    const answer = await post({ date: '2024-03-03', giftDate: '2024-02-30' });
    expect(badPaths(answer)).toEqual(['giftDate']);
  });

  test('for the giver’s own statement may be tomorrow but not later, even in a session and in a change', async () => {
    const made = await post({ date: inDays(1), giftDate: inDays(1) });
    expect(made.status).toBe(201);
    const late = [
      await post({ date: '2024-03-03', giftDate: inDays(2) }),
      await books.admin.put(`/api/givings/${made.body.id}`, giving(books, { date: '2024-03-03', giftDate: inDays(2) })),
      await books.admin.post('/api/offering-sessions', {
        date: '2024-03-17',
        givings: [giving(books, { giftDate: inDays(2) })],
      }),
    ];
    expect(late.map((answer) => [refusal(answer), badPaths(answer)])).toEqual([
      ['400 validation_failed', ['giftDate']],
      ['400 validation_failed', ['giftDate']],
      ['400 validation_failed', ['givings.0.giftDate']],
    ]);
    const page = await books.admin.get('/api/offering-sessions?from=2024-03-17&to=2024-03-17');
    expect(page.body.totalCount).toBe(0);
  });
});

describe('the references of a giving', () => {
  test.each(['categoryId', 'memberId', 'sessionId'])(
    'are refused with 422 if %s is unknown, and the refusal names the field',
    async (field) => {
      const answer = await post({ date: '2024-03-10', [field]: 999_999 });
      expect(refusal(answer)).toBe('422 unknown_reference');
      expect(badPaths(answer)).toEqual([field]);
    },
  );

  test('are checked in the same way when the giving is changed', async () => {
    const { id } = await addGiving(books, { date: '2024-03-10' });
    const body = giving(books, { date: '2024-03-10', memberId: 999_999 });
    const answer = await books.admin.put(`/api/givings/${id}`, body);
    expect(refusal(answer)).toBe('422 unknown_reference');
    expect(badPaths(answer)).toEqual(['memberId']);
  });
});

describe('anonymous givings', () => {
  test('an anonymous giving does not store its giver', async () => {
    const member = await addMember(books, { firstName: 'Secret', lastName: 'Giver' });
    const { body } = await post({ date: '2024-04-07', memberId: member.id, isAnonymous: true });
    expect(body).toMatchObject({ memberId: null, memberName: null, isAnonymous: true });
    const read = await books.admin.get(`/api/givings/${body.id}`);
    expect(read.body).toMatchObject({ memberId: null, memberName: null, isAnonymous: true });
    const found = await books.admin.get('/api/givings?search=Secret');
    expect(found.body.totalCount).toBe(0);
    expect((await books.admin.get(`/api/givings?memberId=${member.id}`)).body.totalCount).toBe(0);
  });

  test('a giving that becomes anonymous loses its giver permanently', async () => {
    const member = await addMember(books, {});
    const { id } = await addGiving(books, { date: '2024-04-08', memberId: member.id });
    const fields = { date: '2024-04-08', memberId: member.id, isAnonymous: true };
    const hidden = await done(books.admin.put(`/api/givings/${id}`, giving(books, fields)));
    expect(hidden).toMatchObject({ memberId: null, memberName: null });
    const shown = await done(books.admin.put(`/api/givings/${id}`, giving(books, { date: '2024-04-08' })));
    expect(shown).toMatchObject({ memberId: null, isAnonymous: false });
  });

  test('the audit log of an anonymous giving does not name the giver', async () => {
    const member = await addMember(books, {});
    const { id } = await addGiving(books, { date: '2024-04-09', memberId: member.id, isAnonymous: true });
    const { body } = await books.admin.get(`/api/audit-logs?entityType=Giving&entityId=${id}`);
    expect(body.items).toHaveLength(1);
    expect(body.items[0].changes.memberId ?? [null, null]).toEqual([null, null]);
  });
});

describe('changing and deleting', () => {
  test('a change replaces the whole giving, and omitted fields get their defaults', async () => {
    const member = await addMember(books, {});
    const fields = { date: '2024-05-05', memberId: member.id, method: 'Check', checkNumber: '101', note: 'n' };
    const { id } = await addGiving(books, { ...fields, benefitAmount: 2, giftDate: '2024-04-30' });
    const body = giving(books, { date: '2024-05-06', amount: 11.11 });
    const changed = await books.admin.put(`/api/givings/${id}`, body);
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({ id, amount: 11.11, date: '2024-05-06', giftDate: '2024-05-06' });
    expect(changed.body).toMatchObject({ method: 'Cash', memberId: null, note: null, benefitAmount: null });
    expect((await books.admin.get(`/api/givings/${id}`)).body).toEqual(changed.body);
  });

  test('a stale If-Match prevents a change and a deletion', async () => {
    const made = await post({ date: '2024-05-07', amount: 1 });
    const route = `/api/givings/${made.body.id}`;
    const stale = { 'if-match': etag(made) };
    const fresh = await books.admin.put(route, giving(books, { date: '2024-05-07', amount: 2 }), stale);
    expect(fresh.status).toBe(200);
    const late = await books.admin.put(route, giving(books, { date: '2024-05-07', amount: 3 }), stale);
    expect(refusal(late)).toBe('412 stale_version');
    expect(refusal(await books.admin.del(route, stale))).toBe('412 stale_version');
    expect((await books.admin.get(route)).body.amount).toBe(2);
    expect((await books.admin.del(route, { 'if-match': etag(fresh) })).status).toBe(204);
  });

  test('a deleted giving disappears from every read and every sum', async () => {
    const { id } = await addGiving(books, { date: '2018-03-04', amount: 30 });
    await addGiving(books, { date: '2018-03-04', amount: 12.34 });
    const gone = await books.admin.del(`/api/givings/${id}`);
    expect(gone.status).toBe(204);
    expect(gone.body).toBe('');
    expect(refusal(await books.admin.get(`/api/givings/${id}`))).toBe('404 not_found');
    expect(refusal(await books.admin.del(`/api/givings/${id}`))).toBe('404 not_found');
    const { body } = await books.admin.get('/api/givings?from=2018-03-01&to=2018-03-31');
    expect(body.totalCount).toBe(1);
    expect((await books.admin.get('/api/monthly-statements/2018/3')).body.totalGiving).toBe(12.34);
  });
});

describe('roles', () => {
  test.each(holders('giving.manage'))('a %s can read and write givings', async (role) => {
    const someone = await books.as([role]);
    const { status, body } = await someone.post('/api/givings', giving(books, { date: '2024-06-02' }));
    expect(status).toBe(201);
    expect(body.createdBy).toBe(someone.userId);
    expect((await someone.get(`/api/givings/${body.id}`)).status).toBe(200);
    expect((await someone.del(`/api/givings/${body.id}`)).status).toBe(204);
  });

  test('an auditor can read givings, but cannot enter, change or delete them', async () => {
    const auditor = await books.as(['auditor']);
    const { id } = await addGiving(books, { date: '2024-06-03' });
    expect((await auditor.get(`/api/givings/${id}`)).status).toBe(200);
    expect((await auditor.get('/api/givings')).status).toBe(200);
    const body = giving(books, { date: '2024-06-03' });
    expect(refusal(await auditor.post('/api/givings', body))).toBe('403 forbidden');
    expect(refusal(await auditor.put(`/api/givings/${id}`, body))).toBe('403 forbidden');
    expect(refusal(await auditor.del(`/api/givings/${id}`))).toBe('403 forbidden');
  });

  test.each(['member', 'admin', 'pastor', 'secretary', 'elder'])('a %s cannot read any giving', async (role) => {
    const someone = await books.as([role]);
    const { id } = await addGiving(books, { date: '2024-06-04' });
    expect(refusal(await someone.get('/api/givings'))).toBe('403 forbidden');
    expect(refusal(await someone.get(`/api/givings/${id}`))).toBe('403 forbidden');
    expect(refusal(await someone.get('/api/offering-sessions'))).toBe('403 forbidden');
    expect(refusal(await someone.post('/api/givings', giving(books, { date: '2024-06-04' })))).toBe('403 forbidden');
  });
});
