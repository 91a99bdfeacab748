/** What the messages of a batch say: each kind has its own composer, loaded when one is sent. */
import type { App } from '../../../app.ts';
import type { Locale } from '../../../lib/wire.ts';
import type { Mail } from './smtp.ts';
import { getLetterhead } from '../../church/profile/service.ts';
import type { BatchRow, Recipient } from '../batch-queries.ts';

export type { Recipient };

/** Writes the messages of a batch. */
export type Composer = {
  /** What a recipient gets. */
  compose: (recipient: Recipient) => Promise<Mail>;
  /** Called when it was taken, or may have been, in the transaction that keeps so. */
  arrived?: (app: App, recipient: Recipient) => Promise<void>;
};

/** Makes the composer of a batch. */
export async function composerOf(app: App, batch: BatchRow): Promise<Composer> {
  switch (batch.kind) {
    case 'ContributionStatement':
      return (await import('../../giving/contributions/letter.ts')).composeLetters(app, batch.content);
    case 'MonthlyStatement':
      return (await import('../../reports/statements/letter.ts')).composeLetter(app, batch.content);
    default:
      return composeMessage(app, batch);
  }
}

/** What a message is composed from. */
export type MessageContent = { body: string; locale: Locale };

/** The same for everybody. */
async function composeMessage(app: App, { subject, content }: BatchRow): Promise<Composer> {
  const { body, locale } = JSON.parse(content) as MessageContent;
  const { writeLetter } = await import('./letter.ts');
  const mail = { subject: subject ?? '', ...writeLetter(locale, await getLetterhead(app), body) };
  return { compose: async () => mail };
}
