import { expect, test } from 'vitest';
import { writtenDown } from '../support/effects.ts';

const { deed, person, text } = writtenDown();

const BILL = {
  subCategoryId: 1,
  ministryId: 1,
  expenseDate: '2026-05-04',
  amount: 100,
  description: 'Chairs',
};
const why = { reason: 'Which shop?' };

test('requests about expense categories, expenses and months write exactly the rows in spending.snap', async () => {
  await person('Ada', 'super_admin');
  await person('Mona', 'member');
  await person('Elsa', 'expense_approver');
  await person('Tom', 'treasurer');
  const { id: group } = await deed('Ada', 'POST /api/expense-categories/groups', { name: 'Garden' });
  await deed('Ada', `PUT /api/expense-categories/groups/${group}`, { name: 'Gardens', isActive: false });
  await deed('Ada', `PUT /api/expense-categories/groups/${group}`, { name: 'Gardens' });
  const kind = { groupId: group, name: 'Seeds', form990LineCode: '13' };
  const { id: sub } = await deed('Ada', 'POST /api/expense-categories/subcategories', kind);
  await deed('Ada', `PUT /api/expense-categories/subcategories/${sub}`, { ...kind, name: 'Plants', isActive: false });
  await deed('Mona', 'POST /api/expenses', { ...BILL, subCategoryId: sub }, 'refused');
  await deed('Ada', `DELETE /api/expense-categories/subcategories/${sub}`);
  await deed('Ada', `DELETE /api/expense-categories/groups/${group}`);

  const { id: payee } = await deed('Ada', 'POST /api/members', { firstName: 'Mei', lastName: 'Lin' });
  const { id: fund } = await deed('Ada', 'POST /api/funds', { name: 'Roof', class: 'Restricted' });
  const full = {
    vendor: 'Costco',
    notes: 'in red',
    memberId: payee,
    fundId: fund,
    functionalClass: 'Fundraising',
  };
  const { id: gone } = await deed('Mona', 'POST /api/expenses', { ...BILL, ...full });
  await deed('Mona', `PUT /api/expenses/${gone}`, { ...BILL, ...full, notes: 'in blue', amount: 90 });
  await deed('Mona', `PUT /api/expenses/${gone}`, BILL);
  await deed('Tom', `PUT /api/expenses/${gone}`, { ...BILL, amount: 80 });
  await deed('Mona', `DELETE /api/expenses/${gone}`);

  const { id: bill } = await deed('Mona', 'POST /api/expenses', { ...BILL, ...full });
  await deed('Mona', `POST /api/expenses/${bill}/submit`);
  await deed('Mona', `POST /api/expenses/${bill}/submit`, undefined, 'refused');
  await deed('Elsa', `POST /api/expenses/${bill}/reject`, why);
  await deed('Mona', `POST /api/expenses/${bill}/submit`);
  await deed('Mona', `POST /api/expenses/${bill}/approve`, {}, 'refused');
  await deed('Ada', 'PUT /api/approval-rules', { secondApprovalAbove: 50, payerMayApproveUpTo: 20 });
  await deed('Elsa', `POST /api/expenses/${bill}/approve`, { bookedOn: '2026-05-05' });
  await deed('Elsa', `POST /api/expenses/${bill}/approve`, {}, 'refused');
  await deed('Tom', `POST /api/expenses/${bill}/approve`, {});
  await deed('Tom', `POST /api/expenses/${bill}/pay`, {}, 'refused');
  await deed('Ada', 'PUT /api/approval-rules', { secondApprovalAbove: null, payerMayApproveUpTo: null });
  const { id: back } = await deed('Tom', `POST /api/expenses/${bill}/reverse`, {
    date: '2026-05-20',
    amount: 30,
    ...why,
  });
  const paid = { paidOn: '2026-05-12', paymentMethod: 'Check', paymentReference: '77' };
  await deed('Tom', `POST /api/expenses/${back}/pay`, paid, 'refused');
  await deed('Tom', `POST /api/expenses/${bill}/pay`, paid);
  await deed('Tom', `POST /api/expenses/${bill}/reverse`, { date: '2026-05-25', ...why });
  await deed('Tom', `POST /api/expenses/${bill}/reverse`, { date: '2026-05-25', ...why }, 'refused');
  await deed('Mona', `PUT /api/expenses/${bill}`, BILL, 'refused');

  const { id: own } = await deed('Ada', 'POST /api/expenses', { ...BILL, amount: 10 });
  await deed('Ada', `POST /api/expenses/${own}/submit`);
  await deed('Ada', `POST /api/expenses/${own}/approve`, {});
  await deed('Ada', `POST /api/expenses/${own}/pay`, {});

  const month = '/api/monthly-statements/2026/5';
  await deed('Tom', `PUT ${month}`, { openingBalance: 500, notes: 'checked' });
  await deed('Tom', `PUT ${month}`, { notes: 'checked twice' });
  await deed('Tom', `POST ${month}/finalize`);
  await deed('Tom', `PUT ${month}`, { notes: 'late' }, 'refused');
  await deed('Tom', `POST ${month}/finalize`, undefined, 'refused');
  await deed('Tom', 'POST /api/monthly-statements/2026/7/finalize');
  const june = '/api/monthly-statements/2026/6';
  await deed('Tom', `PUT ${june}`, { notes: 'between' });
  await deed('Tom', `PUT ${june}`, { openingBalance: 1 }, 'refused');
  await deed('Tom', `PUT ${june}`, { notes: null });
  await deed('Tom', 'PUT /api/monthly-statements/2026/8', { openingBalance: 7 });
  await deed('Tom', 'POST /api/monthly-statements/2026/8/finalize', undefined, 'refused');
  await deed('Mona', 'POST /api/expenses', { ...BILL, expenseDate: '2026-05-31' });
  await deed('Tom', `POST ${month}/reopen`, why, 'refused');
  await deed('Tom', 'POST /api/monthly-statements/2026/7/reopen', why);
  await deed('Tom', `POST ${month}/reopen`, why);

  const shop = { name: 'Costco', legalName: 'Costco Inc.', email: 'shop@example.org', memberId: payee };
  const { id: vendor } = await deed('Tom', 'POST /api/vendors', shop);
  const { id: double } = await deed('Tom', 'POST /api/vendors', {
    name: 'The Costco Co.',
    taxClassification: 'Corporation',
  });
  await deed('Tom', `PUT /api/vendors/${double}`, { name: 'Costco', isActive: false });
  const { id: bought } = await deed('Mona', 'POST /api/expenses', { ...BILL, vendorId: vendor });
  await deed('Mona', 'POST /api/expenses', { ...BILL, vendorId: double }, 'refused');
  await deed('Tom', `DELETE /api/vendors/${vendor}`, undefined, 'refused');
  await deed('Tom', `POST /api/vendors/${vendor}/merge`, { into: double });
  await deed('Mona', `DELETE /api/expenses/${bought}`);
  await deed('Tom', `DELETE /api/vendors/${double}`);
  const earlier = {
    income: [{ name: 'Bazaar', amount: 20 }],
    expenses: [{ name: 'Chairs', subCategoryId: 1, amount: 5 }],
  };
  await deed('Tom', 'PUT /api/books/prior-figures/2024', { ...earlier, netAssets: 15 });
  await deed('Tom', 'PUT /api/books/prior-figures/2024', earlier);
  await deed('Tom', 'PUT /api/books/prior-figures/2024', earlier);
  await deed('Tom', 'PUT /api/books/prior-figures/2026', earlier, 'refused');

  await expect(text()).toMatchFileSnapshot('spending.snap');
});
