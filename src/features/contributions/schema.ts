import * as z from 'zod';
import { pageQuery, pageShape } from '../../lib/page.ts';
import { SendResult } from '../notifications/schema.ts';
import { id, idText, instant, Locale, money, wholeNumberText } from '../../lib/wire.ts';

export const Contribution = z
  .object({
    memberId: id.meta({ description: 'The giver; of a couple with a joint statement, the head of the family.' }),
    memberName: z.string(),
    chineseName: z.string().nullable(),
    memberIds: z.array(id).meta({ description: 'Everybody whose givings are in it.' }),
    count: z.int(),
    total: money.meta({ description: 'Money given, less reversals; a gift in kind adds nothing.' }),
    benefit: money.meta({
      description: 'The value received in return for deductible gifts, of each no more than the gift.',
    }),
    deductible: money.meta({ description: 'What was given to deductible categories, less the benefit.' }),
    notDeductible: money,
    giftsInKind: z.int(),
    statementNumber: z.string().nullable(),
    issuedAt: instant.nullable(),
  })
  .meta({ id: 'Contribution', description: "A giver's year, by the dates of the gifts." });
export type Contribution = z.output<typeof Contribution>;

export const VoidStatement = z
  .object({
    statementNumber: z.string(),
    issuedAt: instant,
    memberId: id,
    memberName: z.string().meta({ description: 'As a statement is addressed.' }),
  })
  .meta({ id: 'VoidStatement', description: 'A statement that was issued for gifts that are no longer there.' });
export type VoidStatement = z.output<typeof VoidStatement>;

export const ContributionPage = z
  .object({
    ...pageShape(Contribution),
    voidStatements: z
      .array(VoidStatement)
      .optional()
      .meta({ description: 'On every page, only where there are any: the givers should be told not to use them.' }),
  })
  .meta({ id: 'ContributionPage', description: 'A page of givers.' });
export type ContributionPage = z.output<typeof ContributionPage>;

export const ContributionQuery = pageQuery({ sort: ['memberName'], filters: {} });
export type ContributionQuery = z.output<typeof ContributionQuery>;

const year = wholeNumberText(1900, 2999).meta({ description: 'The calendar year.' });

export const ContributionsPath = z.strictObject({ year });
export const StatementQuery = z.strictObject({
  locale: Locale.optional().meta({ description: "The language; left out, it is the church's." }),
});

export const StatementPath = z.strictObject({
  year,
  memberId: idText.meta({ description: 'A giver; of a couple with a joint statement, either of them.' }),
});

/** Letters of a printed statement for which no font has a glyph. */
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
  /** What came of the e-mails, where some were to be sent. */
  emailed: SendResult.nullable(),
});
export type StatementExport = z.output<typeof StatementExport>;
