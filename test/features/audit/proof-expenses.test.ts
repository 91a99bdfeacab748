/** The audit log proves the receipts, decisions and approvals of an expense, and which users changed it. */
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { connect } from '../../../src/db/connect.ts';
import { putApprovalRules } from '../../../src/features/spending/approval-rules/service.ts';
import { prove, proveBooks } from '../../../src/features/audit/proof.ts';
import { approveExpense, rejectExpense } from '../../../src/features/spending/expenses/approval.ts';
import { payExpense } from '../../../src/features/spending/payments/pay.ts';
import { submitExpense } from '../../../src/features/spending/expenses/moves.ts';
import { attachReceipt, removeReceipt } from '../../../src/features/spending/receipts/service.ts';
import { reverseExpense } from '../../../src/features/spending/expenses/reversal.ts';
import { createExpense, deleteExpense, updateExpense } from '../../../src/features/spending/expenses/service.ts';
import { Reversal } from '../../../src/books/reversal-schema.ts';
import { mergeMember } from '../../../src/features/people/members/merge.ts';
import { createUser } from '../../../src/features/access/users/service.ts';
import type { Minor } from '../../../src/lib/money.ts';
import type { Role } from '../../../src/permissions.ts';
import { decode } from '../../../src/validate.ts';
import { as, fileApp, type TestApp } from '../../support/app.ts';
import { addMember } from '../../support/office.ts';
import { incoming, lunch, pdf } from '../../support/receipts.ts';
import { forging } from './forger.ts';

let app: TestApp;
let close: () => Promise<void>;

async function person(name: string, role: Role): Promise<TestApp> {
  const fields = { email: `${name}@example.org`, displayName: name, roles: [role], memberId: null };
  const { user } = await createUser(app, fields, 'a long enough password');
  return as(app, user.id, role);
}

/** Writes expenses with every kind of decision and change that Vestry can write, and with receipts. */
beforeAll(async () => {
  ({ app, close } = await fileApp());
  const owner = await person('owner', 'member');
  const [first, second] = [await person('first', 'treasurer'), await person('second', 'super_admin')];
  const [payee, same] = [await addMember(app), await addMember(app)];
  await putApprovalRules(first, { secondApprovalAbove: 500 as Minor, payerMayApproveUpTo: 0 as Minor });
  await putApprovalRules(first, { secondApprovalAbove: 1000 as Minor, payerMayApproveUpTo: null });
  const { id } = await createExpense(owner, { ...lunch(), memberId: payee });
  const attach = (by: TestApp, size: number, to = id) => attachReceipt(by, to, incoming(pdf(size)));
  await attach(owner, 100);
  await attach(owner, 101);
  await removeReceipt(owner, id);
  await attach(owner, 102);
  await attach(await person('clerk', 'finance'), 108);
  await updateExpense(owner, id, { ...lunch(), memberId: payee, notes: 'with the youth' });
  await updateExpense(first, id, { ...lunch(), memberId: payee });
  await submitExpense(owner, id);
  await rejectExpense(second, id, 'Which day?');
  await attach(owner, 103);
  await submitExpense(owner, id);
  await approveExpense(second, id, { bookedOn: null });
  await attach(owner, 104);
  await attach(owner, 104);
  await approveExpense(second, id, { bookedOn: null });
  await approveExpense(await person('third', 'treasurer'), id, { bookedOn: null });
  const back = await reverseExpense(
    second,
    id,
    decode(Reversal, { date: '2026-11-10', amount: 5, reason: 'Returned' }),
  );
  await attach(second, 105, back.id);
  await attach(second, 106, back.id);
  const payment = { paidOn: null, paymentMethod: 'Check', paymentReference: '1021' } as const;
  await payExpense(await person('payer', 'finance'), id, payment);
  const removed = await createExpense(owner, lunch());
  await attach(owner, 107, removed.id);
  await deleteExpense(owner, removed.id);
  await mergeMember(second, payee, { into: same, confirm: true });
});
afterAll(() => close());

test('expenses that only Vestry has changed are proven', async () => {
  expect(await proveBooks(app)).toMatchObject({ isIntact: true, faults: [] });
});

/** Runs an SQL statement on a copy of the books and returns the faults that the proof finds in the copy. */
async function afterSql(statement: string): Promise<string[]> {
  const file = `${app.config.dataDir}/${Math.random()}.db`;
  forging(app, (db) => db.exec(`vacuum into '${file}'`));
  const db = new Sqlite(file);
  db.pragma('foreign_keys = OFF');
  db.exec(statement);
  db.close();
  const copy = connect(file, 'block');
  onTestFinished(() => copy.destroy());
  return (await prove(copy, { encryptionKey: app.secrets().encryptionKey, isOwn: true, declared: app.declared }))
    .faults;
}

describe('the proof names a change made with SQL:', () => {
  const older = '(select min(id) from receipts)';
  const rejected = `expenseDecisions where decision = 'Rejection'`;
  test.each([
    ['an older receipt was removed', `delete from receipts where id = ${older}`, /^Expense 1 has the receipts/],
    [
      'an older receipt got another file',
      `update receipts set sha256 = 'x' where id = ${older}`,
      /^Expense 1 has the receipts/,
    ],
    [
      'an older receipt was inserted',
      `insert into receipts (id, expenseId, path, fileName, contentType, size, sha256, addedAt)
        select -1, expenseId, path, fileName, contentType, size, 'x', addedAt from receipts where id = ${older}`,
      /^Expense 1 has the receipts/,
    ],
    ['a rejection was removed', `delete from ${rejected}`, /^Expense 1 has rejections/],
    [
      'the reason of a rejection was changed',
      `update expenseDecisions set reason = 'x' where decision = 'Rejection'`,
      /^Expense 1 has rejections/,
    ],
    [
      'the time of a rejection was changed',
      `update expenseDecisions set at = 'x' where decision = 'Rejection'`,
      /^Expense 1 has rejections/,
    ],
    [
      'an approval was marked as cleared',
      "update expenseDecisions set clearedAt = 'x' where decision = 'Approval'",
      /^Expense 1 has approvals/,
    ],
    [
      'a cleared approval was removed',
      'delete from expenseDecisions where clearedAt is not null',
      /^Expense 1 has the decisions/,
    ],
    [
      'the record of a user who changed the expense was removed',
      `delete from expenseHands where deed = 'Changed'`,
      /^Expense 1 does not record that user/,
    ],
    [
      'the record of a user who only attached a receipt was removed',
      `delete from expenseHands where userId = (select id from users where displayName = 'clerk')`,
      /^Expense 1 does not record that user/,
    ],
    [
      'the record of the user who submitted the expense was removed',
      `delete from expenseHands where deed = 'Submitted'`,
      /^Expense 1 does not record that user/,
    ],
    [
      'the amount above which two users must approve was changed',
      'update approvalRules set secondApprovalAboveMinor = null',
      /^ApprovalRules 1 has secondApprovalAbove null/,
    ],
    [
      'the amount up to which the payer may approve was changed',
      'update approvalRules set payerMayApproveUpToMinor = 99900',
      /^ApprovalRules 1 has payerMayApproveUpTo 999/,
    ],
    ['the approval rules were removed', 'delete from approvalRules', /^ApprovalRules 1 is gone/],
  ])('%s', async (_what, statement, named) => {
    expect((await afterSql(statement))[0]).toMatch(named);
  });
});
