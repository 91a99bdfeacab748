/** Form 1099: payments to names that are not in the list of vendors, giving them to a vendor, and shared tax ids. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addApproved, addMember, booksOfFile, done, type Json, refusal, type Staff } from './books.ts';
import { removeDirs, run, works } from './people-files.ts';

const books = booksOfFile();
let treasurer: Staff;
let subCategories: Record<'services' | 'rent' | 'plain', number>;
beforeAll(async () => {
  treasurer = await books.as(['treasurer']);
  const { items } = await done(books.admin.get('/api/expense-categories'));
  const add = async (form1099: string | null): Promise<number> => {
    const body = { groupId: items[0].id, name: `For 1099 ${randomUUID()}`, form990LineCode: '24', form1099 };
    return (await done(books.admin.post('/api/expense-categories/subcategories', body))).id;
  };
  subCategories = { services: await add('NEC1'), rent: await add('MISC1'), plain: await add(null) };
});
afterAll(removeDirs);

const YEAR = 2024;
const unique = (name: string) => `${name} ${randomUUID()}`;
const vendor = (fields: Json = {}): Promise<Json> =>
  done(treasurer.post('/api/vendors', { name: unique('Vendor'), taxClassification: 'Individual', ...fields }));
const pay = (expenseId: number, fields: Json = {}): Promise<Json> =>
  done(treasurer.post('/api/payments', { date: `${YEAR}-03-10`, method: 'Check', items: [{ expenseId }], ...fields }));
const paid = async (amount: number, { payment = {}, ...fields }: Json): Promise<Json> => {
  const what = { expenseDate: `${YEAR}-03-01`, amount, subCategoryId: subCategories.services, ...fields };
  const one = await addApproved(books, what);
  return { ...one, payment: await pay(one['id'], payment) };
};
const report = (): Promise<Json> => done(treasurer.get(`/api/reports/1099?year=${YEAR}`));
const othersOf = async (name: string): Promise<Json[]> =>
  (await report()).withoutVendor.filter((one: Json) => String(one.name).toLowerCase().startsWith(name.toLowerCase()));
const itemsOf = async (vendorId: number): Promise<Json[]> =>
  (await report()).items.filter((item: Json) => item.vendorId === vendorId);
const link = (id: number, name: string, who = treasurer) => who.post(`/api/vendors/${id}/link`, { name });
const read = (id: number): Promise<Json> => done(books.admin.get(`/api/expenses/${id}`));

describe('what was paid without a vendor of the list', () => {
  test('is listed by the typed name and box, as the payments of vendors are', async () => {
    const name = unique('Bob the plumber');
    await paid(3000, { vendor: name });
    await paid(40.5, { vendor: name.toUpperCase() });
    await paid(700, { vendor: name, subCategoryId: subCategories.rent });
    await paid(10, { vendor: name, subCategoryId: subCategories.plain });
    await paid(999, { vendor: name, payment: { method: 'Card' } });
    await paid(999, { vendor: name, payment: { date: `${YEAR + 1}-01-01` } });
    const { payment } = await paid(999, { vendor: name });
    await done(treasurer.post(`/api/payments/${payment.id}/void`, { date: `${YEAR}-04-02`, reason: 'Lost' }));
    const back = await paid(200, { vendor: name });
    await done(treasurer.post(`/api/expenses/${back['id']}/reverse`, { date: `${YEAR}-05-01`, reason: 'Not done' }));
    expect(await othersOf(name)).toEqual([
      { name, box: 'NEC1', amount: 3040.5 },
      { name, box: 'MISC1', amount: 700 },
    ]);
    expect((await report()).items.map((item: Json) => item.name)).not.toContain(name);
  });

  test('has the name of the person whom it paid if nobody typed a vendor', async () => {
    const lastName = unique('Organist');
    const member = await addMember(books, { firstName: 'Mei', lastName });
    await paid(150, { memberId: member['id'] });
    expect(await othersOf(`Mei ${lastName}`)).toEqual([{ name: `Mei ${lastName}`, box: 'NEC1', amount: 150 }]);
  });

  test('is printed with a heading and the next step, in English and on the page also in Chinese', async () => {
    const name = unique('Carla the painter');
    await paid(250, { vendor: name });
    const { stdout } = await works(run(books.daemon.dataDir, 'report', '1099', '--year', String(YEAR)));
    expect(stdout).toContain('Paid to names that are not in the list of vendors');
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('vestry vendor link VENDOR "NAME"');
    const page = (locale: string) => done(treasurer.get(`/api/reports/1099/table?year=${YEAR}&locale=${locale}`));
    const [english, chinese] = [await page('en-US'), await page('zh-TW')];
    const headings = ({ rows }: Json) => rows.filter(({ kind }: Json) => kind === 'heading');
    expect(headings(english)[0].values[0]).toBe('Paid to names that are not in the list of vendors');
    expect(headings(chinese)[0].values[0]).toBe('付給不在廠商名單上的名稱的款項');
    expect(chinese.notes.join(' ')).toContain('還沒有廠商的');
    expect(chinese.rows.map(({ values }: Json) => values[0])).toContain(name);
  });
});

describe('giving expenses to a vendor', () => {
  test('changes all expenses with the typed name, and the report then counts them', async () => {
    const { id, name } = await vendor();
    await paid(1999.99, { vendorId: id });
    const typed = await paid(3000, { vendor: ` ${name.toUpperCase()} ` });
    const draft = await done(
      treasurer.post('/api/expenses', { ...DRAFT, subCategoryId: subCategories.plain, vendor: name }),
    );
    const other = await vendor();
    const theirs = await paid(5, { vendorId: other['id'] });
    const foreign = await paid(5, { vendor: `${name} and sons` });
    expect(await done(link(id, name))).toEqual({ expenses: 2 });
    expect(await itemsOf(id)).toMatchObject([{ box: 'NEC1', amount: 4999.99 }]);
    expect(await read(typed['id'])).toMatchObject({ vendorId: id, vendor: name.toUpperCase(), status: 'Paid' });
    expect(await read(draft.id)).toMatchObject({ vendorId: id, vendor: name });
    expect(await read(theirs['id'])).toMatchObject({ vendorId: other['id'] });
    expect(await read(foreign['id'])).toMatchObject({ vendorId: null });
    const log = `/api/audit-logs?entityType=Expense&entityId=${typed['id']}&action=ExpenseVendorLinked`;
    expect((await done(books.admin.get(log))).items).toMatchObject([{ changes: { vendorId: [null, id] } }]);
    expect(await done(link(id, name))).toEqual({ expenses: 0 });
    await works(run(books.daemon.dataDir, 'audit', 'verify'));
  });

  test('also changes what has no vendor, by the name in the report', async () => {
    const lastName = unique('Singer');
    const member = await addMember(books, { firstName: 'Ann', lastName });
    const reported = await paid(150, { memberId: member['id'] });
    const plain = await paid(20, { memberId: member['id'], subCategoryId: subCategories.plain });
    const { id, name } = await vendor();
    expect(await done(link(id, `ann ${lastName}`))).toEqual({ expenses: 1 });
    expect(await read(reported['id'])).toMatchObject({ vendorId: id, vendor: name });
    expect(await read(plain['id'])).toMatchObject({ vendorId: null, vendor: null });
    const found = await done(treasurer.get(`/api/expenses?search=${encodeURIComponent(name)}`));
    expect(found.items.map((one: Json) => one.id)).toEqual([reported['id']]);
    await works(run(books.daemon.dataDir, 'audit', 'verify'));
  });

  test('is refused for nobody, a vendor no longer in use, and without the permission', async () => {
    const { id } = await vendor({ isActive: false });
    expect(refusal(await link(id, 'Bob'))).toBe('422 vendor_disabled');
    expect(refusal(await link(999_999, 'Bob'))).toBe('404 not_found');
    expect(refusal(await link(id, ''))).toBe('400 validation_failed');
    expect(refusal(await link(id, 'Bob', await books.as(['member'])))).toBe('403 forbidden');
  });

  test('works on the command line, where the vendor is an id or a name', async () => {
    const { id, name } = await vendor();
    const typed = unique('Joe');
    await paid(10, { vendor: typed });
    const of = (...args: string[]) => works(run(books.daemon.dataDir, 'vendor', 'link', ...args));
    expect((await of(name, typed)).stdout).toBe('1 expense given to the vendor.\n');
    expect((await of(String(id), typed)).stdout).toContain('Nothing was changed.');
    expect(JSON.parse((await of(String(id), typed, '--json')).stdout)).toEqual({ expenses: 0 });
  });
});

const DRAFT = { expenseDate: `${YEAR}-03-01`, amount: 12, description: 'A new tap', ministryId: 1 };

describe('an expense with a typed vendor', () => {
  const enter = (fields: Json): Promise<Json> =>
    done(treasurer.post('/api/expenses', { ...DRAFT, subCategoryId: subCategories.services, ...fields }));

  test('has a warning if exactly one vendor in use has the name, and keeps the name', async () => {
    const { id, name } = await vendor();
    const made = await enter({ vendor: name.toUpperCase() });
    expect(made).toMatchObject({ vendorId: null, warnings: [{ code: 'vendor_in_list' }] });
    expect(made['warnings'][0].message).toContain(`${name} is vendor ${id}`);
    expect((await read(made['id']))['warnings']).toBeUndefined();
    expect((await enter({ vendorId: id }))['warnings']).toBeUndefined();
    expect((await enter({ vendor: `${name} and sons` }))['warnings']).toBeUndefined();
    const changed = { ...DRAFT, subCategoryId: subCategories.services, vendor: name };
    expect((await done(treasurer.put(`/api/expenses/${made['id']}`, changed)))['warnings']).toHaveLength(1);
    await vendor({ name });
    expect((await enter({ vendor: name }))['warnings']).toBeUndefined();
  });
});

describe('two vendors with the same tax id', () => {
  test('are one row with their sum, and are named with the command that merges them', async () => {
    const taxId = { tinType: 'SSN', taxId: '523-45-7001' };
    const one = await vendor({ ...taxId, name: unique('Twin One'), w9On: '2020-01-02' });
    const other = await vendor({ ...taxId, w9On: '2023-05-06' });
    const single = await vendor({ tinType: 'SSN', taxId: '523-45-7002' });
    const company = await vendor({ tinType: 'EIN', taxId: '52-3457002', taxClassification: 'Partnership' });
    for (const { id } of [one, other, single, company]) await paid(400, { vendorId: id });
    const [{ id: first, name: firstName }, { id: second, name: secondName }] = [one, other] as [Json, Json];
    const own = ({ warnings }: Json) => warnings.filter(({ vendorIds }: Json) => vendorIds.includes(first));
    const { warnings } = await report();
    expect(own({ warnings })).toEqual([
      {
        code: 'same_tax_id',
        vendorIds: [first, second],
        names: [firstName, secondName],
        message: `${firstName} and ${secondName} have the same tax id, so they are one row, unless one is an SSN and another an EIN. Merge them, or correct the tax id that is wrong: vestry vendor merge ${second} --into ${first}`,
      },
    ]);
    expect(await itemsOf(first)).toEqual([]);
    expect(await itemsOf(second)).toMatchObject([
      {
        name: secondName,
        vendors: [
          { vendorId: first, name: firstName },
          { vendorId: second, name: secondName },
        ],
        amount: 800,
        reportable: true,
      },
    ]);
    // The same digits are two taxpayers if they are an SSN and an EIN.
    for (const { id } of [single, company])
      expect(await itemsOf(id)).toMatchObject([{ amount: 400, reportable: false, vendors: [{ vendorId: id }] }]);
    const { stdout } = await works(run(books.daemon.dataDir, 'report', '1099', '--year', String(YEAR)));
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(`vestry vendor merge ${second} --into ${first}`);
    const { notes } = await done(treasurer.get(`/api/reports/1099/table?year=${YEAR}&locale=zh-TW`));
    expect(notes.join(' ')).toContain(`${firstName}、${secondName} 的稅號相同`);
    await done(treasurer.post(`/api/vendors/${second}/merge`, { into: first }));
    expect(own(await report())).toEqual([]);
    expect(await itemsOf(first)).toMatchObject([{ amount: 800, reportable: true }]);
  });

  test('are reported if one of them is an individual and the other a corporation', async () => {
    const taxId = { tinType: 'EIN', taxId: '52-3457003' };
    const one = await vendor({ ...taxId, name: unique('Apart One'), taxClassification: 'Corporation' });
    const unknown = await vendor({ ...taxId, name: unique('Apart Two'), taxClassification: 'Unknown' });
    for (const { id } of [one, unknown]) await paid(700, { vendorId: id });
    expect(await itemsOf(one['id'])).toMatchObject([{ reportable: false, reason: 'corporation' }]);
    const person = await vendor({ ...taxId, name: unique('Apart Three') });
    await paid(1, { vendorId: person['id'] });
    expect(await itemsOf(one['id'])).toMatchObject([{ amount: 1401, reportable: true }]);
  });
});

describe('what a person is paid back', () => {
  test('for buying from a vendor is on no form, and its refund neither', async () => {
    const member = await addMember(books, { firstName: 'Ivy', lastName: unique('Buyer') });
    const { id } = await vendor();
    const typed = unique('Hardware store');
    const name = `Ivy ${member['lastName']}`;
    await paid(900, { vendorId: id, memberId: member['id'] });
    await paid(30, { vendor: typed, memberId: member['id'] });
    const back = await paid(55, { vendor: typed, memberId: member['id'] });
    await done(treasurer.post(`/api/expenses/${back['id']}/reverse`, { date: `${YEAR}-05-01`, reason: 'Returned' }));
    expect(await itemsOf(id)).toEqual([]);
    expect(await othersOf(typed)).toEqual([]);
    const { reimbursed } = await report();
    expect(reimbursed.filter((one: Json) => one.name === name)).toEqual([{ name, box: 'NEC1', amount: 930 }]);
    const { rows } = await done(treasurer.get(`/api/reports/1099/table?year=${YEAR}&locale=zh-TW`));
    expect(rows.map(({ values }: Json) => values[0])).toContain('歸還代購者的款項');
  });

  test('for their own work is paid to the vendor who they are', async () => {
    const lastName = unique('Player');
    const member = await addMember(books, { firstName: 'Lea', lastName });
    const { id } = await vendor({ memberId: member['id'] });
    await paid(650, { vendorId: id, memberId: member['id'] });
    await paid(10, { vendor: `Lea ${lastName}`, memberId: member['id'] });
    expect(await itemsOf(id)).toMatchObject([{ amount: 650, reportable: true }]);
    expect(await othersOf(`Lea ${lastName}`)).toMatchObject([{ amount: 10 }]);
  });

  test('is given to a vendor who is nobody else, and who is then this person', async () => {
    const lastName = unique('Tuner');
    const member = await addMember(books, { firstName: 'Max', lastName });
    await paid(620, { memberId: member['id'] });
    const other = await vendor({ memberId: (await addMember(books, { lastName: unique('Other') }))['id'] });
    expect(refusal(await link(other['id'], `Max ${lastName}`))).toBe('400 validation_failed');
    const { id } = await vendor();
    expect(await done(link(id, `Max ${lastName}`))).toEqual({ expenses: 1 });
    expect(await done(treasurer.get(`/api/vendors/${id}`))).toMatchObject({ memberId: member['id'] });
    expect(await itemsOf(id)).toMatchObject([{ amount: 620, reportable: true }]);
    await works(run(books.daemon.dataDir, 'audit', 'verify'));
  });
});

test('whoever is also paid a salary is named with Form W-2, and nobody else', async () => {
  const { items } = await done(books.admin.get('/api/expense-categories'));
  const { id: wages } = items[0].subCategories.find(({ name }: Json) => name === 'Staff Wages');
  const member = await addMember(books, { firstName: 'Sal', lastName: unique('Aried') });
  const employee = await vendor({ memberId: member['id'] });
  const free = await vendor();
  const typed = unique('Typed Employee');
  await paid(3000, { memberId: member['id'], subCategoryId: wages });
  await paid(3000, { vendor: typed, subCategoryId: wages });
  for (const { id } of [employee, free]) await paid(50, { vendorId: id });
  await paid(50, { vendor: typed.toUpperCase() });
  const { warnings } = await report();
  const salaried = warnings.filter(({ code }: Json) => code === 'salaried_member');
  expect(salaried.map(({ vendorIds, names }: Json) => [vendorIds, names])).toEqual([
    [[employee['id']], [employee['name']]],
    [[], [typed.toUpperCase()]],
  ]);
  expect(salaried[0].message).toContain(`${employee['name']} also received a salary in ${YEAR}`);
});
