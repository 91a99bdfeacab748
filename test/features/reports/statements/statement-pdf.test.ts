import { describe, expect, test } from 'vitest';
import { putOpening } from '../../../../src/features/accounting/opening/service.ts';
import { type BoardStatement, boardStatement } from '../../../../src/features/reports/statements/board.ts';
import { finalizeStatement } from '../../../../src/features/reports/statements/finalize.ts';
import { printStatementPdf } from '../../../../src/features/reports/statements/statement-pdf.ts';
import type { Statement } from '../../../../src/features/reports/statements/schema.ts';
import type { Minor } from '../../../../src/lib/money.ts';
import { fileApp, type TestApp, testApp } from '../../../support/app.ts';
import { fillBooks } from '../../../support/books.ts';
import { linesOf } from '../../../support/pdf.ts';

const MARCH = { year: 2026, month: 3 };
const minor = (amount: number) => Math.round(amount * 100) as Minor;

type Figures = Partial<Record<'opening' | 'giving' | 'otherIncome' | 'expenses' | 'transfers' | 'adjustments', number>>;

function fund(name: string, figures: Figures): Statement['funds'][number] {
  const { opening = 0, giving = 0, otherIncome = 0, expenses = 0, transfers = 0, adjustments = 0 } = figures;
  const closing = opening + giving + otherIncome - expenses + transfers + adjustments;
  return {
    fundId: 1,
    name,
    class: 'General',
    opening: minor(opening),
    giving: minor(giving),
    otherIncome: minor(otherIncome),
    expenses: minor(expenses),
    released: minor(0),
    transfers: minor(transfers),
    adjustments: minor(adjustments),
    closing: minor(closing),
  };
}

/** Returns an empty month of a church with some of its figures replaced. */
async function boardWith(app: TestApp, figures: Partial<Statement>, hasNetAssets = true): Promise<BoardStatement> {
  const board = await boardStatement(app, { year: 2001, month: 1 });
  return { ...board, hasNetAssets, statement: { ...board.statement, ...figures } };
}

const POSITION = {
  cash: minor(1000),
  owed: minor(150),
  heldForOthers: minor(40),
  restricted: minor(300),
  designated: minor(25),
  available: minor(485),
  investments: null,
  heldInCash: null,
  availableWithDesignated: null,
  todaysRule: null,
};

describe('the printed statement for the board', () => {
  test('shows other income and adjustments only if they are not zero, and includes other income in the income', async () => {
    const app = await testApp();
    const some = { totalGiving: minor(200), totalOtherIncome: minor(12.34), adjustments: minor(-7.65) };
    const lines = linesOf(await printStatementPdf(await boardWith(app, some), 'en-US'));
    expect(lines).toEqual(
      expect.arrayContaining(['Other income', '12.34', '$212.34', 'Adjustments of net assets', '-7.65']),
    );
    const none = { totalGiving: minor(200), totalOtherIncome: minor(0), adjustments: minor(0) };
    const without = linesOf(await printStatementPdf(await boardWith(app, none), 'en-US'));
    expect(without).not.toContain('Other income');
    expect(without).not.toContain('Adjustments of net assets');
  });

  test('shows transfers and adjustments of funds only if a fund has them, and each row adds up', async () => {
    const app = await testApp();
    const funds = [
      fund('General', { opening: 100, giving: 50, otherIncome: 7, expenses: 20, transfers: -30 }),
      fund('A fund with a name that is too long for one line of its column', { opening: 5, transfers: 30 }),
    ];
    const lines = linesOf(await printStatementPdf(await boardWith(app, { funds }), 'en-US'));
    const at = lines.indexOf('Funds');
    expect(lines.slice(at, at + 13)).toEqual([
      'Funds',
      'Opening',
      'Income',
      'Expenses',
      'Transfers',
      'Closing',
      'General',
      '$100.00',
      '$57.00',
      '$20.00',
      '-$30.00',
      '$107.00',
      'A fund with a name that is too',
    ]);
    expect(lines.join(' ')).toContain('long for one line of its');
  });

  test('shows the amount available, and how net assets lead to cash', async () => {
    const app = await testApp();
    const board = await boardWith(app, { position: POSITION, closingBalance: minor(5810) });
    const lines = linesOf(await printStatementPdf(board, 'en-US'));
    const [first, second] = [lines.indexOf('What there is to spend'), lines.indexOf('From net assets to cash')];
    expect(lines.slice(first, second)).toEqual([
      'What there is to spend',
      'Cash at the end of the month',
      '$1,000.00',
      'Less: owed to others',
      '-150.00',
      'Less: held for others',
      '-40.00',
      'Less: restricted by donors',
      '-300.00',
      'Less: designated by the board',
      '-25.00',
      'Available',
      '$485.00',
    ]);
    expect(lines.slice(second, second + 11)).toEqual([
      'From net assets to cash',
      'Net assets',
      '$5,810.00',
      'Plus: owed to others',
      '150.00',
      'Plus: held for others',
      '40.00',
      'Less: property and other assets, net of loans',
      '-5,000.00',
      'Cash at the end of the month',
      '$1,000.00',
    ]);
  });

  test('omits the amount available and the cash if a stored statement lacks these figures', async () => {
    const app = await testApp();
    const stored = { position: null, totalOtherIncome: null, adjustments: null };
    const lines = linesOf(await printStatementPdf(await boardWith(app, stored), 'en-US'));
    for (const title of ['What there is to spend', 'From net assets to cash']) expect(lines).not.toContain(title);
  });

  test('shows in Chinese the amount available and how net assets lead to cash', async () => {
    const app = await testApp();
    const board = await boardWith(app, { position: POSITION, closingBalance: minor(5810) });
    const lines = linesOf(await printStatementPdf(board, 'zh-TW'));
    expect(lines).toEqual(expect.arrayContaining(['$485.00', '-5,000.00', '$5,810.00']));
    expect(lines).not.toContain('Available');
  });
});

test('a closing balance is called net assets only if the opening was entered before the month was closed', async () => {
  const { app, close } = await fileApp();
  await fillBooks(app, { seed: 5, rows: 60 });
  expect((await boardStatement(app, MARCH)).hasNetAssets).toBe(false);
  await finalizeStatement(app, MARCH, true);
  const nextDay = { ...app, clock: { ...app.clock, now: () => new Date('2026-11-19T12:00:00Z') } };
  await putOpening(nextDay, { date: '2026-03-01', accounts: [], funds: [], payables: [], yearToDate: [] });
  expect((await boardStatement(app, MARCH)).hasNetAssets).toBe(false);
  expect((await boardStatement(app, { year: 2026, month: 2 })).hasNetAssets).toBe(false);
  expect((await boardStatement(app, { year: 2026, month: 4 })).hasNetAssets).toBe(true);
  await close();
});
