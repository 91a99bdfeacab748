import { type App, inTransaction, modified } from '../../../app.ts';
import { AppError, notFound } from '../../../errors.ts';
import { record } from '../../audit/service.ts';
import { bankAccount } from '../accounts.ts';
import { findLines, updateLineColumns } from './queries.ts';
import { lineFact } from './rules.ts';
import type { BankLine } from './schema.ts';

type Path = { id: number; lineId: number };

/** Returns one line of an account. Raises `not_found`. */
export async function getLine(app: App, { id, lineId }: Path): Promise<BankLine> {
  const line = (await findLines(app.db, [lineId])).get(lineId);
  if (line?.accountId !== id) throw notFound('bank line');
  return line;
}

/**
 * Ignores an open line, which then needs no document, or opens an ignored line again. Raises `not_found`, and
 * `already_matched` for a line of a match.
 */
export function ignoreLine(app: App, path: Path, isIgnored: boolean): Promise<BankLine> {
  return inTransaction(app, async (app) => {
    await bankAccount(app, path.id);
    const before = await getLine(app, path);
    if (before.matchId !== null) throw alreadyMatched(before);
    await updateLineColumns(app.db, [before.id], { isIgnored: isIgnored ? 1 : 0, ruleId: null, ...modified(app) });
    const after = await getLine(app, path);
    await record(app, lineFact(isIgnored ? 'BankLineIgnored' : 'BankLineOpened', before, after));
    return after;
  });
}

/** Returns the error for a line that is part of a match already. */
export function alreadyMatched({ id, accountId, matchId }: Pick<BankLine, 'id' | 'accountId' | 'matchId'>): AppError {
  return new AppError(
    'already_matched',
    `Bank line ${id} is in match ${matchId}. Nothing was changed. Delete that match first: vestry bank unmatch ${accountId} ${matchId}`,
    { extra: { matchId } },
  );
}
