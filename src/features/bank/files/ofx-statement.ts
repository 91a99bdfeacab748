/** Turns the tree of an OFX file into statements. */
import { fileRefused } from '../../../errors.ts';
import { inChunks } from '../../../lib/chunks.ts';
import type { ImportFault } from '../../../lib/import-table.ts';
import { readOfxAmount } from './amounts.ts';
import { readOfxDate } from './dates.ts';
import { allNamed, type OfxAggregate, type OfxTree, readOfx, valueIn } from './ofx.ts';
import { LINES_AT_ONCE, type BankStatement, listed, type StatementFile, type StatementLine } from './statement.ts';
import { checkNumberOf, joined, saysPending, wordsOf } from './words.ts';

/**
 * Reads the statements of an OFX or QFX file. Raises `file_refused` if the file has none. With `currency`, a statement
 * in another currency is a fault.
 */
export async function readOfxStatements(text: string, currency: string | undefined): Promise<StatementFile> {
  const tree = await readOfx(text);
  if (tree.hostile !== null) {
    throw fileRefused(
      `Line ${tree.hostile} of the file defines entities of its own or nests too deeply, which no bank's file does. Nothing was read.`,
    );
  }
  const found = allNamed(tree.root, ['STMTRS', 'CCSTMTRS']);
  const problems = [...messagesOfBank(tree), ...endFaults(tree)];
  if (found.length === 0 && problems.length === 0) throw fileRefused(nothingIn(tree));
  const statements: BankStatement[] = [];
  for (const statement of found) statements.push(await readStatement(statement, currency, problems));
  const format = tree.isQuicken ? 'QFX' : 'OFX';
  return { format, statements, complete: tree.complete, problems: listed(problems), unread: [] };
}

function nothingIn(tree: OfxTree): string {
  return allNamed(tree.root, ['INVSTMTMSGSRSV1']).length > 0
    ? 'The file has a statement of investments only. Nothing was read. Vestry reads statements of bank accounts and credit cards.'
    : 'The file is OFX, but has no statement of a bank account or a credit card. Nothing was read. Download the transactions again.';
}

function endFaults({ complete, lastLine }: OfxTree): ImportFault[] {
  if (complete) return [];
  const message =
    'is where the file ends, before its closing </OFX>: the download was cut off. Download the file again.';
  return [fault({ line: lastLine }, 'incomplete_file', message)];
}

/** Returns the errors that the bank reports in the file instead of a statement. */
function messagesOfBank({ root }: OfxTree): ImportFault[] {
  return allNamed(root, ['STATUS']).flatMap((status) => {
    if (valueIn(status, 'SEVERITY')?.toUpperCase() !== 'ERROR') return [];
    const said = wordsOf(valueIn(status, 'MESSAGE')) ?? `code ${wordsOf(valueIn(status, 'CODE')) ?? 'unknown'}`;
    return [fault(status, 'bank_error', `is an error message of the bank: "${said}". Download the file again.`)];
  });
}

async function readStatement(
  statement: OfxAggregate,
  wanted: string | undefined,
  problems: ImportFault[],
): Promise<BankStatement> {
  const [account] = allNamed(statement, ['BANKACCTFROM', 'CCACCTFROM']);
  const lists = allNamed(statement, ['BANKTRANLIST', 'BANKTRANLISTP']);
  const [dates] = lists;
  const currency = valueIn(statement, 'CURDEF')?.toUpperCase() ?? null;
  if (wanted !== undefined && currency !== null && currency !== wanted) {
    problems.push(otherCurrency(statement, 'CURDEF', currency, wanted));
  }
  const lines: StatementLine[] = [];
  const records = [statement, ...lists].flatMap((list) => allNamed(list, ['STMTTRN', 'STMTTRNP']));
  await inChunks(
    records,
    async (part) => {
      for (const one of part) lines.push(...readLine(one, currency ?? wanted, problems));
    },
    LINES_AT_ONCE,
  );
  return {
    accountNumber: wordsOf(valueIn(account, 'ACCTID')),
    accountType: wordsOf(valueIn(account, 'ACCTTYPE')) ?? (statement.name === 'CCSTMTRS' ? 'CREDITCARD' : null),
    currency,
    from: readOfxDate(valueIn(dates, 'DTSTART')) ?? null,
    to: readOfxDate(valueIn(dates, 'DTEND')) ?? null,
    balance: balanceOf(statement, problems),
    lines,
  };
}

