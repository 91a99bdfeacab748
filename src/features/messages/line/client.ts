/**
 * The calls to LINE's Messaging API. A push or multicast is tried up to three times under one `X-Line-Retry-Key`. If
 * LINE responds with 409 and `x-line-accepted-request-id`, LINE accepted an earlier attempt, so the message counts as
 * sent (`faults.ts`).
 */
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import type { App } from '../../../app.ts';
import { withoutInvisible } from '../../../lib/text.ts';
import type { Outcome } from '../channel.ts';
import { type Failure, isPassing, outcomeOf } from './faults.ts';
import { call } from './transport.ts';

/** The time limit of one attempt. Three attempts and the pauses between them take less than 20 seconds. */
const ATTEMPT_MS = 6000;
const PAUSES_MS = [300, 1000];
/** A look-up has a shorter time limit, because a person is waiting for the reply. */
const LOOK_MS = 3000;

/** The largest number of recipients of one multicast (Messaging API reference, "Send multicast message"). */
export const MULTICAST_MOST = 500;

const NAME_LENGTH = 100;

export type Profile = { displayName: string; language: string | null };

const textMessages = (text: string) => [{ type: 'text' as const, text }];

/**
 * Sends a text to a user or a group. LINE delivers the text only once, even if the call is repeated with the same retry
 * key.
 */
export function push(app: App, to: string, text: string, retryKey: string): Promise<Outcome> {
  return send(app, () =>
    call(app, ATTEMPT_MS, (client) => client.pushMessage({ to, messages: textMessages(text) }, retryKey)),
  );
}

/** Sends a text to up to 500 users at once: to all of them or to none. */
export function multicast(app: App, userIds: readonly string[], text: string, retryKey: string): Promise<Outcome> {
  const to = [...userIds];
  return send(app, () =>
    call(app, ATTEMPT_MS, (client) => client.multicast({ to, messages: textMessages(text) }, retryKey)),
  );
}

/** Replies to an event. LINE accepts only one reply to each event. A reply has no retry key. */
export async function reply(app: App, replyToken: string, text: string): Promise<Outcome> {
  const result = await call(app, ATTEMPT_MS, (client) =>
    client.replyMessage({ replyToken, messages: textMessages(text) }),
  );
  return 'answer' in result ? { ok: true } : lost(app, result.failure);
}

async function send(app: App, attempt: () => Promise<{ answer: unknown } | { failure: Failure }>): Promise<Outcome> {
  for (let tries = 0; ; tries += 1) {
    const result = await attempt();
    if ('answer' in result) return { ok: true };
    const rest = PAUSES_MS[tries];
    if (rest === undefined || !isPassing(result.failure) || app.background.over.aborted)
      return lost(app, result.failure);
    await pause(rest);
  }
}

/** Logs a failure, which contains no secrets, and returns it as an outcome. */
function lost(app: App, failure: Failure): Outcome {
  const outcome = outcomeOf(failure);
  if (!outcome.ok) app.log.warn({ line: failure }, 'LINE did not accept a message');
  return outcome;
}

const name = z
  .string()
  .transform((text) =>
    Array.from(withoutInvisible(text.replaceAll(/\p{Cc}/gu, ' ')).trim())
      .slice(0, NAME_LENGTH)
      .join(''),
  )
  .pipe(z.string().min(1));

const ProfileAnswer = z.object({ displayName: name, language: z.string().min(2).max(35).nullable().catch(null) });

/** Returns a user's name and language on LINE, or undefined if LINE does not give a name. */
export async function getProfile(app: App, userId: string): Promise<Profile | undefined> {
  const result = await call(app, LOOK_MS, (client) => client.getProfile(userId));
  return 'answer' in result ? ProfileAnswer.safeParse(result.answer).data : undefined;
}

const SummaryAnswer = z.object({ groupName: name });

/** Returns the name of a group, or undefined if LINE does not give a name. */
export async function getGroupSummary(app: App, groupId: string): Promise<string | undefined> {
  const result = await call(app, LOOK_MS, (client) => client.getGroupSummary(groupId));
  return 'answer' in result ? SummaryAnswer.safeParse(result.answer).data?.groupName : undefined;
}

/** Checks that LINE responds and accepts the access token. Raises `not_configured` if there is no access token. */
export async function checkAccount(app: App): Promise<Outcome> {
  const result = await call(app, LOOK_MS, (client) => client.getBotInfo());
  return 'answer' in result ? { ok: true } : outcomeOf(result.failure);
}
