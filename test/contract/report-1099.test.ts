/** The report for Form 1099: which payments count, for which box, and what is reported. */
import { randomUUID } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addApproved, addExpense, booksOfFile, done, type Json, move, refusal, type Staff } from './books.ts';
import { cells, expectRefused, newDir, removeDirs, run, works } from './people-files.ts';

const books = booksOfFile();
let treasurer: Staff;
let subCategories: Record<'services' | 'rent' | 'medical' | 'legal' | 'plain', number>;
beforeAll(async () => {
  treasurer = await books.as(['treasurer']);
  const { items } = await done(books.admin.get('/api/expense-categories'));
  const add = async (form1099: string | null, form990LineCode = '24'): Promise<number> => {
    const body = { groupId: items[0].id, name: `For 1099 ${randomUUID()}`, form990LineCode, form1099 };
    return (await done(books.admin.post('/api/expense-categories/subcategories', body))).id;
  };
  subCategories = {
    services: await add('NEC1'),
    rent: await add('MISC1'),
    medical: await add('MISC6'),
    legal: await add('NEC1', '11b'),
    plain: await add(null),
  };
});
afterAll(removeDirs);

const YEAR = 2024;
let serial = 6000;
/** Each vendor has another tax id, because vendors with one tax id are one item. */
const vendor = (fields: Json = {}): Promise<Json> =>
  done(
    treasurer.post('/api/vendors', {
      name: `Vendor ${randomUUID()}`,
      taxClassification: 'Individual',
      tinType: 'SSN',
      taxId: `523-45-${(serial += 1)}`,
      w9On: '2020-01-02',
      ...fields,
    }),
  );
const spend = (vendorId: number, amount: number, fields: Json = {}): Promise<Json> => {
  const own = fields['splits'] === undefined ? { subCategoryId: subCategories.services } : {};
  return addApproved(books, { expenseDate: `${YEAR}-03-01`, amount, vendorId, ...own, ...withoutSub(fields) });
};
/** The subcategory of an expense with parts is left out. */
const withoutSub = (fields: Json): Json =>
  fields['splits'] === undefined ? fields : { subCategoryId: null, ...fields };
const pay = (expenseId: number, fields: Json = {}, amount?: number): Promise<Json> =>
  done(
    treasurer.post('/api/payments', {
      date: `${YEAR}-03-10`,
      method: 'Check',
      items: [{ expenseId, ...(amount === undefined ? {} : { amount }) }],
      ...fields,
    }),
  );
const paid = async (vendorId: number, amount: number, { spent = {}, payment = {} }: Json = {}): Promise<Json> => {
  const one = await spend(vendorId, amount, spent);
  await pay(one['id'], payment);
  return one;
};
const report = (year = YEAR, who = treasurer): Promise<Json> => done(who.get(`/api/reports/1099?year=${year}`));
const itemsOf = async (vendorId: number, year = YEAR): Promise<Json[]> =>
  (await report(year)).items.filter((item: Json) => item.vendorId === vendorId);
const figures = async (vendorId: number, year = YEAR) =>
  (await itemsOf(vendorId, year)).map(({ box, amount, reportable }) => [box, amount, reportable]);
const NEC_600 = [['NEC1', 600, true]];

