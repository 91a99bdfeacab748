/** Getting one text to many people on LINE, with an outcome for each. */
import type { App } from '../../app.ts';
import { inChunks } from '../../lib/chunks.ts';
import { derivedUuid } from '../../lib/secret.ts';
import { multicast, MULTICAST_MOST, push } from './client.ts';
import type { Outcome } from './faults.ts';

/** Users by their ids on LINE, or one group by its own. */
export type Target = { userIds: readonly string[] } | { groupId: string };

/** What became of the text for one user or group. */
export type Delivery = { to: string; outcome: Outcome };

/** So many single messages are under way at once; LINE allows 2,000 a second. */
const AT_ONCE = 8;

/**
 * Sends a text and says for each recipient, in their order and without repetitions, whether LINE took it. The same call
 * with the same key (a UUID) delivers nothing twice within 24 hours. Raises `not_configured` without an access token.
 */
export async function deliverText(app: App, target: Target, text: string, retryKey: string): Promise<Delivery[]> {
  if ('groupId' in target) {
    return [{ to: target.groupId, outcome: await push(app, target.groupId, text, retryKey) }];
  }
  const users = [...new Set(target.userIds)];
  const deliveries: Delivery[] = [];
  await inChunks(
    users,
    async (part) => {
      const key = users.length <= MULTICAST_MOST ? retryKey : derivedUuid(retryKey, `from ${deliveries.length}`);
      deliveries.push(...(await deliverPart(app, part, text, key)));
    },
    MULTICAST_MOST,
  );
  return deliveries;
}

async function deliverPart(app: App, users: readonly string[], text: string, retryKey: string): Promise<Delivery[]> {
  const [first] = users;
  if (users.length === 1 && first !== undefined) {
    return [{ to: first, outcome: await push(app, first, text, retryKey) }];
  }
  const outcome = await multicast(app, users, text, retryKey);
  if (outcome.ok || !outcome.isRecipientFault) return users.map((to) => ({ to, outcome }));
  return deliverSingly(app, users, text, retryKey);
}

/** LINE refuses a multicast as a whole for the sake of one recipient: the others get theirs one by one. */
async function deliverSingly(app: App, users: readonly string[], text: string, retryKey: string): Promise<Delivery[]> {
  const deliveries: Delivery[] = [];
  let general: Outcome | undefined;
  await inChunks(
    users,
    async (part) => {
      // What is no recipient's fault, such as a used-up quota, would only be said again for each of them.
      const outcomes = await Promise.all(
        part.map(async (to) => ({ to, outcome: general ?? (await push(app, to, text, derivedUuid(retryKey, to))) })),
      );
      general ??= outcomes.find(({ outcome }) => !outcome.ok && !outcome.isRecipientFault)?.outcome;
      deliveries.push(...outcomes);
    },
    AT_ONCE,
  );
  return deliveries;
}
