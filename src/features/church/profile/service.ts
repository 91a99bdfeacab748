/** The church's profile, which is a single row. No value of the profile is cached, so a change takes effect at once. */
import { type App, created, inTransaction, modified, NEVER_SAVED } from '../../../app.ts';
import { AppError } from '../../../errors.ts';
import { countryName, hasIrs, readCountry, rulingCountry } from '../../../lib/country.ts';
import { addDays, type CalendarDate, dateInZone } from '../../../lib/date.ts';
import { type Paper, paperOf } from '../../../lib/paper.ts';
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
import { findClosedYear } from '../../../books/fiscal-years.ts';
import { hasFinalizedMonth } from '../../../books/period-queries.ts';
import { type AiProvider, KEY_FIELDS, keyFieldOf, type KeyField } from './rules.ts';
import {
  ChurchProfile,
  type ChurchProfileUpdate,
  type ChurchSummary,
  type FirstProfile,
  type ReleaseRule,
} from './schema.ts';

/** The facts about the church that other rooms need. */
export type Church = {
  name: string;
  currency: string;
  timeZone: string;
  fiscalYearStartMonth: number;
  /** The country whose rules hold for the church; null if it is not known. */
  country: string | null;
};

/** Returns the values that apply as long as there is no profile. */
export function defaultChurch(): Church {
  return { name: 'Our church', currency: 'USD', timeZone: systemTimeZone(), fiscalYearStartMonth: 1, country: 'US' };
}

let zone: string | undefined;

/**
 * Returns the time zone of this computer. It is looked up only once and only when needed, because the look-up takes 15
 * ms.
 */
function systemTimeZone(): string {
  return (zone ??= Intl.DateTimeFormat().resolvedOptions().timeZone);
}

/** Returns the facts from the church's profile, or the defaults if there is no profile. */
export async function getChurch(app: App): Promise<Church> {
  const row = await findChurch(app.db);
  if (!row) return defaultChurch();
  const { address, ...church } = row;
  return { ...church, country: rulingCountry({ address: addressOf(address), currency: church.currency }) };
}

/** The content of a letterhead, and the language of letters. */
export type Letterhead = {
  /** The legal name, if there is one; otherwise the name. */
  name: string;
  /** Null outside the United States, where no paper has it. */
  ein: string | null;
  address: Address | null;
  contact: string[];
  /** The church's own e-mail address. */
  email: string | null;
  locale: Locale;
  currency: string;
  /** The country whose rules hold for the church; null if it is not known. */
  country: string | null;
  /** The size of the paper on which the church prints. */
  paper: Paper;
};

/** Returns the letterhead from the profile. Without a profile, it contains only the default name and language. */
export async function getLetterhead(app: App): Promise<Letterhead> {
  const row = await findLetterhead(app.db);
  const address = addressOf(row?.address ?? null);
  const currency = row?.currency ?? defaultChurch().currency;
  const country = rulingCountry({ address, currency });
  return {
    name: row?.legalName ?? row?.name ?? defaultChurch().name,
    ein: hasIrs(country) ? (row?.ein ?? null) : null,
    address,
    contact: [row?.phone, row?.email, row?.website].filter((one) => one != null),
    email: row?.email ?? null,
    locale: localeOf(row?.locale),
    currency,
    country,
    paper: paperOf(country),
  };
}

/**
 * Refuses what the tax law of the United States asks of churches there. Raises `not_in_this_country` elsewhere. `what`
 * is the name of a form.
 */
export async function refuseOutsideUs(app: App, what: string): Promise<void> {
  const { country, currency } = await getChurch(app);
  if (hasIrs(country)) return;
  const why =
    country === null ? `has no country and its currency is ${currency}` : `is in ${countryName(country, 'en-US')}`;
  throw new AppError(
    'not_in_this_country',
    `${what} is for churches in the United States, and this church ${why}. If it is in the United States, change the ` +
      'country of its address: vestry profile set --country US',
  );
}

/** Returns what every signed-in user may know about the church, with its current date. */
export async function getChurchSummary(app: App): Promise<ChurchSummary> {
  const { name, currency, timeZone, country } = await getChurch(app);
  const { locale } = await getLetterhead(app);
  return { name, currency, country, timeZone, locale, today: dateInZone(app.clock.now(), timeZone) };
}

/** Stores what the first person says about the church, and keeps the AI settings. Must run inside a transaction. */
export async function setUpProfile(app: App, first: FirstProfile): Promise<void> {
  const { aiProvider, aiModel, aiBaseUrl } = await getProfile(app);
  await putProfile(app, { ...first, aiProvider, aiModel, aiBaseUrl });
}

/** Returns when restricted money that buys something is released. */
export async function getReleaseRule(app: App): Promise<ReleaseRule> {
  return (await findProfile(app.db))?.releaseRule ?? 'PlacedInService';
}

/** Returns the profile with masked keys, or the default profile if none is stored. */
export async function getProfile(app: App): Promise<ChurchProfile> {
  const row = await findProfile(app.db);
  return row ? toProfile(app, row) : defaultProfile();
}

