import type { App } from '../../app.ts';
import { announce } from '../audit/announcements.ts';

/** Tells who follows failed messages of these. Must run in the transaction that stores that they failed. */
export async function announceFailed(app: App, ids: readonly number[]): Promise<void> {
  await announce(
    app,
    ids.map((id) => ({ event: 'message.failed', subjectType: 'NotificationLog', subjectId: String(id) })),
  );
}
