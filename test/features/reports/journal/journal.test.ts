import { isLiability } from '../../../../src/books/account-kinds.ts';
import { listAccounts } from '../../../../src/features/ledger/accounts/service.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createCategory } from '../../../../src/features/giving/categories/changes.ts';
import { NewGivingCategory } from '../../../../src/features/giving/categories/schema.ts';
import { NewFund } from '../../../../src/features/ledger/funds/schema.ts';
import { createFund } from '../../../../src/features/ledger/funds/service.ts';
import { decode } from '../../../../src/validate.ts';
import { listExpenseCategories } from '../../../../src/features/spending/categories/service.ts';
import { listLines, functionalExpenses } from '../../../../src/features/reports/form990/service.ts';
import { exportJournal, type JournalRequest } from '../../../../src/features/reports/journal/service.ts';
import { getStatement } from '../../../../src/features/reports/statements/service.ts';
import { fold } from '../../../../src/lib/fold.ts';
import { fileApp, testApp, type TestApp } from '../../../support/app.ts';
import { addPayments, addUser, expenseRow, fillBooks, givingRow, write } from '../../../support/books.ts';
import { ACCOUNTANTS } from '../../../support/journal.ts';

async function journalOf(app: TestApp, request: Partial<JournalRequest> = {}): Promise<string> {
  return exportJournal(app, { span: {}, withGivers: false, ...request }, async (parts) => {
    let journal = '';
    for await (const { text } of parts) journal += text;
    return journal;
  });
}

/** Names that an accounting program might misread or confuse. Each must get its own account. */
const NASTY = [
  'Two  spaces; and a semicolon',
  'Two spaces/ and a semicolon',
  '[Brackets]',
  '(Brackets)',
  'A:B',
  'A-B',
  ' Ends\twith space ',
  '房租：陳 美玲',
  '*Star, !bang, #hash, @at, =is, "quote", \'apostrophe\', {brace}, %, ~, 100.00 USD',
  '2026-01-01 * (G1) not a date',
  'include /etc/passwd',
];

/** Gives these names to the first categories, groups and ministries. */
async function spoilNames(app: TestApp): Promise<void> {
  await app.db.transaction().execute(async (db) => {
    for (const [n, name] of NASTY.entries()) {
      const columns = { name, nameKey: `${fold(name)} ${n}` };
      await db
        .updateTable('expenseSubCategories')
        .set(columns)
        .where('id', '=', n + 1)
        .execute();
      await db
        .updateTable('expenseCategoryGroups')
        .set(columns)
        .where('id', '=', n + 1)
        .execute();
      await db
        .updateTable('givingCategories')
        .set(columns)
        .where('id', '=', n + 1)
        .execute();
      await db
        .updateTable('ministries')
        .set(columns)
        .where('id', '=', n + 1)
        .execute();
    }
  });
}

const total = (sums: Record<string, number>) => Object.values(sums).reduce((sum, one) => sum + one, 0);
const MONTHS = [
  { year: 2025, month: 12 },
  { year: 2026, month: 3 },
  { year: 2026, month: 7 },
];

