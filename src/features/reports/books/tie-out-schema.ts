import * as z from 'zod';
import { money, wholeNumberText } from '../../../lib/wire.ts';
import { ANY_BASIS } from './schema.ts';

export const TIE_OUT_CODES = [
  'no_giver',
  'donor_advised_fund',
  'gift_date',
  'held_for_others',
  'before_the_books',
] as const;
export type TieOutCode = (typeof TIE_OUT_CODES)[number];

export const TieOutQuery = z.strictObject({
  year: wholeNumberText(1900, 2998).describe('The calendar year.'),
  basis: ANY_BASIS,
});

export const TieOut = z
  .object({
    year: z.int().describe('The calendar year.'),
    books: money.describe('The giving of the year in the books: gifts of money, less reversals.'),
    statements: money.describe("The sum of the givers' statements of the year, including those to companies."),
    differences: z
      .array(
        z.object({
          code: z
            .enum(TIE_OUT_CODES)
            .describe(
              'no_giver: anonymous gifts are on no statement. donor_advised_fund: the sponsor of the fund thanks the giver, so the gift is on no statement. gift_date: the gift counts on the statement of another year. held_for_others: money in Custodial funds is not giving to the church. before_the_books: gifts from before the books have no postings.',
            ),
          amount: money.describe('The amount to add to the giving in the books. It may be negative.'),
        }),
      )
      .describe('The giving in the books plus these amounts is the sum of the statements.'),
  })
  .meta({ id: 'GivingTieOut', description: "The giving of a year in the books compared with the givers' statements." });
export type TieOut = z.output<typeof TieOut>;
