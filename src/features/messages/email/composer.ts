/** Finds the composer that writes the e-mails of a batch. */
import type { App } from '../../../app.ts';
import { type Composer, LETTERS } from '../letters.ts';
import type { Locale } from '../../../lib/wire.ts';
import { getLetterhead } from '../../church/profile/service.ts';
import type { BatchRow } from '../batch-queries.ts';

/**
 * Returns the composer of a batch. Only the composer of plain messages is in this file. Other rooms declare the
 * composers of all other kinds.
 */
export async function composerOf(app: App, batch: BatchRow): Promise<Composer> {
  if (batch.kind === 'Message') return composeMessage(app, batch);
  const letters = await app.declared(LETTERS);
  const compose = letters.find((room) => room[batch.kind])?.[batch.kind];
  if (!compose)
    throw new Error(
      `No folder of src/features declares a composer for ${batch.kind}: see LETTERS in messages/letters.ts.`,
    );
  return compose(app, batch.content);
}

/** The content of a batch that is a plain message. */
export type MessageContent = { body: string; locale: Locale };

/** Returns a composer that writes the same plain message to everybody. */
async function composeMessage(app: App, { subject, content }: BatchRow): Promise<Composer> {
  const { body, locale } = JSON.parse(content) as MessageContent;
  const { writeLetter } = await import('./letter.ts');
  const mail = { subject: subject ?? '', ...writeLetter(locale, await getLetterhead(app), body) };
  return { compose: async () => mail };
}
