/** E-mail over SMTP: the one file that knows nodemailer, which is loaded when the first message goes out. */
import type { Transporter } from 'nodemailer';
import type { App } from './app.ts';
import type { Config } from './config.ts';
import { AppError } from './errors.ts';
import { type Mailbox, parseMailbox } from './lib/mailbox.ts';
import { printable } from './lib/text.ts';

/** A message to one person, as plain text and as HTML. */
export type Mail = {
  subject: string;
  text: string;
  html: string;
  attachments?: { filename: string; contentType: string; content: Buffer }[];
};

/** What came of a message. `isServerFault`: it did not come so far that the server could say anything about it. */
export type Sent = { ok: true } | { ok: false; error: string; isServerFault: boolean };

export type Mailer = { send: (to: string, mail: Mail) => Promise<Sent>; close: () => void };

/** Connections to the mail server at a time; messages beyond wait. */
export const CONNECTIONS = 5;
/** In so long a message is handed over, from connecting to the server's word, or it has failed. */
const SEND_MS = 20_000;
const ERROR_LENGTH = 300;

/** Opens a way to the configured mail server, for a sender; close it after use. Raises `not_configured`. */
export async function openMailer({ config }: App, from: Mailbox): Promise<Mailer> {
  const transport = await openTransport(refuseUnconfigured(config).smtpUrl);
  return {
    send: (to, mail) => deliver(transport, { ...mail, from, to: { name: '', address: to } }),
    close: () => transport.close(),
  };
}

/** Whether the mail server answers and takes the user and password. Raises `not_configured`. */
export async function verifyMailServer({ config }: App): Promise<Sent> {
  const transport = await openTransport(refuseUnconfigured(config).smtpUrl);
  try {
    await transport.verify();
    return { ok: true };
  } catch (error) {
    return { ok: false, ...explain(error as SmtpError) };
  } finally {
    transport.close();
  }
}

async function openTransport(smtpUrl: string) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: CONNECTIONS,
    connectionTimeout: SEND_MS,
    greetingTimeout: SEND_MS,
    socketTimeout: SEND_MS,
    // A password goes over no open line, unless the address itself says so.
    requireTLS: hasOpenPassword(smtpUrl),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** The sender that the settings name, or undefined. */
export function configuredSender({ mailFrom }: Config): Mailbox | undefined {
  return mailFrom === undefined ? undefined : parseMailbox(mailFrom);
}

/** Raises `not_configured` when no mail server is set. */
export function refuseUnconfigured({ smtpUrl }: Config): { smtpUrl: string } {
  if (smtpUrl !== undefined) return { smtpUrl };
  throw new AppError('not_configured', 'No mail server is set up. Set VESTRY_SMTP_URL to its address and start again.');
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

function hasOpenPassword(smtpUrl: string): boolean {
  const { username, hostname } = new URL(smtpUrl);
  return username !== '' && !LOOPBACK.test(hostname);
}

type Outgoing = Mail & { from: Mailbox; to: Mailbox };

async function deliver(transport: Transporter, message: Outgoing): Promise<Sent> {
  try {
    await transport.sendMail({ ...message, signal: AbortSignal.timeout(SEND_MS) });
    return { ok: true };
  } catch (error) {
    return { ok: false, ...explain(error as SmtpError) };
  }
}

type SmtpError = Error & { code?: string; responseCode?: number; response?: string; command?: string };

/** Why it failed, in words that hold no secret: the server's own, or ours for those of the connection. */
function explain(error: SmtpError): { error: string; isServerFault: boolean } {
  const { code = '', response } = error;
  if (code === 'EAUTH' || code === 'ENOAUTH') {
    return { error: 'The mail server refused the user or password of VESTRY_SMTP_URL.', isServerFault: true };
  }
  if (response !== undefined && code !== 'ETLS') {
    const words = printable(response).slice(0, ERROR_LENGTH);
    return { error: `The mail server said: ${words}`, isServerFault: error.command === 'CONN' };
  }
  if (code === 'EABORT') {
    const seconds = SEND_MS / 1000;
    return {
      error: `The mail server took over ${seconds} seconds; it may have arrived all the same.`,
      isServerFault: true,
    };
  }
  const reason = CONNECTION_FAULTS[code];
  if (reason !== undefined) return { error: reason, isServerFault: true };
  return { error: `It could not be handed over (${code || 'unknown error'}).`, isServerFault: false };
}

const UNREACHABLE = 'The mail server cannot be reached. Check VESTRY_SMTP_URL and the network.';

const CONNECTION_FAULTS: Readonly<Record<string, string>> = {
  ECONNECTION: 'The connection to the mail server broke off; it may have arrived all the same.',
  ECONNREFUSED: UNREACHABLE,
  EDNS: UNREACHABLE,
  ESOCKET: UNREACHABLE,
  ETIMEDOUT: UNREACHABLE,
  ETLS: 'No safe connection to the mail server came about. Check its certificate and VESTRY_SMTP_URL.',
};
