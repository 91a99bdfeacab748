/**
 * Requests whose body arrives in two parts or is never completed. Between the parts, the sender may lose the account or
 * a permission.
 */
import * as fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { type HalfSent, sendHalf } from '../support/half-sent.ts';
import type { Church, Visitor } from './church.ts';
import { rolesFor } from './permissions.ts';
import { type Draft, makeOut, type Made } from './requests.ts';
import { type Answer, send } from './send.ts';

const LOSSES = ['none', 'deactivated', 'demoted', 'given a password', 'revoked', 'signed out'] as const;
type Loss = (typeof LOSSES)[number];

/** What happens to the sender between the two parts, and whether the second part is sent. */
export type Halves = { loss: Loss; isFinished: boolean };

/** Draws what the sender loses, and whether the second part is sent (in four of five cases). */
export function halves(): Arbitrary<Halves> {
  return fc.record({ loss: fc.constantFrom(...LOSSES), isFinished: fc.nat(4).map((one) => one > 0) });
}

/** The role of a demoted sender, which has hardly any permission to write. */
const READER = 'auditor';

/**
 * A request that was sent in two parts, with its response. If the second part was not sent, there is no response, and
 * `isLetGo` resolves when the service closes the connection.
 */
type Sent = { made: Made; answer: Answer | undefined; isLetGo: Promise<unknown> };

/** Sends half of a draft as a new user, changes the user's account, and then sends the rest or stops. */
export async function sendHalves(church: Church, draft: Draft, { loss, isFinished }: Halves): Promise<Sent> {
  const one = await church.visitor(typeof draft.sender === 'string' ? draft.sender : 'member');
  const made = { ...makeOut(draft, church), role: 'an account of the run' };
  const { method, target, headers, body = Buffer.from('{}') } = made.request;
  const { 'content-type': type = 'application/json', ...rest } = headers;
  const half = await sendHalf(church.url, method, target, { token: one.token, body, type, headers: without(rest) });
  await lose(church, one, loss);
  const isLetGo = isFinished ? Promise.resolve() : half.abandon();
  const answer = isFinished ? asAnswer(await half.finish()) : undefined;
  if (loss !== 'deactivated') await church.ask('POST', `/api/users/${one.id}/deactivate`);
  return { made, answer, isLetGo };
}

const without = ({ authorization: _role, ...headers }: Readonly<Record<string, string>>) => headers;

async function lose({ ask, url }: Church, { id, email, token, cookie }: Visitor, loss: Loss): Promise<void> {
  const own = (method: string, target: string, headers: Record<string, string>) =>
    send(url, { method, target, headers, body: undefined });
  const isDone = ({ status }: Answer) => {
    if (status >= 300) throw new Error(`The change to ${loss} got ${status}.`);
  };
  switch (loss) {
    case 'deactivated':
      return isDone(await ask('POST', `/api/users/${id}/deactivate`));
    case 'demoted': {
      const body = { email, displayName: 'Demoted', roles: [READER], memberId: null };
      return isDone(await ask('PUT', `/api/users/${id}`, body));
    }
    case 'given a password':
      return isDone(await ask('POST', `/api/users/${id}/reset-password`));
    case 'revoked': {
      const bearer = { authorization: `Bearer ${token}` };
      const { items } = (await own('GET', '/api/auth/sessions', bearer)).json as { items: { id: number }[] };
      return isDone(await own('DELETE', `/api/auth/sessions/${items[0]?.id}`, bearer));
    }
    case 'signed out':
      return isDone(await own('POST', '/api/auth/logout', { cookie }));
    default:
  }
}

function asAnswer({ status, headers, body }: Awaited<ReturnType<HalfSent['finish']>>): Answer {
  const json = typeof body === 'object' ? (body as unknown) : undefined;
  const text = json === undefined ? String(body) : JSON.stringify(body);
  return {
    status,
    headers: Object.fromEntries(headers),
    cookies: headers.getSetCookie(),
    body: Buffer.from(text),
    json,
  };
}

/** Returns a fault if the sender was no longer permitted to send the request and the response is not a refusal. */
export function faultOfHalves({ draft, request }: Made, { status }: Answer, { loss }: Halves): string | undefined {
  const mayStill = loss === 'none' || (loss === 'demoted' && rolesFor(draft.operation.name).includes(READER));
  // On a busy machine, the second part may arrive too late.
  if (mayStill || status === 408) return undefined;
  const isFile = !(request.headers['content-type'] ?? 'application/json').startsWith('application/json');
  // The request is checked before a file is read, so it may be refused for another reason.
  const isRefused = status === (loss === 'demoted' ? 403 : 401) || (isFile && status >= 400 && status < 500);
  return isRefused ? undefined : `halves: ${status} for a sender who was ${loss}`;
}
