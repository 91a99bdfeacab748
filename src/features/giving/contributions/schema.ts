import * as z from 'zod';
import { pageQuery, pageShape } from '../../../lib/page.ts';
import { SendResult } from '../../messages/schema.ts';
import { id, idText, instant, Locale, money, wholeNumberText } from '../../../lib/wire.ts';

export const Contribution = z
  .object({
    memberId: id.describe('The giver; for a couple with a joint statement, the head of the family.'),
    memberName: z.string().describe('The first and the last name of the giver.'),
    chineseName: z.string().nullable().describe('The Chinese name of the giver.'),
    memberIds: z.array(id).describe('Everybody whose givings are on it.'),
    count: z.int().describe('The number of gifts, including gifts in kind and reversals.'),
    total: money.describe('The money given, less reversals. A gift in kind adds nothing.'),
    benefit: money.describe('The value received in return for deductible gifts, for each gift at most its amount.'),
    deductible: money.describe('What was given to deductible categories, less the benefit.'),
    notDeductible: money.describe('What was given to categories that are not tax-deductible.'),
    giftsInKind: z.int().describe('How many gifts in kind there are; reversals do not count.'),
    statementNumber: z
      .string()
      .nullable()
      .describe(
        'The number of the latest issued statement; null before the first. Later changes show only in a preview until the statement is issued again.',
      ),
    issuedAt: instant.nullable().describe('When that statement was issued.'),
  })
  .meta({ id: 'Contribution', description: 'What a giver gave in one year, by the dates of the gifts.' });
export type Contribution = z.output<typeof Contribution>;

export const VoidStatement = z
  .object({
    statementNumber: z.string().describe('The number that is printed on it.'),
    issuedAt: instant.describe('When it was issued.'),
    memberId: id.describe('The member to whom it was issued.'),
    memberName: z.string().describe('The name to which the statement is addressed.'),
  })
  .meta({ id: 'VoidStatement', description: 'A statement that was issued for gifts that are no longer there.' });
export type VoidStatement = z.output<typeof VoidStatement>;

export const ContributionPage = z
  .object({
    ...pageShape(Contribution),
    voidStatements: z
      .array(VoidStatement)
      .optional()
      .describe('Present on every page if there are any. Tell these givers not to use the statement.'),
  })
  .meta({ id: 'ContributionPage', description: 'A page of givers.' });
export type ContributionPage = z.output<typeof ContributionPage>;

export const ContributionQuery = pageQuery({ sort: ['memberName'], filters: {} });
export type ContributionQuery = z.output<typeof ContributionQuery>;

const year = wholeNumberText(1900, 2999).describe('The calendar year.');

export const ContributionsPath = z.strictObject({ year });
export const StatementQuery = z.strictObject({
  locale: Locale.optional().describe("The language; left out, it is the church's."),
});

export const StatementPath = z.strictObject({
  year,
  memberId: idText.describe('A giver; for a couple with a joint statement, either of them.'),
});

/** Letters of a printed statement that no font has. */
export const MissingLetters = z.object({ memberId: id, memberName: z.string(), letters: z.string() });
export type MissingLetters = z.output<typeof MissingLetters>;

/** What an export of statements did. */
export const StatementExport = z.object({
  year: z.int(),
  statements: z.int(),
  files: z.int(),
  output: z.string().nullable(),
  voidStatements: z.array(VoidStatement),
  missingLetters: z.array(MissingLetters),
  /** The results of the e-mails, if any were to be sent. */
  emailed: SendResult.nullable(),
});
export type StatementExport = z.output<typeof StatementExport>;
