import { beforeAll, describe, expect, test } from 'vitest';
import { request, signIn } from '../support/daemon.ts';
import { daemonOfFile } from '../support/worker-service.ts';
import { claims, createMember, createUser, expectBadFields, expectProblem, newSignIn, read } from './support.ts';

const daemon = daemonOfFile();
let admin: string;
let secretary: string;
beforeAll(async () => {
  admin = await signIn(daemon.url);
  ({ token: secretary } = await newSignIn(daemon.url, admin, ['secretary']));
});

const create = (body: unknown, token = secretary) => request(daemon.url, 'POST', '/api/members', { token, body });
const put = (id: number, body: unknown, token = secretary) =>
  request(daemon.url, 'PUT', `/api/members/${id}`, { token, body });
const get = (id: number) => read(daemon.url, admin, `/api/members/${id}`);

const FULL = {
  firstName: 'Mei-Ling',
  lastName: "O'Chen",
  nickname: 'Meimei',
  chineseName: '陳美玲',
  gender: 'Female',
  birthDate: '1984-02-29',
  email: 'mei@example.org',
  phone: '+1 (312) 555-0100',
  address: {
    line1: '1 Church St',
    line2: 'Apt 2',
    city: 'Chicago',
    state: 'IL',
    postalCode: '60601',
    country: 'US',
  },
  status: 'Visitor',
  joinedOn: '2020-01-05',
  baptizedOn: '2021-04-04',
  familyRole: 'Spouse',
  externalId: 'legacy-77',
  notes: 'Sings alto.\nAllergic to nuts. 🎵',
};

const EMPTY = {
  nickname: null,
  chineseName: null,
  gender: null,
  birthDate: null,
  email: null,
  phone: null,
  address: null,
  joinedOn: null,
  baptizedOn: null,
  familyUnitId: null,
  familyRole: null,
  offeringNumber: null,
  externalId: null,
  userId: null,
  notes: null,
};

