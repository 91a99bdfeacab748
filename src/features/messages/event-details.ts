import { notFound } from '../../errors.ts';
import { encode } from '../../lib/encode.ts';
import type { Details } from '../audit/announcements.ts';
import { findNotification } from './history-queries.ts';
import { NotificationLog } from './schema.ts';

/** How a program that follows failed messages reads one. */
export const messageDetails: Details = {
  subjectType: 'NotificationLog',
  permission: 'notifications.manage',
  read: async (app, id) => {
    const message = await findNotification(app.db, Number(id));
    if (!message) throw notFound('message');
    return encode(NotificationLog, message);
  },
};
