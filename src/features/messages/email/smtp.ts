/** Sends e-mail over SMTP. Only this file uses nodemailer, which it loads when the first connection is needed. */
import type { Readable } from 'node:stream';
import type { Transporter } from 'nodemailer';
import type { App } from '../../../app.ts';
import type { Config } from '../../../config.ts';
import { AppError } from '../../../errors.ts';
import { withDeadline } from '../../../lib/deadline.ts';
import { type Mailbox, parseMailbox } from '../../../lib/mailbox.ts';
import { printable } from '../../../lib/text.ts';
import type { Failure, Outcome } from '../channel.ts';

/** A message to one person, as plain text and as HTML. */
export type Mail = {
  subject: string;
  text: string;
  html: string;
  attachments?: { filename: string; contentType: string; content: Buffer }[];
};

export type Mailer = { send: (to: string, mail: Mail) => Promise<Outcome>; close: () => void };

/** The largest number of open connections to the mail server. Further messages wait for a free connection. */
export const CONNECTIONS = 5;
/** A message fails if the server has not accepted it after this time. The time includes connecting. */
const SEND_MS = 20_000;
/** The longest time to wait for a connection, and for the greeting of the server. */
const GREETING_MS = 10_000;
const ERROR_LENGTH = 300;

/**
 * Opens a mailer that sends from the address `from` through the configured mail server. The caller must close it.
 * Raises `not_configured`.
 */
export async function openMailer({ config, background }: App, from: Mailbox): Promise<Mailer> {
  const transport = await openTransport(refuseUnconfigured(config).smtpUrl);
  transport.use('stream', watchReading);
  return {
    send: (to, mail) => {
      const message = { ...mail, from, to: { name: '', address: to }, handover: { isBegun: () => false } };
      return withDeadline(SEND_MS, background.over, (signal) => deliver(transport, { ...message, signal }));
    },
    close: () => transport.close(),
  };
}

type Handover = {
  /** Returns true if part of the message was passed to the server, which may then have received the whole message. */
  isBegun: () => boolean;
};

/**
 * A plugin for nodemailer. Sets `handover.isBegun` of each message to a function that returns true once nodemailer has
 * begun to read the message.
 */
function watchReading(mail: { data: object; message: { createReadStream: () => Readable } }, done: () => void): void {
  const { handover } = mail.data as Outgoing;
  const { message } = mail;
  const create = message.createReadStream.bind(message);
  message.createReadStream = () => {
    const stream = create();
    handover.isBegun = () => stream.readableDidRead;
    return stream;
  };
  done();
}

/**
 * Checks that the mail server responds and accepts the user and password, and returns the outcome. Raises
 * `not_configured`.
 */
export async function verifyMailServer({ config }: App): Promise<Outcome> {
  const transport = await openTransport(refuseUnconfigured(config).smtpUrl);
  try {
    await transport.verify();
    return { ok: true };
  } catch (error) {
    return explain(error as SmtpError);
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
    connectionTimeout: GREETING_MS,
    greetingTimeout: GREETING_MS,
    socketTimeout: SEND_MS,
    // A password is sent only over TLS, except to this computer.
    requireTLS: hasOpenPassword(smtpUrl),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Returns the sender from the settings, or undefined. */
export function configuredSender({ mailFrom }: Config): Mailbox | undefined {
  return mailFrom === undefined ? undefined : parseMailbox(mailFrom);
}

/** Returns the address of the mail server. Raises `not_configured` if there is none. */
export function refuseUnconfigured({ smtpUrl }: Config): { smtpUrl: string } {
  if (smtpUrl !== undefined) return { smtpUrl };
  throw new AppError(
    'not_configured',
    'No mail server is set up. Set VESTRY_SMTP_URL to its address and restart Vestry.',
  );
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

function hasOpenPassword(smtpUrl: string): boolean {
  const { username, hostname } = new URL(smtpUrl);
  return username !== '' && !LOOPBACK.test(hostname);
}

type Outgoing = Mail & { from: Mailbox; to: Mailbox; signal: AbortSignal; handover: Handover };

async function deliver(transport: Transporter, message: Outgoing): Promise<Outcome> {
  try {
    await transport.sendMail(message);
    return { ok: true };
  } catch (error) {
    return explain(error as SmtpError, message.handover.isBegun());
  }
}

type SmtpError = Error & { code?: string; responseCode?: number; response?: string };

/** From this response code on, a failure is permanent. A failure with a lower code is temporary (RFC 5321). */
const PERMANENT = 500;

/**
 * Returns the failure that describes an error. Its text contains no secrets and quotes the server's response, if there
 * is one. If there is no response but part of the message was passed to the server, the message may have arrived.
 */
function explain(error: SmtpError, isBegun = false): Failure {
  const { code = '', response, responseCode = 0 } = error;
  const isRefusedSignIn = (code === 'EAUTH' || code === 'ENOAUTH') && !(responseCode > 0 && responseCode < PERMANENT);
  if (isRefusedSignIn) return failure('sender', 'The mail server refused the user or password of VESTRY_SMTP_URL.');
  if (code === 'ETLS') return failure('sender', NO_TLS);
  if (response !== undefined) {
    const words = printable(response).slice(0, ERROR_LENGTH);
    return failure(code === 'EAUTH' ? 'server' : 'recipient', `The mail server said: ${words}`);
  }
  if (isBegun) {
    const what = code === 'EABORT' ? 'The mail server took too long' : 'The connection to the mail server was lost';
    return { ...failure('server', `${what}. The message may have arrived anyway.`), mayHaveArrived: true };
  }
  if (UNREACHED.has(code)) return failure('server', UNREACHABLE);
  return failure('call', `The message could not be sent (${code || 'unknown error'}).`);
}

const failure = (fault: Failure['fault'], error: string): Failure => ({
  ok: false,
  error,
  fault,
  mayHaveArrived: false,
});

const NO_TLS = 'No secure connection to the mail server could be made. Check its certificate and VESTRY_SMTP_URL.';
const UNREACHABLE = 'The mail server cannot be reached, or does not answer. Check VESTRY_SMTP_URL and the network.';
const UNREACHED = new Set(['EABORT', 'ECONNECTION', 'ECONNREFUSED', 'EDNS', 'ESOCKET', 'ETIMEDOUT']);
