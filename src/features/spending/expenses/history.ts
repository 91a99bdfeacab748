/** Compares the decisions, participants and receipts of an expense with its entries in the audit log. */
import type { AuditedRow, FigureEntry } from '../../audit/audited.ts';
import type { Changes } from '../../audit/chain.ts';

type Entry = Omit<FigureEntry, 'changes'> & { changes: Changes };

/**
 * `since` is the id of the baseline entry. `isAllTold` is true if the expense was entered after the baseline. The log
 * then contains the whole history of the expense.
 */
type Reach = { since: number; isAllTold: boolean };

/**
 * Returns a description of the first difference between an expense and its entries, or undefined if there is none. If
 * the expense is older than the baseline, only its receipts and its participants since the baseline are compared,
 * because a migration reconstructed its decisions and earlier participants.
 */
export function compareHistory(row: AuditedRow, rows: readonly FigureEntry[], since: number): string | undefined {
  const entries = rows.map((entry): Entry => ({ ...entry, changes: JSON.parse(entry.changes ?? '{}') as Changes }));
  const unequal = comparePayments(row);
  if (unequal !== undefined) return unequal;
  const [first] = entries;
  if (first?.action !== 'ExpenseCreated' || row.deletedAt !== null) return undefined;
  const reach = { since, isAllTold: first.id > since };
  return (
    compareHands(row, entries, reach) ?? compareDecisions(row, entries, reach) ?? compareReceipts(row, entries, since)
  );
}

/** Compares the amount of a paid expense, less its paid reversals, with the sum of its payments. */
function comparePayments({ status, reversalOf, deletedAt, paid }: AuditedRow): string | undefined {
  if (status !== 'Paid' || reversalOf !== null || deletedAt !== null) return undefined;
  const [wanted, sum] = JSON.parse(String(paid)) as [number, number];
  return wanted === sum
    ? undefined
    : `is marked as paid with ${wanted / 100}, but its payments in the books add up to ${sum / 100}`;
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
    // Merging two members changes the payee of their expenses. The person who merged them did not take part in these
    // expenses.
    const mayBeMerge = Object.keys(changes).join() === 'memberId';
    if (id > since && !mayBeMerge && !present.has(hand))
      return `does not record that user ${actorId} took part in this expense, but entry ${id} of the audit log does`;
  }
  const foreign = isAllTold ? [...present].find(([hand]) => !told.has(hand)) : undefined;
  return foreign && `records that user ${foreign[1][1]} took part in this expense, but the audit log does not`;
}

function compareDecisions({ decisions }: AuditedRow, entries: readonly Entry[], { isAllTold }: Reach) {
  const told = JSON.stringify(entries.flatMap(decisionOf));
  return !isAllTold || decisions === told
    ? undefined
    : `has the decisions ${String(decisions)}, but the audit log has ${told}`;
}

function decisionOf({ action, actorId, changes }: Entry): [string, number][] {
  if (actorId === null) return [];
  if (action === 'ExpenseRejected') return [['Rejection', actorId]];
  // A reversal is approved when it is entered.
  const isApproval = ['ExpenseFirstApproved', 'ExpenseApproved'].includes(action);
  const isReversal = action === 'ExpenseCreated' && typeof changes.reversalOf?.[1] === 'number';
  return isApproval || isReversal ? [['Approval', actorId]] : [];
}

/**
 * Compares the receipts of an expense with those in its entries. Until an expense is submitted, a new receipt replaces
 * the earlier one; before the baseline, every new receipt replaced the earlier one. If the same file is attached again,
 * the entry does not name the file.
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
    : `has the receipts ${String(receipts)} (SHA-256), but the audit log has ${wanted}`;
}

const digestIn = (receipt: unknown) =>
  typeof receipt === 'object' && receipt !== null && 'sha256' in receipt ? receipt.sha256 : null;

const listIn = (text: unknown) => JSON.parse(String(text)) as unknown[];
