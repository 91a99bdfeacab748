/** Prints the tables of the monthly statement for the board: the funds, and the amount that the church can spend. */
import { addMoney, formatMoney, type Minor, negateMoney, subtractMoney, ZERO } from '../../../lib/money.ts';
import { AMOUNT, type Cell, LEFT, type Pages, WIDTH } from '../../../lib/pdf-pages.ts';
import { signedMoney } from '../../../lib/currency.ts';
import { formatMonth } from '../../../lib/date.ts';
import { fill } from '../../../lib/template.ts';
import type { Locale } from '../../../lib/wire.ts';
import type { BoardStatement } from './board.ts';
import { positionRows } from './position-rows.ts';
import type { Statement } from './schema.ts';

/** The texts of a statement, by language: `templates/LOCALE/monthly-statement.json`. */
export type StatementTexts = Record<
  | 'title'
  | 'draft'
  | 'draftNote'
  | 'finalized'
  | 'basis'
  | 'opening'
  | 'income'
  | 'count'
  | 'amount'
  | 'otherIncome'
  | 'totalIncome'
  | 'expenses'
  | 'totalExpenses'
  | 'adjustments'
  | 'net'
  | 'closing'
  | 'nothing'
  | 'funds'
  | 'fundOpening'
  | 'fundIncome'
  | 'fundExpenses'
  | 'fundTransfers'
  | 'fundReleased'
  | 'fundAdjustments'
  | 'fundClosing'
  | 'position'
  | 'cash'
  | 'owed'
  | 'heldForOthers'
  | 'restricted'
  | 'designated'
  | 'endowment'
  | 'available'
  | 'availableWithDesignated'
  | 'todaysRule'
  | 'bridge'
  | 'netAssets'
  | 'addOwed'
  | 'addHeld'
  | 'lessOther'
  | 'unpaid'
  | 'noneUnpaid'
  | 'attendance'
  | 'noAttendance'
  | 'chart'
  | 'notes'
  | 'page',
  string
>;

/** The texts of a printed statement, and the currency whose sign its first amounts and totals have. */
export type PrintedTexts = StatementTexts & { currency: string };

type MonthOf = Pick<Statement, 'year' | 'month'>;

/** Returns the first day of a month as a `Date` in UTC. */
export const dayIn = (month: MonthOf) => new Date(`${formatMonth(month)}-01T00:00:00Z`);

/** Returns the name of a month with its year, in a language. */
export function monthName(month: MonthOf, locale: Locale): string {
  return new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(dayIn(month));
}

/** Returns the line that says whether the month is closed. */
export function stateOf({ finalizedOn, today }: Pick<BoardStatement, 'finalizedOn' | 'today'>, texts: StatementTexts) {
  return finalizedOn === null ? fill(texts.draftNote, { date: today }) : fill(texts.finalized, { date: finalizedOn });
}

/** Returns the lines about unpaid expenses and the attendance. `money` writes an amount. */
export function remarksOf({ unpaid, attendance }: Statement, texts: StatementTexts, money = formatMoney): string[] {
  const { amount, count } = unpaid;
  return [
    count === 0 ? texts.noneUnpaid : fill(texts.unpaid, { amount: money(amount), count }),
    attendance.sundays === 0 ? texts.noAttendance : fill(texts.attendance, attendance),
  ];
}

export const SETTING = { row: 13, size: 9 };
export const INDENT = 12;
const COUNT = { x: 398, width: 70, align: 'right' as const };

/** Returns the cells of a line: a name, the number of its entries and their sum. */
export function counted(name: string, count: string, amount: string, indent = 0): Cell[] {
  return [
    { text: name, x: LEFT + indent, width: 340 - indent },
    { text: count, ...COUNT },
    { text: amount, ...AMOUNT },
  ];
}

/** Writes a line with a total. */
export function sum(pages: Pages, text: string, amount: Minor, currency: string): void {
  pages.line(counted(text, '', signedMoney(amount, currency)), true);
}

type Fund = Statement['funds'][number];

/** The columns of the table of funds. A column without `isAlways` is left out if no fund has an amount in it. */
const FUND_COLUMNS: readonly { word: keyof StatementTexts; of: (fund: Fund) => Minor; isAlways?: boolean }[] = [
  { word: 'fundOpening', of: ({ opening }) => opening, isAlways: true },
  { word: 'fundIncome', of: ({ giving, otherIncome }) => addMoney(giving, otherIncome ?? ZERO), isAlways: true },
  { word: 'fundExpenses', of: ({ expenses }) => expenses, isAlways: true },
  { word: 'fundTransfers', of: ({ transfers }) => transfers ?? ZERO },
  { word: 'fundReleased', of: ({ released }) => released ?? ZERO },
  { word: 'fundAdjustments', of: ({ adjustments }) => adjustments ?? ZERO },
  { word: 'fundClosing', of: ({ closing }) => closing, isAlways: true },
];
const [FUND_WIDTH, FUND_GAP] = [130, 6];

