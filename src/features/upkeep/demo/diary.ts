/**
 * What happens in a demo church, each at its time and by its person. The services do it, with the clock of that moment and
 * the account of that person, so all their rules hold and the audit log reads as if it had been so.
 */
import type { App } from '../../../app.ts';
import { addDays, addMonths, type CalendarDate, instantInZone, monthOf, monthRange } from '../../../lib/date.ts';
import type { Actor } from '../../../permissions.ts';

/** Something that somebody did. `app` has the clock of the moment and acts as `by`. */
type Deed = { at: Date; by: string; isLast: boolean; work: (app: App) => Promise<void> };

/** When something happens. */
type When = {
  on: CalendarDate;
  time: string;
  /** The day it is about: what a finished month needs happens before that month is closed. */
  about?: CalendarDate;
  /** Whether it has happened in any case, today at the latest. */
  isSure?: boolean;
};

/** On this day the treasurer closes the month before. */
const CLOSING_DAY = 5;
const CLOSING_TIME = '14:30';

export type Diary = ReturnType<typeof openDiary>;

/** An empty diary up to the end of today, so that a church is the same one at any hour of a day. */
export function openDiary(today: CalendarDate, timeZone: string) {
  const deeds: Deed[] = [];
  const openFrom = monthRange(monthOf(today)).from;
  const end = instantInZone(today, '23:59', timeZone);

  /** When the month of a day is closed: today at the latest. */
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
    /** Notes what somebody does; what lies in the future never comes. */
    note: (when: When, by: string, work: Deed['work']): void => {
      const at = instantOf(when);
      if (at <= end) deeds.push({ at, by, isLast: false, work });
    },
    /** Notes the closing of a month, after all that belongs to it. */
    close: (month: CalendarDate, by: string, work: Deed['work']): void => {
      deeds.push({ at: closingOf(month), by, isLast: true, work });
    },
    /** Everything in the order of its time; what was noted first comes first where that is the same. */
    inOrder: (): Deed[] =>
      deeds.toSorted((a, b) => a.at.getTime() - b.at.getTime() || Number(a.isLast) - Number(b.isLast)),
  };
}

const sooner = (a: Date, b: Date) => (a < b ? a : b);

/** Has everything in a diary done. */
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
