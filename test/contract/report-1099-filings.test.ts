/** Form 1099: what was filed, and when a corrected form is needed. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addApproved, badPaths, booksOfFile, done, inDays, type Json, refusal, type Staff } from './books.ts';
import { expectRefused, removeDirs, run, works } from './people-files.ts';

const books = booksOfFile();
let treasurer: Staff;
let services: number;
beforeAll(async () => {
  treasurer = await books.as(['treasurer']);
  const { items } = await done(books.admin.get('/api/expense-categories'));
  const body = { groupId: items[0].id, name: 'For the filings', form990LineCode: '24', form1099: 'NEC1' };
  services = (await done(books.admin.post('/api/expense-categories/subcategories', body))).id;
});
afterAll(removeDirs);

const YEAR = 2024;
const ON = '2025-01-20';
let serial = 1000;
const vendor = (fields: Json = {}): Promise<Json> => {
  serial += 1;
  const taxId = `52345${serial}`;
  const name = `Vendor ${randomUUID()}`;
  return done(
    treasurer.post('/api/vendors', { name, tinType: 'SSN', taxId, taxClassification: 'Individual', ...fields }),
  );
};
/** Pays a vendor, and returns the payment. */
const paid = async (vendorId: number, amount: number): Promise<Json> => {
  const { id } = await addApproved(books, { expenseDate: `${YEAR}-02-01`, amount, vendorId, subCategoryId: services });
  return done(treasurer.post('/api/payments', { date: `${YEAR}-03-10`, method: 'Check', items: [{ expenseId: id }] }));
};
const ROUTE = '/api/reports/1099/filings';
const file = (vendorId: number, filedOn = ON, who = treasurer) =>
  who.post(ROUTE, { year: YEAR, filedOn, vendorIds: [vendorId] });
const report = (who = treasurer): Promise<Json> => done(who.get(`/api/reports/1099?year=${YEAR}`));
const formsOf = async (vendorId: number): Promise<Json[]> =>
  (await report()).forms.filter((form: Json) => form.vendorId === vendorId);
const filingsOf = async (vendorId: number, who = treasurer): Promise<Json[]> =>
  (await done(who.get(`${ROUTE}?year=${YEAR}`))).items.filter((one: Json) => one.vendorId === vendorId);

