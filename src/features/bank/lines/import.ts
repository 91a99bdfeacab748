/** Imports the lines of a bank's file. */
import { type App, created, inSnapshot, inTransaction, modified } from '../../../app.ts';
import { lastIdGiven } from '../../../db/sequence.ts';
import { badField, fileRefused, refuseFaults } from '../../../errors.ts';
import { breathe, inChunks } from '../../../lib/chunks.ts';
import { addDays } from '../../../lib/date.ts';
import type { ImportFault } from '../../../lib/import-table.ts';
import type { Changes, Fact } from '../../audit/rules.ts';
import { record } from '../../audit/service.ts';
import { getChurch, latestDate } from '../../church/profile/service.ts';
import type { Account } from '../../ledger/accounts/schema.ts';
import { balanceOf, bankAccount } from '../accounts.ts';
import { ruleAdded } from '../bank-rules/apply.ts';
import { columnsIn, type FileMapping } from '../files/schema.ts';
import { type ReadFile, readStatementInThread } from '../files/statement-thread.ts';
import type { BankStatement, StatementLine } from '../files/statement.ts';
import { partsOf } from '../files/words.ts';
import { finishImport, recordImport } from '../imports/service.ts';
import { findFeed, findLines, insertLines, listKnownLines, saveFeed, updateLineColumns } from './queries.ts';
import { decodeMapping } from './mapping.ts';
import { daysOf, type FileLine, lineFact, MOVES_WITHIN, type ReadLine, type Sorted, sortLines } from './rules.ts';
import type { BankLine, ImportedLines, PreviewedLines } from './schema.ts';
import { statementFor } from './statement-rules.ts';

/** The largest number of lines of a file. Importing more would keep other writers waiting. */
const MOST_LINES = 10_000;

/** How many lines are stored before other requests may run. */
const AT_ONCE = 100;

/**
 * A file as it was sent. `mapping` says how to read it, and `ignore` which other columns of a CSV file are left out; the
 * account keeps both for the next file. Reading ends when `signal` is aborted.
 */
export type SentFile = {
  bytes: Buffer;
  name: string | null;
  mapping: FileMapping | null;
  ignore?: readonly string[];
  signal?: AbortSignal | undefined;
};

/**
 * Adds the lines of a file to an account, all or none. A line that an earlier file had is skipped. Then applies the
 * rules of the account to the added lines, in transactions of their own. Raises `not_found`,
 * `validation_failed`, `payload_too_large`, and `file_refused` with the line of every fault: for a file that is cut off,
 * of another account or currency, or with days in the future.
 */
export async function importLines(app: App, accountId: number, sent: SentFile): Promise<ImportedLines> {
  const { feed, file, mapping, statement, posted, reversed } = await readSent(app, accountId, sent);
  const { added, counts } = await inTransaction(app, async (app) => {
    await bankAccount(app, accountId);
    const own = { fileNumber: statement.accountNumber, mapping: mapping && JSON.stringify(mapping) };
    await saveFeed(app.db, {
      accountId,
      fileNumber: own.fileNumber ?? feed?.fileNumber ?? null,
      mapping: own.mapping ?? feed?.mapping ?? null,
    });
    const importId = await recordImport(app, { accountId, fileName: sent.name, ...own });
    const sorted = await sortSent(app, accountId, { statement, posted });
    const added = await addLines(app, { accountId, importId }, sorted.added.map(keptOf));
    await changeLines(app, sorted.changed);
    const counts = {
      imported: sorted.added.length,
      skipped: sorted.skipped,
      changed: sorted.changed.length,
      ...leftOut(file, statement),
    };
    await finishImport(app, importId, { ...counts, changedLines: sorted.changed.map(({ known }) => known.id) });
    await record(app, feedFact(accountId, { importId, ...counts }, mapping));
    return { added, counts: { importId, ...counts } };
  });
  const { otherCurrencies } = statement;
  return { ...counts, otherCurrencies, reversed, ...(await ruleAdded(app, accountId, added)) };
}

/**
 * Returns what the import of a file would do, and writes nothing. Raises the errors of `importLines`. The rules of the
 * account may settle some of the new lines.
 */
export async function previewLines(app: App, accountId: number, sent: SentFile): Promise<PreviewedLines> {
  const { account, file, statement, posted, reversed } = await readSent(app, accountId, sent);
  const { balance, otherCurrencies } = statement;
  const days = daysOf(posted);
  return inSnapshot(app, async (app) => {
    const sorted = await sortSent(app, accountId, { statement, posted });
    return {
      imported: sorted.added.length,
      skipped: sorted.skipped,
      changed: sorted.changed.length,
      ...leftOut(file, statement),
      otherCurrencies,
      reversed,
      from: days?.from ?? null,
      to: days?.to ?? null,
      balance: balance && balanceOf(account, balance.amount),
      balanceOn: balance?.date ?? null,
    };
  });
}

