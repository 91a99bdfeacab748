import * as z from 'zod';
import { pageOf, pageQuery, searchIn } from '../../lib/page.ts';
import {
  audited,
  date,
  days,
  filter,
  id,
  idText,
  instant,
  line,
  money,
  note,
  optional,
  positiveMoney,
  text,
} from '../../lib/wire.ts';
import { Method } from '../giving/schema.ts';
import { FunctionalClass } from '../ministries/schema.ts';

export const ExpenseStatus = z.enum(['Draft', 'PendingApproval', 'Approved', 'Paid']).meta({ id: 'ExpenseStatus' });
export type ExpenseStatus = z.output<typeof ExpenseStatus>;

export const NewExpense = z
  .strictObject({
    subCategoryId: id,
    ministryId: id,
    expenseDate: date,
    amount: positiveMoney,
    vendor: line(),
    description: text(500),
    functionalClass: optional(FunctionalClass).meta({ description: "Left out, it is the ministry's default." }),
    memberId: optional(id).meta({ description: 'The person to be paid back.' }),
    fundCategoryId: optional(id).meta({ description: 'The restricted giving category it is paid from.' }),
    paymentMethod: optional(Method),
    paymentReference: line(100),
    notes: note,
  })
  .meta({ id: 'NewExpense' });
export type NewExpense = z.output<typeof NewExpense>;

const Receipt = z
  .object({ fileName: z.string(), contentType: z.string(), size: z.int(), sha256: z.string() })
  .meta({ id: 'Receipt' });

export const Expense = z
  .object({
    id,
    subCategoryId: id,
    subCategoryName: z.string(),
    groupName: z.string(),
    form990LineCode: z.string(),
    ministryId: id,
    ministryName: z.string(),
    expenseDate: date,
    amount: money.meta({ description: 'Negative in a reversal.' }),
    vendor: z.string().nullable(),
    description: z.string(),
    functionalClass: FunctionalClass.nullable(),
    effectiveFunctionalClass: FunctionalClass,
    memberId: id.nullable(),
    fundCategoryId: id.nullable(),
    paymentMethod: Method.nullable(),
    paymentReference: z.string().nullable(),
    notes: z.string().nullable(),
    status: ExpenseStatus,
    bookedOn: date.nullable().meta({ description: 'The date on which it counts in statements and reports.' }),
    reversalOf: id.nullable(),
    submittedBy: id.meta({ description: 'The owner: who entered it.' }),
    submittedByName: z.string(),
    approvedBy: id.nullable(),
    approvedAt: instant.nullable(),
    rejectedReason: z.string().nullable(),
    paidBy: id.nullable(),
    paidOn: date.nullable(),
    receipt: Receipt.nullable(),
    ...audited,
  })
  .meta({ id: 'Expense' });
export type Expense = z.output<typeof Expense>;

export const PaidExpense = Expense.extend({
  warnings: z.array(z.object({ code: z.enum(['same_approver_and_payer']), message: z.string() })).optional(),
}).meta({ id: 'PaidExpense' });
export type PaidExpense = z.output<typeof PaidExpense>;

export const Approval = z.strictObject({ bookedOn: optional(date) }).meta({ id: 'Approval' });
export type Approval = z.output<typeof Approval>;

export const Rejection = z
  .strictObject({ reason: text(500).meta({ description: 'What the owner should change.' }) })
  .meta({ id: 'Rejection' });

export const Payment = z
  .strictObject({
    paidOn: optional(date).meta({ description: 'Left out, it is today where the church is.' }),
    paymentMethod: optional(Method),
    paymentReference: line(100),
  })
  .meta({ id: 'Payment' });
export type Payment = z.output<typeof Payment>;

export const ExpensePage = pageOf(Expense);

/** What lists of expenses can be sorted by. */
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
    status: filter(ExpenseStatus, 'Only those in this state.'),
    ministryId: filter(idText, 'Only those of this ministry.'),
    subCategoryId: filter(idText, 'Only those of this subcategory.'),
    groupId: filter(idText, 'Only those of this group of categories.'),
    ...days,
    submittedBy: filter(idText, 'Only those of this user.'),
    search: searchIn('the vendor, description, payment reference or notes'),
  },
});
export type ExpenseQuery = z.output<typeof ExpenseQuery>;

export const ExpensePath = z.strictObject({ id: idText });
