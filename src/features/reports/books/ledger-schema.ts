/** The reports that list documents: the general ledger, the payables, and the register of payments. */
import * as z from 'zod';
import { pageOf, pageQuery } from '../../../lib/page.ts';
import { date, filter, id, idText, inOrder, money } from '../../../lib/wire.ts';
import { ANY_BASIS, Basis } from './schema.ts';

const SUBJECTS = ['accountId', 'fundId', 'categoryId', 'incomeCategoryId', 'subCategoryId'] as const;

const ledgerFilters = {
  accountId: filter(idText, 'The account.'),
  fundId: filter(idText, 'The fund to list instead of an account.'),
  categoryId: filter(idText, 'The giving category to list instead of an account.'),
  incomeCategoryId: filter(idText, 'The category of other income to list instead of an account.'),
  subCategoryId: filter(idText, 'The expense subcategory to list instead of an account.'),
  from: filter(date, 'The first day to include. The default is the first day of the books.'),
  to: filter(date, 'The last day to include.'),
  basis: Basis.default('booked').describe('Must be `booked`, because a ledger lists each document on its own date.'),
};

type LedgerFilters = { [Name in (typeof SUBJECTS)[number]]?: number | undefined } & {
  from?: string | undefined;
  to?: string | undefined;
  basis: Basis;
};

const ofSubject = <S extends z.ZodType<LedgerFilters>>(schema: S) =>
  inOrder(
    schema
      .refine((query) => SUBJECTS.filter((subject) => query[subject] !== undefined).length === 1, {
        path: ['accountId'],
        error:
          'is required; to list something else, give exactly one of fundId, categoryId, incomeCategoryId and subCategoryId',
        params: { code: 'required' },
      })
      .refine(({ basis }) => basis === 'booked', {
        path: ['basis'],
        error: 'must be booked, because a ledger lists each document on its own date',
        params: { code: 'invalid_value' },
      }),
  );

export const GeneralLedgerQuery = ofSubject(pageQuery({ sort: ['date'], filters: ledgerFilters }));
export type GeneralLedgerQuery = z.output<typeof GeneralLedgerQuery>;

/** The parameters of a general ledger that is not divided into pages. */
export const WholeLedgerQuery = ofSubject(z.strictObject(ledgerFilters));

export const LedgerItem = z
  .object({
    date: date.describe('The day of the entry.'),
    type: z
      .enum(['Giving', 'Deposit', 'Expense', 'Payment', 'OtherIncome', 'Transfer', 'JournalEntry', 'Opening'])
      .describe('The kind of the document.'),
    id: id.describe('The id of the document.'),
    payee: z
      .string()
      .nullable()
      .describe('Whom a payment or an expense pays; null for other documents, and if nobody is named.'),
    purpose: z
      .string()
      .nullable()
      .describe(
        'What the money was for, such as the descriptions of the expenses that a payment pays; null if unknown.',
      ),
    description: z.string().describe('What the document is. Givers are not named.'),
    debit: money.describe('The amount, if it is a debit; otherwise 0.'),
    credit: money.describe('The amount, if it is a credit; otherwise 0.'),
    balance: money.describe(
      'The balance after the entry. For an account or a fund, it includes everything before the first day; for a category, it starts at 0 on the first day.',
    ),
  })
  .meta({ id: 'LedgerItem', description: 'An entry of the general ledger.' });
export type LedgerItem = z.output<typeof LedgerItem>;

export const GeneralLedger = pageOf(LedgerItem);

export const PayablesQuery = z.strictObject({
  at: date.describe('The amounts are those owed at the end of this day.'),
  basis: ANY_BASIS,
});
export type PayablesQuery = z.output<typeof PayablesQuery>;

export const Payables = z
  .object({
    at: date.describe('The amounts are those owed at the end of this day.'),
    items: z
      .array(
        z.object({
          payee: z.string().nullable().describe('Who is to be paid: the person to be paid back, or else the vendor.'),
          vendor: z.string().nullable().describe('The vendor, if the expense or the bill names one.'),
          description: z.string().nullable().describe('What was bought; null for a bill from before the books.'),
          amount: money.describe('The amount that is still to be paid.'),
          dueSince: date.describe('The day on which the expense was booked, or on which the books began.'),
          expenseId: id.nullable().describe('The expense; null for a bill from before the books.'),
          payableId: id.nullable().describe('The bill from before the books; null for an expense.'),
        }),
      )
      .describe('The oldest first.'),
    total: money.describe('The sum of the items.'),
  })
  .meta({ id: 'Payables', description: 'The unpaid expenses and bills at the end of a day.' });
