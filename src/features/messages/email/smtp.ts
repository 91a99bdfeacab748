/** Speaks SMTP. Only this file and `composing.ts` use nodemailer, which is loaded when it is first needed. */
import { Readable } from 'node:stream';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';
import { meaningOf, type Meaning } from './answers.ts';
import { printable } from '../../../lib/text.ts';

/** A mail server, and how to sign in to it. */
export type MailServer = {
  options: Pick<SMTPConnectionOptions, 'host' | 'port' | 'secure' | 'requireTLS' | 'ignoreTLS' | 'name' | 'tls'>;
  credentials: { user: string; password: string } | null;
};

/** A letter as it goes over the line. `to` and `from` are the addresses of the envelope. */
export type Letter = { from: string | false; to: string; bytes: Buffer };

/** One connection to a mail server. */
export type Line = {
  /**
   * Sends a letter. `mayGo` is called when everything but the end of its text was sent; the server cannot accept the letter
   * before `mayGo` has resolved to true. Raises a Fault.
   */
  send: (letter: Letter, mayGo: () => Promise<boolean>) => Promise<void>;
  /** False if the connection was closed, or has carried so many letters that a new one should be used. */
  isUsable: () => boolean;
  /** Says goodbye. */
  quit: () => void;
};

/** Why something could not be sent, and what that means. The message quotes the server, if it said something. */
export class Fault extends Error {
  /** True if the server ended the connection with this answer. */
  readonly isClosing: boolean;
  readonly meaning: Meaning | 'unreachable' | 'insecure' | 'broken' | 'inDoubt';

  /**
   * - `unreachable`: the server cannot be reached, or does not answer.
   * - `insecure`: no secure connection could be made.
   * - `broken`: the connection ended before the letter was handed over, so the letter did not arrive.
   * - `inDoubt`: the connection ended after that, so nobody knows.
   */
  constructor(meaning: Fault['meaning'], words = '', isClosing = false) {
    super(words);
    this.meaning = meaning;
    this.isClosing = isClosing;
  }
}

/** The longest time to wait for a connection, and for the greeting of the server. */
const GREETING_MS = 10_000;
/** The longest time for all commands and the text of a letter. */
const TEXT_MS = 20_000;
/** The longest time to wait for the answer to a letter. */
const ANSWER_MS = 25_000;
/** The longest time for a letter, with its wait for other letters. */
const LONGEST_MS = 300_000;
/** How long a server may take to close a connection. */
const CLOSE_MS = 1000;
/** The text of a letter is passed on in parts of this size. */
const PART_BYTES = 65_536;
/** A connection carries so many letters. Servers end a connection after some hundreds. */
const LETTERS_PER_CONNECTION = 100;
const ERROR_LENGTH = 300;

/**
 * Connects to a mail server and signs in. If `stop` is aborted, the connection ends at once, and what is being sent fails.
 * Raises a Fault.
 */
export async function openLine({ options, credentials }: MailServer, stop: AbortSignal): Promise<Line> {
  const { default: Connection } = await import('nodemailer/lib/smtp-connection');
  if (stop.aborted) throw new Fault('unreachable');
  const times = { connectionTimeout: GREETING_MS, greetingTimeout: GREETING_MS, socketCloseTimeout: CLOSE_MS };
  const connection = new Connection({ ...options, ...times });
  let isOpen = true;
  let letters = 0;
  const cut = () => connection.close();
  stop.addEventListener('abort', cut, { once: true });
  connection.once('end', () => {
    isOpen = false;
    stop.removeEventListener('abort', cut);
  });
  // After the connection is made, an error that concerns a letter is also given to its `send`.
  connection.on('error', () => {});
  try {
    await answered(connection, 2 * GREETING_MS, (done) =>
      connection.connect((error) => {
        if (error || credentials === null || !connection.allowsAuth) done(error);
        else connection.login({ user: credentials.user, pass: credentials.password }, done);
      }),
    );
  } catch (error) {
    connection.close();
    throw faultOf(error as SmtpError, 'connecting');
  }
  return {
    send: async (letter, mayGo) => {
      letters += 1;
      await sendOver(connection, letter, mayGo);
    },
    isUsable: () => isOpen && letters < LETTERS_PER_CONNECTION,
    quit: () => {
      if (!isOpen) return;
      connection.quit();
      // A server that does not answer must not keep a command from ending.
      setTimeout(cut, CLOSE_MS).unref();
    },
  };
}

type SmtpError = Error & {
  code?: string;
  originalCode?: string;
  responseCode?: number | false;
  response?: string;
  command?: string;
};
type Done = (error?: Error | null) => void;

/**
 * Waits until `begin` calls its `done`. Rejects if the connection raises an error or ends before, or after `limitMs`.
 */
function answered(connection: SMTPConnection, limitMs: number, begin: (done: Done) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish: Done = (error) => {
      clearTimeout(timer);
      connection.off('error', finish).off('end', ended);
      if (error) reject(error);
      else resolve();
    };
    // nodemailer emits `end` just before it reports the error that ended the connection.
    const ended = () =>
      setImmediate(finish, Object.assign(new Error('The connection ended.'), { code: 'ECONNECTION' }));
    const timer = setTimeout(finish, limitMs, Object.assign(new Error('It took too long.'), { code: 'ETIMEDOUT' }));
    connection.once('error', finish).once('end', ended);
    begin(finish);
  });
}

