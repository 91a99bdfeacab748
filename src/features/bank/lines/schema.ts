import * as z from 'zod';
import { pageQuery } from '../../../lib/page.ts';
import { audited, date, days, filter, id, idText, money } from '../../../lib/wire.ts';

export const LineStatus = z.enum(['Open', 'Matched', 'Ignored']).meta({
  id: 'BankLineStatus',
  description:
    'A `Matched` line belongs to a match with documents. An `Ignored` line needs no document. An `Open` line still needs one of the two.',
});
export type LineStatus = z.output<typeof LineStatus>;

/** The fields of a line of a bank statement, without its suggestions. */
export const BankLine = z
  .object({
    id,
    accountId: id.describe('The account at the bank.'),
    date: date.describe('The day on which the bank posted the line.'),
    amount: money.describe('The amount: positive for money that the account received.'),
    description: z.string().describe('The text of the bank.'),
    checkNumber: z.string().nullable().describe('The number of the check; null if the bank names none.'),
    bankId: z.string().nullable().describe('The id that the bank gave to the line; null if there is none.'),
    status: LineStatus.describe('Whether the line still needs a document.'),
    matchId: id.nullable().describe('The match that contains the line; null if there is none.'),
    ...audited,
  })
  .meta({ id: 'BankLine', description: 'A line of a bank statement.' });
export type BankLine = z.output<typeof BankLine>;

export const BankLineQuery = pageQuery({
  sort: ['date', 'amount', 'id'],
  by: 'date',
  filters: { status: filter(LineStatus, 'Only lines with this status.'), ...days },
});
export type BankLineQuery = z.output<typeof BankLineQuery>;

export const AccountLinesPath = z.strictObject({ id: idText });
export const BankLinePath = z.strictObject({ id: idText, lineId: idText });

export const ImportedLines = z
  .object({
    imported: z.int().min(0).describe('How many lines were added.'),
    skipped: z.int().min(0).describe('How many lines of the file were already known.'),
    changed: z.int().min(0).describe('How many known lines the bank has changed since.'),
    pending: z.int().min(0).describe('How many lines were left out, because the bank has not posted them yet.'),
  })
  .meta({ id: 'ImportedBankLines', description: 'What the import of a bank file added.' });
export type ImportedLines = z.output<typeof ImportedLines>;
