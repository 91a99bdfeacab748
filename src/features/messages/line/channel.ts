import { randomUUID } from 'node:crypto';
import { type App, now } from '../../../app.ts';
import { emailKeyOf } from '../../../lib/text.ts';
import {
  type BatchRow,
  claimSharers,
  findBatch,
  giveKeys,
  insertRecipients,
  keepOutcome,
  listAddresses,
  type Recipient,
} from '../batch-queries.ts';
import type { Call, Channel, Outcome } from '../channel.ts';
import type { MessageContent } from '../email/composer.ts';
import { resolveEmails } from '../email/recipients.ts';
import { listLiveBindings } from './bindings.ts';
import { multicast, push } from './client.ts';
import { findGroups } from './groups.ts';
import { hasAccessToken } from './transport.ts';

/** The content of a batch of LINE messages. The e-mails to members whom LINE does not reach have the same content. */
export type LineContent = MessageContent & { fallbackToEmail: boolean };

/**
 * LINE recognizes a retry key for 24 hours (LINE documentation, "Retry failed API requests"). Vestry relies on one hour
 * less, to be safe.
 */
const KEY_KNOWN_MS = 23 * 3_600_000;
const NO_LONGER = 'No longer connected with LINE.';

type LineBatch = { batch: BatchRow; content: LineContent };

/**
 * One call to LINE: a push to one recipient, or a multicast to all recipients whose rows share its retry key. LINE delivers
 * nothing twice under one key. Therefore, a row gets another key only if its message certainly did not arrive: when a call
 * is split, or when a failed message is sent again.
 */
type LineCall = Call & {
  retryKey: string;
  isMulticast: boolean;
  /**
   * The LINE addresses of the recipients, by the ids of their rows. A recipient who is no longer connected with LINE
   * has no entry.
   */
  addresses: ReadonlyMap<number, string>;
};

/**
 * The LINE channel. Members whose rows share a retry key are sent a multicast, even if only one of them is left. Any other
 * member, and every group, is sent a push. With the fallback, members whom LINE does not reach get an e-mail.
 */
export const lineChannel: Channel<LineBatch, LineCall, string> = {
  // LINE allows 2,000 messages a second.
  callsAtOnce: () => 5,

  missing: async (app) => (hasAccessToken(app) ? null : 'access_token'),

  open: async (_app, batch) => ({ batch, content: contentOf(batch) }),

  async claim(app, _line, batch) {
    if ((await findBatch(app.db, batch.id))?.stoppedAt != null) return undefined;
    const claimed = await claimSharers(app.db, batch.id, 'Line');
    if (!claimed) return undefined;
    const { recipients, retryKey, isShared } = claimed;
    return { recipients, retryKey, isMulticast: isShared, addresses: await addressesOf(app, recipients) };
  },

  compose: async (_app, { content }) => content.body,

  async send(app, _line, { retryKey, isMulticast, addresses }, text) {
    const reachable = [...addresses.values()];
    const [only] = reachable;
    // None of the recipients is connected with LINE any more. `keep` records this.
    if (only === undefined) return { ok: true };
    return isMulticast ? multicast(app, reachable, text, retryKey) : push(app, only, text, retryKey);
  },

  async keep(app, line, call, outcome) {
    if (!outcome.ok && outcome.fault === 'recipient' && call.isMulticast) {
      // LINE refuses a whole multicast because of one recipient, so each recipient gets a separate call.
      await giveKeys(app.db, idsOf(call.recipients), randomUUID);
      return 'split';
    }
    const missed = await keepOutcomes(app, call, outcome);
    if (line.content.fallbackToEmail) await writeInstead(app, line.batch, missed);
    return 'kept';
  },

  errorOfUntried: ({ error }) => error,

  knowsRepeatedCalls: (app, { createdAt }) => app.clock.now().getTime() - Date.parse(createdAt) < KEY_KNOWN_MS,

  // With the fallback, members whom LINE did not reach have an e-mail in the batch, so a retry could reach them twice.
  retriesFailed: (batch) => !contentOf(batch).fallbackToEmail,
};

const contentOf = (batch: BatchRow) => JSON.parse(batch.content) as LineContent;

const idsOf = (recipients: readonly Recipient[]) => recipients.map(({ id }) => id);

/** Returns the current LINE addresses of recipients, by the ids of their rows, as in `LineCall.addresses`. */
async function addressesOf(app: App, recipients: readonly Recipient[]): Promise<Map<number, string>> {
  const memberIds = recipients.flatMap(({ memberId }) => memberId ?? []);
  const groupIds = recipients.flatMap(({ groupId }) => groupId ?? []);
  const [bindings, groups] = [await listLiveBindings(app, memberIds), await findGroups(app, groupIds)];
  const ofMember = new Map(bindings.map(({ memberId, platformUserId }) => [memberId, platformUserId]));
  const ofGroup = new Map(groups.map(({ id, platformGroupId }) => [id, platformGroupId]));
  return new Map(
    recipients.flatMap(({ id, memberId, groupId }): [number, string][] => {
      const address = groupId === null ? ofMember.get(memberId ?? 0) : ofGroup.get(groupId);
      return address === undefined ? [] : [[id, address]];
    }),
  );
}

/**
 * Stores the outcome of a call. A recipient without an address was not part of the call and is recorded as no longer
 * connected. Returns the recipients who certainly got no message.
 */
async function keepOutcomes(app: App, { recipients, addresses }: LineCall, outcome: Outcome): Promise<Recipient[]> {
  const at = now(app);
  const called = recipients.filter(({ id }) => addresses.has(id));
  const gone = recipients.filter(({ id }) => !addresses.has(id));
  await keepOutcome(app.db, idsOf(called), { at, outcome });
  await keepOutcome(app.db, idsOf(gone), { at, outcome: { ok: false, error: NO_LONGER, mayHaveArrived: false } });
  return outcome.ok || outcome.mayHaveArrived ? gone : [...called, ...gone];
}

/**
 * Adds an e-mail to the batch for each member in `missed`, unless the batch already has an e-mail to the same address.
 */
async function writeInstead(app: App, batch: BatchRow, missed: readonly Recipient[]): Promise<void> {
  const memberIds = missed.flatMap(({ memberId }) => memberId ?? []);
  const { recipients } = await resolveEmails(app, { memberIds, emails: [] });
  const written = new Set((await listAddresses(app.db, batch.id)).map(emailKeyOf));
  const others = recipients.filter(({ recipient }) => !written.has(emailKeyOf(recipient)));
  await insertRecipients(app.db, batch, others);
}
