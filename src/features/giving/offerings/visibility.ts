import { type App, actorId } from '../../../app.ts';
import { seesDraftsOnly } from '../givings/service.ts';
import type { SessionHeader } from './schema.ts';

const DAY_MS = 86_400_000;

/**
 * Whether the actor may read a session. Who may see only drafts can still read a session for 24 hours after submitting
 * it, to print the slip.
 */
export function mayRead(app: App, session: Pick<SessionHeader, 'status' | 'submittedBy' | 'submittedAt'>): boolean {
  return !seesDraftsOnly(app) || session.status === 'Draft' || submittedLately(app, session);
}

/** Whether the actor submitted the session within the last 24 hours. */
function submittedLately(
  app: App,
  { submittedBy, submittedAt }: Pick<SessionHeader, 'submittedBy' | 'submittedAt'>,
): boolean {
  const by = actorId(app);
  if (by === null || submittedBy !== by || submittedAt === null) return false;
  return app.clock.now().getTime() - Date.parse(submittedAt) < DAY_MS;
}
