/**
 * A file that is given to the wrong import is refused with one sentence that names the right one, and a misspelt budget
 * with what it means. Nothing is written.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importPlace } from '../support/place.ts';

const { file, run, write, remove } = importPlace();

/** A list of each kind, as people write it. */
const FILES = {
  'people.csv': ['First Name,Last Name,Email,Phone,Envelope', 'Ann,Lee,ann.lee@example.org,555-0100,11'],
  'directory.csv': ['Grace Church,,', 'Name,Phone,Address', 'Ann Lee,555-0100,12 Elm Street'],
  'gifts.csv': ['Date,Name,Amount,Fund,Method', '2026-01-04,Ann Lee,20,Tithe,Check'],
  'offerings.csv': ['日期,姓名,金額,奉獻類別', '2026/1/4,李安,20,Tithe'],
  'spent.csv': ['Date,Payee,Memo,Category,Ministry,Amount', '2026-01-04,Lumber Co.,Boards,Rent,Worship,186.20'],
  'checking.csv': ['Posting Date,Description,Amount,Balance', '01/14/2026,CHECK 101,-186.20,1000.00'],
  'bank.csv': ['Date,Description,Debit,Credit', '2026-01-14,CHECK 101,186.20,', '2026-01-15,DEPOSIT,,500.00'],
  'bank.ofx': ['OFXHEADER:100', 'DATA:OFXSGML', '', '<OFX><BANKMSGSRSV1></BANKMSGSRSV1></OFX>'],
  'plan.csv': ['Kind,Category,Ministry,Fund,Annual', 'Giving,Tithe,,,12000'],
  'months.csv': ['Category,Jan,Feb,Mar,Apr,May,Jun,Jul,Aug,Sep,Oct,Nov,Dec', 'Tithe,1,1,1,1,1,1,1,1,1,1,1,1'],
};
type Name = keyof typeof FILES;
const KIND_OF: Record<Name, Kind> = {
  'people.csv': 'members',
  'directory.csv': 'members',
  'gifts.csv': 'givings',
  'offerings.csv': 'givings',
  'spent.csv': 'expenses',
  'checking.csv': 'bank',
  'bank.csv': 'bank',
  'bank.ofx': 'bank',
  'plan.csv': 'budget',
  'months.csv': 'budget',
};

/** The imports, with all that could make a file fit. */
const IMPORTS = {
  members: (name: string) => ['import', 'members', name, '--create-similar'],
  givings: (name: string) => ['import', 'givings', name, '--create-members', '--category', 'Tithe'],
  expenses: (name: string) => [
    'import',
    'expenses',
    name,
    '--submitted-by',
    'ann@example.org',
    '--ministry',
    'Worship',
  ],
  bank: (name: string) => ['import', 'bank', 'Checking', name],
  budget: (name: string) => ['import', 'budget', name, '--year', '2026'],
};
type Kind = keyof typeof IMPORTS;

const EXPORTED = ['members', 'givings', 'expenses', 'budget'] as const;

const PAIRS = (Object.keys(IMPORTS) as Kind[]).flatMap((kind) => [
  ...(Object.keys(FILES) as Name[])
    .filter((name) => KIND_OF[name] !== kind)
    .map((name) => ({ kind, name: name as string })),
  ...EXPORTED.filter((one) => one !== kind).map((one) => ({ kind, name: `own-${one}.csv` })),
]);
const kindOf = (name: string): Kind => KIND_OF[name as Name] ?? (/own-(\w+)/.exec(name)?.[1] as Kind);

/** Returns what an import could have written: the head of the audit log covers every record. */
async function written(): Promise<string> {
  return (await run(['audit', 'verify', '--json'])).stdout;
}

beforeAll(async () => {
  for (const [name, lines] of Object.entries(FILES)) write(name, lines);
  await run(['seed']);
  await run(['account', 'add', '--name', 'Checking', '--kind', 'Checking']);
  await run(['user', 'create', '--email', 'ann@example.org', '--name', 'Ann Lee', '--role', 'treasurer']);
  await run(['import', 'members', write('first.csv', ['Name,Email', 'Bo Kim,bo@example.org'])]);
  await run(['import', 'givings', write('gift.csv', ['Date,Name,Amount,Fund', '2026-01-11,Bo Kim,7,Tithe'])]);
  const spent = write('expense.csv', [
    'Date,Payee,Memo,Category,Ministry,Amount',
    '2026-01-11,Power Co.,Light,Rent,Worship,8',
  ]);
  await run(['import', 'expenses', spent, '--submitted-by', 'ann@example.org']);
  await run(['import', 'budget', file('plan.csv'), '--year', '2026']);
  for (const what of ['members', 'givings', 'expenses'])
    await run(['export', what, '--output', file(`own-${what}.csv`)]);
  await run(['budget', 'export', '--year', '2026', '--output', file('own-budget.csv')]);
});
afterAll(remove);

describe('a file of another kind', () => {
  test.each(PAIRS)('is refused by the import of $kind: $name', async ({ kind, name }) => {
    const before = await written();
    const { exitCode, stdout, stderr } = await run(IMPORTS[kind](file(name)));
    expect(stderr).toMatch(
      /^vestry: Nothing was imported, because \S+ (?:looks like|is) [^\n]+\. Import it with: vestry [^\n]+\n?$/,
    );
    expect(stderr).toContain(`vestry import ${kindOf(name)} `);
    expect([exitCode, stdout]).toEqual([4, '']);
    expect(await written()).toEqual(before);
  });

  test('is imported if --map says what its column means', async () => {
    const dues = write('dues.csv', ['First Name,Last Name,Email,Date,Amount', 'Cy,Day,cy@example.org,2026-01-04,20']);
    expect(await run(['import', 'members', dues])).toMatchObject({ exitCode: 4 });
    expect(await run(['import', 'members', dues, '--map', 'Amount=', '--dry-run'])).toMatchObject({ exitCode: 0 });
  });
});

