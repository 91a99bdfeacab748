import { type App, created } from '../../app.ts';
import { addDays, type CalendarDate, dateInZone } from '../../lib/date.ts';
import { record } from '../audit/service.ts';
import { findChurch, findLetterhead, insertChurch } from './queries.ts';
import type { Locale } from '../../lib/wire.ts';
import type { Address } from '../members/schema.ts';
import type { NewChurch } from './schema.ts';

/** What other rooms need to know of the church. */
export type Church = { name: string; currency: string; timeZone: string; fiscalYearStartMonth: number };

/** What holds as long as there is no profile. */
export function defaultChurch(): Church {
  return { name: 'Our church', currency: 'USD', timeZone: systemTimeZone(), fiscalYearStartMonth: 1 };
}

let zone: string | undefined;

/** The time zone of this computer, looked up once: the first look takes 15 ms, which most commands need not spend. */
function systemTimeZone(): string {
  return (zone ??= Intl.DateTimeFormat().resolvedOptions().timeZone);
}

/** The church as its profile describes it; the defaults as long as there is no profile. */
export async function getChurch(app: App): Promise<Church> {
  return (await findChurch(app.db)) ?? defaultChurch();
}

/** What stands at the head of a letter. */
export type Letterhead = {
  /** The name in law, where the church has given one. */
  name: string;
  ein: string | null;
  address: Address | null;
  contact: string[];
  /** The church's own e-mail address. */
  email: string | null;
  locale: Locale;
};

/** The head of the church's letters, and the language it writes in. */
export async function getLetterhead(app: App): Promise<Letterhead> {
  const row = await findLetterhead(app.db);
  return {
    name: row?.legalName ?? row?.name ?? defaultChurch().name,
    ein: row?.ein ?? null,
    address: row?.address == null ? null : (JSON.parse(row.address) as Address),
    contact: [row?.phone, row?.email, row?.website].filter((one) => one != null),
    email: row?.email ?? null,
    locale: row?.locale.startsWith('zh') ? 'zh-TW' : 'en-US',
  };
}

/** Writes the first profile of a church, inside a transaction; one that is there already stays. */
export async function foundChurch(app: App, { name, timeZone }: NewChurch): Promise<void> {
  if (await findChurch(app.db)) return;
  const { currency, fiscalYearStartMonth } = defaultChurch();
  const church = { name, timeZone, currency, fiscalYearStartMonth };
  await insertChurch(app.db, { ...church, locale: 'en-US', aiProvider: 'OpenAI', ...created(app) });
  const changes = Object.fromEntries(
    Object.entries(church).map(([field, value]): [string, [unknown, unknown]] => [field, [null, value]]),
  );
  await record(app, { action: 'ChurchProfileCreated', entityType: 'ChurchProfile', entityId: 1, changes });
}

/** Whether the church has a profile of its own. */
export async function isFounded(app: App): Promise<boolean> {
  return (await findChurch(app.db)) !== undefined;
}

/** The last date that may be entered for what has happened: tomorrow where the church is, for those who travel. */
export async function latestDate(app: App): Promise<CalendarDate> {
  return addDays(await today(app), 1);
}

/** The calendar date it is now where the church is. */
export async function today(app: App): Promise<CalendarDate> {
  return dateInZone(app.clock.now(), (await getChurch(app)).timeZone);
}
