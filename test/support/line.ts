/** A fake LINE Messaging API on loopback, in the form that LINE documents, and events as LINE would send them. */
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { type Call, pause, type Reply, serveLoopback } from './loopback.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MOST_MESSAGES = 5;
const MOST_RECIPIENTS = 500;
const LONGEST_TEXT = 5000;

/** One text that reached a user or a group. For a reply, `to` is the reply token. */
export type Delivered = { to: string; text: string; at: number };

/** The fake LINE API. Paths have no host, as in `/v2/bot/message/push`. */
export type Line = {
  /** The value for `VESTRY_LINE_API_BASE`. */
  url: string;
  /** Every request that arrived, including refused ones. */
  calls: Call[];
  /** Every delivered text, once for each recipient. For a reply, `to` is the reply token. */
  delivered: Delivered[];
  /** The responses to requests for a user's profile or a group's summary. Any other id gets a 404. */
  profiles: Map<string, { displayName: string; language?: string }>;
  groups: Map<string, { groupName: string }>;
  /**
   * Refuses every message to this recipient until `relent` is called. A multicast with this recipient fails as a
   * whole.
   */
  fail: (to: string, status: number, body?: unknown) => void;
  /** Refuses the next request to a path, or the next `times` requests. */
  failNext: (path: string, status: number, body?: unknown, times?: number) => void;
  /** Delays every response by this many milliseconds. The request itself is carried out at once. */
  delay: (ms: number) => void;
  /** Carries out the next request to a path and then breaks the connection without a response. */
  acceptThenBreak: (path: string, times?: number) => void;
  /** Removes all planned refusals, delays and broken connections. The recorded requests and texts stay. */
  relent: () => void;
  /** Returns the texts that reached one recipient. */
  to: (recipient: string) => string[];
  /** Returns the texts that replied to an event. */
  repliesTo: (event: { replyToken?: string }) => string[];
  close: () => Promise<void>;
};

type Failure = { status: number; body: unknown };

type Rules = {
  recipients: Map<string, Failure>;
  next: Map<string, { failure: Failure; times: number }>;
  breaks: Map<string, number>;
  delay: number;
};

type State = {
  token: string;
  rules: Rules;
  delivered: Delivered[];
  profiles: Line['profiles'];
  groups: Line['groups'];
  /** The ids of accepted requests by retry key. */
  accepted: Map<string, string>;
  usedReplyTokens: Set<string>;
};

const refused = (status: number, message: string, details?: unknown): Reply => ({
  status,
  body: { message, ...(details !== undefined && { details }) },
});

const badProperty = (property: string, message: string) =>
  refused(400, 'The request body has 1 error(s)', [{ message, property }]);

function badMessages(messages: unknown): Reply | undefined {
  if (!Array.isArray(messages) || messages.length === 0 || messages.length > MOST_MESSAGES)
    return badProperty('messages', `Size must be between 1 and ${MOST_MESSAGES}`);
  for (const [index, { type, text }] of (messages as { type?: unknown; text?: unknown }[]).entries()) {
    if (type !== 'text') return badProperty(`messages[${index}].type`, 'The fake knows texts only');
    if (typeof text !== 'string' || text.length === 0)
      return badProperty(`messages[${index}].text`, 'May not be empty');
    if (text.length > LONGEST_TEXT)
      return badProperty(`messages[${index}].text`, `Length must be between 0 and ${LONGEST_TEXT}`);
  }
  return undefined;
}

/** Returns the recipients of a message, or the error response. */
function recipientsOf({ path, body }: Call, state: State): string[] | Reply {
  if (path.endsWith('/reply')) {
    const token: unknown = body.replyToken;
    if (typeof token !== 'string' || token === '' || state.usedReplyTokens.has(token))
      return refused(400, 'Invalid reply token');
    return [token];
  }
  if (path.endsWith('/push')) {
    if (typeof body.to !== 'string' || body.to === '') return badProperty('to', 'May not be empty');
    return [body.to];
  }
  const to = body.to as unknown;
  if (!Array.isArray(to) || to.length === 0 || to.length > MOST_RECIPIENTS)
    return badProperty('to', `Size must be between 1 and ${MOST_RECIPIENTS}`);
  if (to.some((one) => typeof one !== 'string' || !one.startsWith('U')))
    return refused(400, "The property, 'to', in the request body is invalid (line: -, column: -)");
  return to as string[];
}

