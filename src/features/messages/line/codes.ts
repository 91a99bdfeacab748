/**
 * Binding codes. A member sends a code to the church's LINE account, and Vestry then knows the LINE account of the
 * member. Only a keyed hash of a code is stored. The key is derived from the encryption key (`codeHash`), so all open
 * codes become invalid when the secrets are replaced.
 */
import { type App, actorId, inTransaction, later, now } from '../../../app.ts';
import { exists } from '../../../db/exists.ts';
import { unknownReference } from '../../../errors.ts';
import { keep } from '../../audit/kept.ts';
import { record } from '../../audit/service.ts';
import { closeCodes, deleteEndedBefore, findOpenCode, insertCode, revokeOpenCodes } from './queries.ts';
import { codeHash, newCode } from './rules.ts';
import type { BindingCode, NewBindingCode } from './schema.ts';

const HOUR_MS = 3_600_000;
const GOOD_FOR_MS = 24 * HOUR_MS;
/**
 * How long expired codes and handled events are stored. LINE redelivers an event for a few hours at most, so this is
 * long enough to recognize a redelivered event.
 */
const KEPT_MS = 90 * 24 * HOUR_MS;

/**
 * Makes a code that a member can use once, within 24 hours. Earlier codes of the member stop working. The code is not
 * stored, so it cannot be shown again. Throws `unknown_reference`.
 */
export function createBindingCode(app: App, { memberId }: NewBindingCode): Promise<BindingCode & { code: string }> {
  return inTransaction(app, async (app) => {
    if (!(await exists(app.db, 'members', memberId))) throw unknownReference('memberId', 'member');
    const code = newCode();
    const [createdAt, expiresAt] = [now(app), later(app, GOOD_FOR_MS)];
    keep(app, 'LineBindingCode', await revokeOpenCodes(app.db, memberId, createdAt));
    const id = await insertCode(app.db, {
      memberId,
      codeHash: codeHash(app.secrets().encryptionKey, code),
      createdAt,
      createdBy: actorId(app),
      expiresAt,
    });
    const changes: Record<string, [unknown, unknown]> = { memberId: [null, memberId], expiresAt: [null, expiresAt] };
    await record(app, { action: 'BindingCodeCreated', entityType: 'LineBindingCode', entityId: id, changes });
    return { code, expiresAt };
  });
}

/** The id of a code, and the member for whom it was made. */
export type CodeHolder = {
  id: number;
  memberId: number;
  firstName: string;
  lastName: string;
  chineseName: string | null;
};

/** Returns the oldest usable code among the candidates, with its member, or undefined if no candidate is usable. */
export function findCode(app: App, candidates: readonly string[]): Promise<CodeHolder | undefined> {
  const hashes = candidates.map((one) => codeHash(app.secrets().encryptionKey, one));
  return findOpenCode(app.db, hashes, now(app));
}

/** Marks a code as used, and revokes the other open codes of its member. Must run inside a transaction. */
export async function useCode(app: App, code: CodeHolder): Promise<void> {
  const usedAt = now(app);
  keep(app, 'LineBindingCode', await closeCodes(app.db, code, usedAt));
  const changes: Record<string, [unknown, unknown]> = { usedAt: [null, usedAt] };
  await record(app, { action: 'BindingCodeUsed', entityType: 'LineBindingCode', entityId: code.id, changes });
}

/** Removes binding codes that expired, and LINE events that were handled, more than 90 days ago. */
export function forgetOldLineEvents(app: App): Promise<void> {
  return inTransaction(app, (app) => deleteEndedBefore(app.db, later(app, -KEPT_MS)));
}
