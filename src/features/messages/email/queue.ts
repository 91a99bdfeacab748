/** Letters that the service writes by itself, and sends as soon as it can. */
import type { App } from '../../../app.ts';
import type { Locale } from '../../../lib/wire.ts';
import { queueBatch } from '../batches.ts';
import { missingForEmail } from '../mail/setup.ts';
import type { MessageContent } from './composer.ts';
import { resolveEmails } from './recipients.ts';

/** A letter to e-mail addresses. */
type Letter = { subject: string; body: string; locale: Locale; emails: readonly string[] };

/**
 * Queues a letter in the transaction of what it tells, so that there is no letter about what was not done. Does nothing
 * without recipients, or if the church has not set up e-mail.
 */
export async function queueLetter(app: App, { subject, body, locale, emails }: Letter): Promise<void> {
  if (emails.length === 0 || (await missingForEmail(app)) !== null) return;
  const content: MessageContent = { body, locale };
  const resolved = await resolveEmails(app, { memberIds: [], emails });
  await queueBatch(app, { channel: 'Email', kind: 'Message', subject, content, ...resolved });
}
