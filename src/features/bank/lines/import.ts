/** Imports the lines of a bank's file. */
import { type App, created, inTransaction, modified } from '../../../app.ts';
import { lastIdGiven } from '../../../db/sequence.ts';
import { fileRefused, refuseFaults } from '../../../errors.ts';
import { inChunks, MANY } from '../../../lib/chunks.ts';
import { addDays } from '../../../lib/date.ts';
import type { ImportFault } from '../../../lib/import-table.ts';
import type { Changes, Fact } from '../../audit/rules.ts';
import { record } from '../../audit/service.ts';
import { getChurch, latestDate } from '../../church/profile/service.ts';
import type { Account } from '../../ledger/accounts/schema.ts';
import { bankAccount } from '../accounts.ts';
import { readStatement } from '../files/read.ts';
import type { CsvMapping } from '../files/schema.ts';
import type { BankStatement, StatementFile, StatementLine } from '../files/statement.ts';
import { findFeed, findLines, insertLines, listKnownLines, saveFeed, updateLineColumns } from './queries.ts';
import { decodeMapping } from './mapping.ts';
import { type FileLine, lineFact, MOVES_WITHIN, type Sorted, sortLines } from './rules.ts';
import type { BankLine, ImportedLines } from './schema.ts';
import { statementFor } from './statement-rules.ts';

/** The largest number of lines of a file. Importing more would keep other writers waiting. */
const MOST_LINES = 10_000;

/** A file as it was sent. `mapping` says which columns a CSV file has; the account keeps it for the next file. */
export type SentFile = { bytes: Buffer; mapping: CsvMapping | null };

/**
 * Adds the lines of a file to an account, all or none. A line that an earlier file had is skipped. Raises `not_found`,
 * `validation_failed`, `payload_too_large`, and `file_refused` with the line of every fault: for a file that is cut off,
 * of another account or currency, or with days in the future.
 */
export async function importLines(app: App, accountId: number, { bytes, mapping }: SentFile): Promise<ImportedLines> {
  const account = await bankAccount(app, accountId);
  const feed = await findFeed(app.db, accountId);
  const { currency } = await getChurch(app);
  const columns = mapping ?? decodeMapping(feed?.mapping ?? null);
  const file = await readStatement(bytes, { mapping: columns, currency });
  const statement = statementOf(file, account, feed?.fileNumber ?? null);
  await refuseDays(app, statement.lines);
  const posted = statement.lines.filter(({ pending, amount }) => !pending && amount !== 0);
  const pending = statement.lines.filter((line) => line.pending).length;
  return inTransaction(app, async (app) => {
    await bankAccount(app, accountId);
    await saveFeed(app.db, {
      accountId,
      fileNumber: statement.accountNumber ?? feed?.fileNumber ?? null,
      mapping: mapping === null ? (feed?.mapping ?? null) : JSON.stringify(mapping),
    });
    const sorted = sortLines(posted.map(toFileLine), await knownAround(app, accountId, posted));
    await addLines(app, accountId, sorted.added);
    await changeLines(app, sorted.changed);
    const counts = {
      imported: sorted.added.length,
      skipped: sorted.skipped + statement.lines.length - posted.length - pending,
      changed: sorted.changed.length,
      pending,
    };
    await record(app, feedFact(accountId, counts, mapping));
    return counts;
  });
}

/** Returns the audit entry of an import, with the columns of the file if they were sent. */
function feedFact(accountId: number, counts: ImportedLines, mapping: CsvMapping | null): Fact {
  const told = { ...counts, ...(mapping && { mapping: JSON.stringify(mapping) }) };
  const changes: Changes = Object.fromEntries(Object.entries(told).map(([field, value]) => [field, [null, value]]));
  return { action: 'BankFileImported', entityType: 'Account', entityId: accountId, changes };
}

/** Returns the statement of the account. Raises `file_refused`. */
function statementOf(file: StatementFile, account: Account, known: string | null): BankStatement {
  refuseFaults(file.problems);
  const statement = statementFor(file.statements, [known, account.number]);
  if (typeof statement === 'string') {
    throw fileRefused(
      `${statement} Nothing was imported. Choose the account ${account.name} at the bank, and download again.`,
    );
  }
  if (statement.lines.length <= MOST_LINES) return statement;
  throw fileRefused(
    `The file has ${statement.lines.length} lines, more than the ${MOST_LINES} that Vestry imports at once. ` +
      'Nothing was imported. Download a shorter time.',
  );
}

/** Raises `file_refused` for lines in the future. */
async function refuseDays(app: App, lines: readonly StatementLine[]): Promise<void> {
  const latest = await latestDate(app);
  const late = lines.filter(({ date }) => date > latest);
  refuseFaults(
    late.slice(0, 100).map(({ line, date }): ImportFault => {
      const message = `is in the future: ${date} is after ${latest}`;
      return { line, column: null, field: 'date', code: 'in_future', message };
    }),
  );
}

function toFileLine({ bankId, date, amount, description, checkNumber }: StatementLine): FileLine {
  return { bankId, date, amount, description, checkNumber };
}

/** Returns the known lines of the days of a file, and of a few days around them. */
async function knownAround(app: App, accountId: number, lines: readonly StatementLine[]) {
  const days = lines.map(({ date }) => date).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const range = { from: addDays(first, -MOVES_WITHIN), to: addDays(last, MOVES_WITHIN) };
  const rows = await listKnownLines(app.db, accountId, range);
  return rows.map(({ isIgnored, matchId, reconciliationId, ...row }) => ({
    ...row,
    isSettled: isIgnored === 1 || matchId !== null,
    isReconciled: reconciliationId !== null,
  }));
}

/** Adds lines and their audit entries, and returns them in the same order; checks nothing. Must run inside a transaction. */
export async function addLines(app: App, accountId: number, lines: readonly FileLine[]): Promise<BankLine[]> {
  const lastId = await lastIdGiven(app.db, 'bankLines');
  const rows = lines.map(({ amount, ...line }, index) => {
    return { id: lastId + 1 + index, accountId, ...line, amountMinor: amount, ...created(app) };
  });
  const all: BankLine[] = [];
  await inChunks(
    rows,
    async (part) => {
      await insertLines(app.db, part);
      const added = await findLines(
        app.db,
        part.map(({ id }) => id),
      );
      await record(app, ...[...added.values()].map((line) => lineFact('BankLineImported', null, line)));
      all.push(...added.values());
    },
    MANY,
  );
  return all.toSorted((a, b) => a.id - b.id);
}

/** Changes known lines as the bank has changed them. They are few. */
async function changeLines(app: App, changed: Sorted['changed']): Promise<void> {
  const ids = changed.map(({ known }) => known.id);
  const before = await findLines(app.db, ids);
  for (const { known, line } of changed) {
    const { amount, ...fields } = line;
    const kept = { bankId: line.bankId ?? known.bankId, checkNumber: line.checkNumber ?? known.checkNumber };
    await updateLineColumns(app.db, [known.id], { ...fields, ...kept, amountMinor: amount, ...modified(app) });
  }
  const after = await findLines(app.db, ids);
  const facts = ids.flatMap((id) => {
    const line = after.get(id);
    return line ? [lineFact('BankLineChanged', before.get(id) ?? null, line)] : [];
  });
  await record(app, ...facts);
}
