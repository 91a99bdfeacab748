/** Sends the statement of a month to the board by e-mail. */
import type { App } from '../../../app.ts';
import { formatMonth, type Month } from '../../../lib/date.ts';
import { fill } from '../../../lib/template.ts';
import type { Locale } from '../../../lib/wire.ts';
import { readTexts } from '../../../package.ts';
import { sendBatch } from '../../messages/batches.ts';
import { resolveEmails } from '../../messages/email/recipients.ts';
import type { SendResult } from '../../messages/schema.ts';
import { mailSetup } from '../../messages/mail/setup.ts';
import { getLetterhead } from '../../church/profile/service.ts';
import type { LetterContent, LetterTexts } from './letter.ts';

type Mailing = { month: Month; emails: readonly string[]; locale: Locale | undefined };

/**
 * Sends the statement of a month as a PDF to e-mail addresses. Raises `not_configured` if the church has not set up
 * e-mail.
 */
export async function mailStatement(app: App, { month, emails, locale }: Mailing): Promise<SendResult> {
  await mailSetup(app);
  const church = await getLetterhead(app);
  const content: LetterContent = { month, locale: locale ?? church.locale };
  const { subject } = readTexts(content.locale, 'monthly-letter') as LetterTexts;
  return sendBatch(app, {
    channel: 'Email',
    kind: 'MonthlyStatement',
    subject: fill(subject, { month: formatMonth(month), church: church.name }),
    content,
    ...(await resolveEmails(app, { memberIds: [], emails })),
  });
}
