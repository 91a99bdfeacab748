/** Keys with which programs use the API for a person. */
import { type App, inSnapshot, inTransaction, now } from '../../../app.ts';
import { AppError, badField, notFound } from '../../../errors.ts';
import { addDays, instantInZone } from '../../../lib/date.ts';
import { sha256Hex } from '../../../lib/secret.ts';
import { can, type Permission, PERMISSIONS } from '../../../permissions.ts';
import { changesOf } from '../../audit/rules.ts';
import { record } from '../../audit/service.ts';
import { getChurch, today } from '../../church/profile/service.ts';
import { confirmPassword, refuseNewerPassword } from '../auth/current-password.ts';
import { callerOf } from '../auth/grants.ts';
import { getUser } from '../users/service.ts';
import { endKeysNow } from './ending.ts';
import { countWorkingKeys, findKey, insertKey, type KeyRow, listKeys, renameKey } from './queries.ts';
import { hintOf, MOST_DAYS, MOST_KEYS, newToken, permissionsIn, stateOf, USUAL_DAYS } from './rules.ts';
import type {
  KeyFields,
  MadeProgramKey,
  NewProgramKey,
  ProgramKey,
  ProgramKeyQuery,
  ProgramKeys,
  ProgramKeyUpdate,
} from './schema.ts';

const showKey = ({ permissions, ...row }: KeyRow, at: string): ProgramKey => ({
  ...row,
  permissions: permissionsIn(permissions),
  state: stateOf(row, at),
});

/**
 * Makes a key for the caller, who confirms this with their password. Raises `validation_failed`, `too_many_requests`,
 * and `conflict` if the caller has too many keys.
 */
export async function makeOwnKey(app: App, { currentPassword, ...fields }: NewProgramKey): Promise<MadeProgramKey> {
  const credentials = await confirmPassword(app, currentPassword);
  return inTransaction(app, async (app) => {
    // An administrator may have reset the password in the meantime.
    await refuseNewerPassword(app, credentials);
    return makeKey(app, fields);
  });
}

/**
 * Makes a key for the caller, whose identity is proven. The token is shown only once. Raises `unauthenticated` if the
 * account was deactivated since, `validation_failed` for a permission that the caller does not have, and `conflict` if
 * the caller has too many keys.
 */
export function makeKey(
  app: App,
  { name, permissions: wanted, access, expiresOn }: KeyFields,
): Promise<MadeProgramKey> {
  return inTransaction(app, async (app) => {
    const { id: userId } = callerOf(app);
    // While the caller proved their identity, the account may have been deactivated. That ended only the keys that existed.
    if (!(await getUser(app, userId)).isActive) throw new AppError('unauthenticated', 'This account was deactivated.');
    const permissions = chosenPermissions(app, wanted);
    const at = now(app);
    if ((await countWorkingKeys(app.db, userId, at)) >= MOST_KEYS) {
      throw new AppError('conflict', `An account has at most ${MOST_KEYS} keys that work. End one first.`);
    }
    const token = newToken();
    const expiresAt = await expiryOf(app, expiresOn);
    const id = await insertKey(app.db, {
      userId,
      name,
      tokenHash: sha256Hex(token),
      hint: hintOf(token),
      permissions: permissions.join(' '),
      access,
      createdAt: at,
      expiresAt,
    });
    const changes = changesOf({ name, userId, permissions, access, expiresAt });
    await record(app, { action: 'ProgramKeyCreated', entityType: 'ProgramKey', entityId: id, changes });
    return { key: showKey(await rowOf(app, id), at), token };
  });
}

/** Returns the permissions of a new key: those that are wanted, or what the caller may do except to manage accounts. */
function chosenPermissions({ actor }: App, wanted: readonly Permission[] | undefined): readonly Permission[] {
  const held = PERMISSIONS.filter((permission) => can(actor, permission));
  const lacking = wanted?.find((permission) => !held.includes(permission));
  if (wanted && lacking) {
    const message = `must only name what you may do, and you do not have ${lacking}`;
    throw badField(`permissions.${wanted.indexOf(lacking)}`, 'forbidden', message);
  }
  const chosen = wanted ?? held.filter((permission) => permission !== 'users.manage');
  if (chosen.length > 0) return chosen;
  throw badField('permissions', 'required', 'must name what the key may do');
}

/** Returns the end of the last day of a key in the time zone of the church. */
async function expiryOf(app: App, expiresOn: string | undefined): Promise<string> {
  const day = await today(app);
  const last = expiresOn ?? addDays(day, USUAL_DAYS);
  if (last < day) throw badField('expiresOn', 'too_small', 'must not be in the past');
  if (last > addDays(day, MOST_DAYS)) {
    throw badField('expiresOn', 'too_big', `must be at most ${MOST_DAYS} days from today`);
  }
  const { timeZone } = await getChurch(app);
  return instantInZone(addDays(last, 1), '00:00', timeZone).toISOString();
}

/**
 * Returns the caller's keys, or those of another user or of all users. Raises `forbidden` if these are not the caller's
 * and the caller does not have `users.manage`.
 */
export async function listProgramKeys(app: App, query: ProgramKeyQuery): Promise<ProgramKeys> {
  const { userId: asked, everybody = false, includeEnded = false } = query;
  const userId = asked ?? (everybody || app.actor.kind !== 'user' ? undefined : app.actor.id);
  if (!isOwn(app, userId) && !can(app.actor, 'users.manage')) {
    throw new AppError('forbidden', 'Reading the keys of other users needs the permission users.manage.');
  }
  const rows = await inSnapshot(app, ({ db }) => listKeys(db, { userId, includeEnded }));
  const at = now(app);
  return { items: rows.map((row) => showKey(row, at)) };
}

const isOwn = ({ actor }: App, userId: number | undefined) => actor.kind === 'user' && actor.id === userId;

/** Returns a key of the caller, or of anybody with `users.manage`. Raises `not_found`. */
export async function getProgramKey(app: App, id: number): Promise<ProgramKey> {
  return showKey(await rowOf(app, id), now(app));
}

async function rowOf(app: App, id: number): Promise<KeyRow> {
  const row = await inSnapshot(app, ({ db }) => findKey(db, id));
  if (row && (isOwn(app, row.userId) || can(app.actor, 'users.manage'))) return row;
  throw notFound('key');
}

/** Gives one of the caller's keys another name. Raises `not_found`, and `forbidden` for a key of another user. */
export function renameProgramKey(app: App, id: number, { name }: ProgramKeyUpdate): Promise<ProgramKey> {
  return inTransaction(app, async (app) => {
    const before = await rowOf(app, id);
    if (app.actor.kind === 'user' && !isOwn(app, before.userId)) {
      throw new AppError('forbidden', 'Only the owner of a key can give it another name.');
    }
    await renameKey(app.db, id, name);
    const changes = before.name === name ? {} : { name: [before.name, name] as [string, string] };
    await record(app, { action: 'ProgramKeyUpdated', entityType: 'ProgramKey', entityId: id, changes });
    return getProgramKey(app, id);
  });
}

/**
 * Ends a key of the caller, or of anybody with `users.manage`. A key that has ended stays as it is. Raises `not_found`.
 */
export function endProgramKey(app: App, id: number): Promise<ProgramKey> {
  return inTransaction(app, async (app) => {
    await rowOf(app, id);
    await endKeysNow(app, { id });
    return getProgramKey(app, id);
  });
}
