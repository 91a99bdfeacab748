/** Enters the fee that a bank or a processor kept from a deposit as a paid expense. */
import { type App, actorId, created, now } from '../../../app.ts';
import { GENERAL_FUND } from '../../../books/fund-classes.ts';
import { refuseClosedMonths } from '../../../books/periods.ts';
import { indexTexts } from '../../../db/search-index.ts';
import { findSeeded } from '../../../db/seeded.ts';
import { AppError } from '../../../errors.ts';
import { record } from '../../audit/service.ts';
import { findMinistry } from '../../church/ministries/service.ts';
import type { Fee } from '../../giving/deposits/fees.ts';
import { findUsableSubCategory } from '../categories/service.ts';
import { insertExpense } from '../expenses/queries.ts';
import { bookingOf, documentOf, expenseFact } from '../expenses/rules.ts';
import { getExpense } from '../expenses/service.ts';
import { recordPayment } from './service.ts';

/**
 * Enters a fee under Bank & Processing Fees of Administration, booked and paid on the day of the deposit. Nobody approves
 * the fee, because the bank has already kept it. Raises `forbidden` for a command without a person, and `conflict` if the
 * church has deleted the subcategory or the ministry.
 */
export async function enterDepositFee(app: App, { date, accountId, amount, description }: Fee): Promise<void> {
  const owner = actorId(app);
  if (owner === null) {
    throw new AppError('forbidden', 'A fee needs a person as its owner. Sign in, or name yourself with --as EMAIL.');
  }
  await refuseClosedMonths(app, [bookingOf(date, { fundId: GENERAL_FUND })]);
  const id = await insertExpense(app.db, {
    ...(await purposeOfFees(app)),
    expenseDate: date,
    amountMinor: amount,
    vendor: null,
    description,
    functionalClass: null,
    memberId: null,
    fundId: GENERAL_FUND,
    paymentMethod: 'BankTransfer',
    paymentReference: null,
    notes: null,
    status: 'Paid',
    bookedOn: date,
    submittedBy: owner,
    approvedAt: now(app),
    paidBy: owner,
    paidOn: date,
    ...created(app),
  });
  const expense = await getExpense(app, id);
  await indexTexts(app.db, 'expense', [documentOf(expense)]);
  await record(app, expenseFact('ExpenseCreated', null, expense));
  await recordPayment(app, {
    date,
    accountId,
    method: 'BankTransfer',
    reference: null,
    items: [{ expenseId: id, amount }],
  });
}

async function purposeOfFees(app: App): Promise<{ subCategoryId: number; ministryId: number }> {
  const subCategory = await findUsableSubCategory(app, (await findSeeded(app.db, 'ExpenseSubCategory', FEES)) ?? 0);
  const ministry = await findMinistry(app, (await findSeeded(app.db, 'Ministry', 'administration')) ?? 0);
  if (subCategory && ministry) return { subCategoryId: subCategory.id, ministryId: ministry.id };
  throw new AppError(
    'conflict',
    'The church has deleted Bank & Processing Fees or Administration. Nothing was changed. Enter the fee as an expense.',
  );
}

const FEES = 'finance/bank-processing-fees';
