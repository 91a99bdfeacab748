/** The parts of an expense: their schemas for requests and responses, and their rules. */
import * as z from 'zod';
import { Form1099Box } from '../../../books/form1099.ts';
import { FunctionalClass } from '../../../books/functional-classes.ts';
import { addMoney, formatMoney, type Minor } from '../../../lib/money.ts';
import { balanceMoney, date, id, money, optional } from '../../../lib/wire.ts';

const MOST_SPLITS = 100;

const SAYS = {
  subCategoryId: 'What this part was spent on; null if the part names an account.',
  accountId:
    'An account of the kind Loan, Investment, FixedAsset, OtherAsset or OtherLiability, if this part is not an expense, such as the repayment of a loan; otherwise null.',
  ministryId: 'The ministry that this part is for.',
  fundId: 'The fund that this part is paid from.',
  inUse: 'False for an asset under construction: the money of the fund stays restricted until the asset is in use.',
  form1099: 'The box of Form 1099 for this part; null if that of the subcategory applies.',
};

const amount = balanceMoney.refine((value) => value !== 0, {
  error: 'must not be zero',
  params: { code: 'invalid_amount' },
});

/** One part of an expense, in a request. */
export const NewExpenseSplit = z
  .strictObject({
    subCategoryId: optional(id).describe(`${SAYS.subCategoryId} Send either this or \`accountId\`.`),
    accountId: optional(id).describe(SAYS.accountId),
    ministryId: optional(id).describe(
      `${SAYS.ministryId} If it is left out, the \`ministryId\` of the expense applies. A part with a subcategory needs one of the two.`,
    ),
    functionalClass: optional(FunctionalClass).describe(
      'If it is left out, the `functionalClass` of the expense applies, or else the default of the ministry.',
    ),
    fundId: optional(id).describe(
      `${SAYS.fundId} If it is left out, the \`fundId\` of the expense applies, or else the General fund.`,
    ),
    form1099: optional(Form1099Box).describe(SAYS.form1099),
    inUse: z.boolean().nullable().default(true).describe(SAYS.inUse),
    amount: amount.describe(
      'The amount of this part. Only a part with an account may be negative, such as a withholding.',
    ),
  })
  .meta({ id: 'NewExpenseSplit', description: 'A part of an expense, as you send it.' });
export type NewExpenseSplit = z.output<typeof NewExpenseSplit>;

export const ExpenseSplit = z
  .object({
    subCategoryId: id.nullable().describe(SAYS.subCategoryId),
    subCategoryName: z.string().nullable().describe('The name of the subcategory.'),
    groupName: z.string().nullable().describe('The name of the group that the subcategory belongs to.'),
    form990LineCode: z.string().nullable().describe('The line of Form 990, Part IX, that the subcategory belongs to.'),
    accountId: id.nullable().describe(SAYS.accountId),
    accountName: z.string().nullable().describe('The name of the account.'),
    ministryId: id.nullable().describe(SAYS.ministryId),
    ministryName: z.string().nullable().describe('The name of the ministry.'),
    functionalClass: FunctionalClass.nullable().describe(
      'The functional class of the part itself; null if the default of its ministry applies.',
    ),
    effectiveFunctionalClass: FunctionalClass.nullable().describe(
      'The functional class in reports; null if the part names an account.',
    ),
    fundId: id.describe(SAYS.fundId),
    fundName: z.string().describe('The name of that fund.'),
    form1099: Form1099Box.nullable().describe(SAYS.form1099),
    inUse: z.boolean().describe(SAYS.inUse),
    release: z
      .enum(['OnDate', 'InUse'])
      .nullable()
      .describe(
        'When the part ends the restriction of its fund: on the day on which the expense counts, or on `inUseOn`. Null before the approval, and if it ends none.',
      ),
    inUseOn: date.nullable().describe('With `InUse`: the day since which the asset is in use; null until then.'),
    amount: money.describe('The amount of this part. In a reversal, it has the opposite sign.'),
  })
  .meta({ id: 'ExpenseSplit', description: 'A part of an expense.' });
export type ExpenseSplit = z.output<typeof ExpenseSplit>;

/** The parts of an expense, in a request. */
export const newSplits = optional(z.array(NewExpenseSplit).min(1).max(MOST_SPLITS));

type Sent = {
  subCategoryId: number | null;
  ministryId: number | null;
  amount: Minor | null;
  splits: readonly NewExpenseSplit[] | null;
};

