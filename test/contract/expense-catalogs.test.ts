import { expect, test } from 'vitest';
import { type Json, booksOfFile, refusal } from './books.ts';
import { request } from '../support/daemon.ts';
import { holders, others } from './roles.ts';

const books = booksOfFile();

const GROUPS = `
Personnel: Pastoral Salaries [7], Staff Wages [7], Payroll Taxes [10], Employee Benefits [9], Retirement Contributions [8]
Facilities: Rent [16], Utilities [16], Repairs & Maintenance [16], Cleaning [16], Property Insurance [16]
Office: Office Supplies [13], Postage & Shipping [13], Printing & Copying [13], Telephone [13]
Worship: Music Licenses [15], Worship Supplies [24], Sound & Instruments [24], Guest Speakers [11g]
Christian Education: Curriculum & Books [24], Children & Youth Activities [24], Retreats & Camps [19]
Missions & Outreach: Domestic Mission Support [1], Foreign Mission Support [3], Outreach Events [24], Advertising & Promotion [12]
Fellowship & Care: Fellowship Meals [24], Benevolence [2], Hospitality & Visitation [24]
Travel & Conferences: Travel [17], Conferences & Training [19]
IT: Software & Subscriptions [14], Computer Equipment [14], Internet & Hosting [14]
Professional: Legal Fees [11b], Accounting & Audit [11c], Contract Services [11g]
Finance: Bank & Processing Fees [13], Loan Interest [20]`
  .trim()
  .split('\n');

test('a new church has the ten ministries of the catalog, and only Administration is classed as management', async () => {
  const { status, body } = await books.admin.get('/api/ministries');
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(['items']);
  const program = 'Worship, Christian Education, Children, Youth, Young Adults, Missions & Outreach, Fellowship';
  expect(body.items.map((item: Json) => [item.name, item.defaultFunctionalClass, item.isActive])).toEqual([
    ...`${program}, Pastoral Care, Facilities`.split(', ').map((name) => [name, 'ProgramServices', true]),
    ['Administration', 'ManagementAndGeneral', true],
  ]);
});

test('a new church has 11 expense groups with 38 subcategories, each mapped to its Form 990 line', async () => {
  const { status, body } = await books.admin.get('/api/expense-categories');
  expect(status).toBe(200);
  const line = (sub: Json) => `${sub.name} [${sub.form990LineCode}]`;
  const shown = body.items.map((group: Json) => `${group.name}: ${group.subCategories.map(line).join(', ')}`);
  expect(shown).toEqual(GROUPS);
  expect(body.items).toHaveLength(11);
  expect(body.items.flatMap((group: Json) => group.subCategories)).toHaveLength(38);
});

test('every seeded expense category is active, and every subcategory belongs to its group', async () => {
  const { body } = await books.admin.get('/api/expense-categories');
  for (const group of body.items) {
    expect(group.isActive).toBe(true);
    for (const sub of group.subCategories) expect(sub).toMatchObject({ groupId: group.id, isActive: true });
  }
});

test('no two subcategories share a name', async () => {
  const { body } = await books.admin.get('/api/expense-categories');
  const names = body.items.flatMap((group: Json) => group.subCategories.map((sub: Json) => sub.name));
  expect(new Set(names).size).toBe(38);
});

test('reading a single group or subcategory returns the same values as the list, and an ETag', async () => {
  const { body } = await books.admin.get('/api/expense-categories');
  const [group] = body.items;
  const one = await books.admin.get(`/api/expense-categories/groups/${group.id}`);
  expect(one.status).toBe(200);
  expect(one.body).toMatchObject({ id: group.id, name: 'Personnel', isActive: true });
  const [sub] = group.subCategories;
  const oneSub = await books.admin.get(`/api/expense-categories/subcategories/${sub.id}`);
  expect(oneSub.status).toBe(200);
  expect(oneSub.body).toMatchObject({ ...sub, name: 'Pastoral Salaries', form990LineCode: '7' });
  expect(one.headers.get('etag')).toMatch(/^"/);
  expect(oneSub.headers.get('etag')).toMatch(/^"/);
});

test('reading a group or subcategory that does not exist returns 404', async () => {
  expect(refusal(await books.admin.get('/api/expense-categories/groups/999'))).toBe('404 not_found');
  expect(refusal(await books.admin.get('/api/expense-categories/subcategories/999'))).toBe('404 not_found');
});

test.each(['member', 'auditor', 'secretary'])('a %s can read ministries and expense categories', async (role) => {
  const someone = await books.as([role]);
  expect((await someone.get('/api/ministries')).body.items).toHaveLength(10);
  expect((await someone.get('/api/expense-categories')).body.items).toHaveLength(11);
  expect((await someone.get('/api/expense-categories/groups/1')).status).toBe(200);
  expect((await someone.get('/api/expense-categories/subcategories/1')).status).toBe(200);
});

test('nobody can read the catalogs without signing in', async () => {
  for (const route of ['/api/ministries', '/api/expense-categories', '/api/form990/lines']) {
    expect(refusal(await request(books.daemon.url, 'GET', route))).toBe('401 unauthenticated');
  }
});

test('the Form 990 catalog has every line of Part IX, each with the columns that the form allows', async () => {
  const { status, body } = await books.admin.get('/api/form990/lines');
  expect(status).toBe(200);
  const all = ['ProgramServices', 'ManagementAndGeneral', 'Fundraising'];
  const codes = '1 2 3 4 5 6 7 8 9 10 11a 11b 11c 11d 11e 11f 11g 12 13 14 15 16 17 18 19 20 21 22 23 24 25'.split(' ');
  const columns = (code: string) => {
    if (['1', '2', '3', '4'].includes(code)) return ['ProgramServices'];
    return code === '11e' ? ['Fundraising'] : all;
  };
  expect(body.items.map((item: Json) => [item.code, item.allowedColumns])).toEqual(
    codes.map((code) => [code, columns(code)]),
  );
});

test('the Form 990 lines have the wording of the catalog', async () => {
  const { body } = await books.admin.get('/api/form990/lines');
  const wording = Object.fromEntries(body.items.map((item: Json) => [item.code, item.description]));
  expect(wording).toMatchObject({
    1: 'Grants and other assistance to domestic organizations and governments',
    4: 'Benefits paid to or for members',
    '11e': 'Fees for services: professional fundraising',
    16: 'Occupancy',
    22: 'Depreciation, depletion and amortization',
  });
  expect(wording['24']).toMatch(/^Other expenses/);
  expect(wording['25']).toMatch(/^Total functional expenses/);
});

test.each(holders('reports.read'))('a %s can read the Form 990 catalog and report', async (role) => {
  const someone = await books.as([role]);
  expect((await someone.get('/api/form990/lines')).status).toBe(200);
  expect((await someone.get('/api/form990/functional-expenses?year=2024')).status).toBe(200);
});

test.each(others('reports.read'))('a %s can read neither the Form 990 catalog nor the report', async (role) => {
  const someone = await books.as([role]);
  expect(refusal(await someone.get('/api/form990/lines'))).toBe('403 forbidden');
  expect(refusal(await someone.get('/api/form990/functional-expenses?year=2024'))).toBe('403 forbidden');
});
