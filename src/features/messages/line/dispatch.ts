/**
 * Handles the events of a webhook call, after the call was answered.
 *
 * The id of an event is stored in the transaction of its effect. An event that fails therefore leaves nothing behind,
 * and an event that LINE delivers twice has its effect only once. An event that LINE delivers late (`isRedelivery`)
 * undoes nothing that happened after it (`isOutdated` in `rules.ts`).
 *
 * No transaction waits for the network: names are read from LINE before the transaction, and replies are sent after it.
 * LINE is called only within a minute of the webhook call, because a reply token expires after about a minute. If LINE
 * is down, a binding is made without a name, after a wait of three seconds.
 */
import { type App, inTransaction, now } from '../../../app.ts';
import { AppError } from '../../../errors.ts';
import { breathe } from '../../../lib/chunks.ts';
import { nameOfGroup, type Said, say } from './replies.ts';
import { bind, isBound, retireBindingOf } from './bindings.ts';
import { getGroupSummary, getProfile, type Profile, reply } from './client.ts';
import { type CodeHolder, findCode, useCode } from './codes.ts';
import { type Event, eventsIn } from './events.ts';
import { joinGroup, leaveGroup } from './groups.ts';
import { forgetGuesses, giveGuessBack, isSilenced, mayGreet, takeGuess } from './limits.ts';
import { hasEvent, insertEvent } from './queries.ts';

/** A reply token is valid for about a minute after its event. */
const TALK_MS = 60_000;

/**
 * Handles the events in the body of a webhook call, one by one. An event that fails is logged and does not stop the
 * others.
 */
export async function dispatchEvents(given: App, body: Uint8Array): Promise<void> {
  // This pause lets Vestry answer the webhook call first.
  await breathe();
  const app: App = { ...given, actor: { kind: 'system', name: 'LINE' } };
  const talk = { until: performance.now() + TALK_MS };
  for (const event of read(app, body)) {
    if (app.background.over.aborted) return;
    try {
      await dispatch(app, talk, event);
    } catch (error) {
      app.log.error({ err: error, event: event.kind, requestId: app.request?.id }, 'a LINE event was not handled');
    }
    await breathe();
  }
}

function read(app: App, body: Uint8Array): Event[] {
  const requestId = app.request?.id;
  try {
    const { events, leftAlone } = eventsIn(body);
    if (leftAlone > 0) app.log.warn({ requestId, leftAlone }, 'a webhook call from LINE had too many events');
    return events;
  } catch {
    // The error is not logged, because the parser quotes the body, which contains people's messages.
    app.log.warn({ requestId, bytes: body.length }, 'a webhook call from LINE was not understood');
    return [];
  }
}

/**
 * The time after which LINE is no longer called for the events of one webhook call, on the clock of
 * `performance.now()`.
 */
type Talk = { until: number };

async function dispatch(app: App, talk: Talk, event: Event): Promise<void> {
  if (event.eventId !== undefined && (await hasEvent(app.db, event.eventId))) return;
  const text = await effectOf(app, talk, event);
  const { replyToken } = event;
  if (text !== undefined && replyToken !== undefined) await talking(app, talk, () => reply(app, replyToken, text));
}

/** Carries out the effect of an event. Returns the text of the reply, or undefined if there is no reply. */
async function effectOf(app: App, talk: Talk, event: Event): Promise<string | undefined> {
  if (event.kind === 'text') return tryCode(app, talk, event);
  if (event.kind === 'follow') return greet(app, talk, event);
  if (event.kind === 'unfollow') await once(app, event, (app) => retireBindingOf(app, event.userId, event.lateFrom));
  if (event.kind === 'join') await join(app, talk, event);
  if (event.kind === 'leave') await once(app, event, (app) => leaveGroup(app, event.groupId, event.lateFrom));
  return undefined;
}

type Of<K extends Event['kind']> = Extract<Event, { kind: K }>;

async function tryCode(app: App, talk: Talk, event: Of<'text'>): Promise<string | undefined> {
  const { userId } = event;
  if (await isSilenced(app, userId)) return undefined;
  const profile = await profileOf(app, talk, userId);
  const guess = { isCounted: false };
  const tried = await once<Tried | undefined>(app, event, async (app) => {
    // The guess is counted in the transaction, so that a repeated event counts once.
    const turn = await takeGuess(app, userId);
    guess.isCounted = true;
    if (turn === 'tooMany') return undefined;
    return turn === 'allowed' ? redeem(app, event, profile) : { said: 'tooMany' };
  }).catch(async (error: unknown) => {
    if (guess.isCounted) await giveGuessBack(app, userId);
    throw error;
  });
  if (tried?.member) await forgetGuesses(app, userId);
  const person = { language: profile?.language, member: tried?.member };
  // In a group, the reply names nobody, and a text that is not a usable code gets no reply.
  if (event.isPublic) return tried?.member && say(app, 'connected', person);
  return tried && say(app, tried.said, person);
}

type Tried = { said: Said; member?: CodeHolder };

/** Binds the sender to a member if the text contains a usable code. */
async function redeem(app: App, { userId, candidates }: Of<'text'>, profile: Profile | undefined): Promise<Tried> {
  const member = await findCode(app, candidates);
  if (!member) return { said: 'invalid' };
  await useCode(app, member);
  const before = await bind(app, member.memberId, { platformUserId: userId, profile });
  return { said: before === 'nothing' ? 'bound' : before, member };
}

async function greet(app: App, talk: Talk, event: Of<'follow'>): Promise<string | undefined> {
  const { userId } = event;
  const isStranger = await once(app, event, async (app) => !(await isBound(app, userId)));
  if (!isStranger || !(await mayGreet(app, userId))) return undefined;
  return say(app, 'greeting', { language: (await profileOf(app, talk, userId))?.language });
}

async function join(app: App, talk: Talk, event: Of<'join'>): Promise<void> {
  const { groupId, isRoom } = event;
  const summary = isRoom ? undefined : await talking(app, talk, () => getGroupSummary(app, groupId));
  const name = summary ?? (await nameOfGroup(app, isRoom));
  await once(app, event, (app) => joinGroup(app, groupId, name, event.lateFrom));
}

/** Does the work of an event and records the event, in one transaction. Returns undefined for a repeated event. */
function once<T>(app: App, { eventId }: Event, work: (app: App) => Promise<T>): Promise<T | undefined> {
  return inTransaction(app, async (app) => {
    if (eventId !== undefined && !(await insertEvent(app.db, eventId, now(app)))) return undefined;
    return work(app);
  });
}

const profileOf = (app: App, talk: Talk, userId: string) => talking(app, talk, () => getProfile(app, userId));

/** Calls LINE. Returns undefined if it is too late for a call or if there is no access token. */
async function talking<T>(app: App, { until }: Talk, work: () => Promise<T>): Promise<T | undefined> {
  if (performance.now() > until) return undefined;
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not_configured')) throw error;
    app.log.warn({ requestId: app.request?.id }, error.message);
    return undefined;
  }
}
