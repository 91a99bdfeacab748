/**
 * Facts that other programs may follow. Whoever declares at `ANNOUNCEMENTS` is told of them in the transaction in which
 * they become true, whether a request, a command or an import causes them.
 */
import type { App } from '../../app.ts';
import type { Permission } from '../../permissions.ts';
import type { Point } from '../../room-declarations.ts';
import type { Fact } from './rules.ts';

/** The events, and the audit entries that cause each of them. A failed message has no audit entry of its own. */
const CAUSES = {
  'offering-session.submitted': { entityType: 'OfferingSession', actions: ['OfferingSessionSubmitted'] },
  'expense.submitted': { entityType: 'Expense', actions: ['ExpenseSubmitted'] },
  'expense.approved': { entityType: 'Expense', actions: ['ExpenseApproved'] },
  'expense.paid': { entityType: 'Expense', actions: ['ExpensePaid'] },
  'month.finalized': { entityType: 'MonthlyStatement', actions: ['MonthlyStatementFinalized'] },
  'member.created': { entityType: 'Member', actions: ['MemberCreated'] },
  'member.changed': {
    entityType: 'Member',
    actions: ['MemberUpdated', 'MemberDeleted', 'MemberRestored', 'MemberMerged', 'MemberPurged'],
  },
  'message.failed': { entityType: 'NotificationLog', actions: [] },
} as const satisfies Record<string, { entityType: string; actions: readonly string[] }>;

export type EventName = keyof typeof CAUSES;
export const EVENT_NAMES = Object.keys(CAUSES) as [EventName, ...EventName[]];

/** An event, and the record that it is about. */
export type Announcement = { event: EventName; subjectType: string; subjectId: string };

/** Told of announcements in the transaction of their facts. */
type Follower = (app: App, announcements: readonly Announcement[]) => Promise<void>;

export const ANNOUNCEMENTS: Point<Follower> = { name: 'who follows what happens' };

/** Told of every fact, in the transaction of the fact. */
export const FACTS: Point<(app: App, facts: readonly Fact[]) => Promise<void>> = { name: 'who follows every fact' };

/**
 * How the record of an announcement is read for a person with the permission. `read` returns the record as the API
 * shows it, and raises `not_found` if it is gone.
 */
export type Details = {
  subjectType: string;
  permission: Permission;
  read: (app: App, id: string) => Promise<object>;
};

export const EVENT_DETAILS: Point<Details> = { name: 'how the record of an event is read' };

const EVENT_OF = new Map<string, EventName>(
  EVENT_NAMES.flatMap((event) =>
    CAUSES[event].actions.map((action): [string, EventName] => [`${CAUSES[event].entityType} ${action}`, event]),
  ),
);

/** Tells the followers of these facts, and those of the events among them. Must run in the transaction of the facts. */
export async function announceFacts(app: App, facts: readonly Fact[]): Promise<void> {
  const announcements = facts.flatMap(({ action, entityType, entityId }): Announcement[] => {
    const event = EVENT_OF.get(`${entityType} ${action}`);
    return event ? [{ event, subjectType: entityType, subjectId: String(entityId) }] : [];
  });
  for (const follow of await app.declared(FACTS)) await follow(app, facts);
  await announce(app, announcements);
}

/** Tells the followers of these events. Must run in the transaction of their facts. */
export async function announce(app: App, announcements: readonly Announcement[]): Promise<void> {
  if (announcements.length === 0) return;
  for (const follow of await app.declared(ANNOUNCEMENTS)) await follow(app, announcements);
}
