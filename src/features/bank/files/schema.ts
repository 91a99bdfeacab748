import * as z from 'zod';
import { optional, text } from '../../../lib/wire.ts';
import { DATE_FORMATS } from './dates.ts';

/** The longest name of a column. */
const LONGEST = 200;
const column = text(LONGEST);

const SAYS = {
  date: 'The column with the date on which the bank booked the line.',
  description: 'The column with the description.',
  amount: 'The column with the amount, if one column has all amounts. Money that leaves the account is negative.',
  debit: 'The column with the money that leaves the account, if `credit` is another column.',
  credit: 'The column with the money that arrives.',
  dateFormat:
    'The order of day, month and year, as `mdy` or as a pattern such as `MM/DD/YYYY`. `roc` is for years of the Republic of China.',
  direction: 'The column that says debit or credit, if the amounts have no sign.',
  reversed: 'Whether money that leaves the account is positive, as in the files of some credit cards.',
  decimalSign: 'The sign before the decimals. If it is left out, the amounts of the file must show it.',
  payee: 'The column with the name of the other party.',
  memo: 'The column with further text.',
  checkNumber: 'The column with the number of a check.',
  bankId: "The column with the bank's id of the line.",
  kind: 'The column with the kind of the line.',
  status: 'The column that marks pending lines.',
  balance:
    'The column with the balance after the line. The file is refused if its balances do not follow from its lines.',
  currency: 'The column with the currency.',
  account: 'The column with the number of the account.',
  ignore: 'The columns that are left out although they may matter, such as a fee.',
  encoding: 'The encoding of the file, such as windows-1252, if it is neither UTF-8, UTF-16 nor Big5.',
};

/** Returns the order of a pattern: `mdy` for `MM/DD/YYYY`. */
function orderOf(pattern: string): string {
  const letters = pattern.toLowerCase().replaceAll(/[^a-z]/g, '');
  return letters.replaceAll(/(.)\1+/g, '$1');
}

/** Says which column of a CSV file means what. A column is named by its header, or by its place, such as `#3`. */
export const CsvMapping = z
  .strictObject({
    date: column.describe(SAYS.date),
    description: column.describe(SAYS.description),
    amount: optional(column).describe(SAYS.amount),
    debit: optional(column).describe(SAYS.debit),
    credit: optional(column).describe(SAYS.credit),
    dateFormat: z.string().overwrite(orderOf).pipe(z.enum(DATE_FORMATS)).describe(SAYS.dateFormat),
    direction: optional(column).describe(SAYS.direction),
    reversed: z.boolean().default(false).describe(SAYS.reversed),
    decimalSign: optional(z.enum(['.', ','])).describe(SAYS.decimalSign),
    payee: optional(column).describe(SAYS.payee),
    memo: optional(column).describe(SAYS.memo),
    checkNumber: optional(column).describe(SAYS.checkNumber),
    bankId: optional(column).describe(SAYS.bankId),
    kind: optional(column).describe(SAYS.kind),
    status: optional(column).describe(SAYS.status),
    balance: optional(column).describe(SAYS.balance),
    currency: optional(column).describe(SAYS.currency),
    account: optional(column).describe(SAYS.account),
    ignore: z.array(column).default([]).describe(SAYS.ignore),
    encoding: optional(column).describe(SAYS.encoding),
  })
  .refine(({ amount, debit, credit }) => (amount === null) !== (debit === null && credit === null), {
    error: 'must be given, or else debit, credit or both',
    path: ['amount'],
    when: ({ issues }) => issues.length === 0,
  })
  .superRefine(
    ({ amount, direction, reversed }, context) => {
      if (amount !== null) return;
      const message = 'is only for a file with one column for all amounts';
      for (const [field, isGiven] of Object.entries({ direction: direction !== null, reversed })) {
        if (isGiven) context.addIssue({ code: 'custom', path: [field], message, params: { code: 'needs_amount' } });
      }
    },
    { when: ({ issues }) => issues.length === 0 },
  )
  .meta({
    id: 'CsvMapping',
    description:
      'Which column of a CSV file means what. A column is named by its header, or by its place, such as `#3` for the third column.',
  });
export type CsvMapping = z.infer<typeof CsvMapping>;

/** Says how an OFX or QFX file has to be read. It needs no columns. */
export const OfxSigns = z
  .strictObject({ reversed: z.boolean().describe(SAYS.reversed) })
  .meta({ id: 'OfxSigns', description: 'Whether the signs of an OFX or QFX file are turned.' });
export type OfxSigns = z.infer<typeof OfxSigns>;

/** The columns of a CSV file that are left out in addition to those of its mapping. */
export const IgnoredColumns = z
  .array(column)
  .describe('As JSON: columns of a CSV file that are left out although they may matter. The account keeps them.');

/** Says how a file has to be read, whatever its format. */
export const FileMapping = z.union([CsvMapping, OfxSigns]);
export type FileMapping = z.infer<typeof FileMapping>;

/** Returns the columns of a mapping for CSV, or null for one that has none. */
export const columnsIn = (mapping: FileMapping | null): CsvMapping | null =>
  mapping !== null && 'date' in mapping ? mapping : null;
