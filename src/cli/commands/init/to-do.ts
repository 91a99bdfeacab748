/** What is left to do in a new church, each with the command that does it. */
import type { App } from '../../../app.ts';
import { getOpening } from '../../../features/accounting/opening/service.ts';
import { UserQuery } from '../../../features/access/users/schema.ts';
import { listUsers } from '../../../features/access/users/service.ts';
import { getChurch, getProfile, today } from '../../../features/church/profile/service.ts';
import { SessionQuery } from '../../../features/giving/offerings/schema.ts';
import { listSessions } from '../../../features/giving/offerings/service.ts';
import { usesOwn } from '../../../http/tls/own-files.ts';
import { hasIrs } from '../../../lib/country.ts';
import { addDays, sundaysOf } from '../../../lib/date.ts';
import { decode } from '../../../validate.ts';
import type { InitWords } from './words.ts';

/** A command without the name of the program, and why to type it. */
export type Task = { command: string; reason: keyof InitWords['reasons'] };

/** Returns what is left to do, in the order in which a church needs it. */
export async function whatIsToDo(app: App): Promise<Task[]> {
  const { ein, address } = await getProfile(app);
  const { country } = await getChurch(app);
  const { date: opening } = await getOpening(app);
  const users = await listUsers(app, decode(UserQuery, { isActive: 'true', pageSize: '1' }));
  const sessions = await listSessions(app, decode(SessionQuery, { pageSize: '1' }));
  const day = await today(app);
  const sunday = sundaysOf({ from: addDays(day, -6), to: day }).at(-1) ?? day;
  const tasks: (Task | false)[] = [
    hasIrs(country)
      ? (ein === null || address === null) && { command: 'profile set', reason: 'details' }
      : address === null && { command: 'profile set', reason: 'address' },
    opening === null && sessions.totalCount === 0 && { command: 'opening set', reason: 'opening' },
    users.totalCount < 2 && { command: 'user create', reason: 'users' },
    sessions.totalCount === 0 && { command: `session enter ${sunday}`, reason: 'offering' },
    usesOwn(app.config) && { command: 'https share', reason: 'share' },
    { command: 'status', reason: 'status' },
    { command: 'doctor', reason: 'doctor' },
  ];
  return tasks.filter((task) => task !== false);
}
