import { beforeAll, describe, expect, test } from 'vitest';
import {
  type Json,
  addApproved,
  addExpense,
  addGiving,
  addMember,
  addSession,
  close,
  done,
  etag,
  expense,
  giving,
  inDays,
  booksOfFile,
  refusal,
  statementOf,
} from './books.ts';
import { takes } from './people-files.ts';
import { expectBadFields, expectProblem } from './support.ts';
import { request } from '../support/daemon.ts';
import { ROLES } from './roles.ts';

const books = booksOfFile();

const purge = (id: number, body?: unknown, headers = {}) => books.admin.post(`/api/members/${id}/purge`, body, headers);
const member = (id: number) => books.admin.get(`/api/members/${id}`);
const yearsAgo = (years: number) => inDays(Math.round(-365.25 * years));

let serial = 0;

/** Returns unique personal data of one member. Most of the texts contain `tag`. */
function personal() {
  serial += 1;
  const tag = `Qx${serial}zq`;
  return {
    tag,
    fields: {
      firstName: `First${tag}`,
      lastName: `Last${tag}`,
      nickname: `Nick${tag}`,
      chineseName: `臨時${String.fromCodePoint(0x9f00 + serial)}`,
      birthDate: `1931-07-${10 + serial}`,
      email: `${tag.toLowerCase()}@example.org`,
      phone: `3125557${1000 + serial}`,
      address: {
        line1: `${tag} Street`,
        line2: null,
        city: `City${tag}`,
        state: 'IL',
        postalCode: '60601',
        country: 'US',
      },
      offeringNumber: `N-${tag}`,
      externalId: `ext-${tag}`,
      notes: `A note about ${tag}`,
    },
  };
}

type Person = ReturnType<typeof personal> & { id: number };

async function addPerson(): Promise<Person> {
  const person = personal();
  const { id } = await addMember(books, person.fields);
  return { ...person, id };
}

/** Returns the whole audit log. */
async function auditLog(): Promise<Json[]> {
  const rows: Json[] = [];
  for (let page = 1; ; page += 1) {
    const { items, totalPages } = await done(books.admin.get(`/api/audit-logs?sort=id&pageSize=200&page=${page}`));
    rows.push(...items);
    if (page >= totalPages) return rows;
  }
}

const ids = ({ items }: Json): number[] => items.map((row: Json) => row.id);

describe('permissions to purge a member', () => {
  test.each(ROLES)('a %s cannot purge a member, and the member stays unchanged', async (role) => {
    const person = await addMember(books, {});
    const staff = await books.as([role]);
    const answer = await staff.post(`/api/members/${person.id}/purge`, { confirm: true });
    expect(refusal(answer)).toBe('403 forbidden');
    expect((await member(person.id)).body).toEqual(person);
  });

  test('nobody can purge a member without signing in', async () => {
    const person = await addMember(books, {});
    const answer = await request(books.daemon.url, 'POST', `/api/members/${person.id}/purge`, { body: {} });
    expectProblem(answer, 401, 'unauthenticated');
    expect((await member(person.id)).status).toBe(200);
  });
});

describe('the retention period of givings', () => {
  test('does not protect a member who never gave, whose purge returns 204 without a body', async () => {
    const { id } = await addMember(books, {});
    const answer = await purge(id, {});
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 204, body: '' });
    expect(refusal(await member(id))).toBe('404 not_found');
  });

  test('does not require a request body for a purge', async () => {
    const { id } = await addMember(books, {});
    expect((await purge(id)).status).toBe(204);
  });

  test.each([0, 1, 6, 6.9])('protects a member who gave %d years ago', async (years) => {
    const person = await addMember(books, {});
    await addGiving(books, { date: yearsAgo(9), memberId: person.id });
    await addGiving(books, { date: yearsAgo(years), memberId: person.id });
    expectProblem(await purge(person.id), 409, 'retention');
    expectProblem(await purge(person.id, {}), 409, 'retention');
    expectProblem(await purge(person.id, { confirm: false }), 409, 'retention');
    expect((await member(person.id)).body).toEqual(person);
    expect((await done(books.admin.get(`/api/givings?memberId=${person.id}`))).totalCount).toBe(2);
  });

  test('can be overridden by a confirmation', async () => {
    const { id } = await addMember(books, {});
    await addGiving(books, { date: yearsAgo(1), memberId: id });
    expect((await purge(id, { confirm: true })).status).toBe(204);
    expect(refusal(await member(id))).toBe('404 not_found');
  });

  test.each([7.1, 8, 20])('does not protect a member who last gave %d years ago', async (years) => {
    const { id } = await addMember(books, {});
    await addGiving(books, { date: yearsAgo(years), memberId: id });
    expect((await purge(id)).status).toBe(204);
    expect(refusal(await member(id))).toBe('404 not_found');
  });

  test('does not protect a member because of gifts by others or anonymous gifts', async () => {
    const { id } = await addMember(books, {});
    const other = await addMember(books, {});
    await addGiving(books, { date: yearsAgo(1), memberId: other.id });
    await addGiving(books, { date: yearsAgo(1), memberId: id, isAnonymous: true });
    expect((await purge(id)).status).toBe(204);
    expect((await member(other.id)).status).toBe(200);
  });

  test('does not protect a member because of expenses payable to them', async () => {
    const { id } = await addMember(books, {});
    await addExpense(books, { expenseDate: yearsAgo(1), memberId: id });
    expect((await purge(id)).status).toBe(204);
  });
});