export type Payables = z.output<typeof Payables>;

export const InterfundQuery = z.strictObject({
  at: date.describe('The amounts are those owed at the end of this day.'),
});
export type InterfundQuery = z.output<typeof InterfundQuery>;

export const Interfund = z
  .object({
    at: date.describe('The amounts are those owed at the end of this day.'),
    items: z
      .array(
        z.object({
          fromFundId: id.describe('The fund that lent the money.'),
          fromFund: z.string().describe('The name of this fund.'),
          toFundId: id.describe('The fund that owes the money.'),
          toFund: z.string().describe('The name of this fund.'),
          amount: money.describe('The loans, less what was paid back.'),
        }),
      )
      .describe('One item for each fund that lends and fund that owes, without what is paid back in full.'),
    total: money.describe('The sum of the items.'),
  })
  .meta({ id: 'Interfund', description: 'What funds owe each other at the end of a day.' });
export type Interfund = z.output<typeof Interfund>;

const range = { from: date.describe('The first day.'), to: date.describe('The last day.') };

export const ReleasesQuery = inOrder(z.strictObject(range));
export type ReleasesQuery = z.output<typeof ReleasesQuery>;

export const ReleaseType = z.enum(['Expense', 'Purchase', 'Principal', 'Transfer', 'JournalEntry', 'Opening']).meta({
  id: 'ReleaseType',
  description:
    'Expense and JournalEntry: an expense of the fund. Purchase: something that the fund bought is in use. Principal: the fund paid back a loan. Transfer: the fund gave money to a fund without restrictions. Opening: the expenses of the fund in the year so far, which were entered with the opening of the books.',
});
export type ReleaseType = z.output<typeof ReleaseType>;

export const Releases = z
  .object({
    ...range,
    items: z
      .array(
        z.object({
          date: date.describe('The day of the release.'),
          fundId: id.describe('The Restricted or Endowment fund.'),
          fund: z.string().describe('The name of the fund.'),
          amount: money.describe('What was released. Negative in a reversal.'),
          type: ReleaseType.describe('What released it.'),
          id: id.describe('The expense, the transfer or the adjusting entry; 1 for the opening of the books.'),
          description: z.string().describe('What the document is.'),
        }),
      )
      .describe('The releases, by day.'),
    total: money.describe('The sum of the items.'),
  })
  .meta({ id: 'Releases', description: 'What ended the restrictions of donors in a period.' });
export type Releases = z.output<typeof Releases>;

export const PaymentRegisterQuery = inOrder(
  z.strictObject({
    ...range,
    accountId: filter(idText, 'Only payments from this account.'),
    basis: ANY_BASIS,
  }),
);
export type PaymentRegisterQuery = z.output<typeof PaymentRegisterQuery>;

export const PaymentRegister = z
  .object({
    ...range,
    items: z
      .array(
        z.object({
          paymentId: id.describe('The payment.'),
          date: date.describe('The day of the payment.'),
          accountId: id.describe('The account that paid.'),
          method: z.string().nullable().describe('The payment method, if it is known.'),
          reference: z.string().nullable().describe('The number of the check, or another reference.'),
          payee: z
            .string()
            .nullable()
            .describe(
              'Who was paid: the person paid back, or else the vendor, or else the bank or the text of its line; null if nobody is named.',
            ),
          amount: money.describe('The sum of the payment. Negative for money that came back, and for a void.'),
          voidedOn: date.nullable().describe('The day on which the payment was voided; null if it was not voided.'),
          voidOf: id
            .nullable()
            .describe(
              'The voided payment, if this item is its void, on the day of the voiding; null for the payment itself.',
            ),
        }),
      )
      .describe(
        'By date. A payment that was voided is there twice: on its own day, and negative on the day of its void.',
      ),
    gaps: z
      .array(z.string())
      .describe(
        'The check numbers that are missing between the lowest and the highest number of an account. A long gap is one text, such as `1004-1099`.',
      ),
  })
  .meta({
    id: 'PaymentRegister',
    description: 'The payments of a period, with voided ones and missing check numbers.',
  });
export type PaymentRegister = z.output<typeof PaymentRegister>;
