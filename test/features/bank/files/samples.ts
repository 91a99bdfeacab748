/** The sample files of test/bank-files, and what they contain. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { plainMoney } from '../../../../src/lib/money.ts';
import type { MappingGuess } from '../../../../src/features/bank/files/csv-guess.ts';
import { CsvMapping } from '../../../../src/features/bank/files/schema.ts';
import type { BankStatement, StatementFile } from '../../../../src/features/bank/files/statement.ts';

const FOLDER = path.resolve('test/bank-files');

/** A line, with its amount as a decimal text. */
type ExpectedLine = {
  bankId: string | null;
  date: string;
  amount: string;
  description: string;
  checkNumber: string | null;
  pending: boolean;
};

type ExpectedStatement = Omit<BankStatement, 'balance' | 'lines' | 'otherCurrencies'> & {
  balance: { amount: string; date: string | null } | null;
  lines: ExpectedLine[];
};

type Sample = {
  format: string;
  statements: ExpectedStatement[];
  mapping?: MappingGuess['mapping'];
  /** The lines of the file that are not lines of the statement. */
  unread?: number[];
  guessDiffers?: string;
};

type Odd = {
  refused?: string;
  problems?: { line: number; column: string | null; message: string }[];
  mapping?: MappingGuess['mapping'];
  currency?: string;
  complete?: boolean;
};

/** What every file contains, and the lines of each account after both downloads. */
export const EXPECTED = JSON.parse(readFileSync(path.join(FOLDER, 'expected.json'), 'utf8')) as {
  files: Record<string, Sample>;
  unions: Record<string, { files: string[]; accountNumber?: string; lines: ExpectedLine[] }>;
  odd: Record<string, Odd>;
};

/** Returns the bytes of a sample file. */
export function sample(name: string): Buffer {
  return readFileSync(path.join(FOLDER, name));
}

/** Returns a complete mapping, as it is kept for an account. */
export function mappingOf(mapping: MappingGuess['mapping'] | undefined): CsvMapping | null {
  return mapping ? CsvMapping.parse(mapping) : null;
}

/** Returns the statements of a file in the form of `expected.json`. */
export function plain({ statements }: StatementFile): ExpectedStatement[] {
  return statements.map(({ accountNumber, accountType, currency, from, to, balance, lines }) => ({
    accountNumber,
    accountType,
    currency,
    from,
    to,
    balance: balance && { amount: plainMoney(balance.amount), date: balance.date },
    lines: lines.map(({ bankId, date, amount, description, checkNumber, pending }) => ({
      bankId,
      date,
      amount: plainMoney(amount),
      description,
      checkNumber,
      pending,
    })),
  }));
}