/** Writes the table of funds. */
export function fundTable(pages: Pages, { funds }: Statement, texts: PrintedTexts): void {
  if (funds.length === 0) return;
  const shown = FUND_COLUMNS.filter(({ of, isAlways }) => isAlways || funds.some((fund) => of(fund) !== 0));
  const step = (WIDTH - FUND_WIDTH) / shown.length;
  const cells = (figures: readonly string[]): Cell[] =>
    figures.map((text, index) => {
      const x = LEFT + FUND_WIDTH + index * step + FUND_GAP;
      return { text, x, width: step - FUND_GAP, align: 'right' as const };
    });
  const head = () => {
    const titles = cells(shown.map(({ word }) => texts[word]));
    pages.line([{ text: texts.funds, x: LEFT, width: FUND_WIDTH }, ...titles], true);
    pages.rule();
  };
  pages.gap(10);
  pages.room(3 * SETTING.row);
  head();
  for (const [index, fund] of funds.entries()) {
    const shownAs = (amount: Minor) => (index === 0 ? signedMoney(amount, texts.currency) : formatMoney(amount));
    // Leaves room for a name on three lines.
    if (pages.room(3 * SETTING.row)) head();
    const top = pages.y;
    pages.write(fund.name, { x: LEFT, width: FUND_WIDTH });
    const bottom = pages.y;
    pages.y = top;
    pages.line(cells(shown.map(({ of }) => shownAs(of(fund)))));
    pages.y = Math.max(bottom, pages.y);
  }
}

/**
 * Writes the amount that the church can spend: the cash, less debts and less the money that belongs to others or is set
 * apart.
 */
export function spendable(pages: Pages, { position }: Statement, texts: PrintedTexts): void {
  if (position === null) return;
  block(pages, texts.position, positionLines(position, texts), texts.currency);
  const note = todaysRuleOf(position, texts);
  if (note !== null) pages.write(note, { x: LEFT + INDENT, width: WIDTH - INDENT });
}

type Position = NonNullable<Statement['position']>;

/** Returns the lines of the amount that the church can spend. The last line is that amount. */
export function positionLines(position: Position, texts: StatementTexts): Line[] {
  return positionRows(position).map(({ word, amount, isTotal }) => ({ text: texts[word], amount, isTotal }));
}

/** Returns the sentence about what today's rule would say, or null if it would say the same. */
export function todaysRuleOf({ todaysRule }: Position, texts: StatementTexts, money = formatMoney): string | null {
  if (todaysRule === null) return null;
  const { available, availableWithDesignated } = todaysRule;
  return fill(texts.todaysRule, { amount: money(available), withDesignated: money(availableWithDesignated) });
}

/**
 * Writes the lines that lead from net assets to cash, so that the board sees why not all net assets can be spent. The
 * line `lessOther` contains property and other assets, less loans.
 */
export function fromNetAssets(pages: Pages, { position, closingBalance }: Statement, texts: PrintedTexts): void {
  if (position === null) return;
  const { cash, owed, heldForOthers } = position;
  const other = subtractMoney(addMoney(closingBalance, owed, heldForOthers), cash);
  block(
    pages,
    texts.bridge,
    [
      { text: texts.netAssets, amount: closingBalance },
      { text: texts.addOwed, amount: owed },
      { text: texts.addHeld, amount: heldForOthers },
      { text: texts.lessOther, amount: negateMoney(other) },
      { text: texts.cash, amount: cash, isTotal: true },
    ],
    texts.currency,
  );
}

/** A line with an amount. A total is the sum of all lines above it that are no totals. */
type Line = { text: string; amount: Minor; isTotal?: boolean };

/** Writes a title and lines with amounts on one page. */
function block(pages: Pages, title: string, lines: readonly Line[], currency: string): void {
  pages.gap(10);
  pages.room((lines.length + 2) * SETTING.row);
  pages.line([{ text: title, x: LEFT, width: WIDTH }], true);
  pages.rule();
  for (const [index, { text, amount, isTotal }] of lines.entries()) {
    const shown = index === 0 ? signedMoney(amount, currency) : formatMoney(amount);
    if (!isTotal) pages.line(counted(text, '', shown, INDENT));
    else {
      pages.rule(AMOUNT);
      sum(pages, text, amount, currency);
    }
  }
}
