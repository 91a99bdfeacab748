/** The letters that other rooms write and send by e-mail, such as statements. */
import type { App } from '../../app.ts';
import type { Point } from '../../room-declarations.ts';
import type { Mail } from './email/composing.ts';
import type { BatchRow, Recipient } from './batch-queries.ts';

export type { Recipient };

/** Writes the messages of a batch. */
export type Composer = {
  /** Writes the message to one recipient. */
  compose: (recipient: Recipient) => Promise<Mail>;
  /** Called in the transaction that records that a message was sent or may have arrived. */
  arrived?: (app: App, recipient: Recipient) => Promise<void>;
};

/** Returns the composer of a batch, given the `content` of the batch. */
export type Compose = (app: App, content: string) => Promise<Composer>;

/** The point at which a room declares its letters. The key of a letter is the kind of the batches that send it. */
export const LETTERS: Point<Partial<Record<BatchRow['kind'], Compose>>> = { name: 'letters' };
