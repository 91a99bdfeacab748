import { expect, test } from 'vitest';
import { deleteMember } from '../../../../src/features/people/members/service.ts';
import { NewExpense } from '../../../../src/features/spending/expenses/schema.ts';
import { createExpense, updateExpense } from '../../../../src/features/spending/expenses/service.ts';
import { decode } from '../../../../src/validate.ts';
import { as, testApp } from '../../../support/app.ts';
import { addUser } from '../../../support/books.ts';
import { addMember } from '../../../support/office.ts';

const body = (fields: object) =>
  decode(NewExpense, {
    subCategoryId: 1,
    ministryId: 1,
    expenseDate: '2026-05-04',
    amount: 100,
    description: 'Chairs',
    ...fields,
  });

test('an expense whose payee has been deleted can still be edited, but a new payee must exist', async () => {
  const app = await testApp();
  const owner = as(app, await addUser(app), 'member');
  const [payee, gone] = [await addMember(app), await addMember(app, { firstName: 'Hua' })];
  const { id } = await createExpense(owner, body({ memberId: payee }));
  await deleteMember(app, payee);
  await deleteMember(app, gone);

  const changed = await updateExpense(owner, id, body({ memberId: payee, description: 'Tables' }));
  expect(changed).toMatchObject({ memberId: payee, description: 'Tables' });
  const refused = { code: 'unknown_reference' };
  await expect(updateExpense(owner, id, body({ memberId: gone }))).rejects.toMatchObject(refused);
  await expect(createExpense(owner, body({ memberId: payee }))).rejects.toMatchObject(refused);
  expect(await updateExpense(owner, id, body({ memberId: null }))).toMatchObject({ memberId: null });
  await expect(updateExpense(owner, id, body({ memberId: payee }))).rejects.toMatchObject(refused);
});