describe('after a purge', () => {
  test('no call accepts the member’s id, not even a call to restore the member', async () => {
    const { id } = await addMember(books, {});
    await done(purge(id));
    const name = { firstName: 'Back', lastName: 'Again' };
    const answers = [
      await member(id),
      await books.admin.put(`/api/members/${id}`, name),
      await books.admin.del(`/api/members/${id}`),
      await books.admin.post(`/api/members/${id}/restore`),
      await purge(id, { confirm: true }),
    ];
    expect(answers.map(refusal)).toEqual(Array.from({ length: answers.length }, () => '404 not_found'));
    const body = giving(books, { date: '2024-01-07', memberId: id });
    expect(refusal(await books.admin.post('/api/givings', body))).toBe('422 unknown_reference');
    const cost = expense(books, { expenseDate: '2024-01-07', memberId: id });
    expect(refusal(await books.admin.post('/api/expenses', cost))).toBe('422 unknown_reference');
  });

  test('a member who was deleted before the purge cannot be restored', async () => {
    const { id, tag } = await addPerson();
    const gift = await addGiving(books, { date: '2012-01-01', memberId: id });
    await done(books.admin.del(`/api/members/${id}`));
    expect((await done(books.admin.get(`/api/givings/${gift.id}`))).memberName).toContain(tag);
    expect((await purge(id)).status).toBe(204);
    expect(refusal(await books.admin.post(`/api/members/${id}/restore`))).toBe('404 not_found');
    expect(await done(books.admin.get(`/api/givings/${gift.id}`))).toMatchObject({ memberId: null, memberName: null });
    expect(JSON.stringify(await auditLog())).not.toContain(tag);
  });

  test('a deleted member who gave recently can still be restored if the purge was refused', async () => {
    const { id } = await addMember(books, {});
    await addGiving(books, { date: yearsAgo(1), memberId: id });
    await done(books.admin.del(`/api/members/${id}`));
    expectProblem(await purge(id), 409, 'retention');
    expect((await done(books.admin.post(`/api/members/${id}/restore`))).id).toBe(id);
  });

  test('the member’s givings remain without a giver, and the givings of others remain unchanged', async () => {
    const person = await addPerson();
    const other = await addMember(books, { lastName: 'Remaining' });
    const gift = await addGiving(books, { date: '2024-01-07', amount: 12.34, memberId: person.id, note: 'kept note' });
    const foreign = await addGiving(books, { date: '2024-01-07', amount: 1, memberId: other.id });
    await done(purge(person.id, { confirm: true }));
    const seen = await done(books.admin.get(`/api/givings/${gift.id}`));
    expect(seen).toMatchObject({ amount: 12.34, date: '2024-01-07', method: gift.method, note: 'kept note' });
    expect(seen).toMatchObject({ memberId: null, memberName: null, categoryName: gift.categoryName });
    expect(await done(books.admin.get(`/api/givings/${foreign.id}`))).toEqual(foreign);
    expect((await done(books.admin.get(`/api/givings?memberId=${person.id}`))).items).toEqual([]);
    for (const text of [person.tag, person.fields.chineseName]) {
      expect((await done(books.admin.get(`/api/givings?search=${encodeURIComponent(text)}`))).items).toEqual([]);
    }
    expect(ids(await done(books.admin.get('/api/givings?search=kept%20note')))).toEqual([gift.id]);
  });

  test('the member’s expenses remain without a payee, and keep their amounts and statuses', async () => {
    const person = await addPerson();
    const draft = await addExpense(books, { expenseDate: '2024-02-04', amount: 3.21, memberId: person.id });
    const approved = await addApproved(books, { expenseDate: '2024-02-05', amount: 6.54, memberId: person.id });
    await done(purge(person.id));
    for (const { id, amount, status, description } of [draft, approved]) {
      const seen = await done(books.admin.get(`/api/expenses/${id}`));
      expect(seen).toMatchObject({ amount, status, description, memberId: null });
      expect(JSON.stringify(seen)).not.toContain(person.tag);
    }
  });

  test.for(['Submitted', 'Reconciled'] as const)(
    '%s sessions, finalized months and the Form 990 report are unchanged, except for the giver',
    async (status, { skip }) => {
      const reconciles = await takes(books, 'post', '/api/offering-sessions/{id}/reconcile');
      skip(status === 'Reconciled' && !reconciles, 'sessions cannot be reconciled yet');
      const month = status === 'Submitted' ? '2020-04' : '2020-05';
      const route = month.replace('-0', '/');
      const person = await addPerson();
      const givings = [giving(books, { amount: 20.5, memberId: person.id }), giving(books, { amount: 4.5 })];
      const { id } = await addSession(books, { date: `${month}-05`, countedBy: ['A', 'B'], givings });
      await done(books.admin.post(`/api/offering-sessions/${id}/submit`));
      if (status === 'Reconciled') await done(books.admin.post(`/api/offering-sessions/${id}/reconcile`));
      await addApproved(books, { expenseDate: `${month}-08`, amount: 10.01, memberId: person.id });
      await close(books, route);
      const session = await done(books.admin.get(`/api/offering-sessions/${id}`));
      const statement = await statementOf(books, route);
      const report = await done(books.admin.get('/api/form990/functional-expenses?year=2020'));
      await done(purge(person.id, { confirm: true }));
      expect(await statementOf(books, route)).toEqual(statement);
      expect(await done(books.admin.get('/api/form990/functional-expenses?year=2020'))).toEqual(report);
      const seen = await done(books.admin.get(`/api/offering-sessions/${id}`));
      expect(seen).toMatchObject({ status, totals: session.totals });
      const amounts = (rows: Json[]) => rows.map((row) => row.amount as number);
      expect(amounts(seen.givings)).toEqual(amounts(session.givings));
      for (const row of seen.givings) expect(row).toMatchObject({ memberId: null, memberName: null });
      expect(JSON.stringify(seen)).not.toContain(person.tag);
    },
  );

  test('lists, searches and the family no longer contain the member', async () => {
    const { id: family } = await done(books.admin.post('/api/family-units', { name: 'Purged family' }));
    const stays = await addMember(books, { lastName: 'Staysinfamily', familyUnitId: family });
    const person = personal();
    const { id } = await addMember(books, { ...person.fields, familyUnitId: family, familyRole: 'Head' });
    await done(purge(id));
    for (const text of [person.tag, person.fields.chineseName, person.fields.offeringNumber]) {
      expect((await done(books.admin.get(`/api/members?search=${encodeURIComponent(text)}`))).items).toEqual([]);
    }
    expect(ids(await done(books.admin.get(`/api/members?familyUnitId=${family}`)))).toEqual([stays.id]);
    const unit = await done(books.admin.get(`/api/family-units/${family}`));
    expect(ids({ items: unit.members })).toEqual([stays.id]);
    expect(JSON.stringify(unit)).not.toContain(person.tag);
  });

  test('the member’s user remains, and can be linked to another member', async () => {
    const { id } = await addMember(books, {});
    const { userId } = await books.as(['member'], { memberId: id });
    await done(purge(id));
    expect(await done(books.admin.get(`/api/users/${userId}`))).toMatchObject({ memberId: null, isActive: true });
    expect((await addMember(books, { userId })).userId).toBe(userId);
  });

  test('the member’s envelope number can be used again, but the id is not', async () => {
    const person = await addPerson();
    await done(purge(person.id));
    const next = await addMember(books, { offeringNumber: person.fields.offeringNumber });
    expect(next.id).toBeGreaterThan(person.id);
  });
});