describe('what counts', () => {
  test('is what was paid in the calendar year, by vendor and box', async () => {
    const { id, name } = await vendor();
    await paid(id, 400);
    await paid(id, 250.25, { payment: { date: `${YEAR}-12-31` } });
    await paid(id, 700, { spent: { subCategoryId: subCategories.rent }, payment: { date: `${YEAR}-01-01` } });
    await paid(id, 99, { spent: { subCategoryId: subCategories.plain } });
    await paid(id, 5000, { payment: { date: `${YEAR + 1}-01-01` } });
    await spend(id, 3000);
    const vendors = [{ vendorId: id, name }];
    const taxId = `••••${serial}`;
    const common = { vendorId: id, name, vendors, taxId, reason: null, threshold: 600, reportable: true };
    const [nec, misc] = [
      { recipient: '2025-01-31', paper: '2025-01-31', electronic: '2025-01-31' },
      { recipient: '2025-01-31', paper: '2025-02-28', electronic: '2025-03-31' },
    ];
    expect(await itemsOf(id)).toEqual([
      { ...common, box: 'NEC1', due: nec, amount: 650.25, reportableAmount: 650.25 },
      { ...common, box: 'MISC1', due: misc, amount: 700, reportableAmount: 700 },
    ]);
    expect(await figures(id, YEAR + 1)).toEqual([['NEC1', 5000, true]]);
  });

  test('does not include an expense with only a name', async () => {
    const { id, name } = await vendor();
    const one = await addApproved(books, {
      expenseDate: `${YEAR}-03-01`,
      amount: 900,
      vendor: name,
      subCategoryId: subCategories.services,
    });
    await pay(one.id);
    expect(await itemsOf(id)).toEqual([]);
  });

  test('does not include voided and deleted payments', async () => {
    const { id } = await vendor();
    const [lost, wrong] = [await spend(id, 1000), await spend(id, 2000)];
    const check = await pay(lost['id']);
    await done(
      treasurer.post(`/api/payments/${check['id']}/void`, { date: `${YEAR + 1}-02-02`, reason: 'Lost in the mail' }),
    );
    const mistake = await pay(wrong['id']);
    await done(treasurer.del(`/api/payments/${mistake['id']}`));
    expect(await itemsOf(id)).toEqual([]);
    await pay(lost['id'], { date: `${YEAR}-05-01` });
    expect(await figures(id)).toEqual([['NEC1', 1000, true]]);
  });

  test('does not include payments by card, by PayPal and from the accounts of cards and processors', async () => {
    const { id } = await vendor();
    const account = async (kind: string): Promise<number> =>
      (await done(treasurer.post('/api/accounts', { name: `${kind} ${randomUUID()}`, kind }))).id;
    for (const payment of [
      { method: 'Card' },
      { method: 'PayPal' },
      { method: 'Other', accountId: await account('CreditCard') },
      { method: 'BankTransfer', accountId: await account('Processor') },
    ])
      await paid(id, 1000, { payment });
    expect(await itemsOf(id)).toEqual([]);
    for (const method of ['Check', 'Cash', 'Zelle', 'BankTransfer', 'Other'])
      await paid(id, 120, { payment: { method } });
    expect(await figures(id)).toEqual(NEC_600);
  });

  test('subtracts refunds, and divides the payment of a partly reversed expense among what is left', async () => {
    const { id } = await vendor();
    const one = await paid(id, 800);
    const back = { date: `${YEAR}-04-01`, amount: 200, reason: 'Too much' };
    await done(treasurer.post(`/api/expenses/${one['id']}/reverse`, back));
    expect(await figures(id)).toEqual(NEC_600);

    const { id: other } = await vendor();
    const part = (subCategoryId: number, amount: number) => ({ subCategoryId, amount });
    const parts = [part(subCategories.services, 700), part(subCategories.rent, 300)];
    const two = await spend(other, 1000, { splits: parts });
    const taken = { date: `${YEAR}-03-05`, reason: 'Not done', splits: [part(subCategories.rent, 100)] };
    await done(treasurer.post(`/api/expenses/${two['id']}/reverse`, taken));
    await pay(two['id']);
    expect(await figures(other)).toEqual([
      ['NEC1', 700, true],
      ['MISC1', 200, false],
    ]);
  });

  test('divides part payments among the parts of an expense, exactly in the end', async () => {
    const { id } = await vendor();
    const splits = [
      { subCategoryId: subCategories.services, amount: 33.33 },
      { subCategoryId: subCategories.rent, amount: 33.33 },
      { subCategoryId: subCategories.plain, amount: 33.34 },
    ];
    const one = await spend(id, 100, { splits });
    await pay(one['id'], {}, 50);
    expect(await figures(id)).toEqual([
      ['NEC1', 16.67, false],
      ['MISC1', 16.66, false],
    ]);
    await pay(one['id'], { date: `${YEAR + 1}-01-02` }, 25);
    await pay(one['id'], { date: `${YEAR + 1}-01-03`, method: 'Cash' }, 25);
    const sum = async (box: string): Promise<number> => {
      const all = [...(await itemsOf(id)), ...(await itemsOf(id, YEAR + 1))].filter((item) => item.box === box);
      return Math.round(all.reduce((total, { amount }) => total + Number(amount), 0) * 100);
    };
    expect(await sum('NEC1')).toBe(3333);
    expect(await sum('MISC1')).toBe(3333);
  });

  test('is in the box of the part, which replaces that of its subcategory', async () => {
    const { id } = await vendor();
    const splits = [
      { subCategoryId: subCategories.plain, amount: 650, form1099: 'NEC1' },
      { subCategoryId: subCategories.services, amount: 620, form1099: 'MISC6' },
    ];
    const one = await spend(id, 1270, { splits });
    expect(one['splits'].map(({ form1099 }: Json) => form1099)).toEqual(['NEC1', 'MISC6']);
    await pay(one['id']);
    await paid(id, 700, {
      spent: { splits: [{ subCategoryId: subCategories.plain, amount: 700, form1099: 'MISC10' }] },
    });
    expect(await figures(id)).toEqual([
      ['NEC1', 650, true],
      ['MISC6', 620, true],
      ['MISC10', 700, true],
    ]);
  });

  test('includes money that was paid before the approval, on its day', async () => {
    const { id } = await vendor();
    const settled = { accountId: 2, date: `${YEAR}-07-01`, method: 'BankTransfer' };
    const body = { expenseDate: `${YEAR}-06-30`, amount: 640, subCategoryId: subCategories.services, settled };
    const one = await addExpense(books, { ...body, vendorId: id });
    expect(await itemsOf(id)).toEqual([]);
    await move(books, one.id, 'submit');
    expect(await figures(id)).toEqual([['NEC1', 640, true]]);
  });
});

