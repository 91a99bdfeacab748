/** Where somebody settles what stands behind a refusal: the screen, and the permission that its next step needs. */
import type { Schemas } from '../../client/client.ts';
import { addMonths, formatMonth, isCalendarDate, monthOf, parseMonth } from '../../lib/date.ts';

export type NextStep = {
  step: 'month' | 'openMonth' | 'months' | 'year' | 'opening';
  href: string;
  needs: Schemas['PermissionName'];
};

const NEEDS = 'statements.manage';
const REOPEN = 'statements.reopen';
const MONTHS: NextStep = { step: 'months', href: '/month-end', needs: REOPEN };
const YEARS: NextStep = { step: 'year', href: '/reports/fiscal-years', needs: REOPEN };
const OPENING: NextStep = { step: 'opening', href: '/settings/opening', needs: NEEDS };

const STEPS: Readonly<Record<string, NextStep>> = {
  before_the_books: OPENING,
  opening_differs: OPENING,
  payable_in_use: OPENING,
  prior_figures_differ: OPENING,
  open_periods: { ...MONTHS, needs: NEEDS },
  later_period_finalized: MONTHS,
  period_finalized: MONTHS,
  statement_finalized: MONTHS,
  year_closed: YEARS,
};

/**
 * Returns the next step after a refusal with this code, or undefined if it is taken where the refusal is shown. The month
 * to reopen is the one before the first open date. Of several months, the service names first the one to reopen or to
 * finalize first.
 */
export function nextStepOf(code: string, extra: Readonly<Record<string, unknown>>): NextStep | undefined {
  if (!Object.hasOwn(STEPS, code)) return undefined;
  const { firstOpenDate, months } = extra;
  if (typeof firstOpenDate === 'string' && isCalendarDate(firstOpenDate))
    return toReopen(formatMonth(addMonths(monthOf(firstOpenDate), -1)));
  const first: unknown = Array.isArray(months) ? months[0] : undefined;
  if (typeof first !== 'string' || !parseMonth(first)) return STEPS[code];
  return code === 'open_periods' ? { step: 'openMonth', href: `/month-end/${first}`, needs: NEEDS } : toReopen(first);
}

const toReopen = (month: string): NextStep => ({ step: 'month', href: `/month-end/${month}`, needs: REOPEN });
