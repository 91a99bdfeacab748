import { type App, created, inTransaction, modified, now } from '../../../app.ts';
import { type AccountDocument, keyOf } from '../../../books/account-documents.ts';
import { refuseCleared } from '../../../books/cleared.ts';
import {
  AppError,
  type FieldError,
  missingReference,
  notFound,
  repeatedFields,
  unknownReferences,
} from '../../../errors.ts';
import { addMoney, formatMoney, toDecimal } from '../../../lib/money.ts';
import { refusal } from '../../../validate.ts';
import { record } from '../../audit/service.ts';
import { bankAccount } from '../accounts.ts';
import { findLines, updateLineColumns } from '../lines/queries.ts';
import type { BankLine } from '../lines/schema.ts';
import { alreadyMatched } from '../lines/service.ts';
import { openDocuments } from './documents.ts';
import { findMatch, insertCleared, insertMatch, removeMatch } from './queries.ts';
import { matchFact } from './rules.ts';
import type { BankMatch, DocumentName, NewBankMatch } from './schema.ts';

/** Returns one match of an account. Raises `not_found`. */
export async function getMatch(app: App, { id, matchId }: { id: number; matchId: number }): Promise<BankMatch> {
  const match = await findMatch(app.db, matchId);
  if (match?.accountId !== id) throw notFound('match');
  return match;
}

/**
 * Matches lines of an account with documents. What is left of the documents must be the sum of the lines. Documents
 * alone, or lines alone, can be matched if they add up to zero. Raises `not_found`, `unknown_reference`,
 * `validation_failed` for a line or document that is named twice, `already_matched`, `reconciled` for a document that a
 * statement has, and `amounts_differ`.
 */
export function createMatch(app: App, accountId: number, input: NewBankMatch): Promise<BankMatch> {
  return inTransaction(app, async (app) => {
    await bankAccount(app, accountId);
    refuseRepeated(input);
    const lines = await linesOf(app, accountId, input.lines);
    const open = await openDocuments(app, accountId);
    await refuseUnknown(app, accountId, input.documents, open);
    const documents = input.documents.flatMap((name) => open.get(keyOf(name)) ?? []);
    const sums = {
      lines: addMoney(...lines.map(({ amount }) => amount)),
      documents: addMoney(...documents.map(({ amount }) => amount)),
    };
    if (sums.lines !== sums.documents) throw amountsDiffer(sums);
    return storeMatch(app, accountId, { lines: input.lines, documents });
  });
}

type Matched = { lines: readonly number[]; documents: readonly Pick<AccountDocument, 'type' | 'id' | 'amount'>[] };

/** Stores a match and its audit entry; checks nothing. Must run inside a transaction. */
export async function storeMatch(app: App, accountId: number, { lines, documents }: Matched): Promise<BankMatch> {
  const id = await insertMatch(app.db, { accountId, ...created(app) });
  await updateLineColumns(app.db, lines, { matchId: id, isIgnored: 0, ruleId: null, ...modified(app) });
  await insertCleared(
    app.db,
    documents.map(({ type, id: documentId, amount }) => {
      return { accountId, type, documentId, amountMinor: amount, matchId: id, reconciliationId: null };
    }),
  );
  const match = await getMatch(app, { id: accountId, matchId: id });
  await record(app, matchFact('BankMatchCreated', null, match));
  return match;
}

/** Deletes a match. Its lines are open again. Raises `not_found` and `reconciled`. */
export function deleteMatch(app: App, path: { id: number; matchId: number }): Promise<void> {
  return inTransaction(app, async (app) => {
    const match = await getMatch(app, path);
    if (match.reconciliationId !== null) {
      throw new AppError(
        'reconciled',
        `Match ${match.id} is part of reconciliation ${match.reconciliationId}. Nothing was changed. Undo that reconciliation first.`,
        { extra: { accountId: match.accountId, matchId: match.id, reconciliationId: match.reconciliationId } },
      );
    }
    await updateLineColumns(app.db, match.lines, { matchId: null, ruleId: null, ...modified(app) });
    await removeMatch(app.db, match.id, { deletedAt: now(app), ...modified(app) });
    await record(app, matchFact('BankMatchDeleted', match, null));
  });
}

function refuseRepeated({ lines, documents }: NewBankMatch): void {
  const faults = [
    ...repeatedFields(lines, (index) => `lines.${index}`),
    ...repeatedFields(documents.map(keyOf), (index) => `documents.${index}`),
  ];
  if (faults.length > 0) throw refusal(faults);
}

/** Returns open lines. Raises `unknown_reference` for lines of other accounts, and `already_matched`. */
async function linesOf(app: App, accountId: number, ids: readonly number[]): Promise<BankLine[]> {
  const found = await findLines(app.db, ids);
  const missing = ids.flatMap((id, index): FieldError[] =>
    found.get(id)?.accountId === accountId ? [] : [missingReference(`lines.${index}`, 'bank line of the account')],
  );
  if (missing.length > 0) throw unknownReferences(missing);
  const lines = ids.flatMap((id) => found.get(id) ?? []);
  const matched = lines.find(({ matchId }) => matchId !== null);
  if (matched) throw alreadyMatched(matched);
  return lines;
}

/** Raises `reconciled` for documents that a statement has, and `unknown_reference` for others that are not open. */
async function refuseUnknown(
  app: App,
  accountId: number,
  documents: readonly DocumentName[],
  open: ReadonlyMap<string, unknown>,
): Promise<void> {
  for (const { type, id } of documents.filter((name) => !open.has(keyOf(name))).slice(0, 1)) {
    await refuseCleared(app, type, [id], accountId);
  }
  const missing = documents.flatMap((name, index): FieldError[] =>
    open.has(keyOf(name)) ? [] : [missingReference(`documents.${index}`, 'document of the account')],
  );
  if (missing.length > 0) throw unknownReferences(missing);
}

function amountsDiffer({ lines, documents }: { lines: BankLine['amount']; documents: BankLine['amount'] }): AppError {
  return new AppError(
    'amounts_differ',
    `The bank lines add up to ${formatMoney(lines)}, and what is left of the documents to ${formatMoney(documents)}. ` +
      'Nothing was changed. Add what is missing, or correct the document.',
    { extra: { lines: toDecimal(lines), documents: toDecimal(documents) } },
  );
}
