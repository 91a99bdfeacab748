import { type App, inSnapshot } from '../../../app.ts';
import { addMonths, type CalendarDate, dateInZone, formatMonth, type Month, monthRange } from '../../../lib/date.ts';
import { addMoney, type Minor } from '../../../lib/money.ts';
import type { Opening } from '../../accounting/opening/schema.ts';
import { getOpening } from '../../accounting/opening/service.ts';
import { getChurch, getLetterhead, type Letterhead, today } from '../../church/profile/service.ts';
import { type Names, readNames } from './names.ts';
import { heldForOthers } from '../../giving/categories/service.ts';
import { activityOf, ownSums } from '../../../books/activity.ts';
import { sumFundPostings } from '../../../books/posted-sums.ts';
import type { Locale } from '../../../lib/wire.ts';
import { drawInThread } from '../../../pdf-thread.ts';
import type { Statement } from './schema.ts';
import { getStatement } from './service.ts';

/**
 * A month's statement and everything else that is printed on the PDF for the board. `months` has the income and
 * expenses of twelve months. The last one is the month of the statement.
 */
export type BoardStatement = {
  statement: Statement;
  names: Names;
  months: { month: Month; income: Minor; expenses: Minor }[];
  church: Letterhead & { currency: string };
  today: CalendarDate;
  /** The date in the church's time zone; null for a draft. */
  finalizedOn: CalendarDate | null;
  /**
   * True if the closing balance is the net assets. This requires that the books have an opening now and already had it
   * when the month was finalized.
   */
  hasNetAssets: boolean;
};

const MONTHS_SHOWN = 12;

/** Returns everything that is printed on the PDF for a month. All of it is read from one snapshot of the database. */
export function boardStatement(app: App, month: Month): Promise<BoardStatement> {
  return inSnapshot(app, async (app) => {
    const statement = await getStatement(app, month);
    const { currency, timeZone } = await getChurch(app);
    const shown = Array.from({ length: MONTHS_SHOWN }, (_, n) => addMonths(month, n + 1 - MONTHS_SHOWN));
    const { from } = monthRange(shown[0] ?? month);
    const all = await sumFundPostings(app.db, { from, to: monthRange(month).to, entryDate: 'shownOn' });
    const own = ownSums(all, await heldForOthers(app));
    const activityIn = (one: Month) => activityOf(own.filter((sum) => sum.month === formatMonth(one)));
    const { finalizedAt } = statement;
    return {
      statement,
      names: await readNames(app),
      months: shown.map((one) => {
        const { giving, otherIncome, expenses } = activityIn(one);
        return { month: one, income: addMoney(giving, otherIncome), expenses };
      }),
      church: { ...(await getLetterhead(app)), currency },
      today: await today(app),
      finalizedOn: finalizedAt === null ? null : dateInZone(new Date(finalizedAt), timeZone),
      hasNetAssets: hasNetAssets(statement, await getOpening(app)),
    };
  });
}

const loadPrint = async () => (await import('./statement-pdf.ts')).printStatementPdf;

/** Returns the PDF of a month in a language. It is drawn outside the event loop. */
export async function drawStatement(board: BoardStatement, locale: Locale): Promise<Buffer> {
  // A `Buffer` from another thread arrives as a plain `Uint8Array`.
  return Buffer.from(await drawInThread('monthlyStatement', loadPrint, board, locale));
}

function hasNetAssets({ year, month, finalizedAt }: Statement, { date, createdAt }: Opening): boolean {
  if (date === null || createdAt === null) return false;
  return monthRange({ year, month }).to >= date && (finalizedAt === null || finalizedAt >= createdAt);
}
