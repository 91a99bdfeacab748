/** What the checklist of a month says, and where each of its items is settled. */
import { monthRange, parseMonth } from '../../lib/date.ts';
import type { Permission } from '../session/session.ts';
import type { Check, Checklist } from './queries.ts';

type Item = Pick<Check['items'][number], 'type' | 'id' | 'date'>;

/** The rooms in which each check is settled, for those whose items have no screen of their own. */
const ROOM_OF: Readonly<Record<string, Way>> = {
  undeposited: { room: 'offerings', href: '/offerings' },
  sundays: { room: 'offerings', href: '/offerings' },
  payout_points: { room: 'bank', href: '/bank' },
  approvals: { room: 'approvals', href: '/approvals' },
  drafts: { room: 'expenses', href: '/expenses/all' },
  unpaid: { room: 'expenses', href: '/expenses/to-pay', needs: 'finance.manage' },
  old_payables: { room: 'expenses', href: '/expenses/to-pay', needs: 'finance.manage' },
  settled: { room: 'approvals', href: '/approvals' },
  elsewhere: { room: 'expenses', href: '/expenses/all' },
  reconciliation: { room: 'bank', href: '/bank' },
  outstanding: { room: 'bank', href: '/bank' },
  copy: { room: 'settings', href: '/settings/backups', needs: 'users.manage' },
};

/** A link that is shown only to people who may enter the room, and who have the permission if there is one. */
export type Way = { room: string; href: string; needs?: Permission };

/** Returns where a check is settled as a whole, if it has such a place. `month` is the month of the checklist. */
export function wayOf({ code, state }: Pick<Check, 'code' | 'state'>, month: string): Way | undefined {
  if (code === 'events') return { room: 'reports', href: `/reports/events/${month}` };
  return state === 'done' ? undefined : ROOM_OF[code];
}

/** Returns the screen of an item of a check, if it has one. `month` is the month of the checklist. */
export function wayOfItem({ type, id, date }: Item, month: string): Way | undefined {
  if (type === 'MonthlyStatement' && date !== null) return { room: 'monthEnd', href: `/month-end/${date.slice(0, 7)}` };
  if (id === null) return undefined;
  if (type === 'OfferingSession') return { room: 'offerings', href: `/offerings/${id}` };
  if (type === 'Account') return { room: 'bank', href: `/bank/${id}/reconciliations` };
  if (type === 'Expense') return { room: 'expenses', href: `/expenses/${id}` };
  if (type === 'Transfer') return { room: 'bank', href: '/bank/transfers' };
  if (type !== 'Fund') return undefined;
  const to = monthRange(parseMonth(month) ?? { year: 1900, month: 1 }).to;
  return { room: 'reports', href: `/reports/general-ledger?fundId=${id}&to=${to}` };
}

/** Returns the check that says when the month ends, if it is not over yet. */
export function runningCheck({ checks }: Pick<Checklist, 'checks'>): Check | undefined {
  return checks.find(({ code, state }) => code === 'period' && state === 'open');
}

/**
 * The states of a checklist: what prevents finalizing, what a person should look at, and what is in order. While the
 * month is not over, nobody can settle what belongs to its last day.
 */
export function sorted(list: Pick<Checklist, 'checks'>): Record<Check['state'], Check[]> {
  const running = runningCheck(list);
  const checks = running
    ? list.checks.filter((check) => check !== running && (check.code !== 'reconciliation' || check.state === 'done'))
    : list.checks;
  const of = (state: Check['state']) => checks.filter((check) => check.state === state);
  return { open: of('open'), look: of('look'), done: of('done') };
}

/** True if the month cannot be finalized even with force, because a later month is finalized. */
export function isBehind({ checks }: Pick<Checklist, 'checks'>): boolean {
  return checks.some(({ code }) => code === 'order');
}