describe.each(ACCOUNTANTS)('$program, where it is installed,', ({ program, isThere, check, balances }) => {
  beforeEach(({ skip }) => skip(!isThere, `${program} is not installed`));

  let app: TestApp;
  let close: () => Promise<void>;
  let journal = '';
  beforeAll(async () => {
    ({ app, close } = await fileApp());
    await fillBooks(app, { seed: 5, rows: 1200 });
    journal = await journalOf(app);
  });
  afterAll(() => close());

  test('accepts the journal in its strictest mode', () => {
    expect(() => check(journal)).not.toThrow();
    expect(balances(journal, {})).not.toEqual({});
    expect(total(balances(journal, {}))).toBe(0);
  });

  test.each(MONTHS)('finds the income and expenses of the statement of $year-$month', async (month) => {
    const statement = await getStatement(app, month);
    const two = String(month.month).padStart(2, '0');
    const [from, to] = [`${month.year}-${two}-01`, `${month.year}-${two}-${month.month === 2 ? 28 : 31}`];
    const income = statement.givingByCategory.map(({ name, amount }) => [`Income:Giving:${name}`, 0 - amount]);
    const lines = Object.fromEntries(income.filter(([, amount]) => amount !== 0));
    expect(balances(journal, { from, to, accounts: '^Income' })).toEqual(lines);
    const expenses = statement.expensesByGroup.flatMap((group) =>
      group.subCategories.map(({ name, amount }) => [`Expenses:${group.name}:${name}`, amount]),
    );
    expect(expenses.length).toBeGreaterThan(10);
    expect(balances(journal, { from, to, accounts: '^Expenses' })).toEqual(Object.fromEntries(expenses));
    const { 'Liabilities:Accounts payable': owed = 0 } = balances(journal, { to, accounts: '^Liabilities' });
    expect(owed).toBe(0 - statement.unpaid.amount);
    // The General fund is not compared, because its balance in the statement also depends on the opening balance.
    const funds = balances(journal, { to, accounts: '^(Income|Expenses)', tag: 'fund' });
    for (const { name, closing } of statement.funds.filter((fund) => fund.class !== 'General'))
      expect([name, 0 - (funds[name] ?? 0)]).toEqual([name, closing]);
    const inMonth = balances(journal, { from, to, accounts: '^(Income|Expenses)', tag: 'fund' });
    for (const { name, giving, expenses } of statement.funds)
      expect([name, 0 - (inMonth[name] ?? 0)]).toEqual([name, giving - expenses]);
  });

  test('finds the balance of every account', async () => {
    const { items } = await listAccounts(app);
    const named = items.map(({ name, kind, balance }) =>
      isLiability(kind) ? [`Liabilities:${name}`, 0 - balance] : [`Assets:${name}`, balance],
    );
    const held = named.filter(([, balance]) => balance !== 0);
    expect(held.length).toBeGreaterThan(2);
    const found = { ...balances(journal, { accounts: '^Assets' }), ...balances(journal, { accounts: '^Liabilities' }) };
    expect(found).toEqual(Object.fromEntries(held));
  });

  test('finds the expenses of the Form 990 report by subcategory, line and class', async () => {
    const [from, to] = ['2026-01-01', '2026-12-31'];
    const report = await functionalExpenses(app, { from, to });
    const year = { from, to, accounts: '^Expenses' };
    const byName: Record<string, number> = {};
    for (const [account, sum] of Object.entries(balances(journal, year))) byName[account.split(':')[2] ?? ''] = sum;
    const shown = report.lines.flatMap(({ subCategories }) => subCategories.map((sub) => [sub.name, sub.total]));
    expect(shown).toHaveLength(38);
    expect(byName).toEqual(Object.fromEntries(shown));
    const byLine = balances(journal, { ...year, tag: 'form990' });
    for (const { code } of (await listLines(app)).items) {
      const lines = report.lines.filter((line) => line.code.replace(/^24[a-e]$/, '24') === code && code !== '25');
      expect([code, byLine[code] ?? 0]).toEqual([code, lines.reduce<number>((sum, line) => sum + line.total, 0)]);
    }
    expect(total(balances(journal, { ...year, tag: 'ministry' }))).toBe(report.totals.total);
    expect(total(balances(journal, { ...year, tag: 'class' }))).toBe(report.totals.total);
    const moved = report.warnings.filter(({ functionalClass }) => functionalClass === 'Fundraising');
    const fundraising = moved.reduce<number>((sum, { amount }) => sum + amount, report.totals.fundraising);
    expect(balances(journal, { ...year, tag: 'class' })).toMatchObject({ Fundraising: fundraising });
  });

  test('finds every part of a split gift and of its reversal under the category of that part', async () => {
    const app = await testApp();
    const split = { categoryId: null, date: '2026-03-01' } as const;
    await write(app, 'givings', [
      givingRow({ ...split, amountMinor: 10_001 as never }),
      givingRow({ ...split, amountMinor: -2001 as never, reversalOf: 1 }),
      givingRow({ categoryId: 1, amountMinor: 50 as never }),
    ]);
    const part = (givingId: number, position: number, categoryId: number, amountMinor: number) =>
      ({ givingId, position, categoryId, amountMinor }) as never;
    await write(app, 'givingParts', [
      part(1, 0, 1, 6000),
      part(1, 1, 4, 4001),
      part(2, 0, 1, -2000),
      part(2, 1, 4, -1),
    ]);
    const journal = await journalOf(app);
    expect(() => check(journal)).not.toThrow();
    const income = { 'Income:Giving:Tithe': -4050, 'Income:Giving:Missions': -4000 };
    expect(balances(journal, {})).toEqual({ 'Assets:Checking': 8050, ...income });
    expect(balances(journal, { accounts: '^Income', tag: 'fund' })).toMatchObject({ Missions: -4000 });
  });

  test('finds custodial money in the liability account of its fund, neither as income nor as an expense', async () => {
    const app = await testApp();
    const { id: fundId } = await createFund(app, decode(NewFund, { name: 'Camp: fees', class: 'Custodial' }));
    const { id: categoryId } = await createCategory(app, decode(NewGivingCategory, { name: 'Camp', fundId }));
    const user = await addUser(app);
    await write(app, 'givings', [givingRow({ categoryId, amountMinor: 9000 as never }), givingRow({ categoryId: 1 })]);
    await write(app, 'expenses', [expenseRow(user, { fundId, amountMinor: 2500 as never }), expenseRow(user, {})]);
    const journal = await journalOf(app);
    expect(() => check(journal)).not.toThrow();
    const liabilities = balances(journal, { accounts: '^Liabilities:Held' });
    expect(liabilities).toEqual({ 'Liabilities:Held for Others:Camp- fees': -6500 });
    expect(Object.values(balances(journal, { accounts: '^Income' }))).toEqual([-1000]);
    expect(Object.values(balances(journal, { accounts: '^Expenses' }))).toEqual([1000]);
    expect(journal).toContain('(G1) Camp\n');
    for (const tag of ['form990', 'class', 'ministry']) expect(journal.split(`    ; ${tag}: `)).toHaveLength(2);
  });

  test('distinguishes accounts, tags and texts, whatever the names are', async () => {
    const app = await testApp();
    await spoilNames(app);
    const user = await addUser(app);
    const expenses = NASTY.map((name, n) =>
      expenseRow(user, {
        subCategoryId: n + 1,
        ministryId: 1 + (n % 10),
        vendor: name,
        description: `${name};  ; x: y`,
      }),
    );
    await write(
      app,
      'expenses',
      expenses.map((row, n) => ({ ...row, amountMinor: (10 ** n) as never })),
    );
    await write(
      app,
      'givings',
      [1, 2, 3, 4, 5, 6, 7].map((categoryId) => givingRow({ categoryId })),
    );
    const journal = await journalOf(app);
    expect(() => check(journal)).not.toThrow();
    const sums = Object.values(balances(journal, { accounts: '^Expenses' })).toSorted((a, b) => a - b);
    expect(sums).toEqual(NASTY.map((_, n) => 10 ** n));
    expect(Object.keys(balances(journal, { accounts: '^Income' }))).toHaveLength(7);
    expect(Object.keys(balances(journal, { accounts: '^Expenses', tag: 'ministry' }))).toHaveLength(10);
    expect(balances(journal, { from: '2026-03-01', to: '2026-03-01' })).toEqual(balances(journal, {}));
  });

  test('reads and distinguishes groups whose names have the greatest allowed length', async () => {
    const app = await testApp();
    await app.db.transaction().execute(async (db) => {
      for (const [n, last] of ['一', '二'].entries()) {
        const name = '龍'.repeat(99) + last;
        const rows = db.updateTable('expenseCategoryGroups').set({ name, nameKey: name });
        await rows.where('id', '=', n + 1).execute();
      }
    });
    const { items } = await listExpenseCategories(app);
    const user = await addUser(app);
    const subCategories = items.filter(({ id }) => id <= 2).flatMap((group) => group.subCategories.slice(0, 1));
    await write(
      app,
      'expenses',
      subCategories.map(({ id }) => expenseRow(user, { subCategoryId: id })),
    );
    const journal = await journalOf(app);
    expect(() => check(journal)).not.toThrow();
    expect(Object.values(balances(journal, { accounts: '^Expenses' }))).toEqual([1000, 1000]);
  });
});

