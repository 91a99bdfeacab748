import * as z from 'zod';
import { pageQuery, pageShape } from '../../../lib/page.ts';
import { SendResult } from '../../messages/schema.ts';
import { id, idText, instant, Locale, money, wholeNumberText } from '../../../lib/wire.ts';

export const Contribution = z
  .object({
    memberId: id.describe('The giver; for a couple with a joint statement, the head of the family.'),
    memberName: z.string().describe('The first and the last name of the giver.'),
    chineseName: z.string().nullable().describe('The Chinese name of the giver.'),
    memberIds: z.array(id).describe('The members whose givings are on the statement.'),
    count: z.int().describe('The number of gifts, including gifts in kind, distributions from an IRA and reversals.'),
    total: money.describe(
      'The money given, less reversals. A gift in kind adds nothing, and neither does a distribution from an IRA.',
    ),
    ira: money.describe(
      'The distributions from an IRA, less reversals. The statement lists them apart, and no other sum includes them.',
    ),
    benefit: money.describe(
      'The value of what the giver received for tax-deductible gifts. A value above the amount of its gift counts only up to that amount.',
    ),
    deductible: money.describe('The money given to tax-deductible categories, less `benefit`.'),
    notDeductible: money.describe('The money given to categories that are not tax-deductible.'),
    giftsInKind: z.int().describe('The number of gifts in kind, without reversals.'),
    statementNumber: z
      .string()
      .nullable()
      .describe(
        'The number of the latest issued statement; null if none was issued. Changes made after that appear only in a preview until the statement is issued again.',
      ),
    issuedAt: instant.nullable().describe('When the statement `statementNumber` was issued; null if none was issued.'),
  })
  .meta({
    id: 'Contribution',
    description:
      'What a giver gave in one calendar year. A gift counts in the year of its `giftDate`. Gifts from a donor-advised fund are left out.',
  });
export type Contribution = z.output<typeof Contribution>;

export const VoidStatement = z
  .object({
    statementNumber: z.string().describe('The number that is printed on the statement.'),
    issuedAt: instant.describe('When the statement was issued.'),
    memberId: id.describe('The member to whom the statement was issued.'),
    memberName: z.string().describe('The name to which the statement is addressed.'),
  })
  .meta({
    id: 'VoidStatement',
    description: 'An issued statement whose gifts were all deleted, or moved to another giver.',
  });
export type VoidStatement = z.output<typeof VoidStatement>;

export const ContributionPage = z
  .object({
    ...pageShape(Contribution),
    voidStatements: z
      .array(VoidStatement)
      .optional()
      .describe(
        'The void statements of the year. Every page of the list contains all of them. This field is left out if there are none. Tell these givers not to use these statements.',
      ),
  })
  .meta({ id: 'ContributionPage', description: 'A page of givers.' });
export type ContributionPage = z.output<typeof ContributionPage>;

export const ContributionQuery = pageQuery({ sort: ['memberName'], filters: {} });
export type ContributionQuery = z.output<typeof ContributionQuery>;

const year = wholeNumberText(1900, 2999).describe('The calendar year.');

export const ContributionsPath = z.strictObject({ year });
export const StatementQuery = z.strictObject({
  locale: Locale.optional().describe(
    "The language of the statement. If it is left out, the church's language is used.",
  ),
});

export const StatementPath = z.strictObject({
  year,
  memberId: idText.describe('The giver. For a couple with a joint statement, the id of either spouse.'),
});

/** A printed statement with characters that no font has. */
export const MissingLetters = z.object({ memberId: id, memberName: z.string(), letters: z.string() });
export type MissingLetters = z.output<typeof MissingLetters>;

/** The result of an export of statements. */
export const StatementExport = z.object({
  year: z.int(),
  statements: z.int(),
  files: z.int(),
  output: z.string().nullable(),
  voidStatements: z.array(VoidStatement),
  missingLetters: z.array(MissingLetters),
  /** The results of the e-mails; null if the export sent none. */
  emailed: SendResult.nullable(),
});
export type StatementExport = z.output<typeof StatementExport>;
