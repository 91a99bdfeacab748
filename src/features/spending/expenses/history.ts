/** Compares what belongs to an expense with all its entries in the audit log: decisions, participants and receipts. */
import type { AuditedRow, FigureEntry } from '../../audit/audited.ts';
import type { Changes } from '../../audit/chain.ts';

type Entry = Omit<FigureEntry, 'changes'> & { changes: Changes };

/** The id of the baseline, and whether the expense was entered after it, so that the log has its whole history. */
type Reach = { since: number; isAllTold: boolean };

/**
 * Returns what of an expense does not follow from its entries. For an expense from before the baseline, only later
 * participants and its receipts are compared, because a migration collected the rest.
 */
export function compareHistory(row: AuditedRow, rows: readonly FigureEntry[], since: number): string | undefined {
  const entries = rows.map((entry): Entry => ({ ...entry, changes: JSON.parse(entry.changes ?? '{}') as Changes }));
  const [first] = entries;
  if (first?.action !== 'ExpenseCreated' || row.deletedAt !== null) return undefined;
  const reach = { since, isAllTold: first.id > since };
  return (
    compareHands(row, entries, reach) ?? compareDecisions(row, entries, reach) ?? compareReceipts(row, entries, since)
  );
}

const DEEDS: Readonly<Record<string, string>> = {
  ExpenseUpdated: 'Changed',
  ReceiptAttached: 'Changed',
  ReceiptRemoved: 'Changed',
  ExpenseSubmitted: 'Submitted',
};

function compareHands({ hands }: AuditedRow, entries: readonly Entry[], { since, isAllTold }: Reach) {
  const present = new Map(listIn(hands).map((hand) => [JSON.stringify(hand), hand as [string, number]]));
  const told = new Set<string>();
  for (const { id, action, actorId, changes } of entries) {
    const deed = DEEDS[action];
    if (deed === undefined || actorId === null) continue;
    const hand = JSON.stringify([deed, actorId]);
    told.add(hand);
    // Merging two members changes the payee of their expenses, but nobody took part in the expense by that.
    const mayBeMerge = Object.keys(changes).join() === 'memberId';
    if (id > since && !mayBeMerge && !present.has(hand))
      return `does not note that user ${actorId} took part in it, but entry ${id} of the audit log says so`;
  }
  const foreign = isAllTold ? [...present].find(([hand]) => !told.has(hand)) : undefined;
  return foreign && `notes that user ${foreign[1][1]} took part in it, but the audit log does not say so`;
}

function compareDecisions({ decisions }: AuditedRow, entries: readonly Entry[], { isAllTold }: Reach) {
  const told = JSON.stringify(entries.flatMap(decisionOf));
  return !isAllTold || decisions === told
    ? undefined
    : `has the decisions ${String(decisions)}, but the audit log says ${told}`;
}

function decisionOf({ action, actorId, changes }: Entry): [string, number][] {
  if (actorId === null) return [];
  if (action === 'ExpenseRejected') return [['Rejection', actorId]];
  // Entering a reversal approves it.
  const isApproval = ['ExpenseFirstApproved', 'ExpenseApproved'].includes(action);
  const isReversal = action === 'ExpenseCreated' && typeof changes.reversalOf?.[1] === 'number';
  return isApproval || isReversal ? [['Approval', actorId]] : [];
}

/**
 * Until an expense is submitted, a receipt replaces the one before it; before the baseline it always did. An entry
 * about the same file does not name it again.
 */
function compareReceipts({ receipts }: AuditedRow, entries: readonly Entry[], since: number) {
  let told: unknown[] = [];
  let wasSubmitted = false;
  for (const { id, action, changes } of entries) {
    const status = changes.status?.[1] ?? 'Draft';
    if (status !== 'Draft') wasSubmitted = true;
    if (action === 'ReceiptRemoved') told = [];
    if (action !== 'ReceiptAttached') continue;
    const sha256 = changes.receipt ? digestIn(changes.receipt[1]) : told.at(-1);
    told = wasSubmitted && id > since ? [...told, sha256] : [sha256];
  }
  const wanted = JSON.stringify(told);
  return receipts === wanted
    ? undefined
    : `has the receipts ${String(receipts)} (SHA-256), but the audit log says ${wanted}`;
}

const digestIn = (receipt: unknown) =>
  typeof receipt === 'object' && receipt !== null && 'sha256' in receipt ? receipt.sha256 : null;

const listIn = (text: unknown) => JSON.parse(String(text)) as unknown[];
