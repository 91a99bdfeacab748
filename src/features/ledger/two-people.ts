/** Documents that a second person must approve: nobody may approve a document that they entered or changed. */
import { sql } from 'kysely';
import { type App, actorId } from '../../app.ts';
import type { Db } from '../../db/connect.ts';
import { AppError } from '../../errors.ts';
import type { AuditedTable } from '../audit/audited.ts';

/** A kind of document, with its tables and its names in messages. */
export type Approvable = {
  /** The first part of an action in the audit log: `Transfer` in `TransferCreated`. */
  entityType: 'JournalEntry' | 'Transfer';
  /** The word for a document in error messages: without an article here, and with one in `aNoun`. */
  noun: string;
  aNoun: string;
  table: 'journalEntries' | 'transfers';
  hands: 'journalHands' | 'transferHands';
  /** The column of the table `hands` that contains the id of the document. */
  column: 'entryId' | 'transferId';
};

/** Records that the caller entered or changed a document. A command without `--as` has no caller. */
export async function recordHand(app: App, { hands, column }: Approvable, id: number): Promise<void> {
  const userId = actorId(app);
  if (userId === null) return;
  await sql`insert into ${sql.table(hands)} (${sql.ref(column)}, "userId") values (${id}, ${userId})
    on conflict do nothing`.execute(app.db);
}

/**
 * Returns the caller as the approver of a document. Raises `invalid_transition` for a posted document, `forbidden` for
 * a command without `--as`, and `self_approval` for somebody who entered or changed the document.
 */
export async function approverOf(
  app: App,
  kind: Approvable,
  { id, status }: { id: number; status: 'PendingApproval' | 'Posted' },
): Promise<number> {
  const { noun, aNoun } = kind;
  if (status === 'Posted') {
    throw new AppError('invalid_transition', `Only a PendingApproval ${noun} can be approved. This one is Posted.`);
  }
  const approver = actorId(app);
  if (approver === null) throw new AppError('forbidden', `Only somebody who is signed in can approve ${aNoun}.`);
  if (!(await hadHandIn(app.db, kind, { id, userId: approver }))) return approver;
  throw new AppError('self_approval', `You entered or changed this ${noun}. Ask somebody else to approve it.`);
}

async function hadHandIn(db: Db, { hands, column }: Approvable, { id, userId }: { id: number; userId: number }) {
  const { rows } = await sql`select "userId" from ${sql.table(hands)}
    where ${sql.ref(column)} = ${id} and "userId" = ${userId}`.execute(db);
  return rows.length > 0;
}

/**
 * Returns the SQL for the users who entered or changed a document, and the function that compares these users with the
 * audit log.
 */
export function handsProof({ entityType, table, hands, column }: Approvable) {
  const actions: ReadonlySet<string> = new Set([`${entityType}Created`, `${entityType}Updated`]);
  const people = `(select json_group_array("userId" order by "userId") from "${hands}" where "${column}" = "${table}"."id")`;
  const compareHistory: AuditedTable['compareHistory'] = (row, entries) => {
    if (row['deletedAt'] !== null) return undefined;
    const users = entries.flatMap(({ action, actorId }) => (actions.has(action) && actorId !== null ? [actorId] : []));
    const told = JSON.stringify([...new Set(users)].toSorted((a, b) => a - b));
    return row['hands'] === told
      ? undefined
      : `was entered or changed by the users ${String(row['hands'])}, but the audit log says ${told}`;
  };
  return { derived: { hands: people }, compareHistory };
}
