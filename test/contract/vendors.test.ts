/** Vendors: who may see them, their tax ids, likely doubles, merging, and the expenses that name them. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  addMember,
  badPaths,
  booksOfFile,
  done,
  etag,
  expense,
  inDays,
  type Json,
  refusal,
  type Staff,
} from './books.ts';
import { stored } from './office.ts';
import { run, works } from './people-files.ts';

const books = booksOfFile();
let treasurer: Staff;
let member: Staff;
beforeAll(async () => {
  treasurer = await books.as(['treasurer']);
  member = await books.as(['member']);
});

const ROUTE = '/api/vendors';
const unique = (name = 'Vendor') => `${name} ${randomUUID()}`;
const sent = (fields: Json = {}): Json => ({ name: unique(), ...fields });
const post = (fields: Json = {}) => treasurer.post(ROUTE, sent(fields));
const make = (fields: Json = {}): Promise<Json> => done(post(fields));
const put = (id: number, fields: Json) => treasurer.put(`${ROUTE}/${id}`, sent(fields));
const read = (id: number): Promise<Json> => done(treasurer.get(`${ROUTE}/${id}`));
const list = async (query: string): Promise<Json[]> =>
  (await done(treasurer.get(`${ROUTE}?pageSize=200&${query}`))).items;
const ids = (items: Json[]) => items.map(({ id }) => id);
const logOf = async (id: number): Promise<Json[]> =>
  (await done(books.admin.get(`/api/audit-logs?entityType=Vendor&entityId=${id}&sort=id`))).items;
const spend = (fields: Json, who = treasurer) =>
  who.post('/api/expenses', { ...expense(books, { expenseDate: inDays(0) }), ...fields });
const merge = (id: number, body: Json, headers = {}) => treasurer.post(`${ROUTE}/${id}/merge`, body, headers);

const ADDRESS = {
  line1: '12 Mill St',
  line2: null,
  city: 'Springfield',
  state: 'IL',
  postalCode: '62701',
  country: null,
};
const DETAILS = {
  legalName: 'Sparrow Cleaning Company LLC',
  address: ADDRESS,
  email: 'office@sparrow.example',
  tinType: 'EIN',
  taxClassification: 'Partnership',
  w9On: '2026-01-08',
};
let next = 100_000;
/** Returns an EIN that no other test uses. */
const ein = () => `12-3${(next += 1)}`;

describe('a vendor', () => {
  test('can be added, read, listed, changed and deleted', async () => {
    const name = unique('Sparrow');
    const answer = await post({ name, ...DETAILS, taxId: '12-3456789' });
    const location = `${ROUTE}/${answer.body.id}`;
    expect([answer.status, answer.headers.get('location')]).toEqual([201, location]);
    expect(answer.body).toMatchObject({ name, ...DETAILS, memberId: null, taxId: '••••6789', isActive: true });
    const again = await treasurer.get(location);
    expect([again.body, etag(again)]).toEqual([answer.body, etag(answer)]);
    expect(await list(`search=${name}`)).toEqual([answer.body]);
    const changed = await done(put(answer.body.id, { name, email: 'new@sparrow.example' }));
    expect(changed).toMatchObject({ email: 'new@sparrow.example', legalName: null, taxClassification: 'Unknown' });
    expect((await treasurer.del(location)).status).toBe(204);
    expect(refusal(await treasurer.get(location))).toBe('404 not_found');
    expect(await list(`search=${name}`)).toEqual([]);
  });

  test('shows only its name without finance.manage, and cannot be found by the legal name', async () => {
    const name = unique('Heron');
    const legalName = unique('Hidden');
    const { id } = await make({ name, ...DETAILS, legalName, taxId: ein() });
    const hidden = {
      ...Object.fromEntries(Object.keys(DETAILS).map((field) => [field, null])),
      memberId: null,
      taxId: null,
    };
    expect(await done(member.get(`${ROUTE}/${id}`))).toMatchObject({ id, name, isActive: true, ...hidden });
    const { items } = await done(member.get(`${ROUTE}?search=${name}`));
    expect(items).toMatchObject([{ id, name, ...hidden }]);
    expect(await list(`search=${legalName}`)).toEqual([]);
    for (const refused of [member.post(ROUTE, sent()), member.del(`${ROUTE}/${id}`)])
      expect(refusal(await refused)).toBe('403 forbidden');
    expect(refusal(await (await books.as(['auditor'])).get(ROUTE))).toBe('403 forbidden');
  });

  test('is listed by whether it is in use', async () => {
    const tag = unique('Listed');
    const { id: active } = await make({ name: `${tag} a` });
    const { id: inactive } = await make({ name: `${tag} b`, isActive: false });
    expect(ids(await list(`search=${tag}&sort=name`))).toEqual([active, inactive]);
    expect(ids(await list(`search=${tag}&isActive=true`))).toEqual([active]);
    expect(ids(await list(`search=${tag}&isActive=false`))).toEqual([inactive]);
  });

  test('is refused with every bad field', async () => {
    const answer = await treasurer.post(ROUTE, {
      name: '',
      email: 'nobody',
      taxId: '1234',
      tinType: 'VAT',
      taxClassification: 'LLC',
      w9On: '2026-02-30',
      vatId: 1,
    });
    expect([refusal(answer), badPaths(answer)]).toEqual([
      '400 validation_failed',
      ['email', 'name', 'taxClassification', 'taxId', 'tinType', 'vatId', 'w9On'],
    ]);
    expect(refusal(await post({ memberId: 999_999 }))).toBe('422 unknown_reference');
  });

  test('changes only if nobody else has changed it', async () => {
    const { id } = await make();
    const headers = { 'If-Match': etag(await treasurer.get(`${ROUTE}/${id}`)) };
    const { name } = await done(put(id, {}));
    expect(refusal(await treasurer.put(`${ROUTE}/${id}`, sent(), headers))).toBe('412 stale_version');
    expect(refusal(await treasurer.del(`${ROUTE}/${id}`, headers))).toBe('412 stale_version');
    expect(refusal(await merge(id, { into: (await make()).id }, headers))).toBe('412 stale_version');
    expect(await read(id)).toMatchObject({ name });
  });
});

