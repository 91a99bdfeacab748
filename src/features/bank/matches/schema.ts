import * as z from 'zod';
import { BANKED_TYPES } from '../../../books/account-documents.ts';
import { pageOf, pageQuery, searchIn } from '../../../lib/page.ts';
import { audited, date, filter, flagText, id, idText, money } from '../../../lib/wire.ts';
import { BankLine } from '../lines/schema.ts';

export const BankedType = z.enum(BANKED_TYPES).meta({
  id: 'BankDocumentType',
  description:
    'The kind of a document that a bank statement can show. `OutstandingItem` is a check or deposit of the opening of the books.',
});

/** Names a document. */
export const DocumentName = z
  .strictObject({ type: BankedType.describe('The kind of the document.'), id: id.describe('The id of the document.') })
  .meta({ id: 'BankDocumentName', description: 'Names a document that a bank statement can show.' });
export type DocumentName = z.output<typeof DocumentName>;

export const BankDocument = z
  .object({
    type: BankedType.describe('The kind of the document.'),
    id: id.describe('The id of the document.'),
    date: date.describe('The day of the document.'),
    amount: money.describe('The amount in the account: positive for money that the account received.'),
    reference: z
      .string()
      .nullable()
      .describe(
        'The number of the check, or another text that identifies the document. Null for money that came in, if the caller may not read givings.',
      ),
    party: z
      .string()
      .nullable()
      .describe(
        'The giver of a gift, or who was paid; null for other documents. Only people with `giving.read` see the giver.',
      ),
    payee: z.string().nullable().describe('Who was paid; null for other documents than payments.'),
    description: z
      .string()
      .nullable()
      .describe(
        'What the document is. Givers are not named in it. Null for money that came in, if the caller may not read givings, because people type names there.',
      ),
  })
  .meta({ id: 'BankDocument', description: 'A document as a bank statement shows it.' });
export type BankDocument = z.output<typeof BankDocument>;

export const BankDocumentPage = pageOf(BankDocument);

export const OpenDocumentQuery = pageQuery({
  sort: ['date'],
  by: '-date',
  filters: { search: searchIn('the description, the reference, the amount or the date') },
});
export type OpenDocumentQuery = z.output<typeof OpenDocumentQuery>;

export const Reason = z.enum(['amount', 'sum', 'date', 'checkNumber', 'reference', 'payee']).meta({
  id: 'SuggestionReason',
  description:
    'Why documents are suggested. `amount`: the amounts are equal. `sum`: the amounts add up. `date`: the days are at most five days apart. `checkNumber` and `reference`: the bank names the number or the reference. `payee`: the same text was matched with the same payee, payer or giver before.',
});
export type Reason = z.output<typeof Reason>;

export const Suggestion = z
  .object({
    lines: z.array(id).describe('The lines to match, including this one.'),
    documents: z.array(BankDocument).describe('The documents to match.'),
    reasons: z
      .array(Reason)
      .describe('Why they are suggested; empty for money that came in, if the caller may not read givings.'),
  })
  .meta({ id: 'BankSuggestion', description: 'Lines and documents with equal sums that may belong together.' });
export type Suggestion = z.output<typeof Suggestion>;

export const SuggestedLine = BankLine.extend({
  suggestions: z
    .array(Suggestion)
    .describe('The documents that may belong to an open line; the most likely suggestion comes first.'),
}).meta({
  id: 'SuggestedBankLine',
  description: 'A line of a bank statement, and the documents that may belong to it.',
});
export type SuggestedLine = z.output<typeof SuggestedLine>;
export const SuggestedLinePage = pageOf(SuggestedLine);

/** How many lines or documents a match may have. */
const MOST = 200;

export const NewBankMatch = z
  .strictObject({
    lines: z.array(id).max(MOST).describe('The ids of the bank lines.'),
    documents: z
      .array(DocumentName)
      .max(MOST)
      .describe('The documents. What is left of their amounts must be the sum of the lines.'),
  })
  .refine(({ lines, documents }) => lines.length + documents.length > 0, {
    path: ['lines'],
    error: 'must name a line, unless documents are named',
    params: { code: 'required' },
  })
  .meta({ id: 'NewBankMatch', description: 'Bank lines and the documents that they show, as you send them.' });
export type NewBankMatch = z.output<typeof NewBankMatch>;

const MatchedDocument = DocumentName.extend({
  amount: money.describe('How much of the document the bank lines show.'),
}).meta({ id: 'MatchedBankDocument', description: 'A document of a match.' });

export const BankMatch = z
  .object({
    id,
    accountId: id.describe('The account at the bank.'),
    lines: z.array(id).describe('The ids of the bank lines.'),
    documents: z.array(MatchedDocument).describe('The documents.'),
    reconciliationId: id
      .nullable()
      .describe('The finished reconciliation that contains the match; null if there is none.'),
    ruleId: id.nullable().describe('The rule that made the match; null if a person did.'),
    ...audited,
  })
  .meta({ id: 'BankMatch', description: 'Bank lines and the documents that they show.' });
export type BankMatch = z.output<typeof BankMatch>;

export const UnmatchQuery = z.strictObject({
  withDocuments: filter(
    flagText,
    'Whether the other income, the transfers and the unapproved expenses of the match are deleted, too. Use this to undo a document that was made of a line by mistake.',
  ),
});

export const MatchPath = z.strictObject({ id: idText, matchId: idText });
