/** Does with a line what a rule says, and takes it back. Each works completely or not at all. */
import { type App, modified } from '../../../app.ts';
import { inSavepoint } from '../../../db/savepoint.ts';
import { AppError, ERRORS, knownRefusal } from '../../../errors.ts';
import type { Changes } from '../../audit/rules.ts';
import { record } from '../../audit/service.ts';
import { getTransfer } from '../../ledger/transfers/service.ts';
import { updateLineColumns } from '../lines/queries.ts';
import type { BankLine } from '../lines/schema.ts';
import { getLine, ignoreLine } from '../lines/service.ts';
import { makeExpense, makeIncome, makeTransfer } from '../matches/make.ts';
import { LineExpense, LineIncome, LineTransfer } from '../matches/make-schema.ts';
import type { DocumentName } from '../matches/schema.ts';
import { deleteMatch, getMatch, storeMatch } from '../matches/service.ts';
import { removeDocument } from '../matches/unmake.ts';
import { markMatch } from './queries.ts';
import type { Claim, Ruled } from './rules.ts';
import type { BankRule, RuledLine } from './schema.ts';
import { decode } from '../../../validate.ts';

/** A line, the rule that settles it, and a document that the line may be. */
export type Job = Ruled<BankLine> & { claim: Claim | undefined };

/** Why a rule leaves a line open, apart from the refusals of the services. */
class LeftOpen extends Error {
  readonly code: 'maybe_entered' | 'no_suggestion';

  constructor(code: LeftOpen['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Calls `work` for a line as a part of a transaction, and returns what it did. If a service refuses the work, the line
 * stays as it was, and the result says why. If `isKept` is false, everything is undone. Must run inside a transaction.
 */
export async function attempt(
  app: App,
  { line, ruleId, isKept }: { line: BankLine; ruleId: number; isKept: boolean },
  work: () => Promise<Pick<RuledLine, 'matchId' | 'documents'>>,
): Promise<RuledLine> {
  const { id: lineId, date, amount, description } = line;
  const ruled = { lineId, date, amount, description, ruleId };
  try {
    const { matchId, documents } = await inSavepoint(app.db, work, isKept);
    const shown = isKept ? { matchId, documents } : NOTHING;
    return { ...ruled, outcome: 'Done', ...shown, code: null, message: null };
  } catch (error) {
    const { code, message } = reasonOf(error);
    return { ...ruled, outcome: 'Refused', ...NOTHING, code, message };
  }
}

const NOTHING = { matchId: null, documents: [] };

/** Returns why a line was refused. Throws an error that is no refusal of the line again. */
function reasonOf(error: unknown): Pick<LeftOpen, 'message'> & { code: string } {
  if (error instanceof LeftOpen) return error;
  const refusal = knownRefusal(error);
  if (refusal instanceof AppError && ERRORS[refusal.code].status < 500) return refusal;
  throw error;
}

/** Settles a line as its rule says. Raises the errors of the services that it calls. Must run inside a transaction. */
export async function carryOut(app: App, { line, rule, claim }: Job) {
  const isFound = await settle(app, { line, rule, claim });
  await updateLineColumns(app.db, [line.id], { ruleId: rule.id, ...modified(app) });
  const { matchId } = await getLine(app, pathOf(line));
  if (matchId !== null) await markMatch(app.db, matchId, rule.id, !isFound);
  const changes: Changes = { lineId: [null, line.id], matchId: [null, matchId] };
  await record(app, { action: 'BankRuleApplied', entityType: 'BankRule', entityId: rule.id, changes });
  return matchedBy(app, line.accountId, matchId);
}

const pathOf = ({ id, accountId }: BankLine) => ({ id: accountId, lineId: id });

async function matchedBy(
  app: App,
  id: number,
  matchId: number | null,
): Promise<{ matchId: number | null; documents: DocumentName[] }> {
  if (matchId === null) return { matchId, documents: [] };
  const { documents } = await getMatch(app, { id, matchId });
  return { matchId, documents: documents.map(({ type, id }) => ({ type, id })) };
}

/** Settles a line. Returns true if it was matched with a document that the books already had. */
async function settle(app: App, { line, rule, claim }: Job): Promise<boolean> {
  const { type, otherAccountId, ...fields } = rule.action;
  const path = pathOf(line);
  if (type === 'Ignore') await ignoreLine(app, path, true);
  else if (type === 'Match' || (claim && (await isOtherSide(app, claim, otherAccountId))))
    return matchClaim(app, line, claim);
  else if (claim?.isLikely) throw maybeEntered(claim);
  else if (type === 'Expense') await makeExpense(app, path, decode(LineExpense, expenseOf(fields)));
  else if (type === 'OtherIncome') await makeIncome(app, path, decode(LineIncome, incomeOf(fields)));
  else await makeTransfer(app, path, decode(LineTransfer, transferOf(line, otherAccountId)));
  return false;
}

type Fields = Omit<BankRule['action'], 'type' | 'otherAccountId'>;

const expenseOf = ({ incomeCategoryId: _income, payer: _payer, vendorId, vendor, ...fields }: Fields) => ({
  ...fields,
  vendorId,
  vendor: vendorId === null ? vendor : null,
});
const incomeOf = ({ incomeCategoryId, payer, fundId }: Fields) => ({ incomeCategoryId, payer, fundId });
const transferOf = ({ amount }: BankLine, other: number | null) =>
  amount < 0 ? { toAccountId: other } : { fromAccountId: other };

/** True if a rule may match the line with a document that the books already have. */
export function isForMatch({ rule, claim }: Job): boolean {
  const { type } = rule.action;
  return type === 'Match' || (type === 'Transfer' && isTransfer(claim));
}

const isTransfer = (claim: Claim | undefined) =>
  claim?.document.type === 'Transfer' && claim.isCertain && claim.isLikely;

/** True if a document is a transfer from or to the other account, which the bank of that account may have shown first. */
async function isOtherSide(app: App, claim: Claim, otherAccountId: number | null): Promise<boolean> {
  if (otherAccountId === null || !isTransfer(claim)) return false;
  const { fromAccountId, toAccountId } = await getTransfer(app, claim.document.id);
  return [fromAccountId, toAccountId].includes(otherAccountId);
}

async function matchClaim(app: App, line: BankLine, claim: Claim | undefined): Promise<true> {
  if (!claim?.isCertain) {
    throw new LeftOpen('no_suggestion', 'No document, or more than one, may be this line. Match it yourself.');
  }
  await storeMatch(app, line.accountId, { lines: [line.id], documents: [claim.document] });
  return true;
}

function maybeEntered({ document: { type, id, date } }: Claim): LeftOpen {
  return new LeftOpen(
    'maybe_entered',
    `${type} ${id} of ${date} has the same amount and may be this line. Match the two, or make the document of the line yourself.`,
  );
}

/**
 * Takes back what a rule did with a line: the line is open again, and the document that the rule made is deleted. Raises
 * the errors of the services that it calls. Must run inside a transaction.
 */
export async function takeBack(app: App, line: BankLine, isRuleMade: boolean) {
  const { matchId, documents } = await matchedBy(app, line.accountId, line.matchId);
  if (matchId === null) await ignoreLine(app, pathOf(line), false);
  else await deleteMatch(app, { id: line.accountId, matchId });
  if (isRuleMade) for (const document of documents) await removeDocument(app, document);
  const changes: Changes = { lineId: [line.id, null], matchId: [matchId, null] };
  await record(app, { action: 'BankRuleUndone', entityType: 'BankRule', entityId: line.ruleId ?? '', changes });
  return { matchId, documents };
}
