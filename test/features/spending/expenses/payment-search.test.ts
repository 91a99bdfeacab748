import { expect, test } from 'vitest';
import { approveExpense } from '../../../../src/features/spending/expenses/approval.ts';
import { payExpense } from '../../../../src/features/spending/payments/pay.ts';
import { submitExpense } from '../../../../src/features/spending/expenses/moves.ts';
import { reverseExpense } from '../../../../src/features/spending/expenses/reversal.ts';
import { ExpenseQuery, NewExpense, ExpensePayment } from '../../../../src/features/spending/expenses/schema.ts';
import { createExpense, listExpenses } from '../../../../src/features/spending/expenses/service.ts';
import { Reversal } from '../../../../src/books/reversal-schema.ts';
import { decode } from '../../../../src/validate.ts';
import { as, testApp } from '../../../support/app.ts';
import { addUser } from '../../../support/books.ts';

test('a search for a payment reference finds the paid expense and the reversals made before the payment', async () => {
  const app = await testApp();
  const user = await addUser(app);
  const [owner, approver] = [as(app, user, 'member'), as(app, user, 'super_admin')];
  const bill = { subCategoryId: 1, ministryId: 1, expenseDate: '2026-05-04', amount: 100, description: 'Chairs' };
  const { id } = await createExpense(owner, decode(NewExpense, bill));
  await submitExpense(owner, id);
  await approveExpense(approver, id, { bookedOn: null });
  const { id: back } = await reverseExpense(
    app,
    id,
    decode(Reversal, { date: '2026-05-10', amount: 30, reason: 'Returned' }),
  );
  await payExpense(app, id, decode(ExpensePayment, { paymentMethod: 'Check', paymentReference: 'cheque-4711' }));
  const found = async (search: string) =>
    (await listExpenses(app, decode(ExpenseQuery, { search }))).items.map((one) => one.id).toSorted((a, b) => a - b);
  expect(await found('4711')).toEqual([id, back]);
  expect(await found('chairs')).toEqual([id, back]);
});
