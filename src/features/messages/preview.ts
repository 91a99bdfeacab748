/** Says who would get a message, and who not, before it is sent. */
import type { App } from '../../app.ts';
import { findContacts } from '../people/members/contacts.ts';
import type { Recipients } from './email/recipients.ts';
import type { MessagePreview, Missed, Skipped } from './schema.ts';

/** Adds the names and phone numbers of members who get no message, so that somebody can call them. */
export async function describeMissed(app: App, skipped: readonly Skipped[]): Promise<Missed[]> {
  const contacts = await findContacts(
    app,
    skipped.map(({ memberId }) => memberId),
  );
  return skipped.map((one) => {
    const { name: memberName = null, chineseName = null, phone = null } = contacts.get(one.memberId) ?? {};
    return { ...one, memberName, chineseName, phone };
  });
}

/** Returns the preview of a message with these recipients. */
export async function previewOf(
  app: App,
  { subject, text }: Pick<MessagePreview, 'subject' | 'text'>,
  { recipients, skipped }: Recipients,
): Promise<MessagePreview> {
  return {
    subject,
    text,
    recipients: recipients.map(({ channel, recipient, memberId }) => ({
      channel,
      recipient,
      memberId: memberId ?? null,
    })),
    skipped: await describeMissed(app, skipped),
  };
}
