/** What the log shows of a person, and how it is taken out when the person is purged. */
import type { App } from '../../app.ts';
import { breathe } from '../../lib/chunks.ts';
import { listMentions, readHead, replaceChanges } from './queries.ts';
import type { Changes } from './rules.ts';

/** An entry that shows a person, as it reads without them. */
export type Mention = { id: number; changes: string };

const STRETCH = 2000;

/** The entries after one that show these members: their own, and those of givings under their names. */
export async function findMentions(
  app: App,
  memberIds: readonly number[],
  after: number,
): Promise<{ mentions: Mention[]; upTo: number }> {
  const { entries } = await readHead(app.db);
  const mentions: Mention[] = [];
  for (let from = after; from < entries; from += STRETCH) {
    const rows = await listMentions(app.db, memberIds, { from, to: Math.min(from + STRETCH, entries) });
    for (const { id, entityType, changes } of rows) {
      const redacted = redact(entityType, JSON.parse(changes ?? '{}') as Changes, memberIds);
      if (redacted) mentions.push({ id, changes: JSON.stringify(redacted) });
    }
    await breathe();
  }
  return { mentions, upTo: entries };
}

/** Takes the person out of the entries; the hash chain holds, because it is over a digest of what stood there. */
export async function redactMentions(app: App, mentions: readonly Mention[]): Promise<void> {
  for (const { id, changes } of mentions) await replaceChanges(app.db, id, changes);
}

/** The marks that stand in place of what was taken out. */
export const MARKS = ['purged'] as const;

const MARK: Changes = { purged: [null, true] };

/** A member's own entry loses everything, a giving's the name; both are marked. Undefined when nothing is to be taken. */
function redact(entityType: string, changes: Changes, memberIds: readonly number[]): Changes | undefined {
  if (entityType === 'Member') return MARK;
  const { memberName, ...rest } = changes;
  const names = changes.memberId?.some((id) => memberIds.includes(Number(id)));
  return names && memberName ? { ...rest, ...MARK } : undefined;
}
