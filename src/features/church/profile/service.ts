/** The church's profile, which is one row. What other rooms ask of it is read each time, so that a change holds at once. */
import { type App, created, inTransaction, modified } from '../../../app.ts';
import { AppError } from '../../../errors.ts';
import { addDays, type CalendarDate, dateInZone } from '../../../lib/date.ts';
import type { Locale } from '../../../lib/wire.ts';
import { changesBetween } from '../../audit/rules.ts';
import { record } from '../../audit/service.ts';
import type { Address } from '../../../lib/address.ts';
import { maskedKeys, openKey, sealKeys, unreadableKeys } from './keys.ts';
import {
  findChurch,
  findLetterhead,
  findProfile,
  insertChurch,
  type ProfileRow,
  updateProfileColumns,
} from './queries.ts';
import { hasFinalizedMonth } from '../../../books/period-queries.ts';
import { type AiProvider, KEY_FIELDS, keyFieldOf, type KeyField } from './rules.ts';
import { ChurchProfile, type ChurchProfileUpdate, type ChurchSummary, type NewChurch } from './schema.ts';

/** What other rooms need to know about the church. */
export type Church = { name: string; currency: string; timeZone: string; fiscalYearStartMonth: number };

/** The values without a profile. */
export function defaultChurch(): Church {
  return { name: 'Our church', currency: 'USD', timeZone: systemTimeZone(), fiscalYearStartMonth: 1 };
}

let zone: string | undefined;

/** Returns the time zone of this computer. It is looked up once and only when needed, because that takes 15 ms. */
function systemTimeZone(): string {
  return (zone ??= Intl.DateTimeFormat().resolvedOptions().timeZone);
}

/** Returns the church as its profile describes it, or the defaults without a profile. */
export async function getChurch(app: App): Promise<Church> {
  return (await findChurch(app.db)) ?? defaultChurch();
}

/** What stands at the head of a letter. */
export type Letterhead = {
  /** The legal name, if there is one; otherwise the name. */
  name: string;
  ein: string | null;
  address: Address | null;
  contact: string[];
  /** The church's own e-mail address. */
  email: string | null;
  locale: Locale;
};

/** Returns the letterhead, and the language in which the church writes. */
export async function getLetterhead(app: App): Promise<Letterhead> {
  const row = await findLetterhead(app.db);
  return {
    name: row?.legalName ?? row?.name ?? defaultChurch().name,
    ein: row?.ein ?? null,
    address: row?.address == null ? null : (JSON.parse(row.address) as Address),
    contact: [row?.phone, row?.email, row?.website].filter((one) => one != null),
    email: row?.email ?? null,
    locale: localeOf(row?.locale),
  };
}

/** Returns what every signed-in user may know about the church, with its current date. */
export async function getChurchSummary(app: App): Promise<ChurchSummary> {
  const { name, currency, timeZone } = await getChurch(app);
  const { locale } = await getLetterhead(app);
  return { name, currency, timeZone, locale, today: dateInZone(app.clock.now(), timeZone) };
}

/** Writes the first profile of a church. Must run inside a transaction. An existing profile stays. */
export async function foundChurch(app: App, { name, timeZone }: NewChurch): Promise<void> {
  if (await findChurch(app.db)) return;
  await insertChurch(app.db, { ...beginnings(), name, timeZone, ...created(app) });
  await recordChange(app, null);
}

/** The profile as it is shown; the defaults as long as there is none. */
export async function getProfile(app: App): Promise<ChurchProfile> {
  const row = await findProfile(app.db);
  return row ? toProfile(app, row) : defaultProfile();
}

/** The fields of the profile whose stored key cannot be read and must be entered again. */
export async function listUnreadableKeys(app: App): Promise<KeyField[]> {
  const row = await findProfile(app.db);
  return row ? unreadableKeys(app, row) : [];
}

/**
 * Replaces the profile. Keys that are left out or equal their masks stay. Raises `validation_failed` for other masks,
 * and `conflict` for another currency once a month is finalized.
 */
