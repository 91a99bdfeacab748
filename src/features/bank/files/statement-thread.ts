/** Reads a file of a bank in a thread. */
import { type Read, readInThread, type ReadOptions } from '../../../read-thread.ts';
import type { StatementOptions } from './read.ts';
import type { BankStatement, StatementFile, StatementLine } from './statement.ts';

/** A file as it was read. Of its rows that are no lines, only the numbers are kept. */
export type ReadFile = Omit<StatementFile, 'unread'> & { unread: { pending: number; empty: number } };
type Head = Omit<ReadFile, 'statements'> & { statements: (Omit<BankStatement, 'lines'> & { count: number })[] };

/** Reads the statements of a file. Raises the errors of `readStatement`, and `file_refused` if it takes too long. */
export async function readStatementInThread(
  bytes: Buffer,
  how: StatementOptions,
  options: ReadOptions,
): Promise<ReadFile> {
  const load = async () => readStatementRows;
  const { head, rows } = await readInThread('statement', load, [bytes, how], options);
  let start = 0;
  const statements = head.statements.map(({ count, ...statement }) => {
    const lines = rows.slice(start, start + count);
    start += count;
    return { ...statement, lines };
  });
  return { ...head, statements };
}

/** Does the same in the calling thread. The lines of all statements are one list. */
export async function readStatementRows(bytes: Uint8Array, how: StatementOptions): Promise<Read<Head, StatementLine>> {
  const { readStatement } = await import('./read.ts');
  const { statements, unread, ...file } = await readStatement(Buffer.from(bytes), how);
  const heads = statements.map(({ lines, ...statement }) => ({ ...statement, count: lines.length }));
  const pending = unread.filter((row) => row.pending).length;
  const head = { ...file, unread: { pending, empty: unread.length - pending }, statements: heads };
  return { head, rows: statements.flatMap(({ lines }) => lines) };
}
