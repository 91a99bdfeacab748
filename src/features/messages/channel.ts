/** What a channel is: one way to send messages, such as e-mail. `channels.ts` lists all channels. */
import type { App } from '../../app.ts';
import type { BatchRow, Recipient } from './batch-queries.ts';

/** What is sent at once: a message to one recipient, or the same message to several. */
export type Call = { recipients: readonly Recipient[] };

/** What came of a call. */
export type Outcome = { ok: true } | Failure;

export type Failure = {
  ok: false;
  /** Why, in a sentence for the person who sends; it holds no secret. */
  error: string;
  /** Nobody knows whether the message arrived, so nothing else is sent in its place. */
  mayHaveArrived: boolean;
  /**
   * What the failure means for the next calls:
   * - `recipient`: nothing, because this recipient is not reached.
   * - `call`: nothing, because only this call went wrong.
   * - `server`: perhaps nobody can be reached. After ten such failures in a row the rest is not tried.
   * - `sender`: all would be refused, because of the password, the quota or the text. The rest is not tried.
   */
  fault: 'recipient' | 'call' | 'server' | 'sender';
};

/**
 * One way to send messages. The engine claims a call, has it composed and sent, keeps its outcome, and goes on until nothing is
 * left. `Opened` is what the calls of one batch share; `Message` is what is sent. The members are written as methods so that
 * channels with their own types fit into one list: the engine gives a channel only values that it got from that channel.
 */
export type Channel<Opened = unknown, OwnCall extends Call = Call, Message = unknown> = {
  /** How many calls may be on their way at once. */
  callsAtOnce: number;
  /** Prepares what all calls of a batch share, such as connections. Raises `not_configured`. */
  open(app: App, batch: BatchRow): Promise<Opened>;
  /** Closes what `open` opened, after the last call. */
  close?(opened: Opened): void;
  /** Marks the recipients of the next call as `sending`, in a transaction; returns undefined when nobody is left. */
  claim(app: App, batch: BatchRow): Promise<OwnCall | undefined>;
  /** Writes the message of a call. An error that it raises is the failure of this call alone. */
  compose(app: App, opened: Opened, call: OwnCall): Promise<Message>;
  /** Hands a message over. Raises no errors: a failure is an outcome. */
  send(app: App, opened: Opened, call: OwnCall, message: Message): Promise<Outcome>;
  /**
   * Stores the outcome of a call with each of its recipients, in a transaction. Returns `split` when it gave each recipient a
   * call of its own instead; those calls are then claimed like all others.
   */
  keep(app: App, opened: Opened, call: OwnCall, outcome: Outcome): Promise<'kept' | 'split'>;
  /** The error of the remaining recipients when the rest of the batch is not tried because of a failure. */
  errorOfUntried(failure: Failure): string;
  /** Whether a call that may have arrived can be repeated, because the other side delivers nothing twice. */
  knowsRepeatedCalls(app: App, batch: BatchRow): boolean;
  /** Whether recipients of this batch who certainly got nothing may be tried again. */
  retriesFailed(batch: BatchRow): boolean;
};
