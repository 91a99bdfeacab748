/** Determines who gets an e-mail: members and other addresses, each address once. */
import type { App } from '../../../app.ts';
import { emailKeyOf } from '../../../lib/text.ts';
import { findContacts } from '../../people/members/contacts.ts';
import type { NewRecipient } from '../batch-queries.ts';
import type { Skipped } from '../schema.ts';

export type Recipients = { recipients: NewRecipient[]; skipped: Skipped[] };

/**
 * Returns the addresses of the members and then the other addresses, in the order of the request. Two addresses that
 * differ only in upper and lower case are the same. Members who get no e-mail are in `skipped`.
 */
export async function resolveEmails(
  app: App,
  { memberIds, emails }: { memberIds: readonly number[]; emails: readonly string[] },
): Promise<Recipients> {
  const contacts = await findContacts(app, memberIds);
  const skipped: Skipped[] = [];
  const byKey = new Map<string, NewRecipient>();
  const add = (address: string, memberId: number | null) => {
    const key = emailKeyOf(address);
    if (!byKey.has(key)) byKey.set(key, emailRecipient(address, memberId));
  };
  for (const memberId of new Set(memberIds)) {
    const contact = contacts.get(memberId);
    if (!contact) skipped.push({ memberId, reason: 'unknown' });
    else if (contact.isDeleted) skipped.push({ memberId, reason: 'deleted' });
    else if (contact.isDeceased) skipped.push({ memberId, reason: 'deceased' });
    else if (contact.email === null) skipped.push({ memberId, reason: 'no_address' });
    else if (byKey.has(emailKeyOf(contact.email))) skipped.push({ memberId, reason: 'duplicate_address' });
    else add(contact.email, memberId);
  }
  for (const address of emails) add(address, null);
  return { recipients: [...byKey.values()], skipped };
}

/** Returns the row of a recipient of an e-mail. */
export function emailRecipient(recipient: string, memberId: number | null): NewRecipient {
  return { channel: 'Email', recipient, memberId, groupId: null, retryKey: null };
}
