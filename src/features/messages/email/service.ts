import type { App } from '../../../app.ts';
import { getLetterhead } from '../../church/profile/service.ts';
import { sendBatch } from '../batches.ts';
import type { MessageContent } from './composer.ts';
import { resolveEmails } from './recipients.ts';
import type { Progress, SendResult } from '../schema.ts';
import type { EmailMessage } from './schema.ts';
import { senderOf } from './sender.ts';

/**
 * Sends an e-mail to members and other addresses, in the church's language unless the message names another language.
 * Each recipient gets a separate message, and a failed message does not stop the others. Raises `not_configured`, and
 * `unavailable` if the app closes before every message has been tried.
 */
export async function sendEmail(app: App, message: EmailMessage, progress?: Progress): Promise<SendResult> {
  await senderOf(app);
  const { subject, body, memberIds, emails } = message;
  const locale = message.locale ?? (await getLetterhead(app)).locale;
  const resolved = await resolveEmails(app, { memberIds: memberIds ?? [], emails: emails ?? [] });
  const content: MessageContent = { body, locale };
  return sendBatch(app, { channel: 'Email', kind: 'Message', subject, content, ...resolved }, progress);
}
