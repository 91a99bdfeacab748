/** What a channel is: one way on which messages go out, such as e-mail. `channels.ts` lists those that there are. */
import type { App } from '../../app.ts';
import type { BatchRow, Recipient } from './batch-queries.ts';

/** What goes out in one piece: a message to one recipient, or the same message to several. */
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
   * What it says of the calls that come next:
   * - `recipient`: nothing, because this recipient is not reached.
   * - `call`: nothing, because only this call went wrong.
   * - `server`: perhaps nobody can be reached. After ten such failures in a row the rest is not tried.
   * - `sender`: all would be refused, because of the password, the quota or the text. The rest is not tried.
   */
  fault: 'recipient' | 'call' | 'server' | 'sender';
};

/**
 * One way on which messages go out. The engine claims a call, has it composed and sent, keeps its outcome, and goes on until
 * nothing is left. `Opened` is what the calls of one batch share, `Message` what is sent. The members are written as methods
 * so that channels with their own types fit into one list: the engine hands to a channel only what that channel gave it.
 */
export type Channel<Opened = unknown, OwnCall extends Call = Call, Message = unknown> = {
  /** How many calls may be on their way at once. */
  callsAtOnce: number;
  /** Prepares what all calls of a batch share, such as connections. Raises `not_configured`. */
  open(app: App, batch: BatchRow): Promise<Opened>;
  /** Gives back what `open` took, once the last call has ended. */
  close?(opened: Opened): void;
  /** Marks the recipients of the next call as `sending`, in a transaction; returns undefined when nobody is left. */
  claim(app: App, batch: BatchRow): Promise<OwnCall | undefined>;
  /** Writes the message of a call. An error that it raises is the failure of this call alone. */
  compose(app: App, opened: Opened, call: OwnCall): Promise<Message>;
  /** Hands a message over. Raises nothing: what goes wrong is an outcome. */
  send(app: App, opened: Opened, call: OwnCall, message: Message): Promise<Outcome>;
  /**
   * Keeps the outcome of a call with each of its recipients, in a transaction. Returns `split` when it made calls of their own
   * for them instead, which are then claimed like all others.
   */
  keep(app: App, opened: Opened, call: OwnCall, outcome: Outcome): Promise<'kept' | 'split'>;
  /** What those are told who are not tried any more after a failure that would be theirs too. */
  errorOfUntried(failure: Failure): string;
  /** Whether a call of this batch can be repeated although it may have arrived, because nothing is delivered twice. */
  knowsRepeatedCalls(app: App, batch: BatchRow): boolean;
  /** Whether those of this batch who certainly got nothing may be tried again. */
  retriesFailed(batch: BatchRow): boolean;
};
