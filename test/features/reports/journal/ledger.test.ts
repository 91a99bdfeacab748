import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isLiability } from '../../../../src/books/account-kinds.ts';
import { listAccounts } from '../../../../src/features/ledger/accounts/service.ts';
import { balanceSheet } from '../../../../src/features/reports/books/balance-sheet.ts';
import { fundBalances } from '../../../../src/features/reports/books/fund-balances.ts';
import { incomeStatement } from '../../../../src/features/reports/books/income-statement.ts';
import { exportJournal } from '../../../../src/features/reports/journal/service.ts';
import { fileApp, type TestApp } from '../../../support/app.ts';
import { ACCOUNTANTS } from '../../../support/journal.ts';
import { BEGIN, fillLedger } from '../../../support/ledger-books.ts';

const RANGES = [
  { from: BEGIN, to: '2025-12-31' },
  { from: '2025-12-01', to: '2025-12-31' },
  { from: '2026-01-01', to: '2026-12-31' },
  { from: '2026-02-03', to: '2026-05-17' },
];
const BASIS = { basis: 'booked' } as const;

/** Matches the accounts whose postings with the tag of a fund add up to the balance of the fund. */
const FUND_SIDE = '^(Income|Expenses|Equity|Liabilities:Held)';

const total = (sums: Record<string, number>) => Object.values(sums).reduce((sum, one) => sum + one, 0);
const withoutZeros = (sums: readonly (readonly [string, number])[]) =>
  Object.fromEntries(sums.filter(([, sum]) => sum !== 0));

let app: TestApp;
let close: () => Promise<void>;
let journal = '';
let counts = { entries: 0, announced: 0 };

beforeAll(async () => {
  ({ app, close } = await fileApp());
  await fillLedger(app, { seed: 18, rows: 400 });
  await exportJournal(app, { span: {}, withGivers: false }, async (parts, count) => {
    counts = { entries: 0, announced: count };
    for await (const part of parts) {
      journal += part.text;
      counts.entries += part.entries;
    }
  });
});
afterAll(() => close());

describe('the journal of books with every kind of document', () => {
  test('has every kind, and no document from before the books began', () => {
    const codes = new Set(
      [...journal.matchAll(/^\d{4}-\d\d-\d\d (?:\* )?\(([A-Z])\d+\)/gm)].map(([, letter]) => letter),
    );
    expect([...codes].toSorted((a = '', b = '') => a.localeCompare(b))).toEqual([
      'D',
      'E',
      'G',
      'I',
      'J',
      'O',
      'P',
      'T',
      'V',
    ]);
    const dates = [...journal.matchAll(/^\d{4}-\d\d-\d\d/gm)].map(([date]) => date);
    expect(dates.toSorted()).toEqual(dates);
    expect(dates[0]).toBe(BEGIN);
    // The announced number does not include the opening.
    expect(counts.entries).toBe(counts.announced + 1);
    expect(journal).toContain(`; The books begin on ${BEGIN}. The documents from before that day are left out.\n`);
    expect(/^\d.*$/m.exec(journal)?.[0]).toBe(`${BEGIN} (O1) Opening of the books`);
  });
});

describe.each(ACCOUNTANTS)('$program, where it is installed,', ({ program, isThere, check, balances }) => {
  beforeEach(({ skip }) => skip(!isThere, `${program} is not installed`));

  test('accepts the journal of every kind of document in its strictest mode', () => {
    expect(() => check(journal)).not.toThrow();
    expect(total(balances(journal, {}))).toBe(0);
  });

  test('finds the balance of every account that the service shows', async () => {
    const { items } = await listAccounts(app);
    const shown = items.map(({ name, kind, balance }): [string, number] =>
      isLiability(kind) ? [`Liabilities:${name}`, 0 - balance] : [`Assets:${name}`, balance],
    );
    expect(shown.filter(([, balance]) => balance === 0)).toEqual([['Assets:Petty cash', 0]]);
    const all = balances(journal, { accounts: '^(Assets|Liabilities)' });
    const own = Object.entries(all).filter(([name]) => !name.startsWith('Liabilities:Held for Others:'));
    expect(Object.fromEntries(own)).toEqual(withoutZeros(shown));
  });

  test.each(RANGES)('finds the figures of the balance sheet at the end of $to', async ({ to }) => {
    const sheet = await balanceSheet(app, { at: to, ...BASIS });
    const assets = sheet.assets.map(({ name, amount }): [string, number] => [`Assets:${name}`, amount]);
    const liabilities = sheet.liabilities.map(({ name, amount }): [string, number] => {
      const account = name.replace('Held for others: ', 'Held for Others:');
      return [`Liabilities:${account}`, 0 - amount];
    });
    expect(balances(journal, { to, accounts: '^(Assets|Liabilities)' })).toEqual(
      withoutZeros([...assets, ...liabilities]),
    );
    const netAssets = total(balances(journal, { to, accounts: '^(Income|Expenses|Equity)' }));
    expect(netAssets).toBe(0 - sheet.totalNetAssets);
  });

  test.each(RANGES)('finds the figures of the income statement from $from to $to', async (range) => {
    const statement = await incomeStatement(app, { ...range, ...BASIS });
    const { giving, otherIncome, expenses, adjustments } = statement;
    const lines = [
      ...giving.map(({ name, amount }) => [`Income:Giving:${name}`, 0 - amount] as const),
      ...otherIncome.map(({ name, amount }) => [`Income:Other:${name}`, 0 - amount] as const),
      ...expenses.map(({ group, name, amount }) => [`Expenses:${group}:${name}`, amount] as const),
    ];
    expect(balances(journal, { ...range, accounts: '^(Income|Expenses)' })).toEqual(withoutZeros(lines));
    expect(otherIncome.length).toBeGreaterThan(1);
    const changes = balances(journal, { ...range, accounts: '^Equity:(Transfers|Adjustments)' });
    expect(total(changes)).toBe(0 - adjustments);
    const net = balances(journal, { ...range, accounts: '^(Income|Expenses|Equity:(Transfers|Adjustments))' });
    expect(total(net)).toBe(0 - statement.netChange);
  });

  test.each(RANGES)('finds the balances of the funds from $from to $to by their tags', async (range) => {
    const { funds } = await fundBalances(app, { ...range, ...BASIS });
    expect(funds.length).toBeGreaterThan(4);
    const tagged = (from?: string) =>
      balances(journal, { ...(from ? { from } : {}), to: range.to, accounts: FUND_SIDE, tag: 'fund' });
    const [all, within] = [tagged(), tagged(range.from)];
    for (const { name, opening, closing } of funds) {
      expect([name, 0 - (all[name] ?? 0)]).toEqual([name, closing]);
      // On the first day, the opening of the books is within the range.
      const change = range.from === BEGIN ? closing : closing - opening;
      expect([name, 0 - (within[name] ?? 0)]).toEqual([name, change]);
    }
  });
});