describe('the journal', () => {
  test('books an expense when it is approved and settles it when it is paid', async () => {
    const app = await testApp();
    const row = expenseRow(await addUser(app), {
      vendor: 'Costco',
      description: 'Paper',
      functionalClass: 'Fundraising',
    });
    const paid = { status: 'Paid' as const, paidOn: '2026-04-02', paymentMethod: 'Check' as const };
    await write(app, 'expenses', [{ ...row, ...paid, paymentReference: '1001' }]);
    await addPayments(app);
    const [, ...transactions] = (await journalOf(app)).split('\n\n2026');
    expect(transactions.join('\n\n').trimEnd().split('\n')).toEqual([
      '-03-01 (E1) Costco | Paper',
      '    Expenses:Personnel:Pastoral Salaries  10.00 USD',
      '    ; class: Fundraising',
      '    ; form990: 7',
      '    ; fund: General',
      '    ; ministry: Worship',
      '    Liabilities:Accounts payable  -10.00 USD',
      '',
      '-04-02 (P1) Costco | Paper',
      '    Liabilities:Accounts payable  10.00 USD',
      '    ; expense: E1',
      '    Assets:Checking  -10.00 USD',
      '    ; method: Check',
      '    ; reference: 1001',
    ]);
    const april = await journalOf(app, { span: { from: '2026-04-01', to: '2026-04-30' } });
    expect([april.includes('(E1)'), april.includes('(P1)')]).toEqual([false, true]);
  });

  test('reverses a voided payment on the day on which it was voided', async () => {
    const app = await testApp();
    const user = await addUser(app);
    const paid = { status: 'Paid' as const, paidOn: '2026-04-02' };
    await write(app, 'expenses', [expenseRow(user, { vendor: 'Costco', description: 'Paper', ...paid })]);
    await addPayments(app);
    await app.db
      .transaction()
      .execute((db) => db.updateTable('payments').set({ voidedOn: '2026-05-03', voidReason: 'Lost' }).execute());
    const journal = await journalOf(app);
    const voided = journal.slice(journal.indexOf('2026-05-03 (V1)')).trimEnd().split('\n');
    expect(voided).toEqual([
      '2026-05-03 (V1) Costco | Paper',
      '    Liabilities:Accounts payable  -10.00 USD',
      '    ; expense: E1',
      '    Assets:Checking  10.00 USD',
    ]);
    expect(journal).toContain('2026-04-02 (P1) Costco | Paper');
  });

  test('contains the names of givers and the numbers of checks only on request', async () => {
    const app = await testApp();
    const names = { firstName: 'Mei', lastName: 'Lin', status: 'Active' as const };
    await write(app, 'members', [{ ...names, createdAt: '', modifiedAt: '' } as never]);
    await write(app, 'givings', [givingRow({ memberId: 1, method: 'Check', checkNumber: '4711', note: 'From Mei' })]);
    const plain = await journalOf(app);
    expect(plain).toContain('2026-03-01 (G1) Tithe\n    Assets:Checking  10.00 USD\n    ; method: Check\n');
    expect(plain).not.toMatch(/Mei|Lin|4711/);
    const named = await journalOf(app, { withGivers: true });
    expect(named).toContain('2026-03-01 (G1) Mei Lin | Tithe\n    Assets:Checking  10.00 USD\n    ; giver: 1\n');
    expect(named).toContain('    ; reference: 4711\n');
    expect(named).not.toContain('From Mei');
  });

  test('leaves out drafts and deleted documents, and shows a gift in kind as a comment without an amount', async () => {
    const app = await testApp();
    const user = await addUser(app);
    const drafts = ['Draft', 'PendingApproval'] as const;
    await write(
      app,
      'expenses',
      drafts.map((status) => expenseRow(user, { status, bookedOn: null })),
    );
    await write(app, 'expenses', [expenseRow(user, { deletedAt: '2026-03-02T00:00:00.000Z' })]);
    await write(app, 'givings', [givingRow({ nonCashDescription: 'A piano\n2026-01-01 x' })]);
    const [, body = ''] = (await journalOf(app)).split(/\n\n(?=[;\d])/);
    expect(body.trim()).toBe('; 2026-03-01 (G1) a gift in kind: A piano 2026-01-01 x');
  });

  test('is the same in each export, and is sorted by date even if the documents are read in several pages', async () => {
    const app = await testApp();
    await fillBooks(app, { seed: 7, rows: 1500 });
    const journal = await journalOf(app);
    expect(await journalOf(app)).toBe(journal);
    const dates = [...journal.matchAll(/^\d{4}-\d\d-\d\d/gm)].map(([date]) => date);
    expect(dates.length).toBeGreaterThan(3000);
    expect(dates).toEqual(dates.toSorted());
    const codes = [...journal.matchAll(/\(([GEP]\d+)\)/g)].map(([, code]) => code);
    expect(new Set(codes).size).toBe(codes.length);
  });

  test.each([
    ['EUR', 'EUR'],
    ['NT$', '"NT$"'],
    ['U;"', '"U/"'],
  ])('writes the currency %s as the commodity %s', async (currency, commodity) => {
    const app = await testApp();
    const church = { id: 1 as const, name: 'A', timeZone: 'UTC', locale: 'en-US', aiProvider: 'OpenAI' };
    const dates = { createdAt: '', modifiedAt: '', fiscalYearStartMonth: 1 };
    await write(app, 'churchProfiles', [{ ...church, ...dates, currency } as never]);
    await write(app, 'givings', [givingRow({})]);
    const journal = await journalOf(app);
    expect(journal).toContain(`    Assets:Checking  10.00 ${commodity}\n`);
    for (const { check } of ACCOUNTANTS.filter(({ isThere }) => isThere)) expect(() => check(journal)).not.toThrow();
  });
});
