/** Documents that a second person must approve: nobody may approve a document that they entered or changed. */
import { sql, type SqlBool } from 'kysely';
import { type App, actorId, inTransaction, now } from '../../app.ts';
import type { Db } from '../../db/connect.ts';
import { AppError } from '../../errors.ts';
import type { AuditedTable } from '../audit/audited.ts';
import type { Fact } from '../audit/rules.ts';
import { record } from '../audit/service.ts';
import { rejectedReason, rejectedReasonText } from './joins.ts';
import { clearRejection, insertRejection } from './queries.ts';

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

/**
 * Records that the caller entered or changed a document, which waits anew if it had been rejected. A command without
 * `--as` has no caller.
 */
export async function recordHand(app: App, kind: Approvable, id: number): Promise<void> {
  const { hands, column } = kind;
  await clearRejection(app.db, kind.entityType, id, now(app));
  const userId = actorId(app);
  if (userId === null) return;
  await sql`insert into ${sql.table(hands)} (${sql.ref(column)}, "userId") values (${id}, ${userId})
    on conflict do nothing`.execute(app.db);
}

type Document = { id: number; status: 'PendingApproval' | 'Posted' };

/**
 * Returns the caller as the approver of a document. A rejection of the document no longer counts. Throws
 * `invalid_transition` for a posted document, `forbidden` for a command without `--as`, and `self_approval` for somebody
 * who entered or changed the document.
 */
export async function approverOf(app: App, kind: Approvable, document: Document): Promise<number> {
  const approver = deciderOf(app, kind, document, 'approved');
  if (await hadHandIn(app.db, kind, { id: document.id, userId: approver })) {
    throw new AppError('self_approval', `You entered or changed this ${kind.noun}. Ask somebody else to approve it.`);
  }
  await clearRejection(app.db, kind.entityType, document.id, now(app));
  return approver;
}

/** How a document is read, and what the audit log says of a change to it. */
type Known<D extends Document> = {
  read: (app: App, id: number) => Promise<D>;
  factOf: (action: string, before: D, after: D) => Fact;
};

/**
 * Returns a function that rejects documents of a kind: the caller says why, and the document keeps its status and waits for
 * a change by who entered it. It throws `not_found`, `invalid_transition` for a posted document, and `forbidden` for a
 * command without `--as`.
 */
export function rejecting<D extends Document>(kind: Approvable, { read, factOf }: Known<D>) {
  return (app: App, id: number, reason: string): Promise<D> =>
    inTransaction(app, async (app) => {
      const before = await read(app, id);
      const userId = deciderOf(app, kind, before, 'rejected');
      await clearRejection(app.db, kind.entityType, id, now(app));
      await insertRejection(app.db, { kind: kind.entityType, subjectId: id, userId, at: now(app), reason });
      const after = await read(app, id);
      await record(app, factOf(`${kind.entityType}Rejected`, before, after));
      return after;
    });
}

function deciderOf(app: App, { noun, aNoun }: Approvable, { status }: Document, done: 'approved' | 'rejected'): number {
  if (status === 'Posted') {
    throw new AppError('invalid_transition', `Only a PendingApproval ${noun} can be ${done}. This one is Posted.`);
  }
  const userId = actorId(app);
  if (userId !== null) return userId;
  throw new AppError('forbidden', `Only somebody who is signed in can approve or reject ${aNoun}.`);
}

/** SQL for the condition that a document waits for the decision of a user who did not enter or change it. */
export function waitsFor({ entityType, table, hands, column }: Approvable, userId: number) {
  const id = sql.ref(`${table}.id`);
  return sql<SqlBool>`${sql.ref(`${table}.deletedAt`)} is null and ${sql.ref(`${table}.status`)} = 'PendingApproval'
    and not exists (select 1 from ${sql.table(hands)} h where h.${sql.ref(column)} = ${id} and h."userId" = ${userId})
    and ${rejectedReason({ entityType, table })} is null`;
}

async function hadHandIn(db: Db, { hands, column }: Approvable, { id, userId }: { id: number; userId: number }) {
  const { rows } = await sql`select "userId" from ${sql.table(hands)}
    where ${sql.ref(column)} = ${id} and "userId" = ${userId}`.execute(db);
  return rows.length > 0;
}

/**
 * Returns the SQL for the users who entered or changed a document and for why it was rejected, and the function that
 * compares these users with the audit log.
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
  const rejected = rejectedReasonText({ entityType, table });
  return { derived: { hands: people, rejectedReason: rejected }, compareHistory };
}
