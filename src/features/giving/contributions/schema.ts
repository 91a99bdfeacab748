import * as z from 'zod';
import { pageQuery, pageShape } from '../../../lib/page.ts';
import { SendResult } from '../../messages/schema.ts';
import { MOST_RECIPIENTS } from '../../messages/message-schema.ts';
import { Address } from '../../../lib/address.ts';
import { filter, flagText, id, idText, instant, Locale, money, wholeNumberText } from '../../../lib/wire.ts';

const sums = {
  count: z.int().describe('The number of gifts, including gifts in kind, distributions from an IRA and reversals.'),
  total: money.describe(
    'The money given, less reversals. A gift in kind adds nothing, and neither does a distribution from an IRA.',
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
  hasChanged: z
    .boolean()
    .describe('Whether the figures have changed since the statement `statementNumber` was issued.'),
  handedOutAt: instant
    .nullable()
    .describe('When the statement `statementNumber` was handed out or sent; null before that.'),
};
/** The sums of one statement, and its latest issue. */
export type StatementSums = z.output<z.ZodObject<typeof sums>>;

export const CompanyContribution = z
  .object({ companyName: z.string().describe('The company to which the statement is addressed.'), ...sums })
  .meta({
    id: 'CompanyContribution',
    description: 'What a company gave in one calendar year. Its statement goes to the member who brought the checks.',
  });
export const StatementAddressee = z
  .object({
    kind: z
      .enum(['Givers', 'Survivor', 'Estate'])
      .describe(
        'Givers: the people on the statement. Survivor: the spouse of a person on the statement who died. Estate: the estate, because nobody on the statement lives; such a statement goes out on paper only.',
      ),
    names: z
      .array(z.string())
      .describe('The names to which the statement is addressed. For an estate, one name without “Estate of”.'),
    careOf: z.string().nullable().describe('Who receives the letters of the estate.'),
    address: Address.nullable().describe('The address of the estate; null for other addressees.'),
    lacks: z
      .object({
        memberId: id.describe('The person who died.'),
        what: z.enum(['DayOfDeath', 'Estate']).describe('The day of death, or the address of the estate.'),
      })
      .nullable()
      .describe('What must be entered before the statement can be addressed; null if nothing is missing.'),
  })
  .meta({ id: 'StatementAddressee', description: 'To whom a statement goes.' });
export type StatementAddressee = z.output<typeof StatementAddressee>;

export const Contribution = z
  .object({
    memberId: id.describe('The giver; for a couple with a joint statement, the head of the family.'),
    memberName: z.string().describe('The first and the last name of the giver.'),
    chineseName: z.string().nullable().describe('The Chinese name of the giver.'),
    memberIds: z.array(id).describe('The members whose givings are on the statement.'),
    ...sums,
    ira: money.describe(
      'The distributions from an IRA, less reversals. The statement lists them apart, and no other sum includes them.',
    ),
    ofEstate: money.describe(
      'The money given after the death of the giver in the same year, less reversals. It is a contribution of the estate: the statement lists it apart, and no other sum includes it.',
    ),
    companies: z
      .array(CompanyContribution)
      .describe(
        'The companies whose checks the giver brought. Their gifts are in no other sum of the giver. Each company has a statement of its own, which is issued, printed, sent and handed out together with that of the giver. A giver who has only such gifts has a `count` of 0, and no other statement. Names that differ only in case or spaces are one company.',
      ),
    hasEmail: z
      .boolean()
      .describe(
        'Whether somebody on the statement who lives has an e-mail address, so that the statement can be sent by e-mail.',
      ),
    addressee: StatementAddressee.describe('To whom the statement goes.'),
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
    memberName: z.string().describe('The name of that member, or of the couple, as the statement has it.'),
    companyName: z
      .string()
      .nullable()
      .describe('The company to which the statement is addressed; null for a statement of own gifts.'),
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

/** `Pending` means that the current statement did not reach the giver yet: it was not issued, has changed or is new. */
export const StatementState = z.enum(['NotIssued', 'Changed', 'Issued', 'Pending']).meta({
  id: 'StatementState',
  description:
    'NotIssued: no statement was issued. Changed: the figures have changed since the statement was issued. Issued: the statement is issued with the current figures. Pending: the current figures have not been handed out yet, whether they are issued or not. A giver with statements to companies is in the first, second or fourth state if one of the statements is, and is Issued if all of them are.',
});
export type StatementState = z.output<typeof StatementState>;

export const ContributionQuery = pageQuery({
  sort: ['memberName'],
  filters: {
    state: filter(StatementState, 'Only givers whose statement is in this state.'),
    hasEmail: filter(flagText, 'Only givers who can get their statement by e-mail, or only those who cannot.'),
  },
});
export type ContributionQuery = z.output<typeof ContributionQuery>;

const year = wholeNumberText(1900, 2999).describe('The calendar year.');

/** What is still to do for the statements of a year. */
export const ContributionOverview = z
  .object({
    year: z.int().describe('The calendar year.'),
    isOver: z.boolean().describe('Whether the year is over, so that statements can be issued.'),
    givers: z.int().describe('The number of givers who get a statement.'),
    notIssued: z.int().describe('The number of statements that were never issued, including those to companies.'),
    changed: z.int().describe('The number of statements whose figures have changed since they were issued.'),
    toSend: z
      .int()
      .describe('The number of givers who can get their current statement by e-mail, and have not got it yet.'),
    toPrint: z
      .int()
      .describe('The number of givers without an e-mail address who have not got their current statement yet.'),
    total: money.describe('The money on all statements.'),
  })
  .meta({
    id: 'ContributionOverview',
    description: 'The number of contribution statements of a calendar year, by state.',
  });
export type ContributionOverview = z.output<typeof ContributionOverview>;

const givers = z.array(id).max(MOST_RECIPIENTS);

export const StatementMailing = z
  .strictObject({
    memberIds: givers
      .nullable()
      .default(null)
      .describe('Only these givers. If it is left out, all givers of the year.'),
    language: z
      .enum([...Locale.options, 'byName'])
      .optional()
      .describe(
        "The language of the letters and statements. `byName` means Traditional Chinese for givers with a Chinese name, and English for others. If it is left out, the church's language is used.",
      ),
    again: z
      .boolean()
      .default(false)
      .describe('Whether to send the statement also to givers to whom it was already handed out.'),
  })
  .meta({ id: 'StatementMailing', description: 'Which contribution statements are sent by e-mail.' });
export type StatementMailing = z.output<typeof StatementMailing>;

export const StatementHandOut = z
  .strictObject({ memberIds: givers.min(1).describe('The givers who got their statements.') })
  .meta({ id: 'StatementHandOut', description: 'The givers to whom printed statements were handed out.' });
export type StatementHandOut = z.output<typeof StatementHandOut>;

export const ContributionsPath = z.strictObject({ year });
export const StatementQuery = z.strictObject({
  locale: Locale.optional().describe(
    "The language of the statement. If it is left out, the church's language is used.",
  ),
});

/** The largest number of statements in one file for printing. */
export const MOST_PRINTED = 500;

export const Delivery = z.enum(['Email', 'Print', 'All']).meta({
  id: 'StatementDelivery',
  description:
    'Email: the givers who can get their statement by e-mail. Print: the givers who cannot. All: both of them.',
});
export type Delivery = z.output<typeof Delivery>;

/** Ids in one parameter, separated by commas. */
const idsText = z
  .codec(
    z.string().regex(/^[1-9]\d{0,14}(?:,[1-9]\d{0,14})*$/, 'must be ids, separated by commas'),
    z.array(id).max(MOST_PRINTED),
    {
      decode: (text) => text.split(',').map(Number),
      encode: (ids) => ids.join(','),
    },
  )
  .meta({ type: 'string', items: undefined, maxItems: undefined });

export const PrintQuery = z.strictObject({
  ...StatementQuery.shape,
  state: filter(StatementState, 'Only statements in this state.'),
  delivery: filter(Delivery, 'Only statements that are delivered in this way.'),
  ids: filter(idsText, `Only the statements of these givers, at most ${MOST_PRINTED} ids separated by commas.`),
  hasEmail: filter(flagText, 'Only givers who can get their statement by e-mail, or only those who cannot.'),
});
export type PrintQuery = z.output<typeof PrintQuery>;

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
  /** The statements that cannot be addressed until something about a person who died is entered. */
  unaddressed: z.array(Contribution.pick({ memberId: true, memberName: true, addressee: true })),
  /** The results of the e-mails; null if the export sent none. */
  emailed: SendResult.nullable(),
});
export type StatementExport = z.output<typeof StatementExport>;
