/**
 * Which LINE account belongs to which member. The account's id on LINE is never in an answer or in the log.
 *
 * A member has at most one live binding, and so has a LINE account. A binding that is in the way of a new one is retired,
 * never overwritten. The bindings of a deleted member sleep: lists and messages pass over them, and a restored member has
 * them again.
 */
import type { MemberReferences } from '../../people/members/references.ts';
import { type App, inTransaction, now } from '../../../app.ts';
import { notFound } from '../../../errors.ts';
import { record } from '../../audit/service.ts';
import { fullName } from '../../people/members/rules.ts';
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

/** Where a member is reached on LINE. */
export type LiveBinding = {
  memberId: number;
  platformUserId: string;
  displayName: string | null;
  language: string | null;
};

/** Returns the live bindings of members who are not deleted; with `includeRetired` also the retired ones. */
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

function toBinding({ firstName, lastName, ...row }: NonNullable<Awaited<ReturnType<typeof findBinding>>>) {
  return { ...row, memberName: fullName({ firstName, lastName }) };
}

/** Returns the live bindings of those members who are not deleted, in the order of their ids. */
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

/** Retires the live binding of a LINE account whose owner blocked the church's account. Does nothing without one. */
export async function retireBindingOf(app: App, platformUserId: string, lateFrom?: string): Promise<void> {
  const binding = await findLiveOfUser(app.db, platformUserId);
  if (binding && !isOutdated(lateFrom, binding.boundAt)) await retire(app, binding);
}

/** Returns whether a LINE account has a live binding. */
export async function isBound(app: App, platformUserId: string): Promise<boolean> {
  return (await findLiveOfUser(app.db, platformUserId)) !== undefined;
}

/** What was there before a binding: nothing, the same binding, or one of the member or of the account with another. */
export type Before = 'nothing' | 'same' | 'otherAccount' | 'otherMember';

/** Binds a LINE account to a member, and retires the earlier bindings of both. Must run inside a transaction. */
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
 * Moves the bindings and codes of a double record to the member that it is merged into. If both have a live binding, that
 * of the double record is retired.
 */
async function reassignBindings(app: App, from: number, to: number): Promise<void> {
  const [double, survivor] = [await findLiveOfMember(app.db, from), await findLiveOfMember(app.db, to)];
  if (double && survivor) await retire(app, double);
  await moveBindings(app.db, from, to);
}

/** What LINE bindings, and the codes that make them, hold of members. */
export const bindingReferences: MemberReferences = {
  columns: ['memberChannelBindings.memberId', 'lineBindingCodes.memberId'],
  move: (app, from, to) => reassignBindings(app, from.id, to.id),
  erase: async ({ db }, { ids }) => {
    await deleteBindings(db, ids);
    return {};
  },
};

type Known = { id: number; memberId: number };

async function retire(app: App, { id, memberId }: Known): Promise<void> {
  const retiredAt = now(app);
  await updateBinding(app.db, id, { retiredAt });
  await record(app, bindingFact('BindingRetired', { id, memberId }, { retiredAt: [null, retiredAt] }));
}

/** The entry names the member by number only, so that a purge has nothing to erase in it. */
function bindingFact(action: string, { id, memberId }: Known, when: Record<string, [null, string]>) {
  const member: [unknown, unknown] = action === 'MemberBound' ? [null, memberId] : [memberId, memberId];
  return { action, entityType: 'MemberChannelBinding', entityId: id, changes: { memberId: member, ...when } };
}
