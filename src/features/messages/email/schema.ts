import * as z from 'zod';
import { email, Locale, text } from '../../../lib/wire.ts';
import { body, memberIds, MOST_RECIPIENTS, recipients, withRecipients } from '../message-schema.ts';

const LONGEST_MAIL = 20_000;

export const EmailMessage = withRecipients(
  z.strictObject({
    memberIds,
    emails: recipients(email).describe('Other addresses to write to.'),
    subject: text(200).describe('The subject line.'),
    body: body(LONGEST_MAIL).describe('Plain text. An empty line begins a new paragraph.'),
    locale: Locale.optional().describe(
      "The language of the fixed wording around your text. The default is the church's language.",
    ),
  }),
  ['memberIds', 'emails'],
).meta({
  id: 'EmailMessage',
  description: `An e-mail to members and other addresses, at most ${MOST_RECIPIENTS} together. Each recipient gets a separate message.`,
});
export type EmailMessage = z.output<typeof EmailMessage>;
