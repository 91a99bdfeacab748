/** The mail server in force: that of the configuration, or else the stored one. */
import type { App } from '../../../app.ts';
import { AppError } from '../../../errors.ts';
import { type Mailbox, parseMailbox } from '../../../lib/mailbox.ts';
import { SealError, unseal } from '../../../lib/seal.ts';
import { getChurch, getLetterhead } from '../../church/profile/service.ts';
import type { Missing } from '../channel.ts';
import type { Limits } from '../email/account.ts';
import type { MailServer } from '../email/smtp.ts';
import { findMailSettings, type MailRow } from './queries.ts';

/** Everything that is needed to send letters. */
export type MailSetup = { server: MailServer; from: Mailbox; limits: Limits };

/** The limits as long as nobody set them. */
export const NO_LIMITS: Limits = { maxConnections: 5, perMinute: null, perDay: null };

/** The port on which a connection is secure from its beginning (RFC 8314). */
export const SECURE_PORT = 465;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/;

/** Returns what must be set up before e-mails can be sent, or null. */
export async function missingForEmail(app: App): Promise<Missing | null> {
  const row = await findMailSettings(app.db);
  if (app.config.smtpUrl === undefined && (row?.host ?? null) === null) return 'mail_server';
  return (await findSender(app, row)) === undefined ? 'sender' : null;
}

/** Returns what is needed to send letters. Raises `not_configured`. */
export async function mailSetup(app: App): Promise<MailSetup> {
  const row = await findMailSettings(app.db);
  const server = await findServer(app, row);
  if (!server) throw notSetUp('No mail server is set up. Set it up in Settings, E-mail, or with: vestry mail set');
  const from = await findSender(app, row);
  if (!from) {
    throw notSetUp(
      "No sender is set up. Set it with: vestry mail set --from, or enter the church's e-mail address: vestry profile set --email",
    );
  }
  return { server, from, limits: limitsOf(row) };
}

const notSetUp = (message: string) => new AppError('not_configured', message);

export const limitsOf = (row: MailRow | undefined): Limits =>
  row ? { maxConnections: row.maxConnections, perMinute: row.perMinute, perDay: row.perDay } : NO_LIMITS;

async function findServer(app: App, row: MailRow | undefined): Promise<MailServer | undefined> {
  if (app.config.smtpUrl !== undefined) return serverAt(app.config.smtpUrl);
  if (!row || row.host === null) return undefined;
  const { host, port, user } = row;
  const password = openPassword(app, row);
  if (row.password !== null && password === null) {
    throw notSetUp(
      'The stored password of the mail server cannot be read any more. Enter it again: vestry mail set --ask-password',
    );
  }
  return {
    options: {
      host: bare(host),
      port,
      secure: port === SECURE_PORT,
      requireTLS: user !== null && !LOOPBACK.test(host),
    },
    credentials: user === null ? null : { user, password: password ?? '' },
  };
}

/** Returns the server at an address of the configuration, such as `smtps://user:password@mail.example.org`. */
export async function serverAt(smtpUrl: string): Promise<MailServer> {
  const { parseConnectionUrl } = await import('nodemailer/lib/shared');
  const { auth, ...options } = parseConnectionUrl(smtpUrl);
  const { hostname } = new URL(smtpUrl);
  return {
    // A password is sent only over TLS, except to this computer, unless an option of the address says something else.
    options: { requireTLS: auth !== undefined && !LOOPBACK.test(hostname), ...options },
    credentials: auth ? { user: auth.user, password: auth.pass } : null,
  };
}

const bare = (host: string) => host.replace(/^\[|\]$/g, '');

/** Returns the place for which a password is sealed. It can be opened only for the same server and user. */
export const placeOf = ({ host, port, user }: Pick<MailRow, 'host' | 'port' | 'user'>) =>
  `mailSettings.password for ${user} at ${host}:${port}`;

/** Returns the stored password, or null if there is none or if it cannot be decrypted. */
export function openPassword(app: App, row: MailRow): string | null {
  if (row.password === null) return null;
  try {
    return unseal(row.password, placeOf(row), app.secrets().encryptionKey);
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    return null;
  }
}

async function findSender(app: App, row: MailRow | undefined): Promise<Mailbox | undefined> {
  const { name } = await getChurch(app);
  const given = app.config.mailFrom ?? row?.sender ?? (await getLetterhead(app)).email;
  const sender = given === null ? undefined : parseMailbox(given);
  return sender && { name: sender.name || name, address: sender.address };
}
