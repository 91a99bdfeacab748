/** Plans the steps of each bill in a demo church: one person submits it, another approves it, and a third pays it. */
import { addDays, type CalendarDate } from '../../../lib/date.ts';
import { subtractMoney } from '../../../lib/money.ts';
import { generator, type Random } from '../../../lib/random.ts';
import { approveExpense, rejectExpense } from '../../spending/expenses/approval.ts';
import { payExpense } from '../../spending/payments/pay.ts';
import { submitExpense } from '../../spending/expenses/moves.ts';
import { addTo, type NewReceipt } from '../../spending/receipts/service.ts';
import { reverseExpense } from '../../spending/expenses/reversal.ts';
import type { NewExpense } from '../../spending/expenses/schema.ts';
import { createExpense, updateExpense } from '../../spending/expenses/service.ts';
import type { Bill } from './bills.ts';
import { later } from './days.ts';
import type { Diary } from './diary.ts';
import { moneyOf } from './givers.ts';

/** The balances of the funds. */
export type Funds = ReturnType<typeof emptyFunds>;

/** Returns funds with no money in them. `fundOf` returns the fund of a giving category. */
export function emptyFunds(fundOf: (categoryId: number) => number) {
  const amounts = new Map<number, number>();
  return {
    /** Adds gifts that were deposited. */
    give: (categoryId: number, amount: number): void => {
      const fundId = fundOf(categoryId);
      amounts.set(fundId, (amounts.get(fundId) ?? 0) + amount);
    },
    /** Takes an amount out of a fund and returns true. If the fund has too little, returns false. */
    take: (fundId: number, amount: number): boolean => {
      const left = (amounts.get(fundId) ?? 0) - amount;
      if (left >= 0) amounts.set(fundId, left);
      return left >= 0;
    },
  };
}

export type Office = {
  seed: string;
  categoryOf: (bill: Bill) => number;
  ministryOf: (bill: Bill) => number;
  fundOf: (bill: Bill) => number | null;
  funds: Funds;
  /** Returns the id of the member who uses an account. This member is reimbursed. */
  memberOf: (account: string) => number | null;
  /** Returns the id of the vendor of a bill, if the vendor is in the list of vendors. */
  vendorOf: (bill: Bill) => number | null;
  receiptOf: (bill: Bill) => NewReceipt | undefined;
};

const FIRST_CHECK = 3101;

/** Plans all steps of the bills. */
export function noteBills(diary: Diary, bills: readonly Bill[], office: Office): void {
  const random = generator(`${office.seed} payments`);
  const checks = { next: FIRST_CHECK };
  for (const bill of bills) noteBill(diary, bill, { office, random, checks });
}

type Context = { office: Office; random: Random; checks: { next: number } };

/**
 * A bill in progress. `id` and `input` are those of its expense. `when` contains the settings that all its events
 * share.
 */
type Case = {
  bill: Bill;
  id: number;
  input: NewExpense | undefined;
  isPaid: boolean;
  when: { about: CalendarDate; isSure: boolean };
};

function noteBill(diary: Diary, bill: Bill, context: Context): void {
  const { date, course, isRegular } = bill;
  const { random } = context;
  // These numbers are drawn for every bill, so that the course of one bill does not change the others.
  const drawn = [random.below(3), random.between(2, 4), random.between(1, 5)] as const;
  const [handIn, approval, payment] = isRegular ? ([0, 1, 1] as const) : drawn;
  const reason = random.pick(REASONS);
  const isOpen = !FINISHED.has(course);
  const on = isOpen ? date : addDays(date, handIn);
  const one: Case = { bill, id: 0, input: undefined, isPaid: false, when: { about: date, isSure: isOpen } };
  noteEntry(diary, one, { ...context, on });
  if (course === 'draft' || course === 'pending') return;
  if (course === 'returned' || course === 'corrected') noteReturn(diary, one, { on: addDays(on, 1), reason });
  if (course === 'returned') return;
  const approvedOn = addDays(on, approval);
  diary.note({ on: approvedOn, time: '19:00', ...one.when }, 'elder', async (app) => {
    await approveExpense(app, one.id, { bookedOn: null });
  });
  if (course !== 'approved') notePayment(diary, one, { ...context, on: addDays(approvedOn, payment) });
}

