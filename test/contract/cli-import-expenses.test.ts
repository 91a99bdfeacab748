import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Json, type Staff, addExpense, close, done, booksOfFile, refusal, statementOf } from './books.ts';
import { expectNothingIn, importsAsAll } from './import-suite.ts';
import { type Line, type Sheet, allExpenses, importFile, sheetOf } from './expense-csv.ts';
import { removeDirs, run, works } from './people-files.ts';
import type { Outcome } from '../support/daemon.ts';

const books = booksOfFile();
let treasurer: Staff;
let model: Sheet;
beforeAll(async () => {
  treasurer = await books.as(['treasurer']);
  await addExpense(books, { expenseDate: '1999-01-05', description: 'The model' });
  model = await sheetOf(books.daemon.dataDir);
});
afterAll(removeDirs);

const load = (source: string, ...args: string[]) => run(books.daemon.dataDir, 'import', 'expenses', source, ...args);
const by = (who: Staff) => ['--submitted-by', who.email];
const loaded = (lines: readonly Line[], ...args: string[]) => load(importFile(model, lines), ...by(treasurer), ...args);

let serial = 0;
/** Returns a description that no other expense has. */
const fresh = () => `Imported ${(serial += 1)}x`;
const good = (fields: Line = {}): Line => ({
  expenseDate: '2024-01-10',
  amount: '12.50',
  description: fresh(),
  ...fields,
});

const found = async (text: string): Promise<Json[]> =>
  (await done(books.admin.get(`/api/expenses?pageSize=200&sort=id&search=${encodeURIComponent(text)}`))).items;
const count = async (): Promise<number> => (await allExpenses(books)).length;

const expectNothingFrom = (outcome: () => Promise<Outcome>, exitCodes?: readonly number[]) =>
  expectNothingIn(count, outcome, exitCodes);

describe('vestry import expenses', () => {
  importsAsAll({
    books,
    audited: { entityType: 'Expense', action: 'ExpenseCreated' },
    load: (source, ...args) => load(source, ...by(treasurer), ...args),
    withoutFile: () => run(books.daemon.dataDir, 'import', 'expenses', ...by(treasurer)),
    good: (rows, text) =>
      importFile(
        model,
        Array.from({ length: rows }, () => good({ vendor: text })),
      ),
    badAround: () => {
      const many = Array.from({ length: 600 }, () => good());
      return importFile(model, [good({ amount: 'x' }), ...many, good({ amount: 'y' })]);
    },
    headerOnly: () => importFile(model, []),
    found,
    count,
  });

  test('adds drafts for the named user while the daemon runs, and the daemon finds the drafts at once', async () => {
    const line = good({
      amount: '1234.5',
      vendor: 'Paper "Mill", Inc.',
      notes: '備註',
      functionalClass: 'Fundraising',
    });
    await works(loaded([line, good()]));
    const [row, ...more] = await found(line['description'] ?? '');
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      status: 'Draft',
      expenseDate: '2024-01-10',
      amount: 1234.5,
      vendor: 'Paper "Mill", Inc.',
      notes: '備註',
      functionalClass: 'Fundraising',
      subCategoryName: 'Office Supplies',
      ministryName: 'Worship',
      submittedBy: treasurer.userId,
      bookedOn: null,
      approvedBy: null,
      receipt: null,
      reversalOf: null,
    });
    expect((await treasurer.get(`/api/expenses/mine?search=${row?.description}`)).body.totalCount).toBe(1);
  });

  test('does not let the named user approve the imported expenses', async () => {
    const line = good();
    await works(loaded([line]));
    const [row] = await found(line['description'] ?? '');
    await done(treasurer.post(`/api/expenses/${row?.id}/submit`));
    expect(refusal(await treasurer.post(`/api/expenses/${row?.id}/approve`))).toBe('403 self_approval');
  });

  test('into a finalized month does not change its statement, because drafts do not count', async () => {
    const before = await close(books, '2010/5');
    const line = good({ expenseDate: '2010-05-10' });
    await works(loaded([line]));
    expect(await found(line['description'] ?? '')).toHaveLength(1);
    expect(await statementOf(books, '2010/5')).toEqual(before);
  });

  test('reads amounts and dates in the formats of other programs', async () => {
    const lines = [good({ amount: '$1,234.50' }), good({ expenseDate: '1/31/2024' })];
    await works(loaded(lines, '--dates', 'mdy'));
    expect(await found(lines[0]?.['description'] ?? '')).toMatchObject([{ amount: 1234.5 }]);
    expect(await found(lines[1]?.['description'] ?? '')).toMatchObject([{ expenseDate: '2024-01-31' }]);
  });
});

