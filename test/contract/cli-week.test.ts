/** Offerings and expenses on the command line, from their entry to the deposit or the payment. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { createUser } from './support.ts';
import { booksOfFile, done, type Json } from './books.ts';
import { expectRefused, run, works } from './people-files.ts';
import { type Outcome, vestry } from '../support/command.ts';

const books = booksOfFile();
const at = (...args: string[]) => run(books.daemon.dataDir, ...args);
const json = async (outcome: Promise<Outcome>): Promise<Json> => JSON.parse((await works(outcome)).stdout);
const read = (path: string): Promise<Json> => done(books.admin.get(`/api/${path}`));

describe('vestry session', () => {
  const DAY = '2005-03-06';
  const session = (...args: string[]) => at('session', ...args, '--json');

  test('creates, counts, submits, reconciles and reopens an offering, with the same figures as the API', async () => {
    await json(session('create', '--date', DAY, '--attendance', '62'));
    for (const [method, amount] of [
      ['Cash', '145.50'],
      ['Check', '1,000'],
    ] as const) {
      const gift = ['--session', DAY, '--date', DAY, '--category', 'Tithe', '--method', method, '--amount', amount];
      await works(at('giving', 'add', ...gift));
    }
    const counts = ['--cash', '145.50', '--checks', '1,000', '--counted-by', 'Ann', '--counted-by', 'Ben'];
    const counted = await json(session('count', DAY, ...counts, '--notes', 'Rain'));
    expect(counted).toMatchObject({ sundayAttendanceCount: 62, countedCash: 145.5, countedBy: ['Ann', 'Ben'] });
    expect(await json(session('count', DAY, '--attendance', '63'))).toMatchObject({
      sundayAttendanceCount: 63,
      countedCash: 145.5,
      countedChecks: 1000,
      notes: 'Rain',
    });
    expect(await json(session('submit', DAY))).toMatchObject({ status: 'Submitted', totals: { totalAmount: 1145.5 } });
    const deposited = ['--deposited-on', '2005-03-07', '--account', '2', '--bank-reference', 'B7'];
    const { id } = await json(session('reconcile', DAY, ...deposited));
    expect(await read(`offering-sessions/${id}`)).toMatchObject({
      status: 'Reconciled',
      depositedOn: '2005-03-07',
      bankReference: 'B7',
    });
    expect((await read('deposits')).items).toMatchObject([{ date: '2005-03-07', accountId: 2, amount: 1145.5 }]);
    expect((await works(at('session', 'reopen', String(id), '--reason', 'A check is missing'))).stdout).toContain(
      `Offering session of ${DAY}: Draft`,
    );
    expect(await read('deposits')).toMatchObject({ totalCount: 0 });
  });

  test('refuses to submit an offering whose counted cash differs from its gifts, and warns if only one person counted', async () => {
    const day = '2005-03-13';
    await works(session('create', '--date', day, '--cash', '10', '--counted-by', 'Ann'));
    const refused = await at('session', 'submit', day);
    expectRefused(refused);
    expect(refused.stderr).toContain('10.00');
    await works(session('count', day, '--cash', '0'));
    expect((await works(at('session', 'submit', day))).stdout).toContain('Two people should count together.');
  });

  test.each([
    [['create', '--date', '2005-03-13'], [4]],
    [['create'], [2]],
    [['count', '2005-03-20', '--cash', '1'], [3]],
    [['submit', '999'], [3]],
    [['reconcile', '2005-03-20'], [3]],
    [['reopen', '2005-03-13'], [2]],
  ])('is refused: %j', async (args, exitCodes) => {
    expectRefused(await at('session', ...args), exitCodes);
  });
});

describe('vestry expense', () => {
  type Person = { email: string; password: string };
  let ann: Person;
  let ben: Person;
  beforeAll(async () => {
    ann = await createUser(books.daemon.url, books.admin.token, ['treasurer']);
    ben = await createUser(books.daemon.url, books.admin.token, ['elder']);
  });
  const as = ({ email, password }: Person, ...args: string[]) =>
    vestry(['expense', ...args, '--as', email, '--password-stdin', '--json', '--data-dir', books.daemon.dataDir], {
      input: `${password}\n`,
      env: { VESTRY_ENV: 'development' },
    });
  const bill = (...args: string[]) => ['create', '--date', '2005-03-04', '--description', 'Paper and paint', ...args];

  test('enters an expense by the names of its subcategory and ministry, and lets only another person approve or reject it', async () => {
    const made = await json(
      as(ann, ...bill('--amount', '1,284.20', '--subcategory', 'Office: Office Supplies', '--ministry', 'Worship')),
    );
    expect(made).toMatchObject({ amount: 1284.2, subCategoryName: 'Office Supplies', ministryName: 'Worship' });
    const id = String(made['id']);
    expect(await read(`expenses/${id}`)).toEqual(made);
    await works(as(ann, 'submit', id));
    expectRefused(await as(ann, 'approve', id));
    expect((await at('expense', 'approve', id)).stderr).toContain('--as');
    const rejected = await json(as(ben, 'reject', id, '--reason', 'No receipt'));
    expect(rejected).toMatchObject({ status: 'Draft', rejectedReason: 'No receipt' });
    await works(as(ann, 'submit', id));
    const { items } = await json(as(ben, 'approve', id, '--booked-on', '2005-04-01'));
    expect(items).toMatchObject([{ status: 'Approved', bookedOn: '2005-04-01' }]);
  });

  test('enters an expense whose parts have their own subcategories, ministries and funds', async () => {
    const parts = [
      '--part',
      'Subcategory: Office Supplies | Amount: 180',
      '--part',
      'Subcategory: Repairs & Maintenance | Ministry: Facilities | Fund: Building Fund | Amount: 120',
    ];
    const made = await json(as(ann, ...bill('--amount', '300', '--ministry', 'Administration', ...parts)));
    expect(made['splits']).toMatchObject([
      { subCategoryName: 'Office Supplies', ministryName: 'Administration', fundName: 'General', amount: 180 },
      { subCategoryName: 'Repairs & Maintenance', fundName: 'Building Fund', amount: 120 },
    ]);
  });

  test('makes an expense with --paid-from Paid when it is approved, with the date of the expense as the payment date', async () => {
    const named = ['--amount', '45', '--subcategory', 'Telephone', '--ministry', 'Administration'];
    const made = await json(as(ann, ...bill(...named, '--paid-from', 'Checking', '--reference', 'C1')));
    expect(made['settled']).toMatchObject({ accountId: 2, date: '2005-03-04', method: 'Card', reference: 'C1' });
    const id = String(made['id']);
    expect((await works(at('expense', 'show', id))).stdout).toMatch(/settled +Checking, 2005-03-04, Card/);
    await works(as(ann, 'submit', id));
    expect((await json(as(ben, 'approve', id))).items).toMatchObject([{ status: 'Paid', paidOn: '2005-03-04' }]);
  });

  test('submits or approves all of the given expenses, or none of them if one does not exist', async () => {
    const named = ['--subcategory', 'Telephone', '--ministry', 'Administration'];
    const ids = [];
    for (const amount of ['1', '2'])
      ids.push(String((await json(as(ann, ...bill(...named, '--amount', amount))))['id']));
    expectRefused(await as(ann, 'submit', ...ids, '999999'), [3]);
    expect(await read(`expenses/${ids[0]}`)).toMatchObject({ status: 'Draft' });
    await works(as(ann, 'submit', ...ids));
    expectRefused(await as(ben, 'approve', ...ids, '999999'), [3]);
    expect((await json(as(ben, 'approve', ...ids))).items).toMatchObject([{ amount: 1 }, { amount: 2 }]);
  });

  test('attaches receipts, keeps the earlier ones, and refuses a file that is none', async () => {
    const made = await json(as(ann, ...bill('--amount', '9', '--subcategory', 'Telephone', '--ministry', 'Worship')));
    const id = String(made['id']);
    const folder = await mkdtemp(path.join(tmpdir(), 'vestry-receipts-'));
    const [pdf, text] = ['bill.pdf', 'note.txt'].map((name) => path.join(folder, name));
    await writeFile(pdf ?? '', '%PDF-1.7\n%%EOF\n');
    await writeFile(text ?? '', 'Paper, 9 dollars');
    const attached = await json(as(ann, 'receipt', id, pdf ?? ''));
    expect(attached['receipt']).toMatchObject({ fileName: 'bill.pdf', contentType: 'application/pdf' });
    await writeFile(pdf ?? '', '%PDF-1.7\n% page two\n%%EOF\n');
    await works(at('expense', 'receipt', id, pdf ?? ''));
    expect((await read(`expenses/${id}/receipts`)).items).toHaveLength(2);
    expectRefused(await as(ann, 'receipt', id, text ?? ''), [2]);
    expectRefused(await as(ann, 'receipt', id, path.join(folder, 'nothing.pdf')), [3]);
    expectRefused(await as(ann, 'receipt', id, folder), [2]);
    expectRefused(await as(ann, 'receipt', '999999', pdf ?? ''), [3]);
    expect((await read(`expenses/${id}/receipts`)).items).toHaveLength(2);
  });

  const whole = ['--amount', '5', '--subcategory', 'Telephone', '--ministry', 'Administration'];
  test.each([
    [['--amount', '5', '--subcategory', 'Phone', '--ministry', 'Administration'], '--subcategory matches nothing'],
    [['--amount', '5', '--subcategory', 'Telephone', '--ministry', 'Nobody'], '--ministry matches nothing'],
    [['--amount', 'five', '--subcategory', 'Telephone', '--ministry', 'Administration'], '--amount'],
    [['--amount', '5', '--ministry', 'Administration', '--part', 'Telephone 5'], '--part must have the form'],
    [[...whole, '--paid-from', 'Accounts payable'], '--paid-from matches nothing'],
  ])('is refused if a flag is wrong, and the message names the flag: %j', async (args, message) => {
    const refused = await as(ann, ...bill(...args));
    expectRefused(refused, [2]);
    expect(refused.stderr).toContain(message);
  });
});
