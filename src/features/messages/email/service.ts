import type { App } from '../../../app.ts';
import { getLetterhead } from '../../church/profile/service.ts';
import { sendBatch } from '../batches.ts';
import type { MessageContent } from './composer.ts';
import { resolveEmails } from './recipients.ts';
import { previewOf } from '../preview.ts';
import type { MessagePreview, Progress, SendResult } from '../schema.ts';
import type { EmailMessage } from './schema.ts';
import { mailSetup } from '../mail/setup.ts';

/** Returns the text of an e-mail, who would get it, and who not. Sends nothing. */
export async function previewEmail(app: App, message: EmailMessage): Promise<MessagePreview> {
  const { subject, body, memberIds, emails } = message;
  const church = await getLetterhead(app);
  const { writeLetter } = await import('./letter.ts');
  const { text } = writeLetter(message.locale ?? church.locale, church, body);
  const resolved = await resolveEmails(app, { memberIds: memberIds ?? [], emails: emails ?? [] });
  return previewOf(app, { subject, text }, resolved);
}

/**
 * Sends an e-mail to members and other addresses, in the church's language unless the message names another language.
 * Each recipient gets a separate message, and a failed message does not stop the others. Raises `not_configured`, and
 * `unavailable` if the app closes before every message has been tried.
 */
export async function sendEmail(app: App, message: EmailMessage, progress?: Progress): Promise<SendResult> {
  await mailSetup(app);
  const { subject, body, memberIds, emails } = message;
  const locale = message.locale ?? (await getLetterhead(app)).locale;
  const resolved = await resolveEmails(app, { memberIds: memberIds ?? [], emails: emails ?? [] });
  const content: MessageContent = { body, locale };
  return sendBatch(app, { channel: 'Email', kind: 'Message', subject, content, ...resolved }, progress);
}
