import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { App } from '../app.ts';
import { AppError } from '../errors.ts';
import { authentication } from '../authentication.ts';
import { isLoopback } from '../lib/network.ts';
import { type Actor, can, type KeyAccess, type Permission } from '../permissions.ts';
import type { Route } from './route.ts';

const ANONYMOUS: Actor = { kind: 'anonymous', name: 'anonymous' };
const BEARER = /^Bearer +([\w.~+/-]+=*)$/i;

/**
 * Returns the sender of the request. On a public route this is always the anonymous actor. Raises `unauthenticated` on
 * any other route if the request has no valid access token.
 */
export async function actorOf(app: App, route: Route, request: IncomingMessage): Promise<Actor> {
  if (route.permission === 'public') return ANONYMOUS;
  const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
  return known(token === undefined ? undefined : await (await authentication(app)).authenticate(app, token));
}

/**
 * Returns the sender with their current roles. Raises `unauthenticated` if they were signed out or deactivated since
 * the first check, and `forbidden` if they lost the permission.
 */
export async function stillActorOf(app: App, route: Route): Promise<Actor> {
  const { actor } = app;
  if (actor.kind !== 'user') return actor;
  const current = known(await (await authentication(app)).currentUser(app, actor));
  refuseForbidden(current, route);
  return current;
}

function known(actor: Actor | undefined): Actor {
  if (!actor) throw new AppError('unauthenticated', 'Sign in, or renew the access token, and try again.');
  return actor;
}

/**
 * Raises `forbidden` unless the actor has one of the permissions of the route, and `second_factor_setup_required` if
 * they must set up a second factor first. Raises `forbidden` and `read_only_key` for a key that may not call the route.
 */
export function refuseForbidden(actor: Actor, route: Route): void {
  const { permission, beforeSecondFactor } = route;
  if (actor.kind === 'user' && actor.key && route.peopleOnly) {
    throw new AppError('forbidden', 'A key for a program cannot do this. Sign in as a person.');
  }
  if (actor.kind === 'user' && actor.mustSetUpSecondFactor && !beforeSecondFactor) {
    throw new AppError(
      'second_factor_setup_required',
      'Your role needs a second factor. Set one up under Account first, then go on.',
    );
  }
  if (actor.kind === 'user' && actor.key) refuseKey(actor, actor.key, route);
  if (permission === 'public' || permission === 'signed-in') return;
  refuseLacking(actor, typeof permission === 'string' ? [permission] : permission);
}

/** Raises `read_only_key` and `forbidden` unless a key may call the route. */
function refuseKey(actor: Actor, { access }: { access: KeyAccess }, { method, keyNeeds }: Route): void {
  if (access === 'ReadOnly' && method !== 'GET') {
    throw new AppError('read_only_key', 'This key may only read. Make a key that may also write.');
  }
  if (keyNeeds) refuseLacking(actor, keyNeeds);
}

/** Raises `forbidden` unless the actor has one of the permissions. */
function refuseLacking(actor: Actor, accepted: readonly Permission[]): void {
  if (accepted.some((one) => can(actor, one))) return;
  throw new AppError('forbidden', `This needs the permission ${accepted.join(' or ')}.`);
}

/**
 * Returns the network address of the client. Each trusted proxy appends the address that it saw to X-Forwarded-For.
 * Behind n trusted `proxies`, the client is therefore the nth entry from the end. Earlier entries may be forged.
 */
export function clientAddress(request: IncomingMessage, proxies: number): string | null {
  const direct = request.socket.remoteAddress ?? null;
  if (proxies === 0) return direct;
  const hops = String(request.headers['x-forwarded-for'] ?? '').split(',');
  const hop = withoutPort(hops.at(-proxies) ?? '');
  return isIP(hop) === 0 ? direct : hop;
}

/** Returns the address that a proxy wrote. Some proxies append the port and put brackets around an IPv6 address. */
const withoutPort = (hop: string) =>
  hop
    .trim()
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1');

/** The headers in which proxies name the clients for whom they send a request. */
const FORWARDING = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'cf-connecting-ip', 'true-client-ip'] as const;

/**
 * True if a request comes from this computer. A request from a proxy on this computer counts only if every address in its
 * headers is one of this computer, however many proxies are trusted.
 */
export function isFromHere({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): boolean {
  const { remoteAddress = '', localAddress } = socket;
  if (!isLoopback(remoteAddress) && remoteAddress !== localAddress) return false;
  const named = FORWARDING.flatMap((name) => String(headers[name] ?? '').split(',')).filter((hop) => hop.trim() !== '');
  return named.every((hop) => isLoopback(withoutPort(hop)));
}
