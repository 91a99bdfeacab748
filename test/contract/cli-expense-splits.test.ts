/** Expenses with parts on the command line: printed, exported, imported, in the journal and in the audit log. */
import { afterAll, expect, test } from 'vitest';
import { type Json, booksOfFile, done, move } from './books.ts';
import { columnOf, exportExpenses, sheetOf } from './expense-csv.ts';
import { file, removeDirs, run, works } from './people-files.ts';

const books = booksOfFile();
afterAll(removeDirs);
const vestry = async (...args: string[]) => (await works(run(books.daemon.dataDir, ...args))).stdout;

async function addSplit(): Promise<Json> {
  await done(books.admin.post('/api/accounts', { name: 'Loan; of | the \\ bank', kind: 'Loan' })).catch(
    () => undefined,
  );
  const { items } = await done(books.admin.get('/api/accounts'));
  const loan = items.find((one: Json) => one.kind === 'Loan');
  const paper = { subCategoryId: books.subCategory('Office Supplies'), ministryId: books.ministry('Worship') };
  const fundId = books.fund('Missions');
  const phone = { subCategoryId: books.subCategory('Telephone'), ministryId: books.ministry('Administration') };
  return done(
    books.admin.post('/api/expenses', {
      expenseDate: '2010-01-10',
      amount: 90,
      description: 'A bill with parts',
      splits: [
        { ...paper, amount: 60 },
        { ...phone, functionalClass: 'Fundraising', fundId, form1099: 'NEC1', amount: 40.5 },
        { accountId: loan.id, amount: -10.5 },
      ],
    }),
  );
}

test('vestry expense list names the parts of an expense, and vestry expense show prints a row for each part', async () => {
  const { id } = await addSplit();
  expect(await vestry('expense', 'list')).toContain('Office Supplies, Telephone, Loan; of | the \\ bank');
  const shown = await vestry('expense', 'show', String(id));
  expect(shown).toMatch(/Telephone +40\.50 +Administration +Fundraising +Missions/);
  expect(JSON.parse(await vestry('expense', 'show', String(id), '--json')).splits).toHaveLength(3);
});

test('an import of an export adds the expense with the same parts, or skips the expense if it already exists', async () => {
  const { id, splits } = await addSplit();
  const { stdout } = await works(exportExpenses(books.daemon.dataDir, '--format', 'csv'));
  const { header, rows } = await sheetOf(books.daemon.dataDir);
  const cell = rows.at(-1)?.[columnOf(header, 'splits')];
  expect(cell).toContain(
    'Subcategory: Office: Telephone | Ministry: Administration | Class: Fundraising | Fund: Missions | Form 1099: NEC1',
  );
  const bring = async () =>
    JSON.parse(
      await vestry(
        'import',
        'expenses',
        file(stdout),
        '--submitted-by',
        books.admin.email,
        '--allow-duplicates',
        '--json',
      ),
    );
  const before = (await done(books.admin.get('/api/expenses?sort=-id'))).totalCount;
  expect(await bring()).toMatchObject({ created: 0, skipped: before });
  await done(books.admin.del(`/api/expenses/${id}`));
  expect(await bring()).toMatchObject({ created: 1, skipped: before - 1, totalAmount: 90 });
  const [back] = (await done(books.admin.get('/api/expenses?sort=-id'))).items;
  expect(back).toMatchObject({ id: expect.any(Number), splits, status: 'Draft', subCategoryId: null, fundId: null });
});

test('an import refuses parts that it cannot read, that do not add up, or that name unknown records', async () => {
  const header = 'id,expenseDate,amount,description,subCategoryName,ministryName,splits,createdAt,modifiedAt';
  const refused = async (amount: string, splits: string) => {
    const path = file([header, `,2010-02-02,${amount},A bill,,,${splits},,`].join('\n'));
    const { stderr, exitCode } = await run(
      books.daemon.dataDir,
      'import',
      'expenses',
      path,
      '--submitted-by',
      books.admin.email,
    );
    return `${exitCode} ${stderr}`;
  };
  const part = 'Subcategory: Telephone | Ministry: Worship | Amount: ';
  expect(await refused('5', 'Telephone 5')).toMatch(/^4 .*must look like/s);
  expect(await refused('5', `${part}6.00`)).toMatch(/^4 .*they add up to 6\.00, and amount is 5\.00/s);
  expect(await refused('5', 'Account: Checking | Amount: 5.00')).toMatch(/^4 .*names no account for a part/s);
  expect(await refused('5', 'Subcategory: Moon | Ministry: Worship | Amount: 5.00')).toMatch(
    /^4 .*names no expense sub/s,
  );
});

test('the journal has a posting for each part, and the audit log proves each part', async () => {
  const { id } = await addSplit();
  await move(books, id, 'submit');
  await move(books, id, 'approve');
  await done(
    books.admin.post(`/api/expenses/${id}/reverse`, {
      date: '2010-01-11',
      reason: 'Returned',
      splits: [{ subCategoryId: books.subCategory('Telephone'), amount: 0.5 }],
    }),
  );
  const journal = await vestry('export', 'journal');
  const [, entry = ''] = journal.split(`(E${id})`);
  const amounts = [...(entry.split('\n\n')[0] ?? '').matchAll(/^ {4}\S.* {2}(-?[\d.]+) /gm)].map(
    ([, amount]) => amount,
  );
  expect(amounts).toEqual(['60.00', '40.50', '-10.50', '-90.00']);
  expect(await vestry('audit', 'verify')).toContain('intact');
});
