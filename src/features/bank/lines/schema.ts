import * as z from 'zod';
import { pageQuery, searchIn } from '../../../lib/page.ts';
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
    description: z
      .string()
      .nullable()
      .describe('The text of the bank. Null for money that came in, if the caller may not read givings.'),
    checkNumber: z
      .string()
      .nullable()
      .describe('The number of the check; null if the bank names none, and wherever `description` is null.'),
    bankId: z
      .string()
      .nullable()
      .describe('The id that the bank gave to the line; null if there is none, and wherever `description` is null.'),
    status: LineStatus.describe('Whether the line still needs a document.'),
    matchId: id.nullable().describe('The match that contains the line; null if there is none.'),
    ruleId: id.nullable().describe('The rule that matched or ignored the line; null if no rule did.'),
    ...audited,
  })
  .meta({ id: 'BankLine', description: 'A line of a bank statement.' });
/** A line as a caller sees it. */
export type ShownLine = z.output<typeof BankLine>;
/** A line as stored: with the text of the bank. */
export type BankLine = ShownLine & { description: string };

export const BankLineQuery = pageQuery({
  sort: ['date', 'amount', 'id'],
  by: 'date',
  filters: {
    status: filter(LineStatus, 'Only lines with this status.'),
    ...days,
    search: searchIn('the text of the bank, the check number or the amount'),
  },
});
export type BankLineQuery = z.output<typeof BankLineQuery>;

export const AccountLinesPath = z.strictObject({ id: idText });
export const BankLinePath = z.strictObject({ id: idText, lineId: idText });

/** The counts of an import. */
export const importCounts = {
  imported: z.int().min(0).describe('How many lines were added.'),
  skipped: z.int().min(0).describe('How many lines of the file were already known.'),
  changed: z.int().min(0).describe('How many known lines the bank has changed since.'),
  pending: z.int().min(0).describe('How many lines were left out, because the bank has not posted them yet.'),
  empty: z
    .int()
    .min(0)
    .describe('How many rows of the file moved no money, such as a balance, a total or a declined payment.'),
};

/** How an import read the amounts. */
const amounts = {
  otherCurrencies: z
    .array(
      z.object({
        currency: z.string().describe('The code of the currency.'),
        count: z.int().min(1).describe('How many lines were left out.'),
        total: money.describe('The sum of these lines, in their currency.'),
        lines: z.array(z.int()).describe('The lines of the file.'),
      }),
    )
    .describe('The lines that were left out, because their currency is not that of the church, by currency.'),
  reversed: z
    .boolean()
    .describe('Whether the signs of the amounts were turned, as this file or an earlier one was sent with.'),
};

export const PreviewedLines = z
  .object({
    ...importCounts,
    ...amounts,
    from: date.nullable().describe('The day of the first line; null for a file without lines.'),
    to: date.nullable().describe('The day of the last line; null for a file without lines.'),
    balance: money
      .nullable()
      .describe('The balance that the file names; for a debt, what the church owes; null if the file names none.'),
    balanceOn: date.nullable().describe('The day of this balance; null if the file names none.'),
  })
  .meta({ id: 'PreviewedBankLines', description: 'What the import of a bank file would add. Nothing was added.' });
export type PreviewedLines = z.output<typeof PreviewedLines>;

export const ImportedLines = z
  .object({
    importId: id.describe('The import, with which its lines can be removed again.'),
    ...importCounts,
    ...amounts,
    ruled: z.int().min(0).describe('How many of the added lines the rules of the account have settled.'),
    refused: z.int().min(0).describe('How many of the added lines a rule fits, but could not settle. They are open.'),
  })
  .meta({ id: 'ImportedBankLines', description: 'What the import of a bank file added.' });
export type ImportedLines = z.output<typeof ImportedLines>;
