/** Turns the tree of an OFX file into statements. */
import { fileRefused } from '../../../errors.ts';
import { inChunks } from '../../../lib/chunks.ts';
import { CURRENCIES } from '../../../lib/currency-codes.ts';
import type { ImportFault } from '../../../lib/import-table.ts';
import { negateMoney } from '../../../lib/money.ts';
import { readOfxAmount } from './amounts.ts';
import { readOfxDate } from './dates.ts';
import { allNamed, type OfxAggregate, type OfxTree, readOfx, valueIn } from './ofx.ts';
import { privateUseFault } from '../../../lib/text.ts';
import {
  LINES_AT_ONCE,
  type BankStatement,
  leaveOut,
  listed,
  type StatementFile,
  type StatementLine,
  wrongCurrency,
} from './statement.ts';
import { checkNumberOf, joined, saysPending, wordsOf } from './words.ts';

/**
 * Reads the statements of an OFX or QFX file. Raises `file_refused` if the file has none. With `currency`, lines
 * in other currencies are left out, which is a fault if all statements are. With `reversed`,
 * money that leaves the account is positive in the file; its balance has the usual sign.
 */
export async function readOfxStatements(
  text: string,
  currency: string | undefined,
  reversed = false,
): Promise<StatementFile> {
  const tree = await readOfx(text);
  if (tree.hostile !== null) {
    throw fileRefused(
      `Line ${tree.hostile} of the file defines entities of its own or nests too deeply, which no bank's file does. Nothing was read.`,
    );
  }
  const found = allNamed(tree.root, ['STMTRS', 'CCSTMTRS']);
  const problems = [...messagesOfBank(tree), ...endFaults(tree)];
  if (found.length === 0 && problems.length === 0) throw fileRefused(nothingIn(tree));
  const all: BankStatement[] = [];
  for (const statement of found) all.push(await readStatement(statement, { wanted: currency, reversed, problems }));
  const statements = inCurrency(all, currency);
  const [first] = found;
  if (first && statements.length === 0) {
    problems.push(wrongCurrency(first.line, 'CURDEF', all[0]?.currency ?? '', currency ?? ''));
  }
  const format = tree.isQuicken ? 'QFX' : 'OFX';
  return { format, statements, complete: tree.complete, problems: listed(problems), unread: [] };
}

/**
 * Returns the statements in the currency of the account. What the others have is left out of
 * the statement of the same account.
 */
function inCurrency(statements: readonly BankStatement[], wanted: string | undefined): BankStatement[] {
  const isForeign = ({ currency }: BankStatement) => currency !== null && currency !== (wanted ?? currency);
  const own = statements.filter((one) => !isForeign(one));
  for (const { accountNumber, otherCurrencies } of statements.filter(isForeign)) {
    own.find((one) => one.accountNumber === accountNumber)?.otherCurrencies.push(...otherCurrencies);
  }
  return own;
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
  { wanted, reversed, problems }: { wanted: string | undefined; reversed: boolean; problems: ImportFault[] },
): Promise<BankStatement> {
  const [account] = allNamed(statement, ['BANKACCTFROM', 'CCACCTFROM']);
  const lists = allNamed(statement, ['BANKTRANLIST', 'BANKTRANLISTP']);
  const [dates] = lists;
  const currency = valueIn(statement, 'CURDEF')?.toUpperCase() ?? null;
  const lines: StatementLine[] = [];
  const otherCurrencies: BankStatement['otherCurrencies'] = [];
  const records = [statement, ...lists].flatMap((list) => allNamed(list, ['STMTTRN', 'STMTTRNP']));
  await inChunks(
    records,
    async (part) => {
      for (const one of part) {
        const named = currencyOf(one) ?? currency ?? wanted;
        const other = wanted !== undefined && named !== wanted ? named : undefined;
        if (other !== undefined && !CURRENCIES.has(other)) {
          problems.push(wrongCurrency(one.line, 'CURSYM', other, wanted ?? ''));
        }
        for (const line of readLine(one, reversed, problems)) {
          if (other === undefined || line.pending) lines.push(line);
          else leaveOut(otherCurrencies, other, line);
        }
      }
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
    otherCurrencies,
  };
}

/** Returns the currency of a transaction, if it is not that of its statement. */
function currencyOf(record: OfxAggregate): string | undefined {
  return valueIn(allNamed(record, ['CURRENCY'])[0], 'CURSYM')?.toUpperCase();
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

/** Reads a transaction. Returns nothing, and adds its faults, if its date or its amount is wrong. */
function readLine(record: OfxAggregate, reversed: boolean, problems: ImportFault[]): StatementLine[] {
  const { name, line } = record;
  const posted = valueIn(record, 'DTPOSTED') ?? valueIn(record, 'DTTRAN');
  const date = readOfxDate(posted);
  const read = readOfxAmount(valueIn(record, 'TRNAMT') ?? '');
  if (date === undefined) problems.push(fault(record, 'invalid_date', `must be a date: ${shown(posted)}`, 'DTPOSTED'));
  if ('fault' in read)
    problems.push(fault(record, 'invalid_amount', `${read.fault}: ${shown(valueIn(record, 'TRNAMT'))}`, 'TRNAMT'));
  for (const tag of ['NAME', 'EXTDNAME', 'MEMO']) {
    const lost = privateUseFault(valueIn(record, tag) ?? '');
    if (lost) problems.push(fault(record, lost.code, lost.message, tag));
  }
  if (date === undefined || 'fault' in read) return [];
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
      amount: reversed ? negateMoney(read.amount) : read.amount,
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

const FIELDS: Readonly<Record<string, string>> = { DTPOSTED: 'date', TRNAMT: 'amount', BALAMT: 'balance' };

function fault({ line }: { line: number }, code: string, message: string, column: string | null = null): ImportFault {
  return { line, column, field: column && (FIELDS[column] ?? null), code, message };
}
