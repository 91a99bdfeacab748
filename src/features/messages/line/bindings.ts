/** Which LINE account is whose. The account's id on LINE is in no answer and not in the log. */
import type { Holding } from '../../people/members/holdings.ts';
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

/** The bindings of members who are not deleted: the live ones, or with `includeRetired` all that there were. */
export async function listBindings(
  app: App,
  { includeRetired = false }: BindingQuery,
): Promise<{ items: MemberBinding[] }> {
  return { items: (await readBindings(app.db, includeRetired)).map(toBinding) };
}

/** One binding, live or retired. Raises `not_found`. */
export async function getBinding(app: App, id: number): Promise<MemberBinding> {
  const row = await findBinding(app.db, id);
  if (!row) throw notFound('binding');
  return toBinding(row);
}

function toBinding({ firstName, lastName, ...row }: NonNullable<Awaited<ReturnType<typeof findBinding>>>) {
  return { ...row, memberName: fullName({ firstName, lastName }) };
}

/** Where those of the members are reached who have a live binding and are not deleted, in the order of their ids. */
export function listLiveBindings(app: App, memberIds: readonly number[]): Promise<LiveBinding[]> {
  return listLive(app.db, memberIds);
}

/** Ends a live binding; it stays in the history. Raises `not_found`. */
export function retireBinding(app: App, id: number): Promise<void> {
  return inTransaction(app, async (app) => {
    const binding = await getBinding(app, id);
    if (binding.retiredAt !== null) throw notFound('binding');
    await retire(app, binding);
  });
}

/** Ends the live binding of a LINE account, if it has one: its owner does not want messages any more. */
export async function retireBindingOf(app: App, platformUserId: string, lateFrom?: string): Promise<void> {
  const binding = await findLiveOfUser(app.db, platformUserId);
  if (binding && !isOutdated(lateFrom, binding.boundAt)) await retire(app, binding);
}

/** Whether a LINE account has a live binding. */
export async function isBound(app: App, platformUserId: string): Promise<boolean> {
  return (await findLiveOfUser(app.db, platformUserId)) !== undefined;
}

/** What had stood in the way of a binding, or that it was there already. */
export type Before = 'nothing' | 'same' | 'otherAccount' | 'otherMember';

/** Makes a LINE account a member's, and ends what each of them had before. Belongs in a transaction. */
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
 * Gives what a double record has to the member it is merged into. Who has a live binding keeps that one; only then the
 * double's ends.
 */
async function reassignBindings(app: App, from: number, to: number): Promise<void> {
  const [double, survivor] = [await findLiveOfMember(app.db, from), await findLiveOfMember(app.db, to)];
  if (double && survivor) await retire(app, double);
  await moveBindings(app.db, from, to);
}

/** What LINE bindings, and the codes that make them, hold of members. */
export const bindingsHolding: Holding = {
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

/** The log names the member by number only, so that a purge finds nothing of a person in it. */
function bindingFact(action: string, { id, memberId }: Known, when: Record<string, [null, string]>) {
  const member: [unknown, unknown] = action === 'MemberBound' ? [null, memberId] : [memberId, memberId];
  return { action, entityType: 'MemberChannelBinding', entityId: id, changes: { memberId: member, ...when } };
}
