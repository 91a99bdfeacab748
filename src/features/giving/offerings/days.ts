import { type App, inSnapshot } from '../../../app.ts';
import type { Page } from '../../../lib/page.ts';
import { userNamesOf } from '../../access/users/joins.ts';
import { listSessions } from './queries.ts';
import type { OfferingDay, OfferingDayQuery } from './schema.ts';
import { mayRead } from './visibility.ts';

/**
 * Returns a page of the days that have an offering session, with the state of the session and who submitted it. The
 * figures of a session that the user may not read are null.
 */
export function listOfferingDays(app: App, query: OfferingDayQuery): Promise<Page<OfferingDay>> {
  return inSnapshot(app, async (app) => {
    const { items, ...page } = await listSessions(app.db, { ...query, status: undefined }, false);
    const names = await userNamesOf(
      app.db,
      items.map(({ submittedBy }) => submittedBy),
    );
    return {
      ...page,
      items: items.map((session) => {
        const isReadable = mayRead(app, session);
        return {
          ...session,
          submittedByName: names.get(session.submittedBy) ?? null,
          mayRead: isReadable,
          ...(!isReadable && { sundayAttendanceCount: null, totalAmount: null, givingCount: null }),
        };
      }),
    };
  });
}
