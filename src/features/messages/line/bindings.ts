/**
 * Bindings connect LINE accounts with members. The id of a LINE account never appears in a response or a log.
 *
 * A member has at most one live binding, and a LINE account has at most one live binding. A new binding does not
 * overwrite the earlier live bindings of its member and its account, but retires them. Lists and messages ignore the
 * bindings of a deleted member. If the member is restored, these bindings work again.
 */
import { fullName } from '../../../lib/person-name.ts';
import type { MemberReferences } from '../../people/members/references.ts';
import { type App, inTransaction, now } from '../../../app.ts';
import { notFound } from '../../../errors.ts';
import { keep } from '../../audit/kept.ts';
import { record } from '../../audit/service.ts';
import {
  deleteBindings,
  findBinding,
  findLiveOfMember,
  findLiveOfUser,
  insertBinding,
  listBindings as readBindings,
  listLive,
  moveBindings,
  updateBinding,
} from './queries.ts';
import type { Profile } from './client.ts';
import { isOutdated } from './rules.ts';
import type { BindingQuery, MemberBinding } from './schema.ts';

/** The address of a member on LINE. */
export type LiveBinding = {
  memberId: number;
  platformUserId: string;
  displayName: string | null;
  language: string | null;
};

/**
 * Returns the live bindings of members who are not deleted. If `includeRetired` is true, also returns their retired
 * bindings.
 */
export async function listBindings(
  app: App,
  { includeRetired = false }: BindingQuery,
): Promise<{ items: MemberBinding[] }> {
  return { items: (await readBindings(app.db, includeRetired)).map(toBinding) };
}

/** Returns one binding, live or retired. Raises `not_found`. */
export async function getBinding(app: App, id: number): Promise<MemberBinding> {
  const row = await findBinding(app.db, id);
  if (!row) throw notFound('binding');
  return toBinding(row);
}

function toBinding({ firstName, lastName, chineseName, ...row }: NonNullable<Awaited<ReturnType<typeof findBinding>>>) {
  return { ...row, memberName: fullName({ firstName, lastName, chineseName }) };
}

/** Returns the live bindings of the given members who are not deleted, in the order of the members' ids. */
export function listLiveBindings(app: App, memberIds: readonly number[]): Promise<LiveBinding[]> {
  return listLive(app.db, memberIds);
}

/** Retires a live binding, which stays in the history. Raises `not_found`. */
export function retireBinding(app: App, id: number): Promise<void> {
  return inTransaction(app, async (app) => {
    const binding = await getBinding(app, id);
    if (binding.retiredAt !== null) throw notFound('binding');
    await retire(app, binding);
  });
}

/**
 * Retires the live binding of a LINE account whose owner blocked the church's account. Does nothing if the account has
 * no live binding. `lateFrom` is the time of the event if LINE delivered it late. If the account was bound again after
 * that time, the event has no effect.
 */
export async function retireBindingOf(app: App, platformUserId: string, lateFrom?: string): Promise<void> {
  const binding = await findLiveOfUser(app.db, platformUserId);
  if (binding && !isOutdated(lateFrom, binding.boundAt)) await retire(app, binding);
}

/** True if a LINE account has a live binding. */
export async function isBound(app: App, platformUserId: string): Promise<boolean> {
  return (await findLiveOfUser(app.db, platformUserId)) !== undefined;
}

/**
 * The live binding that `bind` found: none, the same binding, a binding of the member to another account, or a binding
 * of the account to another member.
 */
export type Before = 'nothing' | 'same' | 'otherAccount' | 'otherMember';

/**
 * Binds a LINE account to a member, and retires any other live binding of the account or the member. Returns which live
 * binding there was before. Must run inside a transaction.
 */
export async function bind(
  app: App,
  memberId: number,
  account: { platformUserId: string; profile: Profile | undefined },
): Promise<Before> {
  const { platformUserId, profile } = account;
  const columns = { displayName: profile?.displayName ?? null, language: profile?.language ?? null };
  const [ofMember, ofUser] = [await findLiveOfMember(app.db, memberId), await findLiveOfUser(app.db, platformUserId)];
  if (ofMember && ofMember.id === ofUser?.id) {
    if (profile) await updateBinding(app.db, ofMember.id, columns);
    return 'same';
  }
  if (ofMember) await retire(app, ofMember);
  if (ofUser) await retire(app, ofUser);
  const binding = { memberId, platform: 'Line' as const, platformUserId, ...columns, boundAt: now(app) };
  const id = await insertBinding(app.db, { ...binding, retiredAt: null });
  await record(app, bindingFact('MemberBound', { id, memberId }, { boundAt: [null, binding.boundAt] }));
  return ofMember ? 'otherAccount' : ofUser ? 'otherMember' : 'nothing';
}

/**
 * Moves the bindings and codes of a duplicate member to the remaining member. If both members have a live binding, the
 * binding of the duplicate is retired.
 */
async function reassignBindings(app: App, from: number, to: number): Promise<void> {
  const [double, survivor] = [await findLiveOfMember(app.db, from), await findLiveOfMember(app.db, to)];
  if (double && survivor) await retire(app, double);
  const moved = await moveBindings(app.db, from, to);
  keep(app, 'MemberChannelBinding', moved.bindings);
  keep(app, 'LineBindingCode', moved.codes);
}

/** How LINE bindings, and the codes with which members make them, refer to members. */
export const bindingReferences: MemberReferences = {
  columns: ['memberChannelBindings.memberId', 'lineBindingCodes.memberId'],
  move: (app, from, to) => reassignBindings(app, from.id, to.id),
  erase: async (app, { ids }) => {
    keep(app, 'MemberChannelBinding', await deleteBindings(app.db, ids));
    return {};
  },
};

type Known = { id: number; memberId: number };

async function retire(app: App, { id, memberId }: Known): Promise<void> {
  const retiredAt = now(app);
  await updateBinding(app.db, id, { retiredAt });
  await record(app, bindingFact('BindingRetired', { id, memberId }, { retiredAt: [null, retiredAt] }));
}

/** Returns an audit entry. The entry has only the id of the member, so a purge has nothing to erase in it. */
function bindingFact(action: string, { id, memberId }: Known, when: Record<string, [null, string]>) {
  const member: [unknown, unknown] = action === 'MemberBound' ? [null, memberId] : [memberId, memberId];
  return { action, entityType: 'MemberChannelBinding', entityId: id, changes: { memberId: member, ...when } };
}
