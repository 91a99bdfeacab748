/** Expenses that wait for a second person. */
import { PAYABLE } from '../../../books/account-kinds.ts';
import { splitsOf } from '../../../books/expense-lines.ts';
import { negateMoney } from '../../../lib/money.ts';
import { effectsOf, sumById, type Waits } from '../../approvals/waiting.ts';
import { accountsById } from '../../ledger/accounts/service.ts';
import { fundsById } from '../../ledger/funds/service.ts';
import { approveExpense, rejectExpense } from './approval.ts';
import { listWaiting } from './queries.ts';
import { madeByRuleOf } from './rule-authors.ts';
import type { Expense } from './schema.ts';
import { getExpense } from './service.ts';

/**
 * Returns what an expense debits to accounts, and adds to funds. What was paid before its approval left the account
 * already, so nothing is owed.
 */
function changesOf(expense: Expense) {
  const parts = splitsOf(expense);
  return {
    debits: sumById([
      ...parts.map(({ accountId, amount }) => [accountId, amount] as const),
      ...(expense.settled === null ? [[PAYABLE, negateMoney(expense.amount)] as const] : []),
    ]),
    raised: sumById(parts.map((part) => [part.accountId === null ? part.fundId : null, negateMoney(part.amount)])),
  };
}

export const waitingExpenses: Waits = {
  kind: 'Expense',
  list: async (app, userId, limit) => {
    // A super_admin may approve their own expenses, with a warning.
    const mayApproveOwn = app.actor.kind === 'user' && app.actor.roles.includes('super_admin');
    const found = await listWaiting(app.db, { userId, mayApproveOwn }, limit);
    const own = mayApproveOwn ? new Set<number>() : await madeByRuleOf(app, userId, found);
    const expenses = found.filter(({ id }) => !own.has(id));
    if (expenses.length === 0) return [];
    const names = { accounts: await accountsById(app), funds: await fundsById(app) };
    return expenses.map((expense) => {
      const { id, expenseDate: date, amount, description, submittedBy, modifiedAt } = expense;
      const effects = effectsOf(changesOf(expense), names);
      return { id, date, amount, description, requestedBy: submittedBy, modifiedAt, effects };
    });
  },
  modifiedAt: async (app, id) => (await getExpense(app, id)).modifiedAt,
  approve: (app, id) => approveExpense(app, id, { bookedOn: null }),
  reject: rejectExpense,
};
