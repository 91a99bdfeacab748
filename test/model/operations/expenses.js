/** Expenses from the draft to the approval, and the rules of approval. */
import { overdrawn, refusedIfOverdrawn } from '../holdings.js';
import { amountOf, cents, dayAfter } from '../money-and-days.js';
import { checkReleases, checkSent, effectOf, linesOf, randomExpense, shortOf } from './expense-parts.js';
import { pickRecent } from './givings.js';
import { learnPayments } from './payments.js';

export function keepExpense(run, made, more = {}) {
  const { settled } = made;
  return run.keep('expenses', {
    id: made.id,
    amount: cents(made.amount),
    lines: linesOf(run.books, made),
    expenseDate: made.expenseDate,
    status: made.status,
    bookedOn: made.bookedOn,
    reversalOf: made.reversalOf,
    method: made.paymentMethod,
    settled: settled ? { accountId: settled.accountId, date: settled.date, method: settled.method } : undefined,
    body: made,
    ...more,
  });
}

async function enter(run) {
  const body = randomExpense(run, run.chance(85) ? run.openDay() : run.anyDay());
  const as = run.pick(['treasurer', 'deacon', 'treasurer']);
  // A deacon may not read how much a fund has, so the expense of a deacon is refused when it is approved.
  const short = as === 'deacon' ? [] : overdrawn(run.books, effectOf(run.books, linesOf(run.books, body)));
  const made = await run.send({ as, path: '/api/expenses', body, ...refusedIfOverdrawn([], short) });
  if (!made) return undefined;
  const kept = keepExpense(run, made, { owner: as, approvals: [], payments: [], reversals: [] });
  checkSent(run, kept, body);
  return kept;
}

export const inState = (run, ...states) =>
  pickRecent(
    run,
    run.books.live('expenses').filter((one) => states.includes(one.status) && one.reversalOf === null),
  );

async function change(run) {
  const expense = run.chance(92) ? inState(run, 'Draft') : inState(run, 'PendingApproval', 'Approved', 'Paid');
  if (!expense) return;
  const body = randomExpense(run, run.openDay());
  if (expense.payments.length > 0) return;
  const codes = expense.status === 'Draft' ? [] : ['not_draft', 'reversed'];
  const refusal = refusedIfOverdrawn(codes, overdrawn(run.books, effectOf(run.books, linesOf(run.books, body))));
  const made = await run.send({ method: 'PUT', path: `/api/expenses/${expense.id}`, body, ...refusal });
  if (made) checkSent(run, keepExpense(run, made), body);
}

async function remove(run) {
  const expense = run.chance(85) ? inState(run, 'Draft') : inState(run, 'PendingApproval', 'Approved', 'Paid');
  if (!expense) return;
  // An expense that was paid before its approval can be deleted only after the payment is voided.
  const codes = [
    ...(expense.status === 'Draft' ? [] : ['not_draft', 'reversed', 'deposited']),
    ...(run.books.paidOf(expense.id) > 0 ? ['settled'] : []),
  ];
  const refuse = codes.length > 0 ? codes : undefined;
  const done = await run.send({ method: 'DELETE', path: `/api/expenses/${expense.id}`, refuse });
  if (done) run.keep('expenses', { id: expense.id, isDeleted: true });
}

async function submit(run) {
  const expense = inState(run, 'Draft');
  if (!expense) return;
  const { settled } = expense;
  const refuse = settled && expense.payments.length === 0 ? run.refusalOn(settled.date) : undefined;
  const may = ['category_disabled', 'fund_disabled', 'account_disabled'];
  const made = await run.send({ path: `/api/expenses/${expense.id}/submit`, refuse, may });
  if (made) await keepSubmitted(run, made);
}

/** Stores a submitted expense. If it was paid before its approval, the first submission records the payment. */
async function keepSubmitted(run, made) {
  const { settled, payments } = run.books.expenses.get(made.id);
  const kept = keepExpense(run, made);
  if (!settled || payments.length > 0) return;
  const learned = (await learnPayments(run, made.id)).map(({ date, accountId, items }) => [
    date,
    accountId,
    items[0].amount,
  ]);
  run.expect(`the payment of expense ${made.id}`, learned, [[settled.date, settled.accountId, kept.amount]]);
}