describe('a new member', () => {
  test('needs only a name: the status is Active and the rest is null', async () => {
    const answer = await create({ firstName: 'Ruth', lastName: 'Boaz' });
    expect(answer.status).toBe(201);
    const { id } = answer.body;
    expect(Number.isInteger(id) && id > 0).toBe(true);
    expect(new URL(answer.headers.get('location') ?? '', daemon.url).pathname).toBe(`/api/members/${id}`);
    expect(answer.body).toMatchObject({ ...EMPTY, firstName: 'Ruth', lastName: 'Boaz', status: 'Active' });
    const author = Number(claims(secretary)['sub']);
    expect(answer.body).toMatchObject({ createdBy: author });
    expect(answer.body.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(answer.body).toHaveProperty('modifiedAt');
    expect(answer.body).toHaveProperty('modifiedBy');
  });

  test('is returned by a later read with every field as entered', async () => {
    const answer = await create({ ...FULL, offeringNumber: 'A-100' });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ ...FULL, offeringNumber: 'A-100' });
    const seen = await get(answer.body.id);
    expect(seen.body).toEqual(answer.body);
    expect(seen.tag).toBe(answer.headers.get('etag'));
  });

  test.each(['Active', 'Inactive', 'Visitor', 'Transferred', 'Deceased'])('may have the status %s', async (status) => {
    expect((await createMember(daemon.url, secretary, { status })).body.status).toBe(status);
  });

  test('may have null in every optional field', async () => {
    const answer = await create({ firstName: 'Anna', lastName: 'Penuel', ...EMPTY });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject(EMPTY);
  });

  test('is added with a warning that lists the existing members with the same name', async () => {
    const name = { firstName: 'Dou-Ble', lastName: 'Warned' };
    const first = await create(name);
    expect(first.body).not.toHaveProperty('warnings');
    const chinese = await create({ firstName: 'Other', lastName: 'Person', chineseName: '雙名人' });
    const gone = await create(name);
    await request(daemon.url, 'DELETE', `/api/members/${gone.body.id}`, { token: secretary });
    const second = await create({ firstName: 'dou ble', lastName: 'Wárned', chineseName: '双名人' });
    expect(second.status).toBe(201);
    expect(second.body.warnings).toEqual([
      { code: 'likely_duplicate', message: expect.any(String), memberIds: [first.body.id, chinese.body.id] },
    ]);
    const { warnings: _warnings, ...member } = second.body;
    const seen = await get(member.id);
    expect([seen.body, seen.tag]).toEqual([member, second.headers.get('etag')]);
    expect((await create({ firstName: 'Dou-Ble', lastName: 'Warnedson' })).body).not.toHaveProperty('warnings');
    const han = await create({ firstName: '重名', lastName: '歐' });
    const reversed = await create({ firstName: '歐', lastName: '重名' });
    expect(reversed.body.warnings).toMatchObject([{ memberIds: [han.body.id] }]);
  });

  test('is refused without any name', async () => {
    expectBadFields(await create({}), ['firstName', 'lastName']);
    expectBadFields(await create({ firstName: '', lastName: null, chineseName: ' ', email: 'x' }), [
      'email',
      'firstName',
      'lastName',
    ]);
  });

  test('needs only one name; without others, the parts of the Chinese name are the first and last name', async () => {
    const { body: han } = await create({ chineseName: '吳阿滿' });
    expect(han).toMatchObject({ firstName: '阿滿', lastName: '吳', chineseName: '吳阿滿' });
    const { body: changed } = await put(han.id, { firstName: '阿滿', lastName: '吳', chineseName: '吳阿美' });
    expect(changed).toMatchObject({ firstName: '阿美', lastName: '吳', chineseName: '吳阿美' });
    const { body: kept } = await put(han.id, { firstName: '阿美', lastName: '吳', chineseName: null });
    expect(kept).toMatchObject({ firstName: '阿美', lastName: '吳', chineseName: null });
    expect((await create({ lastName: 'Suharto' })).body).toMatchObject({ firstName: '', lastName: 'Suharto' });
    expect((await create({ firstName: 'Sukarno' })).body).toMatchObject({ firstName: 'Sukarno', lastName: '' });
    const { body: dotted } = await create({ chineseName: '瓦歷斯‧諾幹' });
    expect(dotted).toMatchObject({ firstName: '', lastName: '瓦歷斯‧諾幹' });
  });

  test('is refused with invalid fields, and the refusal names each of them, with the path of nested fields', async () => {
    const body = {
      ...FULL,
      firstName: 5,
      gender: 'female',
      birthDate: '1985-02-29',
      joinedOn: '05/01/2020',
      email: 'mei at example',
      status: 'Alive',
      familyRole: 'Cousin',
      offeringNumber: 'x'.repeat(21),
      address: { ...FULL.address, city: 7 },
      familyUnitId: 0,
    };
    expectBadFields(await create(body), [
      'address.city',
      'birthDate',
      'email',
      'familyRole',
      'familyUnitId',
      'firstName',
      'gender',
      'joinedOn',
      'offeringNumber',
      'status',
    ]);
  });

  test('is refused with unknown fields, and the refusal names each of them, even nested fields', async () => {
    const body = { firstName: 'A', lastName: 'B', chinesename: '林', address: { ...FULL.address, zip: '60601' } };
    const answer = await create(body);
    expectBadFields(answer, ['address.zip', 'chinesename']);
    expect(answer.body.errors.map((error: { code: string }) => error.code)).toEqual(['unknown_field', 'unknown_field']);
  });

  test('is refused with a field that only the service sets', async () => {
    const body = { firstName: 'A', lastName: 'B', id: 1, createdAt: '2020-01-01T00:00:00.000Z' };
    expectBadFields(await create(body), ['createdAt', 'id']);
  });

  test('is refused with 422 for an unknown family unit', async () => {
    const answer = await create({ firstName: 'A', lastName: 'B', familyUnitId: 99_999_999 });
    expectProblem(answer, 422, 'unknown_reference');
  });
});

describe('the envelope number', () => {
  test('may have 20 characters, and a second member with the same number is refused', async () => {
    const offeringNumber = `N${'0'.repeat(15)}1234`;
    expect((await createMember(daemon.url, secretary, { offeringNumber })).status).toBe(201);
    expectProblem(await createMember(daemon.url, secretary, { offeringNumber }), 409, 'offering_number_taken');
  });

  test('of another member is refused in a replacement, but the member’s own number is not', async () => {
    await createMember(daemon.url, secretary, { offeringNumber: 'B-1' });
    const own = await createMember(daemon.url, secretary, { offeringNumber: 'B-2' });
    const body = { firstName: 'Own', lastName: 'Number' };
    expectProblem(await put(own.body.id, { ...body, offeringNumber: 'B-1' }), 409, 'offering_number_taken');
    expect((await get(own.body.id)).body).toEqual(own.body);
    expect((await put(own.body.id, { ...body, offeringNumber: 'B-2' })).status).toBe(200);
  });

  test('can be used again once it is given up', async () => {
    const first = await createMember(daemon.url, secretary, { offeringNumber: 'C-1' });
    await put(first.body.id, { firstName: 'No', lastName: 'Envelope' });
    expect((await createMember(daemon.url, secretary, { offeringNumber: 'C-1' })).status).toBe(201);
  });

  test('may be missing for many members', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => createMember(daemon.url, secretary)));
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201]);
  });
});

