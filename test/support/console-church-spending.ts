/** The expenses of a church with the console, in every state, with receipts and payments. */
import { Readable } from 'node:stream';
import { approveExpense, rejectExpense } from '../../src/features/spending/expenses/approval.ts';
import { submitExpense } from '../../src/features/spending/expenses/moves.ts';
import { Approval, NewExpense } from '../../src/features/spending/expenses/schema.ts';
import { createExpense } from '../../src/features/spending/expenses/service.ts';
import { createPayment } from '../../src/features/spending/payments/pay.ts';
import { NewPayment } from '../../src/features/spending/payments/schema.ts';
import { attachReceipt } from '../../src/features/spending/receipts/service.ts';
import { NewVendor } from '../../src/features/spending/vendors/schema.ts';
import { createVendor } from '../../src/features/spending/vendors/service.ts';
import type { Role } from '../../src/permissions.ts';
import { decode } from '../../src/validate.ts';
import { PICTURES } from '../contract/receipt-files.ts';
import { as, type TestApp } from './app.ts';

/** Returns the app acting as the account of a role. */
type Acting = (role: Role) => TestApp;

const bill = (fields: object): NewExpense =>
  decode(NewExpense, { subCategoryId: 1, ministryId: 1, expenseDate: '2026-11-10', ...fields });

/** Fills the church with expenses. `ids` has the id of the account of each role. */
export async function fillSpending(app: TestApp, ids: Readonly<Record<Role, number>>) {
  const acting: Acting = (role) => as(app, ids[role], role);
  const hand = (fields: object, role: Role = 'ministry_leader') => createExpense(acting(role), bill(fields));
  const utilities = decode(NewVendor, { name: 'City Utilities', taxClassification: 'Corporation', w9On: '2026-01-05' });
  const vendor = await createVendor(acting('treasurer'), utilities);
  const draft = await hand({ amount: 18.4, description: 'Crayons and paper', vendor: 'Target' });
  const rejected = await hand({ amount: 96, description: 'Retreat deposit', notes: 'For twelve people.\nNo refund.' });
  await submitExpense(acting('ministry_leader'), rejected.id);
  await rejectExpense(acting('elder'), rejected.id, 'Please add the receipt.');
  const waiting = await hand({
    amount: 1284.5,
    description: '大專團契聚餐 Dinner of the students',
    vendor: '大華超市 99 Ranch',
  });
  await attach(acting('ministry_leader'), waiting.id, 'photo.jpg', PICTURES.jpeg);
  await submitExpense(acting('ministry_leader'), waiting.id);
  await rejectExpense(acting('elder'), waiting.id, 'The photo is too dark. Please take it again.');
  await attach(acting('ministry_leader'), waiting.id, 'again.png', PICTURES.png);
  await submitExpense(acting('ministry_leader'), waiting.id);
  const parts = [
    { subCategoryId: 1, ministryId: 1, amount: 60 },
    { subCategoryId: 2, ministryId: 2, amount: 41.17 },
  ];
  const split = await createExpense(
    acting('deacon'),
    decode(NewExpense, {
      splits: parts,
      amount: 101.17,
      expenseDate: '2026-11-12',
      description: 'Supplies for two ministries',
    }),
  );
  await submitExpense(acting('deacon'), split.id);
  const approved: number[] = [];
  for (const [description, vendor, amount] of BILLS) {
    const { id } = await hand({ description, vendor, amount });
    await submitExpense(acting('ministry_leader'), id);
    await approveExpense(acting('elder'), id, decode(Approval, {}));
    approved.push(id);
  }
  const [first = 0, ...others] = approved;
  const check = { date: '2026-11-14', method: 'Check', reference: '1041', items: [{ expenseId: first }] };
  const payment = await createPayment(acting('treasurer'), decode(NewPayment, check));
  return {
    draft: draft.id,
    rejected: rejected.id,
    waiting: waiting.id,
    split: split.id,
    approved: others,
    paid: first,
    payment: payment.id,
    vendor: vendor.id,
  };
}

const BILLS = [
  ['Water and power, October', 'City Utilities', 412.33],
  ['Piano tuning', 'Alhambra Piano Service', 180],
  ['Water and power, November', 'City Utilities', 398.02],
  ['Flowers', 'Garden Rose', 45],
] as const;

function attach(app: TestApp, id: number, name: string, bytes: Buffer) {
  return attachReceipt(app, id, async () => ({ name, bytes: Readable.from([bytes]) }), true);
}
