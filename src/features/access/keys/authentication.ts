/** Finds the key and its owner behind a token, on every request of a program. */
import { type App, inBackground, inTransaction, now } from '../../../app.ts';
import { sha256Hex } from '../../../lib/secret.ts';
import type { Actor, Role } from '../../../permissions.ts';
import { standingOf } from '../auth/queries.ts';
import { permissionsNow } from '../auth/rules.ts';
import { holdersById, holdersByToken, noteKeyUse } from './queries.ts';
import { permissionsIn, USE_MS } from './rules.ts';

type Holder = Awaited<ReturnType<typeof holdersByToken>>[number];
type User = Extract<Actor, { kind: 'user' }>;

/**
 * Returns the owner of a key, who acts through this key. Returns undefined if the key is unknown, has expired or was
 * ended, or if its owner is deactivated.
 */
export async function actorOfToken(app: App, token: string): Promise<User | undefined> {
  const holders = await holdersByToken(app.db, sha256Hex(token), now(app));
  const actor = actorOf(holders);
  if (actor?.key) noteUse(app, actor.key.id, holders[0]?.lastUsedAt ?? null);
  return actor;
}

/** Returns the owner of a key with the permissions that the key has now, or undefined if the key no longer works. */
export async function actorOfKey(app: App, id: number): Promise<User | undefined> {
  return actorOf(await holdersById(app.db, id, now(app)));
}

/** No rule that makes an exception for a role does so for a key, so the actor has no roles. */
const NO_ROLES: readonly Role[] = [];

function actorOf(holders: readonly Holder[]): User | undefined {
  const [holder] = holders;
  if (!holder) return undefined;
  const { id, name, access, userId } = holder;
  const standing = standingOf(holders);
  const owned = permissionsNow(standing);
  return {
    kind: 'user',
    id: userId,
    name: `${standing.displayName} (key ${id}: ${name})`,
    roles: NO_ROLES,
    permissions: new Set(permissionsIn(holder.permissions).filter((permission) => owned.has(permission))),
    signInId: 0,
    mustSetUpSecondFactor: standing.mustSetUpSecondFactor,
    key: { id, name, access },
  };
}

/** The keys of each service whose use is being stored. */
const noting = new WeakMap<object, Set<number>>();

/** Stores the use of a key at most once a minute, while no request waits for it. */
function noteUse(app: App, id: number, before: string | null): void {
  const { background, request } = app;
  if (before !== null && Math.abs(app.clock.now().getTime() - Date.parse(before)) < USE_MS) return;
  const running = noting.get(background) ?? new Set();
  noting.set(background, running);
  if (running.has(id)) return;
  running.add(id);
  const use = { lastUsedAt: now(app), lastUsedFrom: request?.ipAddress ?? null };
  inBackground(app, () =>
    inTransaction(app, ({ db }) => noteKeyUse(db, id, use)).finally(() => {
      running.delete(id);
    }),
  );
}