describe('forms that were filed', () => {
  test('are kept as they were filed, and corrected after each change', async () => {
    const { id, name } = await vendor();
    const first = await paid(id, 700.25);
    const recipient = { name, taxId: `••••${serial}` };
    expect(await formsOf(id)).toMatchObject([{ form: '1099-NEC', need: 'File', ...recipient, filed: null }]);
    const { items } = await done(file(id));
    expect(items).toMatchObject([{ year: YEAR, vendorId: id, box: 'NEC1', amount: 700.25, filedOn: ON, ...recipient }]);
    expect(await formsOf(id)).toMatchObject([{ need: 'None', filed: { filedOn: ON, ...recipient } }]);

    await paid(id, 0.01);
    expect(await formsOf(id)).toMatchObject([
      { need: 'CorrectAmounts', boxes: [{ box: 'NEC1', filed: 700.25, now: 700.26, difference: 0.01 }] },
    ]);
    await done(file(id, '2025-02-10'));
    await done(treasurer.post(`/api/payments/${first['id']}/void`, { date: '2025-03-01', reason: 'Lost' }));
    expect(await formsOf(id)).toMatchObject([
      { need: 'CorrectAmounts', boxes: [{ filed: 700.26, now: 0, difference: -700.26 }] },
    ]);
    await done(file(id, '2025-03-02'));
    expect(await formsOf(id)).toMatchObject([{ need: 'None', boxes: [{ filed: 0, now: 0, difference: 0 }] }]);
    expect((await filingsOf(id)).map((one) => [one.filedOn, one.amount])).toEqual([
      [ON, 700.25],
      ['2025-02-10', 700.26],
      ['2025-03-02', 0],
    ]);
  });

  test('take two forms if the name or the tax id was wrong, also one whose mask is the same', async () => {
    const { id, name } = await vendor();
    const own = { tinType: 'SSN', taxClassification: 'Individual' };
    await paid(id, 700);
    await done(file(id));
    await done(treasurer.put(`/api/vendors/${id}`, { name, ...own, taxId: `52346${serial}` }));
    expect(await formsOf(id)).toMatchObject([{ need: 'CorrectRecipient', taxId: `••••${serial}`, filed: { name } }]);
    await done(file(id));
    await done(treasurer.put(`/api/vendors/${id}`, { name, legalName: 'Ann Wu', ...own }));
    expect(await formsOf(id)).toMatchObject([{ need: 'CorrectRecipient', name: 'Ann Wu', filed: { name } }]);
    await done(file(id));
    expect(await formsOf(id)).toMatchObject([{ need: 'None', filed: { name: 'Ann Wu' } }]);
  });

  test('are in the audit log with what was filed before', async () => {
    const { id, name } = await vendor();
    await paid(id, 700);
    await done(file(id));
    await paid(id, 50);
    const { items } = await done(file(id, '2025-02-01'));
    const log = await done(books.admin.get(`/api/audit-logs?entityType=Form1099Filing&entityId=${items[0].id}`));
    expect(log.items).toMatchObject([{ action: 'Form1099Filed', actorId: treasurer.userId }]);
    expect(log.items[0].changes).toMatchObject({
      amount: [700, 750],
      name: [name, name],
      filedOn: [ON, '2025-02-01'],
    });
  });

  test('of a vendor who is merged are those of the other vendor, unless both have some', async () => {
    const [one, other, third] = [await vendor(), await vendor({ taxId: null }), await vendor({ taxId: null })];
    await paid(one['id'], 700);
    await done(file(one['id']));
    await done(treasurer.post(`/api/vendors/${one['id']}/merge`, { into: other['id'] }));
    expect(await formsOf(one['id'])).toEqual([]);
    // The name on the form is now that of the other vendor.
    expect(await formsOf(other['id'])).toMatchObject([{ need: 'CorrectRecipient', boxes: [{ filed: 700, now: 700 }] }]);
    await paid(third['id'], 800);
    await done(file(third['id']));
    await done(treasurer.post(`/api/vendors/${third['id']}/merge`, { into: other['id'] }));
    expect(await formsOf(third['id'])).toMatchObject([{ need: 'CorrectAmounts', boxes: [{ filed: 800, now: 0 }] }]);
    expect(await formsOf(other['id'])).toMatchObject([{ boxes: [{ filed: 700, now: 1500 }] }]);
  });

  test('are shown to an auditor without tax ids, and recorded only by finance', async () => {
    const { id } = await vendor();
    await paid(id, 700);
    await done(file(id));
    const auditor = await books.as(['auditor']);
    expect(await filingsOf(id, auditor)).toMatchObject([{ amount: 700, taxId: null }]);
    const form = (await report(auditor)).forms.find((one: Json) => one.vendorId === id);
    expect(form).toMatchObject({ need: 'None', taxId: null, filed: { taxId: null } });
    expect(refusal(await file(id, ON, auditor))).toBe('403 forbidden');
  });
});