describe('what is reported', () => {
  test('starts at the threshold of the year and box', async () => {
    const { id } = await vendor();
    await paid(id, 599.99, { payment: { date: '2025-12-30' } });
    expect((await itemsOf(id, 2025))[0]).toMatchObject({
      reportable: false,
      reportableAmount: 0,
      reason: 'below_threshold',
    });
    await paid(id, 0.01, { payment: { date: '2025-12-31' } });
    expect(await figures(id, 2025)).toEqual(NEC_600);
    await paid(id, 1999.99, { payment: { date: '2026-01-01' } });
    expect((await itemsOf(id, 2026))[0]).toMatchObject({ threshold: 2000, reportable: false });
    await paid(id, 0.01, { payment: { date: '2026-01-02' } });
    expect(await figures(id, 2026)).toEqual([['NEC1', 2000, true]]);
    const splits = [{ subCategoryId: subCategories.plain, amount: 600, form1099: 'MISC10' }];
    await paid(id, 600, { spent: { splits }, payment: { date: '2026-01-03' } });
    expect((await itemsOf(id, 2026))[1]).toMatchObject({ box: 'MISC10', threshold: 600, reportable: true });
  });

  test.each([
    ['Individual', [true, true, true, true], null],
    ['Partnership', [true, true, true, true], null],
    ['Unknown', [true, true, true, true], null],
    ['Corporation', [false, false, true, true], 'corporation'],
    ['Exempt', [false, false, false, false], 'exempt'],
    ['Foreign', [false, false, false, false], 'foreign'],
  ])('of a vendor of the classification %s', async (taxClassification, reported, reason) => {
    const { id } = await vendor({ taxClassification });
    const boxes = ['NEC1', 'MISC1', 'MISC6', 'MISC10'];
    const splits = boxes.map((form1099) => ({ subCategoryId: subCategories.plain, amount: 1000, form1099 }));
    await paid(id, 4000, { spent: { splits } });
    const items = await itemsOf(id);
    expect(items.map(({ box }) => box)).toEqual(boxes);
    expect(items.map(({ reportable }) => reportable)).toEqual(reported);
    expect(items.map((item) => item.reason)).toEqual(reported.map((is) => (is ? null : reason)));
  });

  test('of a corporation for services is only what legal services cost', async () => {
    const { id } = await vendor({ taxClassification: 'Corporation' });
    await paid(id, 5000);
    await paid(id, 640, { spent: { subCategoryId: subCategories.legal } });
    expect(await itemsOf(id)).toMatchObject([{ amount: 5640, reportable: true, reportableAmount: 640, reason: null }]);
  });

  test('of a vendor without a tax id or a Form W-9 is named', async () => {
    const vendors = [
      await vendor({ taxId: null }),
      await vendor({ w9On: null }),
      await vendor(),
      await vendor({ taxId: null, taxClassification: 'Exempt' }),
    ];
    for (const { id } of vendors)
      await paid(id, 900, { payment: { date: '2023-03-01' }, spent: { expenseDate: '2023-02-01' } });
    const small = await vendor({ taxId: null });
    await paid(small['id'], 10, { payment: { date: '2023-03-01' }, spent: { expenseDate: '2023-02-01' } });
    const { missingW9 } = await report(2023);
    expect(missingW9).toHaveLength(2);
    expect(missingW9).toEqual(
      expect.arrayContaining(vendors.slice(0, 2).map(({ id, name }) => ({ vendorId: id, name }))),
    );
  });
});