describe('replacing a member', () => {
  test('returns the changed member, sets omitted fields to null, and sets an omitted status to Active', async () => {
    const { body: before } = await create({ ...FULL, offeringNumber: 'D-1' });
    const answer = await put(before.id, { firstName: 'Lydia', lastName: 'Thyatira' });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ ...EMPTY, id: before.id, firstName: 'Lydia', status: 'Active' });
    expect(answer.body.createdAt).toBe(before.createdAt);
    expect(answer.body.createdBy).toBe(before.createdBy);
    expect(Date.parse(answer.body.modifiedAt)).toBeGreaterThanOrEqual(Date.parse(before.modifiedAt));
    const seen = await get(before.id);
    expect(seen.body).toEqual(answer.body);
    expect(seen.tag).toBe(answer.headers.get('etag'));
  });

  test('can change every field', async () => {
    const { body: before } = await createMember(daemon.url, secretary);
    const answer = await put(before.id, { ...FULL, offeringNumber: 'D-2' });
    expect(answer.body).toMatchObject({ ...FULL, offeringNumber: 'D-2' });
  });

  test('records the user who changed the member, and keeps the user who created the member', async () => {
    const { body: before } = await createMember(daemon.url, admin);
    const { body } = await put(before.id, { firstName: 'By', lastName: 'Secretary' });
    expect(body.modifiedBy).toBe(Number(claims(secretary)['sub']));
    expect(body.createdBy).toBe(Number(claims(admin)['sub']));
  });

  test('changes nothing if it is refused', async () => {
    const before = await create({ ...FULL, firstName: 'Unreplaced', chineseName: null });
    expectBadFields(await put(before.body.id, { firstName: 'X', nick: 'Y' }), ['nick']);
    const seen = await get(before.body.id);
    expect(seen.body).toEqual(before.body);
    expect(seen.tag).toBe(before.headers.get('etag'));
  });

  test('returns 404 for an unknown member', async () => {
    expectProblem(await put(99_999_999, { firstName: 'A', lastName: 'B' }), 404, 'not_found');
    const answer = await request(daemon.url, 'GET', '/api/members/99999999', { token: secretary });
    expectProblem(answer, 404, 'not_found');
  });

  test('returns 422 for an unknown family unit and changes nothing', async () => {
    const { body: before } = await createMember(daemon.url, secretary);
    const answer = await put(before.id, { firstName: 'A', lastName: 'B', familyUnitId: 99_999_999 });
    expectProblem(answer, 422, 'unknown_reference');
    expect((await get(before.id)).body).toEqual(before);
  });
});

describe('the link from a member to a user', () => {
  const name = { firstName: 'Linked', lastName: 'Member' };

  test('can be set by a super_admin, and is removed by a replacement that omits it', async () => {
    const user = await createUser(daemon.url, admin);
    const { body: member } = await createMember(daemon.url, admin, { userId: user.id });
    expect(member.userId).toBe(user.id);
    expect((await read(daemon.url, admin, `/api/users/${user.id}`)).body.memberId).toBe(member.id);
    expect((await put(member.id, name, admin)).body.userId).toBeNull();
    expect((await read(daemon.url, admin, `/api/users/${user.id}`)).body.memberId).toBeNull();
  });

  test('stays if a secretary omits or repeats it', async () => {
    const user = await createUser(daemon.url, admin);
    const { body: member } = await createMember(daemon.url, admin, { userId: user.id });
    expect((await put(member.id, name)).body.userId).toBe(user.id);
    expect((await put(member.id, { ...name, userId: user.id })).body.userId).toBe(user.id);
  });

  test('cannot be set, changed or removed by a secretary', async () => {
    const user = await createUser(daemon.url, admin);
    const other = await createUser(daemon.url, admin);
    const { body: linked } = await createMember(daemon.url, admin, { userId: user.id });
    const { body: free } = await createMember(daemon.url, admin);
    expectProblem(await put(linked.id, { ...name, userId: other.id }), 403, 'forbidden');
    expectProblem(await put(linked.id, { ...name, userId: null }), 403, 'forbidden');
    expectProblem(await put(free.id, { ...name, userId: other.id }), 403, 'forbidden');
    expectProblem(await create({ ...name, userId: other.id }), 403, 'forbidden');
    expect((await get(linked.id)).body).toEqual(linked);
    expect((await get(free.id)).body).toEqual(free);
  });

  test('is refused if the user already has a member', async () => {
    const user = await createUser(daemon.url, admin);
    await createMember(daemon.url, admin, { userId: user.id });
    const second = await createMember(daemon.url, admin, { userId: user.id });
    expectProblem(second, 409, 'user_already_linked');
    const { body: other } = await createMember(daemon.url, admin);
    expectProblem(await put(other.id, { ...name, userId: user.id }, admin), 409, 'user_already_linked');
  });

  test('is refused with 422 for an unknown user', async () => {
    const answer = await createMember(daemon.url, admin, { userId: 99_999_999 });
    expectProblem(answer, 422, 'unknown_reference');
  });
});
