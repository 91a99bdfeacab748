/**
 * The events in a demo church, each with its time and person. The services carry them out with the clock of that moment
 * and the account of that person, so all rules hold and the audit log reads as if it had really happened.
 */
import type { App } from '../../../app.ts';
import { addDays, addMonths, type CalendarDate, instantInZone, monthOf, monthRange } from '../../../lib/date.ts';
import type { Actor } from '../../../permissions.ts';

/** Something that somebody did. `app` has the clock of that moment and acts as `by`. */
type Deed = { at: Date; by: string; isLast: boolean; work: (app: App) => Promise<void> };

/** The time of an event. */
type When = {
  on: CalendarDate;
  time: string;
  /** The day that it concerns. Events that a finished month needs happen before that month is closed. */
  about?: CalendarDate;
  /** Whether it must have happened, at the latest today. */
  isSure?: boolean;
};

/** The day on which the treasurer closes the previous month. */
const CLOSING_DAY = 5;
const CLOSING_TIME = '14:30';

export type Diary = ReturnType<typeof openDiary>;

/** Returns an empty diary until the end of today, so that a church is the same at any hour of a day. */
export function openDiary(today: CalendarDate, timeZone: string) {
  const deeds: Deed[] = [];
  const openFrom = monthRange(monthOf(today)).from;
  const end = instantInZone(today, '23:59', timeZone);

  /** Returns when the month of a day is closed, at the latest today. */
  const closingOf = (date: CalendarDate): Date => {
    const { from } = monthRange(addMonths(monthOf(date), 1));
    return sooner(instantInZone(addDays(from, CLOSING_DAY - 1), CLOSING_TIME, timeZone), end);
  };

  const instantOf = ({ on, time, about, isSure }: When): Date => {
    const at = instantInZone(on, time, timeZone);
    if (about !== undefined && about < openFrom) return sooner(at, closingOf(about));
    return isSure ? sooner(at, end) : at;
  };

  return {
    today,
    openFrom,
    timeZone,
    instantOf,
    /** Plans what somebody does. Anything in the future never happens. */
    note: (when: When, by: string, work: Deed['work']): void => {
      const at = instantOf(when);
      if (at <= end) deeds.push({ at, by, isLast: false, work });
    },
    /** Plans the closing of a month, after everything that belongs to it. */
    close: (month: CalendarDate, by: string, work: Deed['work']): void => {
      deeds.push({ at: closingOf(month), by, isLast: true, work });
    },
    /** Returns everything in the order of time; equal times keep the order of planning. */
    inOrder: (): Deed[] =>
      deeds.toSorted((a, b) => a.at.getTime() - b.at.getTime() || Number(a.isLast) - Number(b.isLast)),
  };
}

const sooner = (a: Date, b: Date) => (a < b ? a : b);

/** Carries out everything in a diary. */
export async function live(
  app: App,
  diary: Diary,
  { actors, progress }: { actors: ReadonlyMap<string, Actor>; progress: (done: number, total: number) => void },
): Promise<void> {
  const deeds = diary.inOrder();
  const now = app.clock.now();
  for (const [index, { at, by, work }] of deeds.entries()) {
    await work({ ...app, clock: { now: () => sooner(at, now) }, actor: actors.get(by) ?? app.actor });
    progress(index + 1, deeds.length);
  }
}