function deliver(call: Call, state: State): Reply {
  const { path, body, headers } = call;
  if (body === null || typeof body !== 'object') return refused(400, 'The request body could not be parsed as JSON');
  const recipients = recipientsOf(call, state);
  if (!Array.isArray(recipients)) return recipients;
  const bad = badMessages(body.messages);
  if (bad !== undefined) return bad;
  const key = headers['x-line-retry-key'];
  if (key !== undefined && path.endsWith('/reply')) return refused(400, 'X-Line-Retry-Key is not supported here');
  if (key !== undefined && !UUID.test(String(key))) return refused(400, 'The retry key is not a valid UUID');
  const first = key === undefined ? undefined : state.accepted.get(String(key));
  if (first !== undefined) {
    const known = { 'x-line-accepted-request-id': first };
    return { status: 409, body: { message: 'The retry key is already accepted' }, headers: known };
  }
  const failing = recipients.map((to) => state.rules.recipients.get(to)).find((failure) => failure !== undefined);
  if (failing !== undefined) return failing;
  const requestId = randomUUID();
  if (key !== undefined) state.accepted.set(String(key), requestId);
  const messages = body.messages as { text: string }[];
  for (const to of recipients) {
    for (const { text } of messages) state.delivered.push({ to, text, at: Date.now() });
    if (path.endsWith('/reply')) state.usedReplyTokens.add(to);
  }
  const sentMessages = messages.map(() => ({ id: String(Date.now()), quoteToken: randomUUID() }));
  const answer = path.endsWith('/multicast') ? {} : { sentMessages };
  return { status: 200, body: answer, headers: { 'x-line-request-id': requestId } };
}

function lookUp(path: string, { profiles, groups }: State): Reply {
  const [, userId] = /^\/v2\/bot\/profile\/([^/?]+)$/.exec(path) ?? [];
  const profile = userId === undefined ? undefined : profiles.get(decodeURIComponent(userId));
  if (profile !== undefined) return { status: 200, body: { userId, ...profile } };
  const [, groupId] = /^\/v2\/bot\/group\/([^/?]+)\/summary$/.exec(path) ?? [];
  const group = groupId === undefined ? undefined : groups.get(decodeURIComponent(groupId));
  if (group !== undefined) return { status: 200, body: { groupId, ...group } };
  if (path !== '/v2/bot/info') return refused(404, 'Not found');
  const bot = { userId: lineId('U'), basicId: '@vestry', displayName: 'Vestry', chatMode: 'bot' };
  return { status: 200, body: { ...bot, markAsReadMode: 'auto' } };
}

function replyTo(call: Call, state: State): Reply {
  const { method, path, headers } = call;
  if (headers.authorization !== `Bearer ${state.token}`)
    return refused(401, 'Authentication failed. Confirm that the access token in the authorization header is valid.');
  const planned = state.rules.next.get(path);
  if (planned !== undefined && planned.times > 0) {
    planned.times -= 1;
    return planned.failure;
  }
  if (method === 'GET') return lookUp(path, state);
  if (method === 'POST' && /^\/v2\/bot\/message\/(?:push|multicast|reply)$/.test(path)) return deliver(call, state);
  return refused(404, 'Not found');
}

function setters(rules: Rules): Pick<Line, 'fail' | 'failNext' | 'delay' | 'acceptThenBreak' | 'relent'> {
  const failure = (status: number, body?: unknown): Failure => ({ status, body: body ?? { message: 'Failed' } });
  return {
    fail: (to, status, body) => void rules.recipients.set(to, failure(status, body)),
    failNext: (path, status, body, times = 1) => void rules.next.set(path, { failure: failure(status, body), times }),
    delay: (ms) => void (rules.delay = ms),
    acceptThenBreak: (path, times = 1) => void rules.breaks.set(path, times),
    relent: () => {
      for (const rule of [rules.recipients, rules.next, rules.breaks]) rule.clear();
      rules.delay = 0;
    },
  };
}