describe('a file of the bank', () => {
  test.each([
    ['28-barclays.csv', '--date Date --description Memo --amount Amount'],
    ['28-paypal-de.csv', '--date Datum --description Beschreibung --amount Netto'],
  ])('is never taken for people or expenses: %s', async (name, columns) => {
    const source = `test/cases/${name}`;
    for (const way of [IMPORTS.members(source), IMPORTS.givings(source), IMPORTS.expenses(source)]) {
      const { exitCode, stderr } = await run(way);
      expect([exitCode, stderr]).toEqual([4, expect.not.stringMatching(/looks like a list of (?:people|expenses)/)]);
    }
    const asked = await run(IMPORTS.bank(source));
    expect(asked).toMatchObject({
      exitCode: 4,
      stderr: expect.stringMatching(/^These options may fit: .*\nvestry: The file is CSV/),
    });
    for (const column of columns.split(' --')) expect(asked.stderr).toContain(column);
  });

  test('with faults in its cells is refused for these, whatever its header looks like', async () => {
    const bad = write('bad.csv', ['Date,Payee,Category,Amount', '2026-10-13,British Gas,Gas,many']);
    const way = ['import', 'bank', 'Checking', bad];
    expect((await run(way)).stderr).toContain('looks like a list of expenses');
    const columns = ['--date', 'Date', '--description', 'Payee', '--amount', 'Amount', '--dates', 'ymd'];
    const { stderr } = await run([...way, ...columns]);
    expect(stderr).toMatch(/must be an amount.*"many"/);
    expect(stderr).not.toContain('looks like');
  });
});

describe('a list without a known header', () => {
  test.each([
    ['with a day and an amount is no list of people', ['Wann,Name,Summe', '2026-10-13,Ann Lee,5.00']],
    ['with an amount in a currency is no list of people', ['Wann,Name,Summe', '20261013,Ann Lee,新台幣500元']],
    ['whose rows have words of a header', ['a,b,c', 'Name,ann@example.org,Phone']],
  ])('%s', async (_what, lines) => {
    const { exitCode, stderr } = await run(IMPORTS.expenses(write('unknown.csv', lines)));
    expect([exitCode, stderr]).toEqual([4, expect.not.stringContaining('looks like')]);
  });
});

test('a list of gifts with the column of an expense is refused, and its column can be read', async () => {
  const gifts = write('subjects.csv', ['收款日,科目,Amount,Date,姓名', ',Tithe,20.00,2026-01-05,Bo Kim']);
  const way = ['import', 'givings', gifts];
  expect(await run(way)).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('add --map "科目="') });
  expect(await run([...way, '--map', '科目=categoryName', '--dry-run'])).toMatchObject({ exitCode: 0 });
});

describe('a list of gifts with a balance', () => {
  test('is a list of gifts if it has first and last names', async () => {
    const lines = ['Date,First Name,Last Name,Amount,Fund,Balance', '2026-01-05,Bo,Kim,20,Tithe,80'];
    const way = ['import', 'givings', write('names.csv', lines), '--create-members', '--dry-run'];
    expect((await run(way)).stderr).toContain('"Balance" (money)');
    expect(await run([...way, '--ignore', 'Balance'])).toMatchObject({ exitCode: 0 });
  });

  test('is refused without them, and the refusal says how to ignore the balance', async () => {
    const source = write('balance.csv', ['Date,Name,Amount,Pledge,Balance', '2026-01-05,Bo Kim,20,100,80']);
    const refused = await run(['import', 'givings', source, '--category', 'Tithe']);
    expect(refused).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('add --map "Balance="') });
    const way = [
      'import',
      'givings',
      source,
      '--category',
      'Tithe',
      '--map',
      'Balance=',
      '--ignore',
      'Pledge',
      '--dry-run',
    ];
    expect(await run(way)).toMatchObject({ exitCode: 0 });
  });
});

describe('a budget with a typing mistake', () => {
  test.each([
    ['in a month', ['Category,January,Febuary,March', 'Tithe,1,1,1'], 'no column "Febuary"; did you mean February?'],
    ['in the annual amount', ['Kind,Category,Annaul', 'Giving,Tithe,12'], 'no column "Annaul"; did you mean Annual?'],
    [
      'in the header of the category',
      ['Kind,Categry,Annual', 'Giving,Tithe,12'],
      'no column "Categry"; did you mean Category?',
    ],
    [
      'in a category',
      ['Kind,Category,Annual', 'Giving,Tihte,12'],
      'names no giving category: Tihte; did you mean Tithe?',
    ],
    [
      'in a ministry',
      ['Category,Ministry,Annual', 'Rent,Worshp,12'],
      'names no ministry: Worshp; did you mean Worship?',
    ],
    ['in a fund', ['Category,Fund,Annual', 'Tithe,Generl,12'], 'names no fund: Generl; did you mean General?'],
    ['in a kind', ['Kind,Category,Annual', 'Givng,Tithe,12'], 'must be one of Giving, Other income, Expense, Capital'],
    ['in an amount', ['Category,Annual', 'Tithe,12.0O'], 'must be an amount with at most two decimals'],
  ])('%s is refused with what to do, and stays as it was', async (what, lines, why) => {
    const before = await written();
    const { exitCode, stderr } = await run(['import', 'budget', write(`${what}.csv`, lines), '--year', '2026']);
    expect(stderr).toContain(why);
    expect(stderr.trim().split('\n').length).toBeLessThan(3);
    expect(exitCode).toBe(4);
    expect(await written()).toEqual(before);
  });
});
