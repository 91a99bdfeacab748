import * as z from 'zod';
import { pageOf, pageQuery, searchIn } from '../../../lib/page.ts';
import {
  audited,
  date,
  days,
  filter,
  flagText,
  id,
  idText,
  instant,
  line,
  money,
  note,
  optional,
  positiveMoney,
  text,
  warnings,
} from '../../../lib/wire.ts';
import { Method } from '../../../books/payment-methods.ts';
import { FunctionalClass } from '../../../books/functional-classes.ts';
import { Reversal } from '../../../books/reversal-schema.ts';
import { ExpenseSplit, newSplits, withReversedSplits, withRightSplits } from './split-schema.ts';

export const ExpenseStatus = z.enum(['Draft', 'PendingApproval', 'Approved', 'Paid']).meta({
  id: 'ExpenseStatus',
  description: 'The status of an expense. Only an Approved or Paid expense counts in statements and reports.',
});
export type ExpenseStatus = z.output<typeof ExpenseStatus>;

/** The descriptions of an expense's fields, for requests and responses. */
const SAYS = {
  subCategoryId: 'What the money was spent on: a subcategory of the expense categories.',
  ministryId: 'The ministry that the expense is for.',
  splits: 'The parts of an expense, such as a bill for several subcategories or funds.',
  expenseDate: 'The day on the bill or receipt.',
  vendor: 'The shop, company or person that was paid.',
  vendorId: 'The vendor, if it is in the list of vendors.',
  description: 'What was bought, and what for.',
  memberId: 'The person to be paid back; null if there is none.',
  fundId: 'The fund that the expense is paid from.',
  paymentMethod: 'How the expense was or will be paid.',
  paymentReference: 'The number of the check, transfer or other payment.',
  settled: 'How the expense was paid before it was approved, such as by a debit card or as a bank fee.',
};

const NULL_WITH_SPLITS = 'Null when there are `splits`.';

const settlement = {
  accountId: id.describe('The account that paid.'),
  date: date.describe('The day on which the money left the account. It must not be later than today.'),
  method: Method.describe('How it was paid.'),
};

const NewSettlement = z
  .strictObject({ ...settlement, reference: line(100).describe(SAYS.paymentReference) })
  .meta({ id: 'NewSettlement', description: 'How an expense was paid before it was approved, as you send it.' });
export type NewSettlement = z.output<typeof NewSettlement>;

const Settlement = z
  .object({
    ...settlement,
    accountName: z.string().describe('The name of the account.'),
    reference: z.string().nullable().describe(SAYS.paymentReference),
    paymentId: id.nullable().describe('The payment, which is recorded when the expense is submitted; null until then.'),
  })
  .meta({ id: 'Settlement', description: 'How an expense was paid before it was approved.' });
export type Settlement = z.output<typeof Settlement>;

/** The fields of an expense in a request, without the rules that involve several fields. */
export const ExpenseFields = z.strictObject({
  subCategoryId: optional(id).describe(`${SAYS.subCategoryId} Leave it out when you send \`splits\`.`),
  ministryId: optional(id).describe(`${SAYS.ministryId} It is required unless you send \`splits\`.`),
  splits: newSplits.describe(
    `${SAYS.splits} Send them instead of \`subCategoryId\`. They must add up to \`amount\`. \`ministryId\`, \`functionalClass\` and \`fundId\` of the expense apply to the parts that leave them out.`,
  ),
  expenseDate: date.describe(SAYS.expenseDate),
  amount: positiveMoney.describe("In the church's currency."),
  vendor: line().describe(`${SAYS.vendor} With \`vendorId\`, leave it out: the name of that vendor is stored.`),
  vendorId: optional(id).describe(SAYS.vendorId),
  description: text(500).describe(SAYS.description),
  functionalClass: optional(FunctionalClass).describe('If left out, the default of the ministry applies.'),
  memberId: optional(id).describe(SAYS.memberId),
  fundId: optional(id).describe(`${SAYS.fundId} If it is left out, the General fund pays.`),
  paymentMethod: optional(Method).describe(SAYS.paymentMethod),
  paymentReference: line(100).describe(SAYS.paymentReference),
  settled: optional(NewSettlement).describe(
    `${SAYS.settled} The payment is recorded when the expense is submitted. Leave this field out for an expense that is still to be paid.`,
  ),
  notes: note,
});

export const NewExpense = withRightSplits(ExpenseFields).meta({
  id: 'NewExpense',
  description: 'An expense, as you send it.',
});
export type NewExpense = z.output<typeof NewExpense>;

const file = {
  fileName: z.string().describe('The name that the file was sent with.'),
  contentType: z.string().describe('The media type found in the contents of the file, such as `application/pdf`.'),
  size: z.int().describe('The size of the file in bytes.'),
  sha256: z.string().describe('The SHA-256 of the bytes of the file, in hexadecimal digits.'),
};