/** Approves an expense. An expense above the limit needs the approval of two people. */
async function approve(run) {
  const { books } = run;
  const expense = inState(run, 'PendingApproval');
  if (!expense) return;
  const as = run.pick(['elder', 'approver', 'elder', 'approver', 'treasurer']);
  const path = `/api/expenses/${expense.id}/approve`;
  const body = run.chance(35) ? { bookedOn: run.anyDay() } : {};
  const bookedOn = body.bookedOn ?? expense.chosenDate ?? expense.expenseDate;
  const codes = [];
  // The treasurer submits all expenses.
  if (as === 'treasurer') codes.push('self_approval');
  const needed = books.rules.secondApprovalAbove !== null && expense.amount > books.rules.secondApprovalAbove ? 2 : 1;
  // If the limit has changed and one approval is enough now, the same person may approve again.
  if (needed === 2 && expense.approvals.includes(as)) codes.push('already_approved_by_you');
  const isLast = expense.approvals.length + 1 >= needed;
  const late = [];
  if (run.refusalOn(bookedOn)) late.push('period_finalized');
  if (books.isBefore(bookedOn)) late.push('before_the_books');
  const refusal = refusedIfOverdrawn(
    [...codes, ...(isLast || codes.length > 0 ? late : [])],
    isLast ? shortOf(books, expense) : [],
  );
  const made = await run.send({ as, path, body, may: late, ...refusal });
  if (!made) return;
  if (isLast) checkReleases(run, expense, made);
  if (isLast) run.expect(`the booking date of expense ${expense.id}`, made.bookedOn, bookedOn);
  run.expect(
    `the status of expense ${expense.id}`,
    made.status,
    isLast ? (run.books.leftToPay(expense.id) === 0 ? 'Paid' : 'Approved') : 'PendingApproval',
  );
  keepExpense(run, made, { approvals: [...expense.approvals, as], chosenDate: body.bookedOn ?? expense.chosenDate });
}

async function reject(run) {
  const expense = inState(run, 'PendingApproval');
  if (!expense) return;
  const made = await run.send({
    as: 'elder',
    path: `/api/expenses/${expense.id}/reject`,
    body: { reason: 'No receipt' },
  });
  if (made) keepExpense(run, made, { approvals: [], chosenDate: undefined });
}

async function setRules(run) {
  const limit = () => (run.chance(50) ? null : run.random.between(10_000, 2_000_000));
  // In this run, the payer approves nothing, so the second limit has no effect.
  await putRules(run, { secondApprovalAbove: limit(), payerMayApproveUpTo: limit() });
}

/** Sets both limits of the rules of approval, in cents. */
export async function putRules(run, rules) {
  const money = (value) => (value === null ? null : amountOf(value));
  const body = {
    secondApprovalAbove: money(rules.secondApprovalAbove),
    payerMayApproveUpTo: money(rules.payerMayApproveUpTo),
  };
  const made = await run.send({ as: 'admin', method: 'PUT', path: '/api/approval-rules', body });
  if (made) run.books.rules = rules;
}

/** Stores the expense that the service entered for the fee of a deposit, and returns its id. */
export async function learnFee(run, { date, accountId, fee }) {
  const { items } = await run.read('/api/expenses?sort=-id&pageSize=1');
  const [made] = items;
  run.expect(
    'the fee',
    [made.subCategoryName, made.ministryName, made.amount, made.status, made.bookedOn],
    [run.books.subs.get(feeSub(run.books)).name, 'Administration', amountOf(fee), 'Paid', date],
  );
  keepExpense(run, made, { owner: 'treasurer', approvals: [], payments: [], reversals: [], isFee: true });
  await learnPayments(run, made.id);
  const [payment] = run.books.expenses.get(made.id).payments.map((id) => run.books.payments.get(id));
  if (payment) run.expect('the account of the fee', payment.accountId, accountId);
  return made.id;
}

/** The seeded subcategory of fees, whatever its name is now. */
const feeSub = (books) => [...books.subs.values()].find(({ isFee }) => isFee).id;

/** Enters, submits and approves an expense, so that there are enough approved expenses for payments. */
async function enterAndApprove(run) {
  const expense = await enter(run);
  if (!expense) return;
  const { settled } = expense;
  const path = `/api/expenses/${expense.id}`;
  const refuse = settled ? run.refusalOn(settled.date) : undefined;
  const submitted = await run.send({ path: `${path}/submit`, refuse });
  if (!submitted) return;
  await keepSubmitted(run, submitted);
  const bookedOn = run.chance(30) ? dayAfter(expense.expenseDate, run.random.between(1, 40)) : expense.expenseDate;
  const wanted =
    run.books.isClosed(bookedOn) || run.books.isBefore(bookedOn) || bookedOn > run.today ? run.openDay() : bookedOn;
  const limit = run.books.rules.secondApprovalAbove;
  const approvers = limit !== null && expense.amount > limit ? ['elder', 'approver'] : ['elder'];
  for (const as of approvers) {
    const isLast = as === approvers.at(-1);
    const refusal = refusedIfOverdrawn([], isLast ? shortOf(run.books, expense) : []);
    const made = await run.send({ as, path: `${path}/approve`, body: { bookedOn: wanted }, ...refusal });
    if (!made) return;
    if (isLast) checkReleases(run, expense, made);
    keepExpense(run, made, { approvals: [...run.books.expenses.get(expense.id).approvals, as], chosenDate: wanted });
  }
}

export const EXPENSES = [
  [3, 'enter an expense', enter],
  [9, 'enter and approve an expense', enterAndApprove],
  [2, 'change an expense', change],
  [1, 'delete an expense', remove],
  [3, 'submit an expense', submit],
  [4, 'approve an expense', approve],
  [1, 'reject an expense', reject],
  [1, 'set the rules of approval', setRules],
];
