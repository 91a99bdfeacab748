/** Defines a channel: one way to send messages, such as e-mail. `channels.ts` lists all channels. */
import type { App } from '../../app.ts';
import type { BatchRow, Recipient } from './batch-queries.ts';

/** What must be set up before a channel can send messages. */
export const MISSING = ['mail_server', 'sender', 'access_token'] as const;
export type Missing = (typeof MISSING)[number];

/** Which messages of a batch are sent: all that were not sent yet, or only those that wait and whose time has come. */
export type Which = 'all' | 'due';

/** One call to a server: it sends a message to one recipient, or the same message to several. */
export type Call = { recipients: readonly Recipient[] };

/** The outcome of a call. */
export type Outcome = { ok: true } | Failure;

export type Failure = {
  ok: false;
  /** The reason, in a sentence for the sender. It contains no secrets. */
  error: string;
  /** True if the message may have arrived anyway. In that case, no other message is sent in its place. */
  mayHaveArrived: boolean;
  /**
   * What the failure means for the next calls:
   * - `recipient`: nothing, because only this recipient cannot be reached.
   * - `call`: nothing, because only this call failed.
   * - `later`: nothing. The message did not arrive, and is tried again later (`Waiting`).
   * - `server`: perhaps nobody can be reached. After ten such failures in a row, no further calls are tried.
   * - `sender`: every call would be refused, because of the password, the quota or the text. No further calls are
   *   tried.
   */
  fault: 'recipient' | 'call' | 'later' | 'server' | 'sender';
  /** The instant from which a message with the fault `later` is tried again; null if it waits until it is its turn. */
  nextTryAt?: string | null;
};

/**
 * One way to send messages. The engine calls `claim`, `compose`, `send` and `keep` for each call, until `claim` returns
 * undefined. `Opened` is the type of the resources that the calls of one batch share, and `Message` the type of a
 * composed message.
 *
 * The functions are declared as methods, because TypeScript then allows channels with different types in one list. This
 * is safe, because the engine passes to a channel only values that the same channel returned.
 */
export type Channel<Opened = unknown, OwnCall extends Call = Call, Message = unknown> = {
  /** Returns the largest number of calls that run at the same time. */
  callsAtOnce(opened: Opened): number;
  /** Returns what must be set up before messages can be sent, or null. */
  missing(app: App): Promise<Missing | null>;
  /**
   * Opens the resources that all calls of a batch share, such as connections. `which` says whether only the messages are
   * sent that wait to be tried again and whose time has come. Raises `not_configured`.
   */
  open(app: App, batch: BatchRow, which: Which): Promise<Opened>;
  /** Closes the resources from `open` after the last call. */
  close?(opened: Opened): void;
  /**
   * Returns the next call, in a transaction, or undefined if nobody is left. Nobody else may get the same call. A channel
   * marks the recipients of a call as `sending` here, or just before the server can accept the message.
   */
  claim(app: App, opened: Opened, batch: BatchRow): Promise<OwnCall | undefined>;
  /** Returns the message of a call. If it raises an error, only this call fails. */
  compose(app: App, opened: Opened, call: OwnCall): Promise<Message>;
  /** Sends a message. If sending fails, returns the failure as an outcome. Raises only `not_configured`. */
  send(app: App, opened: Opened, call: OwnCall, message: Message): Promise<Outcome>;
  /**
   * Stores the outcome of a call for each of its recipients, in a transaction. May instead split the call into one call
   * for each recipient and return `split`. The engine then claims these new calls like any others.
   */
  keep(app: App, opened: Opened, call: OwnCall, outcome: Outcome): Promise<'kept' | 'split'>;
  /** Called after the transaction of `keep`. */
  kept?(opened: Opened, call: OwnCall): void;
  /** Returns the error text for recipients who are not tried because of an earlier failure. */
  errorOfUntried(failure: Failure): string;
  /** True if a call that may have arrived can be repeated safely, because the server would not deliver it twice. */
  knowsRepeatedCalls(app: App, batch: BatchRow): boolean;
  /** True if recipients of this batch who definitely got nothing may be tried again. */
  retriesFailed(batch: BatchRow): boolean;
};