test('names a vendor whose tax id has no type as lacking, also when the file for filing is written', async () => {
  const when = { payment: { date: '2020-03-01' }, spent: { expenseDate: '2020-02-01' } };
  const { id, name } = await vendor({ tinType: null, taxId: '523456789' });
  await paid(id, 900, when);
  expect((await report(2020)).missingW9).toEqual([{ vendorId: id, name }]);
  const file = path.join(newDir(), 'filer.csv');
  const { stderr, stdout } = await works(
    run(books.daemon.dataDir, 'report', '1099', '--year', '2020', '--filer', file),
  );
  expect(stderr + stdout).toContain(`The type of the tax id is missing in the file for: ${name} (${id})`);
  expect(stderr + stdout).toContain(`vestry vendor update ${id} --tin-type EIN`);
});

describe('the report', () => {
  test('is for reports.read, and shows tax ids only to finance', async () => {
    const { id } = await vendor();
    await paid(id, 700);
    const auditor = await books.as(['auditor']);
    const items = (await report(YEAR, auditor)).items.filter((item: Json) => item.vendorId === id);
    expect(items).toMatchObject([{ taxId: null, amount: 700, reportable: true }]);
    expect(refusal(await (await books.as(['member'])).get(`/api/reports/1099?year=${YEAR}`))).toBe('403 forbidden');
  });

  test.each([2019, 2027])('is refused for %i, whose thresholds are not known', async (year) => {
    expect(refusal(await treasurer.get(`/api/reports/1099?year=${year}`))).toBe('422 no_threshold');
  });

  test.each(['', '?year=', '?year=24x', '?year=2024&box=NEC1'])('is refused with 400 for %s', async (query) => {
    expect(refusal(await treasurer.get(`/api/reports/1099${query}`))).toBe('400 validation_failed');
  });
});

