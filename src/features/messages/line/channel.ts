/**
 * Works off the LINE messages of a batch, call by call: members in multicasts, each group by itself. The rows of one call
 * share a retry key, and the call keeps its form as long as it has the key, because LINE delivers nothing twice under it.
 */
import { randomUUID } from 'node:crypto';
import { type App, inTransaction, now } from '../../../app.ts';
import { emailKeyOf } from '../../../lib/text.ts';
import { listLiveBindings } from './bindings.ts';
import { multicast, push } from './client.ts';
import type { Outcome } from './faults.ts';
import { findGroups } from './groups.ts';
import type { MessageContent } from '../email/composer.ts';
import {
  type BatchRow,
  claimCall,
  countPending,
  giveKeys,
  insertRecipients,
  keepOutcome,
  listAddresses,
  type Recipient,
} from '../queries.ts';
import { resolveEmails } from '../email/recipients.ts';
import type { Progress } from '../schema.ts';

/** What a LINE message is composed from, and its e-mail for those whom it does not reach. */
export type LineContent = MessageContent & { fallbackToEmail: boolean };

/** So many calls are under way at once; LINE allows 2,000 messages a second. */
const AT_ONCE = 5;
const NO_LONGER = 'No longer connected with LINE.';

type Course = {
  batch: BatchRow;
  content: LineContent;
  /** A refusal that is no recipient's fault, such as a used-up quota, would only be said again for the others. */
  general: Outcome | undefined;
  done: number;
  total: number;
  progress: Progress | undefined;
};

/** Sends what is pending of a batch over LINE, until the app is to close. */
export async function sendLineCalls(app: App, batch: BatchRow, progress?: Progress): Promise<void> {
  if (batch.channel !== 'Line') return;
  const total = await countPending(app.db, batch.id, 'Line');
  if (total === 0) return;
  const content = JSON.parse(batch.content) as LineContent;
  const course: Course = { batch, content, general: undefined, done: 0, total, progress };
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => work(app, course)));
  const broken = ends.find((end) => end.status === 'rejected');
  if (broken) throw broken.reason;
}

async function work(app: App, course: Course): Promise<void> {
  while (!app.background.ending.aborted) {
    const call = await inTransaction(app, ({ db }) => claimCall(db, course.batch.id));
    if (!call) return;
    const { recipients } = call;
    const addresses = await addressesOf(app, recipients);
    const reachable = recipients.flatMap(({ id }) => addresses.get(id) ?? []);
    const outcome = await deliver(app, { course, reachable, ...call });
    // Nothing can be kept any more; who is on the way stays so, and the call is repeated under its key.
    if (app.background.over.aborted) return;
    if (!outcome.ok && outcome.isRecipientFault && call.isShared) {
      // LINE refuses a multicast as a whole for the sake of one recipient: each gets a call of their own.
      const ids = recipients.map(({ id }) => id);
      await inTransaction(app, ({ db }) => giveKeys(db, ids, randomUUID));
      // The other workers may have gone home, for want of calls.
      await Promise.all(Array.from({ length: AT_ONCE - 1 }, () => work(app, course)));
      continue;
    }
    if (!outcome.ok && !outcome.isRecipientFault && !outcome.mayHaveArrived) course.general = outcome;
    await inTransaction(app, (app) => keep(app, course, { recipients, addresses, outcome }));
    course.done += recipients.length;
    course.progress?.(course.done, course.total);
  }
}

type Called = { course: Course; recipients: readonly Recipient[]; isShared: boolean; reachable: readonly string[] };

async function deliver(app: App, { course, recipients, isShared, reachable }: Called): Promise<Outcome> {
  const [only] = reachable;
  const retryKey = recipients[0]?.retryKey ?? '';
  const { body } = course.content;
  if (only === undefined) return { ok: true };
  if (course.general) return course.general;
  return isShared ? multicast(app, reachable, body, retryKey) : push(app, only, body, retryKey);
}

/** Where the recipients of a call are reached now: members by their bindings, a group by itself. */
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

type Answered = { recipients: readonly Recipient[]; addresses: ReadonlyMap<number, string>; outcome: Outcome };

/**
 * Keeps what came of a call; with it, and so in any case, those who are to get an e-mail instead become recipients. Who may
 * have got it gets no e-mail.
 */
async function keep(app: App, { batch, content }: Course, { recipients, addresses, outcome }: Answered): Promise<void> {
  const at = now(app);
  const [called, gone] = [true, false].map((isThere) => recipients.filter(({ id }) => addresses.has(id) === isThere));
  const lost: Outcome = { ok: false, error: NO_LONGER, isRecipientFault: true, mayHaveArrived: false };
  await keepOutcome(app.db, idsOf(called), { at, outcome });
  await keepOutcome(app.db, idsOf(gone), { at, outcome: lost });
  if (!content.fallbackToEmail) return;
  const isRefused = !outcome.ok && !outcome.mayHaveArrived;
  const missed = [...(isRefused ? (called ?? []) : []), ...(gone ?? [])].flatMap(({ memberId }) => memberId ?? []);
  const { recipients: resolved } = await resolveEmails(app, { memberIds: missed, emails: [] });
  const written = new Set((await listAddresses(app.db, batch.id)).map(emailKeyOf));
  await insertRecipients(
    app.db,
    batch,
    resolved.filter(({ recipient }) => !written.has(emailKeyOf(recipient))),
  );
}

const idsOf = (recipients: readonly Recipient[] = []) => recipients.map(({ id }) => id);
