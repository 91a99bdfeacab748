/** What the messages of a batch say: each kind has its own composer, loaded when one is sent. */
import type { App } from '../../../app.ts';
import { type Composer, LETTERS } from '../letters.ts';
import type { Locale } from '../../../lib/wire.ts';
import { getLetterhead } from '../../church/profile/service.ts';
import type { BatchRow } from '../batch-queries.ts';

/** Makes the composer of a batch: of a letter that a room writes, else of a message, which is the same for everybody. */
export async function composerOf(app: App, batch: BatchRow): Promise<Composer> {
  const letters = await app.declared(LETTERS);
  const compose = letters.find((room) => room[batch.kind])?.[batch.kind];
  return compose ? compose(app, batch.content) : composeMessage(app, batch);
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
