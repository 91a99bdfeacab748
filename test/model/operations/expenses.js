/** Expenses from the draft to the approval, and the rules of approval. */
import { Random } from '../../torture/random.js';
import { METHODS } from '../books.js';
import { amountOf, cents, dayAfter } from '../money-and-days.js';
import { pickRecent } from './givings.js';
import { learnPayments } from './payments.js';

const CLASSES = ['ProgramServices', 'ManagementAndGeneral', 'Fundraising'];
const SPLIT_KINDS = new Set(['Loan', 'FixedAsset', 'OtherAsset', 'OtherLiability']);

const activeOf = (map) => [...map.values()].filter(({ isActive }) => isActive !== false);

function randomLine(run) {
  const { books } = run;
  const line = { subCategoryId: run.pick(activeOf(books.subs)).id, ministryId: run.pick([...books.ministries.keys()]) };
  if (run.chance(25)) line.functionalClass = run.pick(CLASSES);
  if (run.chance(35)) line.fundId = run.pick(activeOf(books.funds)).id;
  return line;
}

/** Returns the fields of a random expense. */
function randomExpense(run, expenseDate) {
  const amount = run.cents();
  const body = { expenseDate, amount: amountOf(amount), description: run.unique('Bill') };
  if (run.chance(30)) body.paymentMethod = run.pick(METHODS);
  const amounts =
    run.chance(20) && run.knows('NewExpense', 'splits') ? run.divide(amount, run.random.between(2, 5)) : undefined;
  if (amounts)
    body.splits = withNegative(
      run,
      amounts.map((one) => ({ ...randomSplit(run), amount: one })),
    );
  else Object.assign(body, randomLine(run));
  if (run.chance(15) && run.knows('NewExpense', 'settled')) {
    const account = run.pick(run.books.paying);
    body.settled = { accountId: account.id, date: run.openDay(), method: run.pick(METHODS) };
  }
  return { ...body, ...randomPayee(run) };
}

/** Draws whom an expense names, with numbers of its own, so that the other draws of a seed stay. */
function randomPayee(run) {
  const random = new Random(`payee ${run.operation}`);
  const members = [...run.books.members.keys()];
  return {
    ...(random.once(2) && { vendor: `Shop ${random.between(1, 9)}` }),
    ...(random.once(4) && members.length > 0 && { memberId: random.pick(members) }),
    ...(random.once(5) && { notes: `Pay back: Helper ${random.between(1, 3)}\nTwo slips` }),
  };
}

function randomSplit(run) {
  const accounts = activeOf(run.books.accounts).filter((one) => !one.isReserved && SPLIT_KINDS.has(one.kind));
  if (accounts.length > 0 && run.chance(25)) return { accountId: run.pick(accounts).id };
  return randomLine(run);
}

/** Returns the parts with amounts in dollars. Sometimes makes a part with an account negative, like withheld tax. */
function withNegative(run, splits) {
  const withheld = splits.find(({ accountId }) => accountId !== undefined);
  const other = splits.find((one) => one !== withheld);
  if (withheld && run.chance(40)) {
    other.amount += 2 * withheld.amount;
    withheld.amount = 0 - withheld.amount;
  }
  return splits.map((one) => ({ ...one, amount: amountOf(one.amount) }));
}

/** Returns the lines of an expense as the API shows them, in cents. */
function linesOf(books, made) {
  const list = made.splits ?? [made];
  return list.map((line) =>
    line.accountId
      ? { accountId: line.accountId, amount: cents(line.amount) }
      : {
          subCategoryId: line.subCategoryId,
          ministryId: line.ministryId,
          functionalClass: line.functionalClass ?? null,
          fundId: line.fundId ?? books.general,
          amount: cents(line.amount),
        },
  );
}

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

const fundOrGeneral = (run, line) => ({
  ...line,
  fundId: line.fundId ?? run.books.general,
  functionalClass: line.functionalClass ?? null,
});

/** Checks that the stored lines are the lines that were sent. */
function checkSent(run, kept, body) {
  const sent = body.splits ?? [{ ...body }];
  const expected = sent.map((line) =>
    line.accountId
      ? { accountId: line.accountId, amount: cents(line.amount) }
      : (({ subCategoryId, ministryId, functionalClass, fundId, amount }) => ({
          subCategoryId,
          ministryId,
          functionalClass,
          fundId,
          amount: cents(amount),
        }))(fundOrGeneral(run, line)),
  );
  run.expect(`the lines of expense ${kept.id}`, kept.lines, expected);
}

async function enter(run) {
  const body = randomExpense(run, run.chance(85) ? run.openDay() : run.anyDay());
  const as = run.pick(['treasurer', 'deacon', 'treasurer']);
  const made = await run.send({ as, path: '/api/expenses', body });
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
  const refuse = expense.status === 'Draft' ? undefined : ['not_draft', 'reversed'];
  const made = await run.send({ method: 'PUT', path: `/api/expenses/${expense.id}`, body, refuse });
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
  const refuse = [...codes, ...(isLast || codes.length > 0 ? late : [])];
  const made = await run.send({ as, path, body, refuse: refuse.length > 0 ? refuse : undefined, may: late });
  if (!made) return;
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
  for (const as of limit !== null && expense.amount > limit ? ['elder', 'approver'] : ['elder']) {
    const made = await run.send({ as, path: `${path}/approve`, body: { bookedOn: wanted } });
    if (!made) return;
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
