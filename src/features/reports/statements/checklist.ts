import { type App, inSnapshot } from '../../../app.ts';
import { type Check, CHECKLIST, done, look, open } from '../../../books/checklist.ts';
import { listFinalizedFrom } from '../../../books/period-queries.ts';
import { addMonths, type CalendarDate, formatMonth, type Month, monthRange } from '../../../lib/date.ts';
import { formatMoney } from '../../../lib/money.ts';
import { today } from '../../church/profile/service.ts';
import { amountBound } from './position-rows.ts';
import { findStatement, listEarlier } from './queries.ts';
import type { Checklist, Statement } from './schema.ts';
import { getStatement, opening, type OpeningShift, openingShift } from './service.ts';

/** Returns the checklist of a month: what must be settled before the month is finalized, and what should be checked. */
export function checkMonth(app: App, month: Month): Promise<Checklist> {
  return inSnapshot(app, async (app) => {
    const row = await findStatement(app.db, month);
    const statement = await getStatement(app, month);
    const { throughDraft, since } = await opening(app, month, row);
    const earlier = await listEarlier(app.db, month);
    const first = earlier.at(-1);
    const day = await today(app);
    const firstSavedDay = first ? monthRange(first).from : '';
    const checked = { ...month, unpaid: statement.unpaid, today: day, firstSavedDay };
    const checks = [isOver(month, day), ...(await orderChecks(app, month))];
    for (const entries of await app.declared(CHECKLIST)) checks.push(...(await entries.checks(app, checked)));
    checks.push(
      fundCheck(statement),
      positionCheck(statement),
      openingCheck(statement, {
        through: throughDraft ? earlier[0] : undefined,
        shift: await openingShift(app, month, row?.openingBalanceMinor ?? null),
        isFounded: row?.openingBalanceMinor != null || since !== null || earlier.length > 0,
      }),
    );
    const { status } = statement;
    const isReady = status === 'Draft' && checks.every(({ state }) => state !== 'open');
    return { year: month.year, month: month.month, status, isReady, checks };
  });
}

function isOver(month: Month, today: CalendarDate): Check {
  const { to } = monthRange(month);
  if (today > to) return done('period', 'The month is over.');
  return open('period', `The month ends on ${to}.`, { items: [{ date: to }] });
}

/**
 * Returns one open check if a later month is already finalized, because a month cannot be finalized after a later one.
 * Otherwise returns an empty list.
 */
async function orderChecks(app: App, month: Month): Promise<Check[]> {
  const later = await listFinalizedFrom(app.db, addMonths(month, 1));
  if (later.length === 0) return [];
  const months = later.map(formatMonth).toReversed();
  const items = later.map((one) => ({ type: 'MonthlyStatement', date: monthRange(one).from }) as const).toReversed();
  return [
    open('order', `Months are finalized in order. Reopen the later ones first: ${months.join(', ')}.`, { items }),
  ];
}

function fundCheck({ funds }: Statement): Check {
  const overdrawn = funds.filter(({ closing }) => closing < 0);
  if (overdrawn.length === 0) return done('funds', 'No fund is overdrawn.');
  const list = overdrawn.map(({ name, closing }) => `${name} ${formatMoney(closing)}`).join(', ');
  return look('funds', `More was spent from these funds than they had: ${list}.`, {
    items: overdrawn.map(({ fundId, name, closing }) => ({ type: 'Fund', id: fundId, name, amount: closing })),
  });
}

/**
 * If the available amount is negative, the General fund has spent money that belongs to other funds or to other people.
 */
function positionCheck({ position }: Statement): Check {
  if (position === null || position.available >= 0)
    return done('position', 'The cash covers all debts and the money that belongs to funds or others.');
  const { cash, owed, available } = position;
  const bound = formatMoney(amountBound(position));
  return look(
    'position',
    `The amount available is ${formatMoney(available)}: the cash is ${formatMoney(cash)}, ${formatMoney(owed)} is owed, and ${bound} ` +
      'belongs to funds or others. The General fund is using some of that money.',
    { amount: available },
  );
}

type Origin = {
  /** The draft month from which the opening balance is carried over, if it comes from a draft. */
  through: Month | undefined;
  /** The opening balance that was entered and the one that earlier months carry over, if the two differ. */
  shift: OpeningShift | undefined;
  /** True if the opening balance was entered, or comes from the opening of the books or a saved month. */
  isFounded: boolean;
};

function openingCheck({ openingBalance }: Statement, { through, shift, isFounded }: Origin): Check {
  const amount = formatMoney(openingBalance);
  if (through)
    return open(
      'opening',
      `The opening balance of ${amount} is carried over from a draft. Finalize the earlier month first.`,
      { amount: openingBalance, items: [{ type: 'MonthlyStatement', date: monthRange(through).from }] },
    );
  if (shift) {
    const carried = formatMoney(shift.carried);
    const message = `The opening balance is ${amount}, but the earlier months carry over ${carried}. Correct one of the two amounts.`;
    return open('opening', message, { amount: openingBalance, items: [{ amount: shift.carried }] });
  }
  if (isFounded) return done('opening', `The opening balance is ${amount}.`, { amount: openingBalance });
  return look(
    'opening',
    'No opening balance was given, and no earlier month is saved, so the opening balance is 0.00.',
  );
}
