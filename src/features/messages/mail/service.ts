import { type App, created, inTransaction, NEVER_SAVED } from '../../../app.ts';
import { isMask, maskOf } from '../../../lib/mask.ts';
import { seal } from '../../../lib/seal.ts';
import { refusal } from '../../../validate.ts';
import { changesBetween } from '../../audit/rules.ts';
import { record } from '../../audit/service.ts';
import { getLetterhead } from '../../church/profile/service.ts';
import { sendEmail } from '../email/service.ts';
import { readTexts } from '../../../package.ts';
import { fill } from '../../../lib/template.ts';
import type { SendResult } from '../schema.ts';
import { isMicrosoft, type PresetName, presets } from './presets.ts';
import { findMailSettings, type MailRow, replaceMailSettings } from './queries.ts';
import { Mail, type MailTest, type MailUpdate } from './schema.ts';
import { limitsOf, NO_LIMITS, openPassword, placeOf, SECURE_PORT, serverAt } from './setup.ts';

const DEFAULT_PORT = 587;

/** Returns the mail server in force, with a masked password. */
export async function getMail(app: App): Promise<Mail> {
  const row = await findMailSettings(app.db);
  const { smtpUrl, mailFrom } = app.config;
  const stored = row ? toMail(app, row) : NOTHING;
  const inForce = smtpUrl === undefined ? stored : { ...stored, ...(await configured(smtpUrl)) };
  return { ...inForce, from: mailFrom ?? stored.from, isMicrosoft: isMicrosoft(inForce.host), presets: presets() };
}

type Shown = Omit<Mail, 'isMicrosoft' | 'presets'>;

const NOTHING: Shown = {
  preset: null,
  host: null,
  port: DEFAULT_PORT,
  user: null,
  password: null,
  from: null,
  ...NO_LIMITS,
  source: null,
  ...NEVER_SAVED,
};

function toMail(app: App, row: MailRow): Shown {
  const { id: _id, sender: from, preset, password, ...others } = row;
  const source = row.host === null ? null : 'Database';
  return {
    ...others,
    preset: preset as PresetName | null,
    password: password === null ? null : maskOf(openPassword(app, row) ?? ''),
    from,
    source,
  };
}

async function configured(smtpUrl: string) {
  const { options, credentials } = await serverAt(smtpUrl);
  const { host = null, port = options.secure ? SECURE_PORT : DEFAULT_PORT } = options;
  const { user = null, password } = credentials ?? {};
  return {
    preset: null,
    host,
    port: Number(port),
    user,
    password: password === undefined ? null : maskOf(password),
    source: 'Configuration' as const,
  };
}

/**
 * Changes the mail server and its limits; the next batch already goes there. What is left out stays as it is, or is what the
 * preset says if a preset is given. A password that is sent as its mask stays. Raises `validation_failed` if the server or
 * the user changes and the password is not sent again.
 */
export async function putMail(app: App, given: MailUpdate): Promise<Mail> {
  await inTransaction(app, async (app) => {
    const row = await findMailSettings(app.db);
    const before = row ? columnsOf(row) : FIRST;
    const { password: _password, from, ...fields } = given;
    const changed = {
      ...before,
      ...presetColumns(given.preset ?? null),
      ...definedOf(fields),
      ...(from !== undefined && { sender: from }),
    };
    const password = sealedPassword(app, given.password, changed, row);
    await replaceMailSettings(app.db, { ...changed, password, ...created(app) });
    const after = await findMailSettings(app.db);
    const [was, is] = [row ? toMail(app, row) : null, after ? toMail(app, after) : null];
    const changes = changesBetween(Stored, was, is);
    // Two passwords may have the same mask.
    if (password !== (row?.password ?? null)) changes['password'] ??= [was?.password ?? null, is?.password ?? null];
    await record(app, { action: 'MailUpdated', entityType: 'Mail', entityId: 1, changes });
  });
  return getMail(app);
}

const Stored = Mail.omit({ isMicrosoft: true, presets: true, source: true });

const FIRST = { preset: null, host: null, port: DEFAULT_PORT, user: null, sender: null, ...NO_LIMITS };

const columnsOf = (row: MailRow) => ({
  preset: row.preset,
  host: row.host,
  port: row.port,
  user: row.user,
  sender: row.sender,
  ...limitsOf(row),
});

function presetColumns(name: PresetName | null) {
  const preset = presets().find((one) => one.name === name);
  if (!preset) return {};
  const { host, port, maxConnections, perMinute, perDay } = preset;
  return { host, port, maxConnections, perMinute, perDay };
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

const definedOf = <T extends object>(given: T) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Defined<T>;

/** Returns the sealed password to store. Raises `validation_failed`. */
function sealedPassword(
  app: App,
  given: string | null | undefined,
  to: Pick<MailRow, 'host' | 'port' | 'user'>,
  before: MailRow | undefined,
): string | null {
  if (given === null || given === '' || to.user === null || to.host === null) return null;
  const known = before ? openPassword(app, before) : null;
  const isKept = given === undefined || (isMask(given) && known !== null && given === maskOf(known));
  if (!isKept) {
    if (isMask(given)) throw refusal([{ path: 'password', code: 'stale_mask', message: STALE_MASK }]);
    return seal(given, placeOf(to), app.secrets().encryptionKey);
  }
  if (before?.password == null) return null;
  if (placeOf(before) === placeOf(to)) return before.password;
  throw refusal([{ path: 'password', code: 'required', message: OTHER_PLACE }]);
}

const STALE_MASK =
  'is not the mask of the stored password; leave it out to keep the stored password, or enter it again';
const OTHER_PLACE = 'must be entered again, because the server or the user changed';

/**
 * Sends a letter that shows whether e-mail works, like any other message. Raises `not_configured`.
 */
export async function testMail(app: App, { to }: MailTest): Promise<SendResult> {
  const church = await getLetterhead(app);
  const texts = readTexts(church.locale, 'test-letter') as { subject: string; body: string };
  const values = { church: church.name };
  const message = { subject: fill(texts.subject, values), body: fill(texts.body, values), locale: church.locale };
  return sendEmail(app, { ...message, memberIds: null, emails: [to] });
}
