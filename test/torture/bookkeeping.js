/** The treasurer enters other income with deposits, transfers, adjusting entries, and payments of several expenses. */
const CENTS = 100;
const DATE = '2026-03-03';
const [UNDEPOSITED, CHECKING, SAVINGS] = [1, 2, 3];
const MOST_LINES = 30;

/** Enters other income. Deposits some of it, and deletes some of the rest. */
export async function receiveIncome(staff) {
  const mark = staff.nextMark('n');
  const amount = staff.amount();
  const body = { date: DATE, amount: amount / CENTS, incomeCategoryId: 1, accountId: UNDEPOSITED, memo: mark };
  const created = await staff.create({ mark, state: { amount, gone: 0 }, route: '/api/other-income', body });
  if (created.outcome !== 'done') return;
  if (staff.random.once(2)) await deposit(staff, { otherIncomeId: created.body.id, amount });
  else if (staff.random.once(3))
    await staff.ledger.attempt(mark, { amount, gone: 1 }, () =>
      staff.ask('DELETE', `/api/other-income/${created.body.id}`),
    );
}

/** Deposits other income, and deletes some of the deposits. */
async function deposit(staff, { otherIncomeId, amount }) {
  const mark = staff.nextMark('d');
  const state = { items: String(amount), gone: 0 };
  const body = { date: DATE, accountId: CHECKING, items: [{ otherIncomeId }], memo: mark };
  const { outcome, body: made } = await staff.create({ mark, state, route: '/api/deposits', body });
  if (outcome !== 'done' || !staff.random.once(3)) return;
  await staff.ledger.attempt(mark, { ...state, gone: 1 }, () => staff.ask('DELETE', `/api/deposits/${made.id}`));
}

/** Moves money from Checking to Savings, and deletes some of the transfers. */
export async function moveMoney(staff) {
  const mark = staff.nextMark('t');
  const amount = staff.amount();
  const body = { date: DATE, amount: amount / CENTS, fromAccountId: CHECKING, toAccountId: SAVINGS, memo: mark };
  const created = await staff.create({ mark, state: { amount, gone: 0 }, route: '/api/transfers', body });
  if (created.outcome !== 'done' || !staff.random.once(3)) return;
  const route = `/api/transfers/${created.body.id}`;
  await staff.ledger.attempt(mark, { amount, gone: 1 }, () => staff.ask('DELETE', route));
}

/** Enters an adjusting entry with many lines. One entry in six does not balance and must be refused. */
export async function adjust(staff) {
  const mark = staff.nextMark('j');
  const debits = Array.from({ length: staff.random.between(1, MOST_LINES) }, () => staff.amount());
  const total = debits.reduce((sum, amount) => sum + amount, 0);
  const lines = (credit) => [
    ...debits.map((amount) => ({ subCategoryId: 1, ministryId: 1, debit: amount / CENTS })),
    { netAssets: true, credit: credit / CENTS },
  ];
  const body = { date: DATE, memo: mark, lines: lines(total) };
  const route = '/api/journal-entries';
  if (staff.random.once(6)) {
    await staff.refused('POST', route, { body: { ...body, lines: lines(total + 1) } });
    return;
  }
  const state = { lines: [...debits, -total].join(','), gone: 0 };
  const { outcome, body: made } = await staff.create({ mark, state, route, body });
  if (outcome !== 'done' || !staff.random.once(3)) return;
  await staff.ledger.attempt(mark, { ...state, gone: 1 }, () => staff.ask('DELETE', `${route}/${made.id}`));
}

/** Pays several approved expenses with one check. All of them must be paid, or none. */
export async function payTogether(staff) {
  const bills = [];
  for (let count = staff.random.between(2, 4); count > 0; count -= 1) {
    const bill = await staff.owe();
    if (!bill) return;
    bills.push(bill);
  }
  const mark = staff.nextMark('p');
  const state = { items: bills.map((bill) => bill.state.amount).join(',') };
  const items = bills.map(({ id }) => ({ expenseId: id }));
  const body = { date: DATE, accountId: CHECKING, method: 'Check', reference: mark, items };
  // The request has no idempotency key, because repeating it would also have to expect the new states of the expenses.
  const pay = () => staff.ledger.attempt(mark, state, () => staff.ask('POST', '/api/payments', { body }));
  const paying = bills.reduce(
    (act, bill) => () => staff.ledger.attempt(bill.mark, { ...bill.state, status: 'Paid' }, act),
    pay,
  );
  await paying();
}