const Receipt = z.object(file).meta({ id: 'Receipt', description: 'The file that documents an expense.' });

export const KeptReceipt = z
  .object({
    id,
    ...file,
    addedBy: id.nullable().describe('The user who added the receipt; null if this is not known.'),
    addedAt: instant.describe('When the receipt was added.'),
    isCurrent: z.boolean().describe('Whether this is the current receipt, which is the newest one.'),
  })
  .meta({ id: 'KeptReceipt', description: 'A receipt of an expense, the current one or an earlier one.' });
export type KeptReceipt = z.output<typeof KeptReceipt>;

const decided = {
  by: id.describe('The user who approved or rejected the expense.'),
  byName: z.string().describe('The name of that user.'),
  at: instant.describe('When the expense was approved or rejected.'),
};

const ExpenseApproval = z.object(decided).meta({ id: 'ExpenseApproval', description: 'An approval of an expense.' });

const ExpenseRejection = z
  .object({ ...decided, reason: z.string().describe('The reason for the rejection.') })
  .meta({ id: 'ExpenseRejection', description: 'A rejection of an expense.' });

export const Expense = z
  .object({
    id,
    subCategoryId: id.nullable().describe(`${SAYS.subCategoryId} ${NULL_WITH_SPLITS}`),
    subCategoryName: z.string().nullable().describe(`The name of the subcategory. ${NULL_WITH_SPLITS}`),
    groupName: z
      .string()
      .nullable()
      .describe(`The name of the group that the subcategory belongs to. ${NULL_WITH_SPLITS}`),
    form990LineCode: z
      .string()
      .nullable()
      .describe(`The line of Form 990, Part IX, that the subcategory belongs to. ${NULL_WITH_SPLITS}`),
    ministryId: id.nullable().describe(`${SAYS.ministryId} ${NULL_WITH_SPLITS}`),
    ministryName: z.string().nullable().describe(`The name of the ministry. ${NULL_WITH_SPLITS}`),
    splits: z.array(ExpenseSplit).nullable().describe(`${SAYS.splits} Null for an expense without parts.`),
    expenseDate: date.describe(SAYS.expenseDate),
    amount: money.describe('Negative in a reversal.'),
    vendor: z.string().nullable().describe(SAYS.vendor),
    vendorId: id.nullable().describe(SAYS.vendorId),
    description: z.string().describe(SAYS.description),
    functionalClass: FunctionalClass.nullable().describe(
      'The functional class of the expense itself; null if the default of its ministry applies.',
    ),
    effectiveFunctionalClass: FunctionalClass.nullable().describe(
      `The functional class in reports: that of the expense itself, or else the default of its ministry. ${NULL_WITH_SPLITS}`,
    ),
    memberId: id.nullable().describe(SAYS.memberId),
    fundId: id.nullable().describe(`${SAYS.fundId} ${NULL_WITH_SPLITS}`),
    fundName: z.string().nullable().describe(`The name of that fund. ${NULL_WITH_SPLITS}`),
    paymentMethod: Method.nullable().describe(SAYS.paymentMethod),
    paymentReference: z.string().nullable().describe(SAYS.paymentReference),
    notes: z.string().nullable().describe('Remarks, on one or more lines.'),
    status: ExpenseStatus.describe('The status of the expense.'),
    bookedOn: date
      .nullable()
      .describe('The date on which the expense counts in statements and reports; null before it is approved.'),
    reversalOf: id.nullable().describe('In a reversal, the expense that it reverses; otherwise null.'),
    submittedBy: id.describe('The owner: the user who entered the expense.'),
    submittedByName: z.string().describe('The name of the owner.'),
    approvedBy: id.nullable().describe('The user whose approval made the expense Approved; null until then.'),
    approvedAt: instant.nullable().describe('When the expense became Approved; null until then.'),
    rejectedReason: z
      .string()
      .nullable()
      .describe('The reason for the latest rejection; null if there is none, or once the expense is submitted again.'),
    rejections: z.array(ExpenseRejection).describe('All rejections of the expense, the oldest first.'),
    approvals: z
      .array(ExpenseApproval)
      .describe(
        'The approvals that still count. If two are needed, the expense stays `PendingApproval` after the first.',
      ),
    paidBy: id.nullable().describe('The user who recorded the payment; null before the payment.'),
    paidOn: date.nullable().describe('The day of the payment; null before the payment.'),
    settled: Settlement.nullable().describe(`${SAYS.settled} Null for any other expense.`),
    waitsForUse: z
      .boolean()
      .describe(
        'Whether an approved expense has a part whose money stays in its fund until `POST /api/expenses/{id}/in-use` says since when the asset is in use.',
      ),
    receipt: Receipt.nullable().describe('The current receipt, without its bytes; null when there is none.'),
    ...audited,
  })
  .meta({ id: 'Expense', description: 'Money that was spent or will be spent.' });
