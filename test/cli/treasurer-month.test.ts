import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { booksOfFile } from '../contract/books.ts';
import { temporaryDir } from '../support/daemon.ts';
import {
  bringOfferings,
  finalize,
  openBooks,
  reconcile,
  spend,
  type Terminal,
  terminalOf,
} from '../support/month/at-terminal.ts';
import { booksByCommand, booksOverHttp } from '../support/month/compared.ts';
import { liveOverHttp } from '../support/month/over-http.ts';
import { CHURCH, LAST_DAY, MONTH, OPENING, TOTALS } from '../support/month/plan.ts';
import { linesOf } from '../support/pdf.ts';
import { hasTerminal } from '../support/terminal.ts';

const second = booksOfFile();
let place: ReturnType<typeof temporaryDir>;
let terminal: Terminal;

beforeAll(() => {
  place = temporaryDir();
  terminal = terminalOf(place.dir);
});
afterAll(() => place.remove());

const read = async (line: string) => JSON.parse(await terminal.run(`${line} --json`));
const inPrint = (amount: number) => amount.toLocaleString('en-US', { minimumFractionDigits: 2 });

describe.runIf(hasTerminal).sequential("the treasurer's month, with commands alone", () => {
  test('the church is set up with its accounts, its people and its balances', async () => {
    await openBooks(terminal);
    const { items } = await read('account list');
    expect(items.filter(({ balance }: { balance: number }) => balance !== 0)).toMatchObject([
      { name: 'Checking', balance: OPENING.accounts.Checking },
      { name: 'Reserve', balance: OPENING.accounts.Reserve },
    ]);
  });

  test('four offerings are entered, counted by two, submitted and deposited', async () => {
    await bringOfferings(terminal);
    const { items } = await read('session list');
    expect(items.map(({ status, totalAmount }: Record<string, unknown>) => [status, totalAmount])).toEqual([
      ['Reconciled', 70],
      ['Reconciled', 314.4],
      ['Reconciled', 151.1],
      ['Reconciled', 465.75],
    ]);
    expect(await terminal.run('session show 2026-01-04')).toContain('Deposited on 2026-01-05, reference D-1');
  });

  test('the bills are entered, approved by the elder and paid, and one of them is rejected and mended first', async () => {
    await spend(terminal);
    const { items } = await read('expense list');
    expect(items).toMatchObject([
      { status: 'Paid', amount: 100, paymentReference: '2002' },
      { status: 'Paid', amount: 1200, paymentReference: '2001', rejections: [{ byName: 'Eli Park' }] },
      { status: 'Paid', amount: 84.2, receipt: { fileName: 'receipt.pdf' } },
    ]);
  });

  test('both accounts are reconciled with the bank', async () => {
    await reconcile(terminal);
    const checking = await read(`report reconciliation Checking --at ${LAST_DAY}`);
    expect(checking).toMatchObject({ difference: 0, outstanding: [{ reference: '2002', amount: -100 }] });
    expect((await read('bank lines Checking --status Open')).totalCount).toBe(0);
  });

  test('nothing is left on the checklist, and the month is finalized', async () => {
    const { isReady, checks } = await read(`statement checklist ${MONTH}`);
    expect(checks.filter(({ state }: { state: string }) => state !== 'done')).toEqual([]);
    expect(isReady).toBe(true);
    await finalize(terminal);
    expect(await read(`statement show ${MONTH}`)).toMatchObject({
      status: 'Finalized',
      openingBalance: TOTALS.opening,
      totalGiving: TOTALS.giving,
      totalOtherIncome: TOTALS.otherIncome,
      totalExpenses: TOTALS.expenses,
      netChange: TOTALS.netChange,
      closingBalance: TOTALS.closing,
    });
  });

  test.each([
    {
      name: 'the income statement',
      line: `report income-statement --from ${OPENING.date} --to ${LAST_DAY} --output`,
      totals: [TOTALS.giving, TOTALS.otherIncome, TOTALS.expenses, TOTALS.netChange],
    },
    {
      name: 'the balance sheet',
      line: `report balance-sheet --at ${LAST_DAY} --output`,
      totals: [TOTALS.checking, OPENING.accounts.Reserve, TOTALS.closing],
    },
    {
      name: 'the statement of the month',
      line: `statement show ${MONTH} --pdf`,
      totals: [TOTALS.opening, TOTALS.income, TOTALS.expenses, TOTALS.netChange, TOTALS.closing],
    },
  ])('$name is a PDF with the right totals', async ({ name, line, totals }) => {
    const file = terminal.file(`${name.split(' ').at(-1)}.pdf`);
    await terminal.run(`${line} ${file}`);
    const pdf = readFileSync(file);
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    // The first amounts and the totals of a page have the sign of the currency.
    const texts = linesOf(pdf).map((text) => text.replace('$', ''));
    expect(texts).toEqual(expect.arrayContaining([CHURCH, ...totals.map(inPrint)]));
  });

  test('the same month over HTTP alone makes the same books', async () => {
    await liveOverHttp(second);
    const [byCommand, overHttp] = [await booksByCommand(terminal), await booksOverHttp(second)];
    expect(byCommand).toEqual(overHttp);
  });
});
