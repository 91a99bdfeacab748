/** The letters that other rooms write: statements and the like, sent by e-mail. */
import type { App } from '../../app.ts';
import type { Point } from '../../room-declarations.ts';
import type { Mail } from './email/smtp.ts';
import type { BatchRow, Recipient } from './batch-queries.ts';

export type { Recipient };

/** Writes the messages of a batch. */
export type Composer = {
  /** Writes the message to one recipient. */
  compose: (recipient: Recipient) => Promise<Mail>;
  /** Called in the transaction that records a message as sent, or as one that may have arrived. */
  arrived?: (app: App, recipient: Recipient) => Promise<void>;
};

/** Makes the composer of a batch from the batch's `content`. */
export type Compose = (app: App, content: string) => Promise<Composer>;

/** Where rooms declare their letters, each under the kind of its batches. */
export const LETTERS: Point<Partial<Record<BatchRow['kind'], Compose>>> = { name: 'letters' };
