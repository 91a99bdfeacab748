import { randomUUID } from 'node:crypto';
import type { App } from '../../../app.ts';
import { missingReference, unknownReferences } from '../../../errors.ts';
import { MULTICAST_MOST } from './client.ts';
import { accessToken } from './transport.ts';
import { listLiveBindings } from './bindings.ts';
import { findGroups } from './groups.ts';
import { findContacts } from '../../people/members/contacts.ts';
import { getLetterhead } from '../../church/profile/service.ts';
import { sendBatch } from '../batches.ts';
import type { LineContent } from './channel.ts';
import type { NewRecipient } from '../batch-queries.ts';
import { type Recipients, resolveEmails } from '../email/recipients.ts';
import { previewOf } from '../preview.ts';
import type { MessagePreview, Progress, SendResult } from '../schema.ts';
import type { LineMessage } from './schema.ts';
import { mailSetup } from '../mail/setup.ts';

/**
 * Sends a message to members and groups on LINE. If `fallbackToEmail` is true, members whom LINE does not reach get an
 * e-mail. Raises `unknown_reference` for a group that does not exist or is not active, `not_configured`, and
 * `unavailable` if the app closes before every message has been tried.
 */
export async function sendLine(app: App, message: LineMessage, progress?: Progress): Promise<SendResult> {
  accessToken(app);
  if (message.fallbackToEmail) await mailSetup(app);
  const resolved = await resolve(app, message);
  const { locale, name } = await getLetterhead(app);
  const content: LineContent = { body: message.body, locale, fallbackToEmail: message.fallbackToEmail };
  const { fallbackSubject } = await import('../email/letter.ts');
  const batch = { channel: 'Line', kind: 'Message', subject: fallbackSubject(locale, name), content } as const;
  return sendBatch(app, { ...batch, ...resolved }, progress);
}

/**
 * Returns the text of a LINE message, who would get it by LINE or by e-mail, and who not. Sends nothing. Raises
 * `unknown_reference` for a group that does not exist or is not active.
 */
export async function previewLine(app: App, message: LineMessage): Promise<MessagePreview> {
  return previewOf(app, { subject: null, text: message.body }, await resolve(app, message));
}

async function resolve(app: App, message: LineMessage): Promise<Recipients> {
  const groups = await resolveGroups(app, message.groupIds ?? []);
  const { recipients, skipped } = await resolveMembers(app, message);
  return { recipients: [...recipients, ...groups], skipped };
}

async function resolveGroups(app: App, groupIds: readonly number[]): Promise<NewRecipient[]> {
  const found = new Map((await findGroups(app, groupIds)).map((group) => [group.id, group]));
  const missing = groupIds.flatMap((id, index) =>
    found.get(id)?.isActive ? [] : [missingReference(`groupIds.${index}`, 'active group')],
  );
  if (missing.length > 0) throw unknownReferences(missing);
  return [...new Set(groupIds)].map((groupId) => ({
    channel: 'Line',
    recipient: found.get(groupId)?.name ?? '',
    memberId: null,
    groupId,
    retryKey: randomUUID(),
  }));
}

async function resolveMembers(app: App, { memberIds, fallbackToEmail }: LineMessage): Promise<Recipients> {
  const ids = [...new Set(memberIds ?? [])];
  const contacts = await findContacts(app, ids);
  const bindings = new Map((await listLiveBindings(app, ids)).map((binding) => [binding.memberId, binding]));
  const resolved: Recipients = { recipients: [], skipped: [] };
  const byEmail: number[] = [];
  let [retryKey, calls] = [randomUUID(), 0];
  for (const memberId of ids) {
    const contact = contacts.get(memberId);
    const binding = bindings.get(memberId);
    if (!contact) resolved.skipped.push({ memberId, reason: 'unknown' });
    else if (contact.isDeleted) resolved.skipped.push({ memberId, reason: 'deleted' });
    else if (contact.isDeceased) resolved.skipped.push({ memberId, reason: 'deceased' });
    else if (binding) {
      if (calls > 0 && calls % MULTICAST_MOST === 0) retryKey = randomUUID();
      calls += 1;
      const recipient = binding.displayName ?? contact.name;
      resolved.recipients.push({ channel: 'Line', recipient, memberId, groupId: null, retryKey });
    } else if (fallbackToEmail && contact.email !== null) byEmail.push(memberId);
    else resolved.skipped.push({ memberId, reason: 'not_bound' });
  }
  const instead = await resolveEmails(app, { memberIds: byEmail, emails: [] });
  return {
    recipients: [...resolved.recipients, ...instead.recipients],
    skipped: [...resolved.skipped, ...instead.skipped],
  };
}