describe('the vendor of an imported expense', () => {
  const vendor = (name: string, more: Json = {}) => done(books.admin.post('/api/vendors', { name, ...more }));
  const importedWith = async (name: string, ...more: Line[]): Promise<Json> => {
    const line = good({ vendor: name });
    await works(loaded([line, ...more]));
    return (await found(line['description'] ?? ''))[0] ?? {};
  };

  test('is the vendor of the list with that name, and the expense has the name from the list', async () => {
    const { id } = await vendor('Lantern Printing Co.');
    expect(await importedWith('LANTERN PRINTING')).toMatchObject({ vendorId: id, vendor: 'Lantern Printing Co.' });
    const { items } = await done(books.admin.get(`/api/expenses?vendorId=${id}`));
    expect(items).toHaveLength(1);
    expect(await found('lantern printing co.')).toHaveLength(1);
  });

  test('is found again under its name in the list, so that a repeated row is reported', async () => {
    await vendor('Quarry Stone, Inc.');
    const line = good({ vendor: 'Quarry Stone' });
    await works(loaded([line]));
    const { stdout } = await works(loaded([line, good()], '--json'));
    expect(JSON.parse(stdout).duplicates).toMatchObject([{ duplicateOf: null, line: 2 }]);
  });

  test('is only a name if no vendor or a similar one has it', async () => {
    await vendor('Maple Catering');
    for (const name of ['Maple Cleaning', 'Mapel Catering'])
      expect(await importedWith(name)).toMatchObject({ vendorId: null, vendor: name });
    expect(await importedWith('')).toMatchObject({ vendorId: null, vendor: null });
  });

  test('is only a name if several vendors have it, unless one has the very same name', async () => {
    const [, second] = [await vendor('Birch Tree Care'), await vendor('Birch Tree Care LLC')];
    expect(await importedWith('Birch Tree Care, Inc.')).toMatchObject({
      vendorId: null,
      vendor: 'Birch Tree Care, Inc.',
    });
    expect(await importedWith('birch tree care llc')).toMatchObject({ vendorId: second.id });
  });

  test('is only a name if the vendor is no longer in use or was deleted', async () => {
    await vendor('Cedar Roofing', { isActive: false });
    const { id } = await vendor('Cedar Plumbing');
    await done(books.admin.del(`/api/vendors/${id}`));
    for (const name of ['Cedar Roofing', 'Cedar Plumbing'])
      expect(await importedWith(name)).toMatchObject({ vendorId: null, vendor: name });
  });

  test('is in the audit log, so that the books are proven', async () => {
    const { id } = await vendor('Elm Music');
    const row = await importedWith('Elm Music');
    const { items } = await done(books.admin.get(`/api/audit-logs?entityType=Expense&entityId=${row['id']}`));
    expect(items[0].changes).toMatchObject({ vendorId: [null, id], vendor: [null, 'Elm Music'] });
    await works(run(books.daemon.dataDir, 'audit', 'verify'));
  });
});

describe('the person who submits the imported expenses', () => {
  test('must be named with a flag, and the message names the flag', async () => {
    const source = importFile(model, [good()]);
    expect(await expectNothingFrom(() => load(source), [2])).toContain('--submitted-by');
  });

  test('must be a user, and the message names the unknown e-mail address', async () => {
    const source = importFile(model, [good()]);
    const nobody = ['--submitted-by', 'nobody@example.org'];
    expect(await expectNothingFrom(() => load(source, ...nobody), [2, 3, 4])).toContain('nobody@example.org');
  });

  test('is found whatever the case of the e-mail address', async () => {
    const line = good();
    await works(load(importFile(model, [line]), '--submitted-by', treasurer.email.toUpperCase()));
    expect(await found(line['description'] ?? '')).toMatchObject([{ submittedBy: treasurer.userId }]);
  });
});

describe('bad rows of an import', () => {
  const BAD: [string, Line, RegExp][] = [
    ['an invalid amount', { amount: 'twelve' }, /amount/i],
    ['a third decimal', { amount: '1.005' }, /amount/i],
    ['an amount of zero', { amount: '0' }, /amount/i],
    ['a negative amount', { amount: '-5' }, /amount/i],
    ['an amount in brackets, which is negative', { amount: '(12.00)' }, /amount/i],
    ['no amount', { amount: '' }, /amount/i],
    ['a date that does not exist', { expenseDate: '2024-02-30' }, /date/i],
    ['no date', { expenseDate: '' }, /date/i],
    ['no description', { description: '' }, /desc/i],
    ['an unknown class', { functionalClass: 'Nothing' }, /class/i],
    ['an unknown payment method', { paymentMethod: 'Gold' }, /method/i],
    ['an unknown subcategory', { what: 'No such thing' }, /categor|group|line/i],
    ['an unknown ministry', { who: 'No such people' }, /ministry/i],
  ];

  test.each(BAD)(
    'include a row with %s, which is reported with its line and column',
    async (_label, fields, column) => {
      const message = await expectNothingFrom(() => loaded([good(), good({ description: 'Bad', ...fields }), good()]));
      expect(message).toMatch(/\b3\b/);
      expect(message).toMatch(column);
      expect(await found('Bad')).toEqual([]);
    },
  );

  test.each(BAD)('include a row with %s in a dry run too', async (_label, fields, column) => {
    const message = await expectNothingFrom(() => loaded([good(fields)], '--dry-run'));
    expect(message).toMatch(/\b2\b/);
    expect(message).toMatch(column);
  });

  test('are all named, good rows are not named, and nothing is imported', async () => {
    const fine = good({ vendor: 'Perfectly fine' });
    const lines = [fine, good({ amount: 'x' }), good({ vendor: 'Also fine' }), good({ expenseDate: 'x', amount: 'y' })];
    const message = await expectNothingFrom(() => loaded(lines));
    const of = (line: number) =>
      message
        .split('\n')
        .filter((text) => new RegExp(`\\b${line}\\b`).test(text))
        .join('\n');
    expect(of(3)).toMatch(/amount/i);
    expect(of(5)).toMatch(/amount/i);
    expect(of(5)).toMatch(/date/i);
    for (const text of ['Perfectly fine', 'Also fine']) expect(message).not.toContain(text);
    expect(await found(fine['description'] ?? '')).toEqual([]);
  });
});
