/** Heads of the audit log that are kept outside the database, and what they say later. */
import { type App, inSnapshot } from '../../app.ts';
import { badField } from '../../errors.ts';
import { type Changes, headText, judgeHead } from './chain.ts';
import { findEntry, listRestores, readHead } from './queries.ts';

/** The day of the last note, by what holds the time; a service has one. */
const notedOn = new WeakMap<App['clock'], string>();

/** Notes the head and its seal in the service's log, once a day for each clock. */
export async function noteHeadDaily({ db, clock, log, secrets }: App): Promise<void> {
  const today = clock.now().toISOString().slice(0, 10);
  if (notedOn.get(clock) === today) return;
  notedOn.set(clock, today);
  const { seal, ...head } = await readHead(db);
  const noted = { auditHead: headText(head), auditSeal: seal };
  if (judgeHead(head, seal, secrets().encryptionKey) === 'authenticated') log.info(noted, 'end of the audit log');
  else log.error(noted, 'the audit log does not bear the seal of this program; run vestry audit verify');
}

const NOTED = /^(\d{1,12}):([0-9a-f]{8,64})$/;

/** What a noted head says of the log: whether it was the end of this log once, or of one that a restore replaced. */
export type NotedHead = { isThere: boolean; message: string };

/** Looks a noted head up. Raises `validation_failed` for a text of another form than `COUNT:HASH`. */
export function compareHead(app: App, text: string): Promise<NotedHead> {
  const [, count, hash = ''] = NOTED.exec(text.trim().toLowerCase()) ?? [];
  if (count === undefined) {
    throw badField('head', 'invalid_format', 'must be COUNT:HASH, with at least the first eight digits of the hash');
  }
  const id = Number(count);
  return inSnapshot(app, async ({ db }) => {
    const entry = await findEntry(db, id);
    if (entry?.hash.startsWith(hash)) return { isThere: true, message: `The noted head is entry ${id} of this log.` };
    const restores = await listRestores(db);
    const restore = restores.find((one) => isReplaced(one, id, hash));
    if (restore) {
      const message = `The noted head is the end of a log that a restore replaced, says entry ${restore.id} (${restore.at}).`;
      return { isThere: true, message };
    }
    const why = entry ? `entry ${id} has the hash ${entry.hash}` : `the log ends before entry ${id}`;
    const [last] = restores;
    const hint = last ? ` A restore replaced the log before, says entry ${last.id} (${last.at}).` : '';
    return { isThere: false, message: `The noted head is not in this log: ${why}.${hint}` };
  });
}

function isReplaced({ changes }: { changes: string | null }, id: number, hash: string): boolean {
  const { auditEntries, auditHash } = JSON.parse(changes ?? '{}') as Changes;
  return auditEntries?.[0] === id && String(auditHash?.[0]).startsWith(hash);
}
