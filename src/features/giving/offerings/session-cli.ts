import * as z from 'zod';
import type { App } from '../../../app.ts';
import { notFound } from '../../../errors.ts';
import { date } from '../../../lib/wire.ts';
import { decode } from '../../../validate.ts';
import { type Session, SessionPath } from './schema.ts';
import { getSession, sessionOn } from './service.ts';

const SessionDate = z.strictObject({ date });

/** Returns the session that a text names by date or id. Raises `not_found` and `validation_failed`. */
export async function findSession(app: App, text = ''): Promise<Session> {
  if (/^\d+$/.test(text)) return getSession(app, decode(SessionPath, { id: text }).id);
  const session = await sessionOn(app, decode(SessionDate, { date: text }).date);
  if (!session) throw notFound('offering session');
  return session;
}
