/** The LINE groups that the church's account was invited to. A group's LINE id never appears in a response or a log. */
import { type App, created, inTransaction, modified, now } from '../../../app.ts';
import { AppError, notFound } from '../../../errors.ts';
import { changesBetween, type Fact } from '../../audit/rules.ts';
import { record } from '../../audit/service.ts';
import {
  findGroupOf,
  insertGroup,
  listGroups as readGroups,
  listGroupsByIds,
  updateGroupColumns,
} from './group-queries.ts';
import { isOutdated } from './rules.ts';
import { type GroupUpdate, MessagingGroup } from './schema.ts';

/** The address of a group on LINE. */
export type GroupAddress = { id: number; platformGroupId: string; name: string; isActive: boolean };

/** Returns all groups, including those that the account has left. */
export async function listGroups(app: App): Promise<{ items: MessagingGroup[] }> {
  return { items: await readGroups(app.db) };
}

/** Returns one group. Raises `not_found`. */
export async function getGroup(app: App, id: number): Promise<MessagingGroup> {
  const [group] = await listGroupsByIds(app.db, [id]);
  if (!group) throw notFound('group');
  return group;
}

/** Returns the addresses of groups, in the order of their ids. */
export async function findGroups(app: App, ids: readonly number[]): Promise<GroupAddress[]> {
  const groups = await listGroupsByIds(app.db, ids);
  return groups.map(({ id, platformGroupId, name, isActive }) => ({ id, platformGroupId, name, isActive }));
}

/**
 * Sets the name of a group and whether it gets messages. Raises `not_found`, and `conflict` if `isActive` is true but
 * the account has left the group.
 */
export function updateGroup(app: App, id: number, { name, isActive }: GroupUpdate): Promise<MessagingGroup> {
  return inTransaction(app, async (app) => {
    const before = await getGroup(app, id);
    if (isActive && before.leftAt !== null) {
      throw new AppError(
        'conflict',
        'The LINE account of the church is no longer in this group. Invite it again on LINE.',
      );
    }
    await updateGroupColumns(app.db, id, { name, isActive: isActive ? 1 : 0, ...modified(app) });
    return changed(app, 'MessagingGroupUpdated', before);
  });
}

/**
 * Records that the account is in a group. If the account was in the group before, the stored name of the group does not
 * change. `lateFrom` is the time of the event if LINE delivered it late. A late event does not undo a departure that
 * happened after it. Must run inside a transaction.
 */
export async function joinGroup(app: App, platformGroupId: string, name: string, lateFrom?: string): Promise<void> {
  const before = await findGroupOf(app.db, platformGroupId);
  if (before?.leftAt === null || isOutdated(lateFrom, before?.leftAt)) return;
  const joined = { isActive: 1, joinedAt: now(app), leftAt: null } as const;
  if (before) {
    await updateGroupColumns(app.db, before.id, { ...joined, ...modified(app) });
    await changed(app, 'MessagingGroupJoined', before);
    return;
  }
  const id = await insertGroup(app.db, { platform: 'Line', platformGroupId, name, ...joined, ...created(app) });
  await record(app, groupFact('MessagingGroupJoined', null, await getGroup(app, id)));
}

/**
 * Records that the account left a group. A late event does not undo a return that happened after it. Must run inside a
 * transaction.
 */
export async function leaveGroup(app: App, platformGroupId: string, lateFrom?: string): Promise<void> {
  const before = await findGroupOf(app.db, platformGroupId);
  if (!before || before.leftAt !== null || isOutdated(lateFrom, before.joinedAt)) return;
  await updateGroupColumns(app.db, before.id, { isActive: 0, leftAt: now(app), ...modified(app) });
  await changed(app, 'MessagingGroupLeft', before);
}

async function changed(app: App, action: string, before: MessagingGroup): Promise<MessagingGroup> {
  const after = await getGroup(app, before.id);
  await record(app, groupFact(action, before, after));
  return after;
}

function groupFact(action: string, before: MessagingGroup | null, after: MessagingGroup): Fact {
  const changes = changesBetween(MessagingGroup, before, after);
  return { action, entityType: 'MessagingGroup', entityId: after.id, changes };
}