/** Reads a file for an account. Returns it with the lines that move money and that the bank has posted. */
async function readSent(app: App, accountId: number, { bytes, mapping, ignore = [], signal }: SentFile) {
  const account = await bankAccount(app, accountId);
  const feed = await findFeed(app.db, accountId);
  const { currency } = await getChurch(app);
  const known = withoutColumns(mapping ?? decodeMapping(feed?.mapping ?? null), ignore);
  const columns = columnsIn(known);
  const how = { mapping: columns, currency, signs: columns ? null : known };
  const file = await readStatementInThread(bytes, how, { signal });
  if (columnsIn(mapping)) refuseMapping(file);
  const reversed = known?.reversed === true && (columns === null || file.format === 'CSV');
  const statement = statementOf(file, account, feed?.fileNumber ?? null);
  await refuseDays(app, statement.lines);
  await breathe();
  const posted = statement.lines.filter(({ pending, amount }) => !pending && amount !== 0);
  const said = mapping !== null || ignore.length > 0 ? known : null;
  return { account, feed, file, mapping: said, statement, posted, reversed };
}

/** Returns a mapping that also leaves out these columns. */
function withoutColumns(mapping: FileMapping | null, ignore: readonly string[]): FileMapping | null {
  const columns = columnsIn(mapping);
  return columns ? { ...columns, ignore: [...new Set([...columns.ignore, ...ignore])] } : mapping;
}

/** Returns the audit entry of an import, with the columns of the file if they were sent. */
function feedFact(
  accountId: number,
  counts: Omit<ImportedLines, 'otherCurrencies' | 'reversed' | 'ruled' | 'refused'>,
  mapping: FileMapping | null,
): Fact {
  const told = { ...counts, ...(mapping && { mapping: JSON.stringify(mapping) }) };
  const changes: Changes = Object.fromEntries(Object.entries(told).map(([field, value]) => [field, [null, value]]));
  return { action: 'BankFileImported', entityType: 'Account', entityId: accountId, changes };
}

/** Returns the statement of the account. Raises `file_refused`. */
function statementOf(file: ReadFile, account: Account, known: string | null): BankStatement {
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

/** Raises `validation_failed` for columns that are sent with a file that needs none. */
function refuseMapping({ format }: ReadFile): void {
  if (format !== 'CSV') throw badField('mapping', 'not_csv', `must be left out, because the file is ${format}`);
}

/** Counts what is not posted yet, and what moved no money. */
function leftOut({ unread }: ReadFile, { lines }: BankStatement): { pending: number; empty: number } {
  const zeros = lines.filter(({ pending, amount }) => !pending && amount === 0).length;
  const pending = unread.pending + lines.filter((line) => line.pending).length;
  return { pending, empty: unread.empty + zeros };
}

/** The statement of a file, and those of its lines that are kept. */
type Sent = { statement: BankStatement; posted: readonly StatementLine[] };

/** Compares the lines of a file with those that are known. */
async function sortSent(app: App, accountId: number, { statement, posted }: Sent): Promise<Sorted> {
  const known = await knownAround(app, accountId, posted);
  return sortLines(posted.map(toReadLine), known, statement.from);
}

function toReadLine({ bankId, date, amount, description, title, memo, checkNumber }: StatementLine): ReadLine {
  const parts = [title, memo, ...partsOf(description)].filter((text) => text !== null);
  return { bankId, date, amount, description, checkNumber, parts };
}

function keptOf({ parts: _parts, ...line }: ReadLine): FileLine {
  return line;
}

/** Returns the known lines of the days of a file, and of a few days around them. */
async function knownAround(app: App, accountId: number, lines: readonly StatementLine[]) {
  const days = daysOf(lines);
  if (!days) return [];
  const range = { from: addDays(days.from, -MOVES_WITHIN), to: addDays(days.to, MOVES_WITHIN) };
  const rows = await listKnownLines(app.db, accountId, range);
  return rows.map(({ isIgnored, matchId, reconciliationId, ...row }) => ({
    ...row,
    isSettled: isIgnored === 1 || matchId !== null,
    isReconciled: reconciliationId !== null,
  }));
}

/** The account of new lines, and the import that adds them. */
type Origin = { accountId: number; importId: number };

/** Adds lines and their audit entries, and returns them in the same order; checks nothing. Must run inside a transaction. */
export async function addLines(app: App, origin: Origin, lines: readonly FileLine[]): Promise<BankLine[]> {
  let lastId = await lastIdGiven(app.db, 'bankLines');
  const all: BankLine[] = [];
  await inChunks(
    lines,
    async (part) => {
      const rows = part.map(({ amount, ...line }) => {
        lastId += 1;
        return { id: lastId, ...origin, ...line, amountMinor: amount, ...created(app) };
      });
      await insertLines(app.db, rows);
      const added = await findLines(
        app.db,
        rows.map(({ id }) => id),
      );
      await record(app, ...[...added.values()].map((line) => lineFact('BankLineImported', null, line)));
      all.push(...added.values());
    },
    AT_ONCE,
  );
  return all.toSorted((a, b) => a.id - b.id);
}

/** Changes known lines as the bank has changed them. */
async function changeLines(app: App, changed: Sorted['changed']): Promise<void> {
  await inChunks(changed, (part) => changePart(app, part));
}

async function changePart(app: App, changed: Sorted['changed']): Promise<void> {
  const ids = changed.map(({ known }) => known.id);
  const before = await findLines(app.db, ids);
  for (const { known, line } of changed) {
    const { amount, ...fields } = keptOf(line);
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