describe('a tax id', () => {
  test('is stored encrypted and is in no log, list or answer', async () => {
    const { id } = await make({ tinType: 'SSN', taxId: '521-47-8836' });
    await done(put(id, { tinType: 'SSN', taxId: '521-47-8837' }));
    const bad = await post({ tinType: 'SSN', taxId: '000-47-8838' });
    expect(badPaths(bad)).toEqual(['taxId']);
    const seen = JSON.stringify([await read(id), await list(''), await logOf(id), bad.body]);
    expect(seen).not.toMatch(/521-?47|000-?47-?8838/);
    expect(stored(books.daemon.dataDir)).not.toMatch(/521-?47-?883/);
    expect((await logOf(id)).map(({ changes }) => changes.taxId)).toEqual([
      [null, '••••8836'],
      ['••••8836', '••••8837'],
    ]);
  });

  test('keeps its value if it is left out or equal to its mask, and null clears it', async () => {
    const { id } = await make({ tinType: 'EIN', taxId: '12-3000001' });
    const kept = async (fields: Json) => (await done(put(id, fields))).taxId;
    expect(await kept({ tinType: 'EIN' })).toBe('••••0001');
    expect(await kept({ tinType: 'EIN', taxId: '••••0001' })).toBe('••••0001');
    expect(await kept({ tinType: 'EIN', taxId: '123000001' })).toBe('••••0001');
    const stale = await put(id, { taxId: '••••0002' });
    expect([refusal(stale), badPaths(stale)]).toEqual(['400 validation_failed', ['taxId']]);
    expect(await kept({ taxId: null })).toBeNull();
    expect(await kept({})).toBeNull();
    const taxIds = (await logOf(id)).map(({ changes }) => changes.taxId).filter(Boolean);
    expect(taxIds).toEqual([
      [null, '••••0001'],
      ['••••0001', null],
    ]);
  });

  test('is logged as replaced even if its last digits stay', async () => {
    const { id } = await make({ taxId: '12-3004444' });
    await done(put(id, { taxId: '12-3994444' }));
    expect((await logOf(id)).at(-1)?.changes.taxId).toEqual(['••••4444', '••••4444']);
  });

  test.each([
    ['an EIN that begins with 00', { tinType: 'EIN', taxId: '00-1234567' }],
    ['an SSN that begins with 666', { tinType: 'SSN', taxId: '666-12-3456' }],
    ['letters', { taxId: '12-34567ab' }],
    ['eight digits', { taxId: '12345678' }],
  ])('is refused for %s', async (_what, fields) => {
    const answer = await post(fields);
    expect([refusal(answer), badPaths(answer)]).toEqual(['400 validation_failed', ['taxId']]);
  });

  test('must fit a type that is sent later', async () => {
    const { id } = await make({ tinType: 'EIN', taxId: '66-6123456' });
    const answer = await put(id, { tinType: 'SSN' });
    expect([refusal(answer), badPaths(answer)]).toEqual(['400 validation_failed', ['tinType']]);
  });
});