/** Makes a rule run whenever the whole value is an object, even if some of its fields are invalid. */
const when = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null;

type Fault = { path: (string | number)[]; code: string; message: string };

/** Adds the faults as issues of a schema. */
function addFaults(context: z.core.$RefinementCtx, faults: readonly Fault[]): void {
  for (const { path, code, message } of faults) context.addIssue({ code: 'custom', path, message, params: { code } });
}

/**
 * Adds rules to the schema of an expense. An expense has either a subcategory and a ministry or parts. Each part names a
 * subcategory or an account, and the parts add up to the amount.
 */
export function withRightSplits<S extends z.ZodType<Sent>>(schema: S) {
  return schema.superRefine((sent, context) => addFaults(context, faultsOf(sent)), { when });
}

/**
 * Adds rules to the schema of a reversal: each part names a subcategory or an account, and the sum of the parts is over
 * 0.
 */
export function withReversedSplits<S extends z.ZodType<{ amount: Minor | null; splits: Sent['splits'] }>>(schema: S) {
  return schema.superRefine(
    ({ amount, splits }, context) =>
      addFaults(context, [...splitFaults(splits, true), ...sumFaults(amount, splits), ...signFaults(splits)]),
    { when },
  );
}

function faultsOf({ subCategoryId, ministryId, amount, splits }: Sent): Fault[] {
  const faults: Fault[] = [];
  if (splits == null) {
    const message = 'is required; for an expense with several parts, send splits instead';
    if (subCategoryId == null) faults.push({ path: ['subCategoryId'], code: 'required', message });
    if (ministryId == null) faults.push({ path: ['ministryId'], code: 'required', message });
    return faults;
  }
  if (subCategoryId != null) {
    const message = 'cannot be sent together with subCategoryId; leave one of them out';
    faults.push({ path: ['splits'], code: 'not_with_subcategory', message });
  }
  return [...faults, ...splitFaults(splits, ministryId != null), ...sumFaults(amount, splits)];
}

function splitFaults(splits: Sent['splits'], hasMinistry: boolean): Fault[] {
  if (!Array.isArray(splits)) return [];
  return (splits as readonly (Partial<NewExpenseSplit> | undefined)[]).flatMap((split, index): Fault[] => {
    if (typeof split !== 'object' || split === null) return [];
    const { subCategoryId = null, accountId = null, ministryId = null, amount: part = 0 } = split;
    const at = (field: string, code: string, message: string): Fault[] => [
      { path: ['splits', index, field], code, message },
    ];
    if (subCategoryId === null && accountId === null) {
      return at('subCategoryId', 'required', 'is required; for money that is not an expense, send accountId instead');
    }
    if (accountId !== null) {
      const message = 'cannot be sent together with subCategoryId; leave one of them out';
      return subCategoryId === null ? [] : at('accountId', 'not_with_subcategory', message);
    }
    return [
      ...(part < 0
        ? at('amount', 'too_small', 'must be over 0, because only a part with an account may be negative')
        : []),
      ...(hasMinistry || ministryId !== null
        ? []
        : at('ministryId', 'required', 'is required, because the expense names no ministry')),
    ];
  });
}

/** Returns the sum of the parts, or undefined if there are none or one of their amounts is invalid. */
function sumOf(splits: Sent['splits']): Minor | undefined {
  if (!Array.isArray(splits)) return undefined;
  const parts = (splits as readonly (NewExpenseSplit | undefined)[]).map((split) => split?.amount);
  return parts.every(Number.isSafeInteger) ? addMoney(...(parts as Minor[])) : undefined;
}

function signFaults(splits: Sent['splits']): Fault[] {
  const sum = sumOf(splits);
  if (sum === undefined || sum > 0) return [];
  const message = `must add up to more than 0, because a reversal takes money back: they add up to ${formatMoney(sum)}`;
  return [{ path: ['splits'], code: 'too_small', message }];
}

function sumFaults(amount: Minor | null, splits: Sent['splits']): Fault[] {
  const sum = sumOf(splits);
  if (sum === undefined || !Number.isSafeInteger(amount) || amount === null || sum === amount) return [];
  const message = `must add up to amount: they add up to ${formatMoney(sum)}, and amount is ${formatMoney(amount)}`;
  return [{ path: ['splits'], code: 'not_the_amount', message }];
}
