/** Reads from the body of a webhook call the events that Vestry handles, and ignores everything else. */
import type { webhook } from '@line/bot-sdk';
import * as z from 'zod';
import { candidatesIn } from './rules.ts';

type Known = {
  eventId: string | undefined;
  replyToken: string | undefined;
  /** The time when the event happened if LINE redelivers it, otherwise undefined. */
  lateFrom: string | undefined;
};

/** An event that may have an effect. */
export type Event = Known &
  (
    | { kind: 'text'; userId: string; candidates: string[]; isPublic: boolean }
    | { kind: 'follow'; userId: string }
    | { kind: 'unfollow'; userId: string }
    | { kind: 'join'; groupId: string; isRoom: boolean }
    | { kind: 'leave'; groupId: string }
  );

/** Ids become part of URLs of LINE's API, so only the characters that LINE uses are accepted. */
const lineId = z.string().regex(/^[\w-]{1,100}$/);

const maybe = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);

/** The fields of an event that Vestry reads. LINE's SDK has types for events but does not check them. */
const Incoming = z.object({
  type: z.enum(['message', 'follow', 'unfollow', 'join', 'leave'] satisfies webhook.Event['type'][]),
  mode: maybe(z.enum(['active', 'standby'] satisfies webhook.EventMode[])),
  timestamp: maybe(z.int().min(0).max(8.64e15)),
  deliveryContext: maybe(z.object({ isRedelivery: z.boolean() })),
  webhookEventId: maybe(z.string().min(1).max(255)),
  replyToken: maybe(z.string().min(1).max(255)),
  source: maybe(z.object({ type: z.string(), userId: maybe(lineId), groupId: maybe(lineId), roomId: maybe(lineId) })),
  message: maybe(z.object({ type: z.string(), text: maybe(z.string()) })),
} satisfies Partial<Record<keyof webhook.MessageEvent, z.ZodType>>);
type Incoming = z.output<typeof Incoming>;

const Body = z.object({ events: z.array(z.unknown()) });

/**
 * The largest number of events that are handled in one webhook call. Further events are ignored. LINE sends only a few
 * in one call.
 */
const MOST = 1000;

/**
 * Returns the events of a body that may have an effect, in their order, and the number of events that were ignored
 * because the body has too many. Raises an error if the body is not JSON with a list of events.
 */
export function eventsIn(body: Uint8Array): { events: Event[]; leftAlone: number } {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
  const all = Body.parse(JSON.parse(text)).events;
  const events = all.slice(0, MOST).flatMap((one) => eventOf(Incoming.safeParse(one).data) ?? []);
  return { events, leftAlone: Math.max(0, all.length - MOST) };
}

function eventOf(incoming: Incoming | undefined): Event | undefined {
  // In standby mode, another program replies (LINE documentation, "Common properties").
  if (!incoming?.source || incoming.mode === 'standby') return undefined;
  const { type, timestamp, deliveryContext, source, message } = incoming;
  const isLate = deliveryContext?.isRedelivery === true && timestamp !== undefined;
  const lateFrom = isLate ? new Date(timestamp).toISOString() : undefined;
  const known = { eventId: incoming.webhookEventId, replyToken: incoming.replyToken, lateFrom };
  const { userId } = source;
  const groupId = source.type === 'group' ? source.groupId : source.type === 'room' ? source.roomId : undefined;
  if (type === 'join')
    return groupId === undefined ? undefined : { ...known, kind: type, groupId, isRoom: source.type === 'room' };
  if (type === 'leave') return groupId === undefined ? undefined : { ...known, kind: type, groupId };
  if (userId === undefined) return undefined;
  if (type !== 'message') return { ...known, kind: type, userId };
  const candidates = message?.type === 'text' ? candidatesIn(message.text ?? '') : [];
  if (candidates.length === 0) return undefined;
  return { ...known, kind: 'text', userId, candidates, isPublic: source.type !== 'user' };
}
