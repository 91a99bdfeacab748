/**
 * Writes heads of the audit log to the service's own log, outside the database, and compares noted heads with the audit
 * log later. A head is the number of entries with the hash of the last entry.
 */
import { type App, inSnapshot } from '../../app.ts';
import { compareStructure } from '../../db/structure.ts';
import { badField } from '../../errors.ts';
import { chainHash, type Changes, type Head, headText, judgeHead } from './chain.ts';
import { type ChainRow, findEntry, listChain, listRestores, readHead } from './queries.ts';

/** For each clock, the day on which the head was last logged. A running service has one clock. */
const notedOn = new WeakMap<App['clock'], string>();

/**
 * Logs the head and its seal once a day for each clock. Logs them as an error if the seal is invalid or the audit log
 * does not end with the sealed entry. The service keeps running after such an error, because a church must still be
 * able to count its offerings.
 */
export async function noteHeadDaily(app: App): Promise<void> {
  const { clock, log, secrets } = app;
  const today = clock.now().toISOString().slice(0, 10);
  if (notedOn.get(clock) === today) return;
  notedOn.set(clock, today);
  const { head, seal, last } = await inSnapshot(app, async ({ db }) => {
    const { seal, ...head } = await readHead(db);
    return { head, seal, last: await listChain(db, head.entries - 1, 2) };
  });
  const noted = { auditHead: headText(head), auditSeal: seal };
  const isSealed = judgeHead(head, seal, secrets().encryptionKey) === 'authenticated';
  if (isSealed && isEnd(head, last)) log.info(noted, 'end of the audit log');
  else if (isSealed) log.error(noted, `the audit log does not end with the entry that was sealed; ${ASK_FOR_PROOF}`);
  else log.error(noted, `the audit log does not bear the seal of this program; ${ASK_FOR_PROOF}`);
}

const ASK_FOR_PROOF = 'somebody may have changed the books: run vestry audit verify';

/** True if the log ends with the sealed entry, and that entry is unchanged. */
function isEnd({ entries, lastHash }: Head, [last, ...more]: readonly ChainRow[]): boolean {
  return (
    last?.id === entries &&
    more.length === 0 &&
    last.hash === lastHash &&
    last.hash === chainHash(last.id, last, last.previousHash)
  );
}

/**
 * Logs an error for each table or index that differs from what the program made, and a warning for each harmless
 * addition.
 */
export async function noteStructure({ db, log }: App): Promise<void> {
  const { faults, warnings } = await compareStructure(db);
  for (const fault of faults) log.error({ fault }, `the database was changed by another program; ${ASK_FOR_PROOF}`);
  for (const fault of warnings) log.warn({ fault }, 'the database contains something that this program did not make');
}

const NOTED = /^(\d{1,12}):([0-9a-f]{8,64})$/;

/**
 * The result of looking up a noted head. `isThere` is true if the head was once the end of this log, or of a log that a
 * restore replaced.
 */
export type NotedHead = { isThere: boolean; message: string };

/** Looks up a noted head in this log. Raises `validation_failed` for a text that is not `COUNT:HASH`. */
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
      const message = `The noted head is the end of an earlier log. Entry ${restore.id} (${restore.at}) says that a restore replaced it.`;
      return { isThere: true, message };
    }
    const why = entry ? `entry ${id} has the hash ${entry.hash}` : `the log ends before entry ${id}`;
    const [last] = restores;
    const hint = last ? ` Entry ${last.id} (${last.at}) says that a restore replaced an earlier log.` : '';
    return { isThere: false, message: `The noted head is not in this log: ${why}.${hint}` };
  });
}

function isReplaced({ changes }: { changes: string | null }, id: number, hash: string): boolean {
  const { auditEntries, auditHash } = JSON.parse(changes ?? '{}') as Changes;
  return auditEntries?.[0] === id && String(auditHash?.[0]).startsWith(hash);
}