/** Returns the fields whose stored key cannot be decrypted and must be entered again. */
export async function listUnreadableKeys(app: App): Promise<KeyField[]> {
  const row = await findProfile(app.db);
  return row ? unreadableKeys(app, row) : [];
}

/**
 * Replaces the profile. A key that is left out or equal to its mask keeps its value. Raises `validation_failed` for any
 * other mask, and `conflict` if the currency changes while a month is finalized.
 */
export function putProfile(app: App, input: ChurchProfileUpdate): Promise<ChurchProfile> {
  return inTransaction(app, async (app) => {
    const row = await findProfile(app.db);
    const before = row ? toProfile(app, row) : null;
    await refuseCurrency(app, (before ?? defaultChurch()).currency, input.currency);
    await refuseFiscalYear(app, (before ?? defaultChurch()).fiscalYearStartMonth, input.fiscalYearStartMonth);
    const keys = sealKeys(app, input, row);
    const releaseRule = input.releaseRule ?? before?.releaseRule ?? 'PlacedInService';
    const columns = { ...input, ...keys, releaseRule, address: input.address && JSON.stringify(input.address) };
    if (row) await updateProfileColumns(app.db, { ...columns, ...modified(app) });
    else await insertChurch(app.db, { ...columns, ...created(app) });
    const replaced = KEY_FIELDS.filter((field) => keys[field] !== (row?.[field] ?? null));
    return recordChange(app, before, replaced);
  });
}

/** The AI provider to ask, and its key. Logs and responses must never show the key. */
export type AiSettings = {
  source: 'profile' | 'default';
  provider: AiProvider;
  model: string | null;
  baseUrl: string | null;
  key: string | null;
  /** True if a key is stored but cannot be decrypted. */
  hasUnreadableKey: boolean;
};

/**
 * Returns the AI settings from the stored profile. Without a profile, returns the default settings, which have no key.
 */
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
  const { country: _ruling, ...church } = defaultChurch();
  return { ...church, locale: 'en-US', releaseRule: 'PlacedInService', aiProvider: 'OpenAI' } as const;
}

function defaultProfile(): ChurchProfile {
  const nothing = { legalName: null, ein: null, address: null, phone: null, email: null, website: null };
  const noKeys = { openAiApiKey: null, anthropicApiKey: null, googleApiKey: null, compatibleApiKey: null };
  const noAi = { aiModel: null, aiBaseUrl: null, ...noKeys };
  return { ...beginnings(), ...nothing, ...noAi, ...NEVER_SAVED };
}

function toProfile(app: App, row: ProfileRow): ChurchProfile {
  return {
    ...row,
    address: addressOf(row.address),
    locale: localeOf(row.locale),
    aiProvider: row.aiProvider as AiProvider,
    ...maskedKeys(app, row),
  };
}

/** Returns a stored address. Before the country was chosen from a list, it was a text, such as USA. */
function addressOf(stored: string | null): Address | null {
  if (stored === null) return null;
  const address = JSON.parse(stored) as Address;
  return { ...address, country: address.country && readCountry(address.country) };
}

function localeOf(locale: string | undefined): Locale {
  return locale?.startsWith('zh') ? 'zh-TW' : 'en-US';
}

/**
 * Refuses to change the currency while a month is finalized. The stored figures of such a month have no currency of
 * their own, so their meaning would change.
 */
async function refuseCurrency(app: App, before: string, after: string): Promise<void> {
  if (before === after || !(await hasFinalizedMonth(app.db))) return;
  throw new AppError(
    'conflict',
    `The currency cannot be changed to ${after}, because there are finalized months in ${before}. Their amounts would not ` +
      `be converted. If ${before} was wrong from the start, reopen those months first.`,
  );
}

/** Raises `year_closed` if the month in which fiscal years begin would change while a fiscal year is closed. */
async function refuseFiscalYear(app: App, before: number, after: number): Promise<void> {
  const year = before === after ? undefined : await findClosedYear(app.db);
  if (year === undefined) return;
  throw new AppError(
    'year_closed',
    `The fiscal year ${year} is closed, so the month in which fiscal years begin cannot change. Nothing was changed. ` +
      `If the month was wrong from the start, have the year reopened: vestry year reopen ${year}`,
  );
}

/** Records the change and returns the new profile. A replaced key is recorded even if its mask does not change. */
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

/** True if the church has a stored profile. */
export async function isFounded(app: App): Promise<boolean> {
  return (await findChurch(app.db)) !== undefined;
}

/**
 * Returns the latest date that may be entered for a past event. It is tomorrow in the church's time zone, because a
 * traveler may be in a time zone where that day has already begun.
 */
export async function latestDate(app: App): Promise<CalendarDate> {
  return addDays(await today(app), 1);
}

/** Returns today's date in the church's time zone. */
export function today(app: App): Promise<CalendarDate> {
  return dayOf(app, app.clock.now().toISOString());
}

/** Returns the date of an instant in the church's time zone. */
export async function dayOf(app: App, instant: string): Promise<CalendarDate> {
  return dateInZone(new Date(instant), await timeZoneOf(app));
}

/** Returns the church's time zone. */
export async function timeZoneOf(app: App): Promise<string> {
  return (await getChurch(app)).timeZone;
}
