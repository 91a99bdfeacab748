/** Works off the LINE messages of a batch, call by call: all members of one in a multicast, each group by itself. */
import { type App, inTransaction, now } from '../../app.ts';
import { emailKeyOf } from '../../lib/text.ts';
import { deliverText } from '../line/deliver.ts';
import { listLiveBindings } from '../line/bindings.ts';
import { findGroups } from '../line/groups.ts';
import type { MessageContent } from './composers.ts';
import {
  type BatchRow,
  claimCall,
  insertRecipients,
  listAddresses,
  listInState,
  markFailed,
  markPending,
  markSent,
  type Recipient,
} from './queries.ts';
import { resolveEmails } from './recipients.ts';

/** What a LINE message is composed from, and its e-mail for those whom it does not reach. */
export type LineContent = MessageContent & { fallbackToEmail: boolean };

/** LINE documentation, "Retry failed API requests": so long LINE knows a key again. An hour less, for safety. */
const KEY_KNOWN_MS = 23 * 3_600_000;
const IN_DOUBT =
  'It was being handed over when the service stopped. Whether it arrived is not known, so it is not sent again.';
const NO_LONGER = 'No longer connected with LINE.';

type Outcome = { recipient: Recipient; error: string | null };

/** Sends what is pending of a batch over LINE, until the app is to close. */
export async function sendLineCalls(app: App, batch: BatchRow, progress?: (done: number, total: number) => void) {
  if (batch.channel !== 'Line') return;
  const content = JSON.parse(batch.content) as LineContent;
  await takeUpDoubtful(app, batch);
  const total = (await listInState(app.db, batch.id, 'pending', 'Line')).length;
  let done = 0;
  while (!app.background.ending.aborted) {
    const recipients = await inTransaction(app, ({ db }) => claimCall(db, batch.id));
    const [first] = recipients;
    if (!first) return;
    const outcomes = await deliver(app, first, { recipients, text: content.body });
    await inTransaction(app, (app) => keep(app, batch, { outcomes, content }));
    done += recipients.length;
    progress?.(done, total);
  }
}

/** What was on its way when a process died is sent again, as long as LINE knows by its key whether it had taken it. */
async function takeUpDoubtful(app: App, { id, createdAt }: BatchRow): Promise<void> {
  const isKnown = app.clock.now().getTime() - Date.parse(createdAt) < KEY_KNOWN_MS;
  await inTransaction(app, async ({ db }) => {
    const ids = (await listInState(db, id, 'sending', 'Line')).map((row) => row.id);
    if (ids.length === 0) return;
    if (isKnown) await markPending(db, ids);
    else await markFailed(db, JSON.stringify(ids), now(app), IN_DOUBT);
  });
}

async function deliver(
  app: App,
  { groupId, retryKey }: Recipient,
  { recipients, text }: { recipients: readonly Recipient[]; text: string },
): Promise<Outcome[]> {
  const addresses = groupId === null ? await userIdsOf(app, recipients) : await groupIdsOf(app, recipients);
  const reachable = [...addresses.values()];
  const [only = ''] = reachable;
  const target = groupId === null ? { userIds: reachable } : { groupId: only };
  const deliveries = reachable.length === 0 ? [] : await deliverText(app, target, text, retryKey ?? '');
  const errors = new Map(deliveries.map(({ to, outcome }) => [to, outcome.ok ? null : outcome.error]));
  return recipients.map((recipient) => {
    const address = addresses.get(recipient.id);
    return { recipient, error: address === undefined ? NO_LONGER : (errors.get(address) ?? null) };
  });
}

async function userIdsOf(app: App, recipients: readonly Recipient[]): Promise<Map<number, string>> {
  const bindings = await listLiveBindings(
    app,
    recipients.flatMap(({ memberId }) => memberId ?? []),
  );
  const byMember = new Map(bindings.map(({ memberId, platformUserId }) => [memberId, platformUserId]));
  return addressesOf(recipients, ({ memberId }) => byMember.get(memberId ?? 0));
}

async function groupIdsOf(app: App, recipients: readonly Recipient[]): Promise<Map<number, string>> {
  const groups = await findGroups(
    app,
    recipients.flatMap(({ groupId }) => groupId ?? []),
  );
  const byId = new Map(groups.map(({ id, platformGroupId }) => [id, platformGroupId]));
  return addressesOf(recipients, ({ groupId }) => byId.get(groupId ?? 0));
}

function addressesOf(recipients: readonly Recipient[], find: (one: Recipient) => string | undefined) {
  return new Map(
    recipients.flatMap((one): [number, string][] => {
      const address = find(one);
      return address === undefined ? [] : [[one.id, address]];
    }),
  );
}

type Kept = { outcomes: readonly Outcome[]; content: LineContent };

/** Keeps what came of a call; with it, and so in any case, those who are to get an e-mail instead become recipients. */
async function keep(app: App, batch: BatchRow, { outcomes, content }: Kept): Promise<void> {
  const at = now(app);
  const idsWith = (error: string | null) =>
    JSON.stringify(outcomes.filter((one) => one.error === error).map(({ recipient }) => recipient.id));
  for (const error of new Set(outcomes.map((one) => one.error))) {
    if (error === null) await markSent(app.db, idsWith(null), at);
    else await markFailed(app.db, idsWith(error), at, error);
  }
  if (!content.fallbackToEmail) return;
  const missed = outcomes.flatMap(({ recipient, error }) => (error === null ? [] : (recipient.memberId ?? [])));
  const { recipients } = await resolveEmails(app, { memberIds: missed, emails: [] });
  const written = new Set((await listAddresses(app.db, batch.id)).map(emailKeyOf));
  const instead = recipients.filter(({ recipient }) => !written.has(emailKeyOf(recipient)));
  await insertRecipients(app.db, batch, instead);
}