describe('a likely double', () => {
  test('is named for a similar name, the same e-mail address and the same tax id', async () => {
    const tag = randomUUID();
    const taxId = ein();
    const { id } = await make({ name: `The ${tag} Company, Inc.`, email: `${tag}@example.org`, taxId });
    const warned = async (fields: Json) => (await make(fields)).warnings?.[0];
    const likely = { code: 'likely_duplicate', message: expect.any(String) };
    const first = await make({ name: `${tag.toUpperCase()} LLC` });
    expect(first.warnings).toEqual([{ ...likely, vendorIds: [id] }]);
    expect(await warned({ legalName: tag })).toEqual({ ...likely, vendorIds: [id, first.id] });
    expect((await warned({ email: `${tag.toUpperCase()}@Example.org` })).vendorIds).toEqual([id]);
    expect((await warned({ taxId: taxId.replace('-', '') })).vendorIds).toEqual([id]);
    expect(await warned({ email: null, taxId: ein() })).toBeUndefined();
  });

  test('is named when a vendor is changed, too, but not in the vendor that is read', async () => {
    const { id, name } = await make();
    const other = await make();
    const changed = await done(put(other.id, { name: `${name} Ltd.` }));
    expect(changed.warnings[0].vendorIds).toEqual([id]);
    const { warnings: _warnings, ...rest } = changed;
    expect(await read(other.id)).toEqual(rest);
  });
});

describe('the type of a tax id', () => {
  test('follows from its hyphens if it is left out', async () => {
    expect(await make({ taxId: '12-3999001' })).toMatchObject({ tinType: 'EIN' });
    expect(await make({ taxId: '523-45-9001' })).toMatchObject({ tinType: 'SSN' });
    const bare = await make({ taxId: '523459002' });
    expect(bare).toMatchObject({ tinType: null, taxId: '••••9002' });
    expect(await done(put(bare.id, { taxId: '523-45-9002' }))).toMatchObject({ tinType: 'SSN' });
    const refused = await post({ taxId: '00-1234567' });
    expect([refusal(refused), badPaths(refused)]).toEqual(['400 validation_failed', ['taxId']]);
  });
});

test('Form W-9 cannot have been received in the future', async () => {
  const refused = await post({ w9On: inDays(3) });
  expect([refusal(refused), refused.body.errors[0].path, refused.body.errors[0].code]).toEqual([
    '400 validation_failed',
    'w9On',
    'in_future',
  ]);
  expect(await make({ w9On: inDays(0) })).toMatchObject({ w9On: inDays(0) });
});

describe('merging vendors', () => {
  test('moves expenses and missing details, and records both sides', async () => {
    const taxId = ein();
    const double = await make({ ...DETAILS, taxId });
    const into = await make({ email: 'own@example.org' });
    const { id: expenseId } = await done(spend({ vendorId: double.id }, member));
    const { id: deleted } = await done(spend({ vendorId: double.id }));
    await done(treasurer.del(`/api/expenses/${deleted}`));
    const merged = await done(merge(double.id, { into: into.id }));
    expect(merged).toMatchObject({
      ...DETAILS,
      name: into.name,
      email: 'own@example.org',
      taxId: `••••${taxId.slice(-4)}`,
    });
    expect(merged).toEqual(await read(into.id));
    expect(refusal(await treasurer.get(`${ROUTE}/${double.id}`))).toBe('404 not_found');
    expect(await done(treasurer.get(`/api/expenses/${expenseId}`))).toMatchObject({
      vendorId: into.id,
      vendor: double.name,
    });
    const [gone, kept] = [(await logOf(double.id)).at(-1), (await logOf(into.id)).at(-1)];
    expect([gone?.action, gone?.changes.mergedInto]).toEqual(['VendorDeleted', [null, into.id]]);
    expect([kept?.action, kept?.changes.mergedFrom]).toEqual(['VendorMerged', [null, double.id]]);
    await works(run(books.daemon.dataDir, 'audit', 'verify'));
  });

  test('needs confirmation if both have different tax ids', async () => {
    const [double, into] = [await make({ taxId: ein() }), await make({ taxId: ein() })];
    const refused = await merge(double.id, { into: into.id });
    expect(refusal(refused)).toBe('409 different_tax_ids');
    expect(await read(double.id)).toMatchObject({ name: double.name });
    const merged = await done(merge(double.id, { into: into.id, confirm: true }));
    expect(merged.taxId).toBe(into.taxId);
    const same = ein();
    const [one, other] = [await make({ taxId: same }), await make({ taxId: same })];
    expect((await merge(one.id, { into: other.id })).status).toBe(200);
  });

  test('is refused into itself, into nothing and without the permission', async () => {
    const { id } = await make();
    expect(refusal(await merge(id, { into: id }))).toBe('400 validation_failed');
    expect(refusal(await merge(id, { into: 999_999 }))).toBe('422 unknown_reference');
    expect(refusal(await merge(999_999, { into: id }))).toBe('404 not_found');
    expect(refusal(await member.post(`${ROUTE}/${id}/merge`, { into: id }))).toBe('403 forbidden');
  });
});