/** Starts the fake on a free port. It accepts only requests with this channel access token. */
export async function startLine(options: { token?: string } = {}): Promise<Line> {
  const rules: Rules = { recipients: new Map(), next: new Map(), breaks: new Map(), delay: 0 };
  const state: State = {
    token: options.token ?? LINE_TOKEN,
    rules,
    delivered: [],
    profiles: new Map(),
    groups: new Map(),
    accepted: new Map(),
    usedReplyTokens: new Set(),
  };
  const calls: Call[] = [];
  const { url, close } = await serveLoopback(async (call) => {
    calls.push(call);
    const reply = replyTo(call, state);
    if (rules.delay > 0) await pause(rules.delay);
    const breaks = rules.breaks.get(call.path) ?? 0;
    if (breaks === 0) return reply;
    rules.breaks.set(call.path, breaks - 1);
    return 'broken';
  });
  const { delivered, profiles, groups } = state;
  const to = (recipient: string) => delivered.filter((one) => one.to === recipient).map(({ text }) => text);
  const repliesTo: Line['repliesTo'] = ({ replyToken }) => (replyToken === undefined ? [] : to(replyToken));
  return { url, calls, delivered, profiles, groups, ...setters(rules), to, repliesTo, close };
}

/** The default channel access token and channel secret of the fake and the tests. */
export const LINE_TOKEN = 'a-channel-access-token-for-tests';
export const LINE_SECRET = 'a-channel-secret-for-tests';

/** Returns the signature that LINE puts into `X-Line-Signature`. */
export function sign(secret: string, rawBody: string | Buffer): string {
  return createHmac('sha256', secret).update(rawBody).digest('base64');
}

/** Returns a new identifier in LINE's format: `U` for a user, `C` for a group, `R` for a room. */
export function lineId(kind: 'U' | 'C' | 'R'): string {
  return kind + randomBytes(16).toString('hex');
}

/** One event of a webhook call. */
export type LineEvent = {
  type: string;
  mode: 'active' | 'standby';
  timestamp: number;
  webhookEventId: string;
  deliveryContext: { isRedelivery: boolean };
  source?: { type: 'user' | 'group' | 'room'; userId?: string; groupId?: string; roomId?: string };
  replyToken?: string;
  message?: Record<string, unknown>;
  [field: string]: unknown;
};

/** Returns a new event of any type with an id of its own. */
export function lineEvent(type: string, more: Partial<LineEvent> = {}): LineEvent {
  return {
    type,
    mode: 'active',
    timestamp: Date.now(),
    webhookEventId: `01${randomBytes(12).toString('hex').toUpperCase()}`,
    deliveryContext: { isRedelivery: false },
    ...more,
  };
}

const replyToken = () => randomBytes(16).toString('hex');

/** Returns the event for a text that a user sends directly to the church's account or in a group. */
export function messageEvent(userId: string, text: string, groupId?: string): LineEvent {
  const source =
    groupId === undefined ? { type: 'user' as const, userId } : { type: 'group' as const, groupId, userId };
  const message = { type: 'text', id: String(Date.now()), quoteToken: randomBytes(24).toString('base64url'), text };
  return lineEvent('message', { replyToken: replyToken(), source, message });
}

/** Returns the event for adding the church's account to a group. */
export const joinEvent = (groupId: string): LineEvent =>
  lineEvent('join', { replyToken: replyToken(), source: { type: 'group', groupId } });

/** Returns the event for removing the church's account from a group. */
export const leaveEvent = (groupId: string): LineEvent => lineEvent('leave', { source: { type: 'group', groupId } });

/** Returns the event for a user who adds the church's account as a friend. */
export const followEvent = (userId: string): LineEvent =>
  lineEvent('follow', { replyToken: replyToken(), source: { type: 'user', userId }, follow: { isUnblocked: false } });

/** Returns the event for a user who blocks the church's account. */
export const unfollowEvent = (userId: string): LineEvent => lineEvent('unfollow', { source: { type: 'user', userId } });

/** Returns the body of a webhook call with these events as text, so that it can be signed. */
export function webhookBody(events: readonly unknown[], destination = lineId('U')): string {
  return JSON.stringify({ destination, events });
}