export function putProfile(app: App, input: ChurchProfileUpdate): Promise<ChurchProfile> {
  return inTransaction(app, async (app) => {
    const row = await findProfile(app.db);
    const before = row ? toProfile(app, row) : null;
    await refuseCurrency(app, (before ?? defaultChurch()).currency, input.currency);
    const keys = sealKeys(app, input, row);
    const columns = { ...input, ...keys, address: input.address && JSON.stringify(input.address) };
    if (row) await updateProfileColumns(app.db, { ...columns, ...modified(app) });
    else await insertChurch(app.db, { ...columns, ...created(app) });
    const replaced = KEY_FIELDS.filter((field) => keys[field] !== (row?.[field] ?? null));
    return recordChange(app, before, replaced);
  });
}

/** The AI to ask and its key. The log and the answers must not show the key. */
export type AiSettings = {
  source: 'profile' | 'default';
  provider: AiProvider;
  model: string | null;
  baseUrl: string | null;
  key: string | null;
  /** Whether there is a key that cannot be read. */
  hasUnreadableKey: boolean;
};

/** Returns the AI that the stored profile names, or the default, which has no key. */
export async function getAiSettings(app: App): Promise<AiSettings> {
  const row = await findProfile(app.db);
  const { aiProvider, aiModel: model, aiBaseUrl: baseUrl } = row ?? defaultProfile();
  const provider = aiProvider as AiProvider;
  const field = keyFieldOf(provider);
  const key = row ? openKey(app, field, row) : null;
  const hasUnreadableKey = key === null && (row?.[field] ?? null) !== null;
  return { source: row ? 'profile' : 'default', provider, model, baseUrl, key, hasUnreadableKey };
}

function beginnings() {
  return { ...defaultChurch(), locale: 'en-US', aiProvider: 'OpenAI' } as const;
}

function defaultProfile(): ChurchProfile {
  const nothing = { legalName: null, ein: null, address: null, phone: null, email: null, website: null };
  const noKeys = { openAiApiKey: null, anthropicApiKey: null, googleApiKey: null, compatibleApiKey: null };
  const noAi = { aiModel: null, aiBaseUrl: null, ...noKeys };
  const never = { createdAt: null, modifiedAt: null, createdBy: null, modifiedBy: null };
  return { ...beginnings(), ...nothing, ...noAi, ...never };
}

function toProfile(app: App, row: ProfileRow): ChurchProfile {
  return {
    ...row,
    address: row.address === null ? null : (JSON.parse(row.address) as Address),
    locale: localeOf(row.locale),
    aiProvider: row.aiProvider as AiProvider,
    ...maskedKeys(app, row),
  };
}

function localeOf(locale: string | undefined): Locale {
  return locale?.startsWith('zh') ? 'zh-TW' : 'en-US';
}

/**
 * Refuses another currency once a month is finalized, because its stored figures have no currency and would change
 * their meaning.
 */
async function refuseCurrency(app: App, before: string, after: string): Promise<void> {
  if (before === after || !(await hasFinalizedMonth(app.db))) return;
  throw new AppError(
    'conflict',
    `There are finalized months in ${before}. Their figures would be called ${after} without being converted. ` +
      `If ${before} was wrong from the start, reopen those months first.`,
  );
}

/** Records the change and returns the new profile. A replaced key is recorded even if its mask stays the same. */
async function recordChange(
  app: App,
  before: ChurchProfile | null,
  replaced: readonly KeyField[] = [],
): Promise<ChurchProfile> {
  const after = await getProfile(app);
  const keys = replaced.map((field): [string, [unknown, unknown]] => [field, [before?.[field] ?? null, after[field]]]);
  const changes = { ...changesBetween(ChurchProfile, before, after), ...Object.fromEntries(keys) };
  const action = before ? 'ChurchProfileUpdated' : 'ChurchProfileCreated';
  await record(app, { action, entityType: 'ChurchProfile', entityId: 1, changes });
  return after;
}

/** Whether the church has a profile of its own. */
export async function isFounded(app: App): Promise<boolean> {
  return (await findChurch(app.db)) !== undefined;
}

/**
 * Returns the last date that may be entered for a past event: tomorrow in the church's time zone, for those who travel.
 */
export async function latestDate(app: App): Promise<CalendarDate> {
  return addDays(await today(app), 1);
}

/** The date of today in the time zone of the church. */
export async function today(app: App): Promise<CalendarDate> {
  return dateInZone(app.clock.now(), (await getChurch(app)).timeZone);
}