describe('a filing is refused', () => {
  test.each([
    ['before the end of the year', '2024-12-30', 'filedOn must not be before 2024-12-31'],
    ['in the future', inDays(3), 'filedOn must not be later than'],
    ['that does not exist', '2025-02-30', 'filedOn must be a date that exists'],
  ])('on a day %s', async (_, filedOn, sentence) => {
    const { id } = await vendor();
    await paid(id, 700);
    const refused = await file(id, filedOn);
    expect([refusal(refused), badPaths(refused)]).toEqual(['400 validation_failed', ['filedOn']]);
    expect(refused.body.detail).toContain(sentence);
    expect(await filingsOf(id)).toEqual([]);
  });

  test('before the form that it corrects, and of a vendor who has nothing to file', async () => {
    const { id } = await vendor();
    await paid(id, 700);
    await done(file(id));
    const again = await file(id);
    expect([refusal(again), badPaths(again)]).toEqual(['400 validation_failed', ['vendorIds.0']]);
    await paid(id, 1);
    expect(badPaths(await file(id, '2025-01-19'))).toEqual(['filedOn']);
  });

  test('for a year whose amounts are not known', async () => {
    expect(refusal(await treasurer.post(ROUTE, { year: 2019, filedOn: ON }))).toBe('422 no_threshold');
  });
});

test('the report in print has the forms to correct with what was filed, in the language of the reader', async () => {
  const { id, name } = await vendor();
  await paid(id, 700);
  await done(file(id));
  await paid(id, 50);
  const table = (locale: string): Promise<Json> =>
    done(treasurer.get(`/api/reports/1099/table?year=${YEAR}&locale=${locale}`));
  const titlesOf = ({ columns }: Json) => columns.map(({ title }: Json) => title).join(', ');
  const english = await table('en-US');
  expect(titlesOf(english)).toBe('Vendor, Tax id, Box, Paid, To report, Filed, Difference, Not reported because');
  const start = english['rows'].findIndex(({ values }: Json) => values[0] === 'Corrected forms needed');
  const box = '1099-NEC box 1: Nonemployee compensation';
  const values = [name, `••••${serial}`, box, null, 750, 700, 50, null];
  expect(english['rows'].slice(start)).toContainEqual(expect.objectContaining({ values }));
  expect(english['notes'].join('\n')).toContain(`1099-NEC of ${name} (••••${serial}), filed on ${ON}`);
  const chinese = await table('zh-TW');
  expect(chinese['title']).toBe('1099 表：2024 年付給廠商的款項');
  expect(titlesOf(chinese)).toBe('廠商, 稅號, 欄位, 已付, 應申報, 已申報, 差額, 不申報的原因');
  expect(chinese['rows'].map(({ values }: Json) => values[0])).toContain('須更正的表格');
});

describe('vestry report 1099 --filed-on', () => {
  const of = (...args: string[]) => run(books.daemon.dataDir, 'report', '1099', '--year', String(YEAR), ...args);

  test('records the forms of a vendor, or all that are due', async () => {
    const { id, name } = await vendor();
    await paid(id, 1234.5);
    const { stdout } = await works(of('--filed-on', ON, '--vendor', String(id)));
    expect(stdout).toContain(`${name} (${id})`);
    expect(stdout).toContain('1,234.50');
    await paid(id, 1);
    expect((await works(of())).stdout).toContain('Corrected forms needed');
    const { items } = JSON.parse((await works(of('--filed-on', '2025-03-20', '--json'))).stdout);
    expect(items).toContainEqual(expect.objectContaining({ vendorId: id, amount: 1235.5 }));
    expect((await works(of('--filed-on', '2025-03-20'))).stdout).toContain('Nothing was recorded.');
  });

  test('is refused with the names of the flags', async () => {
    const { id } = await vendor();
    for (const [args, sentence] of [
      [['--filed-on', '2024-11-30'], '--filed-on must not be before 2024-12-31'],
      [['--filed-on', ON, '--vendor', String(id)], `--vendor names vendor ${id}, who has no form to file or correct`],
      [['--vendor', String(id)], '--vendor is only for --filed-on'],
    ] as const) {
      const refused = await of(...args);
      expectRefused(refused, [2]);
      expect(refused.stderr).toContain(sentence);
    }
  });
});

test('the audit log proves what was filed, also for vendors who were merged', async () => {
  const { exitCode, stderr } = await run(books.daemon.dataDir, 'audit', 'verify');
  expect(exitCode, stderr).toBe(0);
});