describe('the audit log after a purge', () => {
  /** Adds a member who was changed, deleted and restored, and who has a giving and an expense. */
  async function lived(): Promise<Person> {
    const person = await addPerson();
    const { id, fields, tag } = person;
    await done(
      books.admin.put(`/api/members/${id}`, { ...fields, firstName: `Second${tag}`, email: `b.${fields.email}` }),
    );
    await done(books.admin.del(`/api/members/${id}`));
    await done(books.admin.post(`/api/members/${id}/restore`));
    await addGiving(books, { date: '2013-01-06', memberId: id });
    await addExpense(books, { expenseDate: '2013-01-06', memberId: id });
    return person;
  }

  test('contains no name, e-mail, phone, address, birthday or note of the member', async () => {
    const person = await lived();
    const { chineseName, phone, birthDate } = person.fields;
    const texts = [person.tag, person.tag.toLowerCase(), chineseName, phone, birthDate];
    const before = JSON.stringify(await auditLog());
    for (const text of texts) expect(before).toContain(text);
    await done(purge(person.id));
    const after = JSON.stringify(await auditLog());
    for (const text of texts) expect(after).not.toContain(text);
  });

  test('names the user who purged the member and the member’s id, but not the member’s name', async () => {
    const person = await lived();
    await done(purge(person.id, {}, { 'x-request-id': `purge-${person.id}` }));
    const { items } = await done(books.admin.get('/api/audit-logs?action=MemberPurged&pageSize=200'));
    const made = items.filter((entry: Json) => entry.requestId === `purge-${person.id}`);
    expect(made).toHaveLength(1);
    expect(made[0]).toMatchObject({ entityType: 'Member', actorId: books.admin.userId });
    expect(String(made[0].entityId)).toBe(String(person.id));
    expect(JSON.stringify(made)).not.toContain(person.tag);
  });

  test('keeps every row, and rows about others stay unchanged', async () => {
    const person = await lived();
    const other = await addMember(books, { lastName: 'Untouchedrow', nickname: 'Asitwas', phone: '3125550000' });
    await done(books.admin.put(`/api/members/${other.id}`, { firstName: 'Still', lastName: 'Untouchedrow' }));
    await addGiving(books, { date: yearsAgo(2), memberId: other.id });
    const before = await auditLog();
    await done(purge(person.id));
    const after = await auditLog();
    expect(after.slice(0, before.length).map((row) => row.id)).toEqual(before.map((row) => row.id));
    expect(after.length).toBeGreaterThan(before.length);
    // A row about a giving may name the member. Every row that neither is about the member nor names the member must
    // stay unchanged.
    const about = (row: Json) => row.entityType === 'Member' && String(row.entityId) === String(person.id);
    const others = before.flatMap((row, index) =>
      about(row) || JSON.stringify(row).includes(person.tag) ? [] : [index],
    );
    expect(others.map((index) => after[index])).toEqual(others.map((index) => before[index]));
    const frame = ({ id, at, action, actorId, entityType, entityId }: Json) =>
      [id, at, action, actorId, entityType, entityId].join(' ');
    expect(after.slice(0, before.length).map(frame)).toEqual(before.map(frame));
    expect(JSON.stringify(after)).toContain('Asitwas');
  });

  test('contains nothing about a record that was merged into the member before', async () => {
    const old = await addPerson();
    const into = await addPerson();
    await done(books.admin.post(`/api/members/${old.id}/merge`, { into: into.id, confirm: true }));
    await done(purge(into.id));
    const log = JSON.stringify(await auditLog());
    for (const { tag } of [old, into]) expect(log).not.toContain(tag);
  });

  test('does not change when a purge is refused', async () => {
    const person = await addPerson();
    await addGiving(books, { date: yearsAgo(1), memberId: person.id });
    const before = await auditLog();
    expectProblem(await purge(person.id), 409, 'retention');
    expect(await auditLog()).toEqual(before);
  });
});

describe('a refused purge changes nothing', () => {
  let person: Json;
  beforeAll(async () => {
    person = await addMember(books, { lastName: 'Notpurged' });
  });
  const unchanged = async () => {
    expect((await member(person.id)).body).toEqual(person);
  };

  test('if the member does not exist', async () => {
    expectProblem(await purge(99_999_999, { confirm: true }), 404, 'not_found');
  });

  test.each(['yes', 1, 'true', [true]])('if the confirmation is %j', async (confirm) => {
    expectBadFields(await purge(person.id, { confirm }), ['confirm']);
    await unchanged();
  });

  test('if a field is unknown, and the refusal names the field', async () => {
    const answer = await purge(person.id, { confirm: true, force: true });
    expectBadFields(answer, ['force']);
    expect(answer.body.errors[0].code).toBe('unknown_field');
    await unchanged();
  });

  test('if the tag is stale; a purge with the current tag succeeds', async () => {
    expectProblem(await purge(person.id, {}, { 'if-match': '"stale"' }), 412, 'stale_version');
    await unchanged();
    const { id } = await addMember(books, {});
    expect((await purge(id, {}, { 'if-match': etag(await member(id)) })).status).toBe(204);
  });
});