describe('an expense of a vendor', () => {
  test('stores the name of that day and is found by the vendor', async () => {
    const { id, name } = await make();
    const made = await done(spend({ vendorId: id }, member));
    expect(made).toMatchObject({ vendorId: id, vendor: name });
    await done(put(id, { name: `${name} renamed` }));
    const url = `/api/expenses/${made.id}`;
    expect(await done(member.get(url))).toMatchObject({ vendorId: id, vendor: name });
    const kept = await done(
      member.put(url, { ...expense(books, { expenseDate: inDays(0) }), vendorId: id, vendor: name }),
    );
    expect(kept).toMatchObject({ vendorId: id, vendor: name });
    const { items } = await done(treasurer.get(`/api/expenses?vendorId=${id}`));
    expect(ids(items)).toEqual([made.id]);
    expect(await done(member.get(`/api/expenses/mine?vendorId=${id}`))).toMatchObject({ totalCount: 1 });
    const free = await done(member.put(url, { ...expense(books, { expenseDate: inDays(0) }), vendor: 'A shop' }));
    expect(free).toMatchObject({ vendorId: null, vendor: 'A shop' });
    expect(await done(treasurer.get(`/api/expenses?vendorId=${id}`))).toMatchObject({ totalCount: 0 });
  });

  test('takes no other name, no unknown vendor and none that is no longer in use', async () => {
    const { id, name } = await make();
    expect(await done(spend({ vendorId: id, vendor: name.toUpperCase() }))).toMatchObject({ vendor: name });
    const other = await spend({ vendorId: id, vendor: 'Another' });
    expect([refusal(other), other.body.errors[0].path, other.body.errors[0].code]).toEqual([
      '400 validation_failed',
      'vendor',
      'not_with_vendor_id',
    ]);
    expect(refusal(await spend({ vendorId: 999_999 }))).toBe('422 unknown_reference');
    const made = await done(spend({ vendorId: id }));
    await done(put(id, { name, isActive: false }));
    expect(refusal(await spend({ vendorId: id }))).toBe('422 vendor_disabled');
    const body = { ...expense(books, { expenseDate: inDays(0) }), vendorId: id };
    expect(await done(treasurer.put(`/api/expenses/${made.id}`, body))).toMatchObject({ vendorId: id });
  });

  test('keeps its vendor from deletion and in its reversal', async () => {
    const { id, name } = await make();
    const made = await done(spend({ vendorId: id }, member));
    expect(refusal(await treasurer.del(`${ROUTE}/${id}`))).toBe('409 vendor_in_use');
    await done(member.post(`/api/expenses/${made.id}/submit`));
    await done(treasurer.post(`/api/expenses/${made.id}/approve`));
    const body = { date: inDays(0), reason: 'A mistake' };
    const reversal = await done(treasurer.post(`/api/expenses/${made.id}/reverse`, body));
    expect(reversal).toMatchObject({ vendorId: id, vendor: name, amount: -10 });
    const draft = await make();
    const { id: dropped } = await done(spend({ vendorId: draft.id }));
    await done(treasurer.del(`/api/expenses/${dropped}`));
    expect((await treasurer.del(`${ROUTE}/${draft.id}`)).status).toBe(204);
  });
});

describe('the member of a vendor', () => {
  test('moves when members are merged', async () => {
    const [old, into] = [await addMember(books, {}), await addMember(books, {})];
    const { id } = await make({ memberId: old.id });
    await done(books.admin.post(`/api/members/${old.id}/merge`, { into: into.id, confirm: true }));
    expect(await read(id)).toMatchObject({ memberId: into.id });
  });

  test('becomes null when the member is purged, and the vendor stays', async () => {
    const { id: memberId } = await addMember(books, {});
    const { id, name } = await make({ memberId, taxId: ein() });
    await done(books.admin.post(`/api/members/${memberId}/purge`, { confirm: true }));
    expect(await read(id)).toMatchObject({ name, memberId: null, taxId: expect.stringContaining('••••') });
  });
});
