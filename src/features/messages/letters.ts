/** The letters that rooms write, with what a channel needs to send one. */
import type { App } from '../../app.ts';
import type { Point } from '../../declarations.ts';
import type { Mail } from './email/smtp.ts';
import type { BatchRow, Recipient } from './batch-queries.ts';

export type { Recipient };

/** Writes the messages of a batch. */
export type Composer = {
  /** What a recipient gets. */
  compose: (recipient: Recipient) => Promise<Mail>;
  /** Called when it was taken, or may have been, in the transaction that keeps so. */
  arrived?: (app: App, recipient: Recipient) => Promise<void>;
};

/** Makes the composer of a batch from what it is composed from. */
export type Compose = (app: App, content: string) => Promise<Composer>;

/** The letters that rooms write, each under the kind of its batches. */
export const LETTERS: Point<Partial<Record<BatchRow['kind'], Compose>>> = { name: 'letters' };