export type Expense = z.output<typeof Expense>;

export const EnteredExpense = Expense.extend({
  warnings: warnings('vendor_in_list'),
}).meta({ id: 'EnteredExpense', description: 'An expense that was just entered or changed.' });
export type EnteredExpense = z.output<typeof EnteredExpense>;

export const ApprovedExpense = Expense.extend({
  warnings: warnings('self_approval', 'own_family', 'own_rule', 'same_approver_and_payer'),
}).meta({ id: 'ApprovedExpense', description: 'An expense that was just approved.' });
export type ApprovedExpense = z.output<typeof ApprovedExpense>;

export const PaidExpense = Expense.extend({
  warnings: warnings('same_approver_and_payer'),
}).meta({ id: 'PaidExpense', description: 'An expense that was just paid.' });
export type PaidExpense = z.output<typeof PaidExpense>;

export const ExpenseReversal = withReversedSplits(
  z.strictObject({
    ...Reversal.shape,
    splits: newSplits.describe(
      'For an expense with parts: how much of each part to reverse, with the same sign as the part. Required unless the whole remaining amount of the expense is reversed. Name each part by its subcategory or account. Add the ministry, class and fund only if several parts share that subcategory or account.',
    ),
  }),
).meta({ id: 'ExpenseReversal', description: 'How much of an expense is reversed, when and why.' });
export type ExpenseReversal = z.output<typeof ExpenseReversal>;

export const InUse = z
  .strictObject({
    date: date.describe(
      'The day since which the asset is in use. It must not be before the day on which the expense counts.',
    ),
  })
  .meta({ id: 'InUse', description: 'Since when what an expense paid for is in use.' });

export const Approval = z
  .strictObject({
    bookedOn: optional(date).describe(
      'The date on which the expense counts, in an open month. If left out, the expense counts on the date given with an earlier approval, or else on its `expenseDate`.',
    ),
  })
  .meta({ id: 'Approval', description: 'An approval, with the date on which the expense counts.' });
export type Approval = z.output<typeof Approval>;

export const Rejection = z
  .strictObject({ reason: text(500).describe('What the owner should correct.') })
  .meta({ id: 'Rejection', description: 'The reason why an expense is rejected.' });

export const ExpensePayment = z
  .strictObject({
    paidOn: optional(date).describe(
      'The day of the payment, not later than today in the time zone of the church. The default is today.',
    ),
    accountId: optional(id).describe('The account that paid. The default is the account for payments by this method.'),
    paymentMethod: optional(Method).describe(
      'How the expense was paid. If left out, its payment method does not change.',
    ),
    paymentReference: line(100).describe(
      `${SAYS.paymentReference} If left out, the reference of the expense does not change.`,
    ),
  })
  .meta({ id: 'ExpensePayment', description: 'When and how an expense was paid.' });
export type ExpensePayment = z.output<typeof ExpensePayment>;

export const ExpensePage = pageOf(Expense);

/** The fields that lists of expenses can be sorted by. */
export const EXPENSE_SORTS = [
  'expenseDate',
  'amount',
  'status',
  'vendor',
  'bookedOn',
  'paidOn',
  'subCategoryName',
  'groupName',
  'ministryName',
  'submittedByName',
  'createdAt',
  'modifiedAt',
  'id',
] as const;

export const ExpenseQuery = pageQuery({
  sort: EXPENSE_SORTS,
  by: '-expenseDate',
  filters: {
    status: filter(ExpenseStatus, 'Only expenses with this status.'),
    ministryId: filter(idText, 'Only expenses of this ministry.'),
    subCategoryId: filter(idText, 'Only expenses of this subcategory.'),
    groupId: filter(idText, 'Only expenses of this group of categories.'),
    ...days,
    submittedBy: filter(idText, 'Only expenses that this user owns.'),
    vendorId: filter(idText, 'Only expenses of this vendor.'),
    memberId: filter(idText, 'Only expenses that are paid back to this member.'),
    search: searchIn('the vendor, description, payment reference or notes'),
  },
});
export type ExpenseQuery = z.output<typeof ExpenseQuery>;

export const ExpensePath = z.strictObject({ id: idText });

export const ReceiptQuery = z.strictObject({
  keep: flagText
    .prefault('false')
    .describe('`true` adds the file to the receipts of a draft, instead of replacing the current one.'),
});

export const ReceiptPath = z.strictObject({ id: idText, receiptId: idText });
