/**
 * The planned events of a demo church, each with its time and account. The services carry out each event with the clock
 * at that time and with that account as actor. This way, all rules apply, and the audit log looks as if the events were
 * real.
 */
import type { App } from '../../../app.ts';
import { addDays, addMonths, type CalendarDate, instantInZone, monthOf, monthRange } from '../../../lib/date.ts';
import type { Actor } from '../../../permissions.ts';

/**
 * An event. `by` names the account that acts. `work` gets an `app` with the clock at `at` and that account as actor.
 */
type DemoEvent = { at: Date; by: string; isLast: boolean; work: (app: App) => Promise<void> };

/** The time of an event. */
type When = {
  on: CalendarDate;
  time: string;
  /**
   * The day that the event concerns. If the month of that day is over, the event happens before the month is closed.
   */
  about?: CalendarDate;
  /** True if the event must not be left out. If its time is after today, it happens at the end of today instead. */
  isSure?: boolean;
};

/** The day on which the treasurer closes the previous month. */
const CLOSING_DAY = 5;
const CLOSING_TIME = '14:30';

export type Diary = ReturnType<typeof openDiary>;

/** Returns an empty diary. It ends at the end of today, so that the events do not depend on the time of day. */
export function openDiary(today: CalendarDate, timeZone: string) {
  const events: DemoEvent[] = [];
  const openFrom = monthRange(monthOf(today)).from;
  const end = instantInZone(today, '23:59', timeZone);

  /** Returns when the month of a day is closed: early in the next month, but no later than today. */
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
    /** Plans an event. An event after today is left out. */
    note: (when: When, by: string, work: DemoEvent['work']): void => {
      const at = instantOf(when);
      if (at <= end) events.push({ at, by, isLast: false, work });
    },
    /** Plans the closing of a month, after all events that belong to the month. */
    close: (month: CalendarDate, by: string, work: DemoEvent['work']): void => {
      events.push({ at: closingOf(month), by, isLast: true, work });
    },
    /**
     * Returns all events in the order of their times. At the same time, closings come last, and other events stay in
     * the order in which they were planned.
     */
    inOrder: (): DemoEvent[] =>
      events.toSorted((a, b) => a.at.getTime() - b.at.getTime() || Number(a.isLast) - Number(b.isLast)),
  };
}

const sooner = (a: Date, b: Date) => (a < b ? a : b);

/** Carries out all events of a diary, in order. */
export async function live(
  app: App,
  diary: Diary,
  { actors, progress }: { actors: ReadonlyMap<string, Actor>; progress: (done: number, total: number) => void },
): Promise<void> {
  const events = diary.inOrder();
  const now = app.clock.now();
  for (const [index, { at, by, work }] of events.entries()) {
    await work({ ...app, clock: { now: () => sooner(at, now) }, actor: actors.get(by) ?? app.actor });
    progress(index + 1, events.length);
  }
}