describe('vestry report 1099', () => {
  const of = (...args: string[]) => run(books.daemon.dataDir, 'report', '1099', ...args);

  test('prints the report as the API does, and as a table and CSV', async () => {
    const { id, name } = await vendor();
    await paid(id, 1234.5, { payment: { date: '2022-03-01' }, spent: { expenseDate: '2022-02-01' } });
    expect(JSON.parse((await works(of('--year', '2022', '--json'))).stdout)).toEqual(await report(2022));
    const { stdout } = await works(of('--year', '2022'));
    expect(stdout).toContain('Form 1099: payments to vendors in 2022');
    expect(stdout).toMatch(/1,234\.50 +1,234\.50/);
    const [header, first] = cells((await works(of('--year', '2022', '--format', 'csv'))).stdout);
    expect(header).toEqual(['Vendor', 'Tax id', 'Box', 'Paid', 'To report', 'Not reported because']);
    const box = '1099-NEC box 1: Nonemployee compensation';
    expect(first).toEqual([name, `••••${serial}`, box, '1234.50', '1234.50', '']);
    const refused = await of('--year', '2019');
    expectRefused(refused);
    expect(refused.stderr).toContain('Form 1099');
  });

  test('writes workbooks and PDFs', async () => {
    for (const kind of ['xlsx', 'pdf']) {
      const file = path.join(newDir(), `1099.${kind}`);
      await works(of('--year', '2022', '--output', file));
      expect(statSync(file).size).toBeGreaterThan(1000);
    }
  });

  test('writes complete tax ids only to the file for filing, which is private, and records this', async () => {
    const address = { line1: '1 Main St', city: 'Springfield', state: 'IL', postalCode: '62701' };
    const when = { payment: { date: '2021-03-01' }, spent: { expenseDate: '2021-02-01' } };
    const { id } = await vendor({ legalName: 'Daniel Ruiz', taxId: '523-45-1111', address });
    await paid(id, 700, when);
    const lacking = await vendor({ taxId: null });
    await paid(lacking['id'], 800, when);
    await paid((await vendor())['id'], 5, when);
    const file = path.join(newDir(), 'filer.csv');
    const { stderr, stdout } = await works(of('--year', '2021', '--filer', file));
    expect(stderr + stdout).toContain(lacking['name']);
    expect(stderr + stdout).not.toContain('523-45');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const rows = cells(readFileSync(file, 'utf8'));
    expect(rows).toHaveLength(3);
    const own = [
      '2021',
      '1099-NEC',
      '1',
      '700.00',
      'Daniel Ruiz',
      'SSN',
      '523-45-1111',
      '1 Main St',
      '',
      'Springfield',
    ];
    expect(rows.find((row) => row.includes('Daniel Ruiz'))?.slice(0, 10)).toEqual(own);
    const again = await of('--year', '2021', '--filer', file);
    expectRefused(again);
    expect(again.stderr).toContain('already exists');
    const nowhere = await of('--year', '2021', '--filer', path.join(newDir(), 'none', 'filer.csv'));
    expectRefused(nowhere, [3]);
    expect(nowhere.stderr).toContain('there is no folder');
    expectRefused(await of('--year', '2021', '--force', '--filer', newDir()));
    const { items } = await done(books.admin.get('/api/audit-logs?action=TaxIdsExported&entityId=2021'));
    expect(items).toMatchObject([{ entityType: 'Form1099', entityId: '2021', changes: { vendors: [null, [id]] } }]);
  });
});

test('a subcategory keeps its box until it is changed', async () => {
  const url = `/api/expense-categories/subcategories/${subCategories.medical}`;
  const { form1099, groupId, name, form990LineCode } = await done(books.admin.get(url));
  expect(form1099).toBe('MISC6');
  const changed = await done(books.admin.put(url, { groupId, name, form990LineCode }));
  expect(changed).toMatchObject({ form1099: null, isActive: true });
  const refused = await books.admin.put(url, { groupId, name, form990LineCode, form1099: 'NEC2' });
  expect([refusal(refused), refused.body.errors[0].path]).toEqual(['400 validation_failed', 'form1099']);
});
