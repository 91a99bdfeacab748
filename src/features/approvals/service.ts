/** Lists what waits for a second person, and decides it, whatever it is. */
import { type App, actorId, inSnapshot, inTransaction } from '../../app.ts';
import { AppError, notFound } from '../../errors.ts';
import { getUsers } from '../access/users/service.ts';
import type { Decision, WaitingApproval, WaitingList, WaitingPath, WaitingRejection } from './schema.ts';
import { type Decided, MOST_WAITING, WAITING, type Waits } from './waiting.ts';

/**
 * Returns what waits for the decision of the caller, the oldest first. What the caller entered or changed, and what was
 * rejected and not changed since, is left out. Throws `forbidden` for a command without `--as`.
 */
export function listWaiting(app: App): Promise<WaitingList> {
  const userId = actorId(app);
  if (userId === null) throw new AppError('forbidden', 'Say whose list this is, such as --as elder@example.org.');
  return inSnapshot(app, async (app) => {
    const lists = [];
    for (const { kind, list } of await app.declared(WAITING)) {
      lists.push((await list(app, userId, MOST_WAITING + 1)).map((waiting) => ({ kind, ...waiting })));
    }
    const all = lists.flatMap((list) => list.slice(0, MOST_WAITING));
    const ids = new Set(all.flatMap(({ requestedBy }) => requestedBy ?? []));
    const names = new Map((await getUsers(app, [...ids])).map((user) => [user.id, user.displayName]));
    return {
      items: all
        .toSorted((a, b) => a.date.localeCompare(b.date, 'en'))
        .map(({ effects, ...waiting }) => ({
          ...waiting,
          requestedByName: names.get(waiting.requestedBy ?? 0) ?? null,
          need: 'Approve' as const,
          effects: [...effects],
        })),
      isCapped: lists.some(({ length }) => length > MOST_WAITING),
    };
  });
}

/** Approves something that waits. Throws `stale_version`, and what the approval of its kind throws. */
export function approve(app: App, path: WaitingPath, seen: WaitingApproval): Promise<Decision> {
  return decide(app, path, seen, (app, waits) => waits.approve(app, path.id));
}

/** Rejects something that waits, and says why. Throws `stale_version`, and what the rejection of its kind throws. */
export function reject(app: App, path: WaitingPath, { reason, ...seen }: WaitingRejection): Promise<Decision> {
  return decide(app, path, seen, (app, waits) => waits.reject(app, path.id, reason));
}

async function decide(
  app: App,
  { kind, id }: WaitingPath,
  { modifiedAt }: WaitingApproval,
  decision: (app: App, waits: Waits) => Promise<Decided>,
): Promise<Decision> {
  const waits = (await app.declared(WAITING)).find((one) => one.kind === kind);
  if (!waits) throw notFound('document');
  return inTransaction(app, async (app) => {
    if (modifiedAt !== null && (await waits.modifiedAt(app, id)) !== modifiedAt) throw changedSince();
    const { status, warnings } = await decision(app, waits);
    return { kind, id, status, ...(warnings && { warnings: warnings as Decision['warnings'] }) };
  });
}

function changedSince(): AppError {
  return new AppError('stale_version', 'This was changed since you saw it. Nothing was decided. Look at it again.');
}
