import * as z from 'zod';
import type { App } from '../../../app.ts';
import { typing } from '../../../cli/kit/command-line.ts';
import { dataDirOf } from '../../../config.ts';
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

/** Formats a command that comes next, with the data directory of this command. */
export function nextCommand(command: string, dataDir: unknown): string {
  return typing(dataDirOf(typeof dataDir === 'string' ? { dataDir } : {}))(command);
}

/** Returns what comes after the count. */
export const submitNext = ({ date }: Session, dataDir: unknown): string =>
  `Next, submit the session: ${nextCommand(`session submit ${date}`, dataDir)}`;