const FINISHED: ReadonlySet<Bill['course']> = new Set(['usual', 'corrected', 'refunded']);

function noteEntry(diary: Diary, one: Case, { office, on }: Context & { on: CalendarDate }): void {
  const { bill, when } = one;
  diary.note({ on, time: '20:05', ...when }, bill.by, async (app) => {
    one.input = expenseOf(bill, office);
    one.id = (await createExpense(app, one.input)).id;
    const receipt = office.receiptOf(bill);
    if (receipt) await addTo(app, one.id, receipt);
  });
  if (bill.course === 'draft') return;
  diary.note({ on, time: '20:10', ...when }, bill.by, async (app) => {
    await submitExpense(app, one.id);
  });
}

/** Plans the return of a bill to the person who submitted it and, for a `corrected` bill, its resubmission. */
function noteReturn(diary: Diary, one: Case, { on, reason }: { on: CalendarDate; reason: string }): void {
  const { bill, when } = one;
  diary.note({ on, time: '18:40', ...when }, 'elder', async (app) => {
    await rejectExpense(app, one.id, reason);
  });
  if (bill.course === 'returned') return;
  diary.note({ on, time: '21:15', ...when }, bill.by, async (app) => {
    if (one.input) await updateExpense(app, one.id, { ...one.input, notes: 'Corrected as asked.' });
    await submitExpense(app, one.id);
  });
}

/** Plans the payment and, for a `refunded` bill, the reversal of a third of the amount. */
function notePayment(diary: Diary, one: Case, { on, checks }: Context & { on: CalendarDate }): void {
  const { method: paymentMethod, course, amount, date } = one.bill;
  diary.note({ on, time: '10:45' }, 'treasurer', async (app) => {
    const paymentReference = paymentMethod === 'Check' ? String(checks.next++) : null;
    await payExpense(app, one.id, { paidOn: null, paymentMethod, paymentReference });
    one.isPaid = true;
  });
  if (course !== 'refunded') return;
  const refund = later(addDays(on, 8), date);
  diary.note({ on: refund, time: '11:30' }, 'treasurer', async (app) => {
    const taken = moneyOf(Math.max(1, Math.floor(amount / 300)));
    const reason = 'Part of it was returned to the shop';
    if (one.isPaid) await reverseExpense(app, one.id, { date: refund, amount: taken, reason });
  });
}

const REASONS = ['Please say what it was for.', 'Please name the ministry it was for.', 'Please attach the receipt.'];

/** Returns what a bill is for. If a bill for power or water is not refunded, a quarter of it is for the office. */
function purposeOf(bill: Bill, office: Office): Pick<NewExpense, 'subCategoryId' | 'ministryId' | 'splits'> {
  const [subCategoryId, ministryId] = [office.categoryOf(bill), office.ministryOf(bill)];
  const forOffice = moneyOf(Math.floor(bill.amount / 400));
  if (bill.category !== 'facilities/utilities' || bill.course === 'refunded' || forOffice === 0) {
    return { subCategoryId, ministryId, splits: null };
  }
  const part = { subCategoryId, accountId: null, functionalClass: null, fundId: null, form1099: null, inUse: true };
  const rest = { ...part, ministryId, amount: subtractMoney(bill.amount, forOffice) };
  const officeId = office.ministryOf({ ...bill, ministry: 'administration' });
  return {
    subCategoryId: null,
    ministryId: null,
    splits: [rest, { ...part, ministryId: officeId, amount: forOffice }],
  };
}

function expenseOf(bill: Bill, office: Office): NewExpense {
  const { date: expenseDate, amount, vendor, description, functionalClass, method, isReimbursed, by } = bill;
  const fund = office.fundOf(bill);
  return {
    ...purposeOf(bill, office),
    expenseDate,
    amount,
    vendor,
    vendorId: office.vendorOf(bill),
    description,
    functionalClass,
    memberId: isReimbursed ? office.memberOf(by) : null,
    // If the fund has too little, the bill is paid from the General fund.
    fundId: fund !== null && office.funds.take(fund, amount) ? fund : null,
    paymentMethod: method,
    paymentReference: null,
    settled: null,
    notes: null,
  };
}