function balanceOf(statement: OfxAggregate, problems: ImportFault[]): BankStatement['balance'] {
  const [ledger] = allNamed(statement, ['LEDGERBAL']);
  const text = valueIn(ledger, 'BALAMT');
  if (!ledger || text === undefined) return null;
  const read = readOfxAmount(text);
  if ('fault' in read) {
    problems.push(fault(ledger, 'invalid_amount', read.fault, 'BALAMT'));
    return null;
  }
  return { amount: read.amount, date: readOfxDate(valueIn(ledger, 'DTASOF')) ?? null };
}

/** Reads a transaction. Returns nothing, and adds its faults, if its date, its amount or its currency is wrong. */
function readLine(record: OfxAggregate, currency: string | undefined, problems: ImportFault[]): StatementLine[] {
  const { name, line } = record;
  const posted = valueIn(record, 'DTPOSTED') ?? valueIn(record, 'DTTRAN');
  const date = readOfxDate(posted);
  const read = readOfxAmount(valueIn(record, 'TRNAMT') ?? '');
  const [other] = allNamed(record, ['CURRENCY']).flatMap((one) => valueIn(one, 'CURSYM')?.toUpperCase() ?? []);
  const isOther = other !== undefined && currency !== undefined && other !== currency;
  if (date === undefined) problems.push(fault(record, 'invalid_date', `must be a date: ${shown(posted)}`, 'DTPOSTED'));
  if ('fault' in read)
    problems.push(fault(record, 'invalid_amount', `${read.fault}: ${shown(valueIn(record, 'TRNAMT'))}`, 'TRNAMT'));
  if (isOther) problems.push(otherCurrency(record, 'CURSYM', other, currency));
  if (date === undefined || 'fault' in read || isOther) return [];
  const payee = wordsOf(valueIn(allNamed(record, ['PAYEE'])[0], 'NAME') ?? valueIn(record, 'PAYEE'));
  const title = wordsOf(valueIn(record, 'NAME')) ?? payee;
  const extended = wordsOf(valueIn(record, 'EXTDNAME'));
  const memo = wordsOf(valueIn(record, 'MEMO'));
  const kind = wordsOf(valueIn(record, 'TRNTYPE'))?.toUpperCase() ?? null;
  const number = wordsOf(valueIn(record, 'CHECKNUM'));
  return [
    {
      bankId: wordsOf(valueIn(record, 'FITID')),
      date,
      amount: read.amount,
      description: joined([title, extended, payee, memo]) ?? kind ?? '',
      title: title ?? extended,
      memo,
      checkNumber: checkNumberOf(number, title, memo),
      kind,
      pending: name === 'STMTTRNP' || saysPending(title) || saysPending(memo),
      line,
    },
  ];
}

function shown(text: string | undefined): string {
  return text === undefined ? 'it is missing' : `"${wordsOf(text.slice(0, 40)) ?? ''}"`;
}

function otherCurrency({ line }: { line: number }, column: string, currency: string, wanted: string): ImportFault {
  const message = `is ${wordsOf(currency.slice(0, 10))}, but the account is in ${wanted}`;
  return { line, column, field: 'currency', code: 'other_currency', message };
}

const FIELDS: Readonly<Record<string, string>> = { DTPOSTED: 'date', TRNAMT: 'amount', BALAMT: 'balance' };

function fault({ line }: { line: number }, code: string, message: string, column: string | null = null): ImportFault {
  return { line, column, field: column && (FIELDS[column] ?? null), code, message };
}