type Stage = 'connecting' | 'text' | 'answer';

/** Sends a letter over a connection, as `Line.send` says. */
async function sendOver(connection: SMTPConnection, letter: Letter, mayGo: () => Promise<boolean>): Promise<void> {
  let stage: Stage = 'text';
  let isOver = false;
  let timer = setTimeout(() => connection.close(), TEXT_MS);
  const text = new LetterText(letter.bytes, async () => {
    clearTimeout(timer);
    if (!(await mayGo()) || isOver) {
      connection.close();
      return false;
    }
    stage = 'answer';
    timer = setTimeout(() => connection.close(), ANSWER_MS);
    return true;
  });
  try {
    await answered(connection, LONGEST_MS, (done) => connection.send({ from: letter.from, to: letter.to }, text, done));
    // A server that accepts a letter before its end has not read it.
    if (isBefore('answer', stage)) throw Object.assign(new Error('Answered too early.'), { code: 'EPROTOCOL' });
  } catch (error) {
    isOver = true;
    const { code = '' } = error as SmtpError;
    const fault = faultOf(error as SmtpError, stage);
    const isUsable = code === 'EENVELOPE' || (code === 'EMESSAGE' && !isBefore('answer', stage));
    if (isUsable && fault.meaning !== 'inDoubt') await startAnew(connection);
    else connection.close();
    text.destroy();
    throw fault;
  } finally {
    clearTimeout(timer);
  }
}

/** Makes a connection usable again after the server refused a letter. Closes it if the server does not answer. */
async function startAnew(connection: SMTPConnection): Promise<void> {
  await answered(connection, GREETING_MS, (done) => connection.reset(done)).catch(() => connection.close());
}

/** The text of a letter. Its end comes only after `mayEnd` has resolved to true. */
class LetterText extends Readable {
  readonly #bytes: Buffer;
  readonly #mayEnd: () => Promise<boolean>;
  #sent = 0;

  constructor(bytes: Buffer, mayEnd: () => Promise<boolean>) {
    super();
    this.#bytes = bytes;
    this.#mayEnd = mayEnd;
  }

  override _read(): void {
    if (this.#sent < this.#bytes.length) {
      const part = this.#bytes.subarray(this.#sent, this.#sent + PART_BYTES);
      this.#sent += part.length;
      this.push(part);
      return;
    }
    void this.#end();
  }

  async #end(): Promise<void> {
    try {
      if ((await this.#mayEnd()) && !this.destroyed) this.push(null);
    } catch (error) {
      this.destroy(error as Error);
    }
  }
}

/** True if a letter has not come to the stage. A function, because the stage changes while the letter is sent. */
const isBefore = (wanted: Stage, stage: Stage) => wanted !== stage;

/** Answers from the first of these codes on refuse, for some time or, from the second on, for good (RFC 5321, section 4.2.1). */
const TEMPORARY = 400;
const PERMANENT = 500;
const BEYOND = 600;
/** The codes at the beginning of an answer. */
const CODES = /^\d{3}([ -]\d\.\d+\.\d+)?/;
/** The code with which a server ends the connection (RFC 5321, section 3.8). */
const CLOSING = 421;
/** The codes of Node.js for a certificate that does not fit, and for a server that speaks no TLS where it should. */
const INSECURE = /CERT|SELF_SIGNED|VERIFY|^ERR_TLS|^ERR_SSL|^EPROTO$/;
/** Errors of connections that were not made. */
const UNREACHED = new Set(['ECONNECTION', 'ECONNREFUSED', 'EDNS', 'ESOCKET', 'ETIMEDOUT']);

/** Returns what an error means. Its words quote the server's answer, if there is one, and contain no secrets. */
function faultOf(error: SmtpError, stage: Stage): Fault {
  const { code = '', originalCode = '', response, responseCode, command = '' } = error;
  const isRefused = Number(responseCode) >= TEMPORARY && Number(responseCode) < BEYOND;
  const isTemporary = isRefused && Number(responseCode) < PERMANENT;
  // Only a refusal says for certain that the server did not take the letter (RFC 5321, section 4.2.1).
  if (stage === 'answer' && !isRefused) return new Fault('inDoubt');
  if ((code === 'ETLS' && !isTemporary) || INSECURE.test(originalCode)) return new Fault('insecure');
  if (response !== undefined) {
    const text = printable(response).slice(0, ERROR_LENGTH);
    if (!isRefused) return new Fault('closed', text);
    const meaning = meaningOf({ code: Number(responseCode), text, command });
    // Some servers repeat what they got, which is the password here.
    const words = command.startsWith('AUTH') ? (CODES.exec(text)?.[0] ?? '') : text;
    return new Fault(meaning, words, responseCode === CLOSING);
  }
  if (code === 'EAUTH' || code === 'ENOAUTH') return new Fault('signIn');
  if (stage === 'text') return new Fault('broken', code);
  return UNREACHED.has(code) ? new Fault('unreachable') : new Fault('closed', code);
}
