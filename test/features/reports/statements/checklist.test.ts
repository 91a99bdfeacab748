import { expect, test } from 'vitest';
import { submitExpense } from '../../../../src/features/spending/expenses/moves.ts';
import { NewExpense } from '../../../../src/features/spending/expenses/schema.ts';
import { createExpense, deleteExpense } from '../../../../src/features/spending/expenses/service.ts';
import { deleteGiving } from '../../../../src/features/giving/givings/service.ts';
import { NewSession } from '../../../../src/features/giving/offerings/schema.ts';
import { createSession, deleteSession } from '../../../../src/features/giving/offerings/service.ts';
import { checkMonth } from '../../../../src/features/reports/statements/checklist.ts';
import { printChecklist } from '../../../../src/features/reports/statements/checklist-view.ts';
import { finalizeStatement } from '../../../../src/features/reports/statements/finalize.ts';
import { decode } from '../../../../src/validate.ts';
import { as, testApp } from '../../../support/app.ts';
import { addUser } from '../../../support/books.ts';

const MONTH = { year: 2026, month: 2 };

test('deleted drafts are not open items, and the checklist does not count them', async () => {
  const app = await testApp();
  const owner = as(app, await addUser(app), 'member');
  const gift = { categoryId: 1, method: 'Cash' };
  const givings = [
    { ...gift, amount: 5 },
    { ...gift, amount: 3 },
  ];
  const session = await createSession(app, decode(NewSession, { date: '2026-02-01', givings }));
  const gone = await createSession(app, decode(NewSession, { date: '2026-02-08' }));
  const bill = { subCategoryId: 1, ministryId: 1, expenseDate: '2026-02-03', amount: 100, description: 'Chairs' };
  const [draft, deleted, pending] = [
    await createExpense(owner, decode(NewExpense, bill)),
    await createExpense(owner, decode(NewExpense, { ...bill, amount: 40 })),
    await createExpense(owner, decode(NewExpense, { ...bill, amount: 7 })),
  ];
  await submitExpense(owner, pending.id);
  await deleteGiving(app, session.givings[1]?.id ?? 0);
  await deleteSession(app, gone.id);
  await deleteExpense(owner, deleted.id);

  await expect(finalizeStatement(app, MONTH, false)).rejects.toMatchObject({
    code: 'open_items',
    details: {
      extra: {
        openItems: [
          { type: 'OfferingSession', id: session.id, date: '2026-02-01', amount: 5 },
          { type: 'Expense', id: pending.id, date: '2026-02-03', amount: 7 },
        ],
      },
    },
  });
  const { checks } = await checkMonth(app, MONTH);
  const message = (code: string) => checks.find((check) => check.code === code)?.message;
  expect(message('sessions')).toBe(`Submit or delete: offering session ${session.id} of 2026-02-01.`);
  expect(message('sundays')).toContain('2026-02-08, 2026-02-15, 2026-02-22');
  expect(message('drafts')).toBe('Drafts that nobody submitted: 1, 100.00 in all.');
  expect(checks.find(({ code }) => code === 'sessions')?.items).toEqual([
    { type: 'OfferingSession', id: session.id, date: '2026-02-01', amount: 500, amountBefore: null, name: null },
  ]);
  expect(checks.find(({ code }) => code === 'approvals')?.items).toMatchObject([{ type: 'Expense', id: pending.id }]);
  expect(checks.find(({ code }) => code === 'drafts')).toMatchObject({ count: 1, amount: 10_000, items: [] });
  await deleteExpense(owner, draft.id);
  const after = (await checkMonth(app, MONTH)).checks.find(({ code }) => code === 'drafts');
  expect(after?.state).toBe('done');
});

test('a Sunday that is still to come is not missing, and neither is today', async () => {
  const app = await testApp();
  const asked = await checkMonth({ ...app, clock: { now: () => new Date('2026-02-15T18:00:00Z') } }, MONTH);
  const sundays = asked.checks.find(({ code }) => code === 'sundays');
  expect(sundays?.items.map(({ date }) => date)).toEqual(['2026-02-01', '2026-02-08']);
});

test('at the terminal, the checklist is in English or in Chinese throughout, with the same items', async () => {
  const app = await testApp();
  await createSession(
    app,
    decode(NewSession, { date: '2026-02-01', givings: [{ categoryId: 1, method: 'Cash', amount: 5 }] }),
  );
  const list = await checkMonth(app, MONTH);
  const english = printChecklist(list, 'en');
  expect(english).toMatch(/^Before finalizing 2026-02\n/);
  expect(english).toMatch(/OPEN +Submit or delete: offering session \d+ of 2026-02-01\./);
  const chinese = printChecklist(list, 'zh-TW');
  expect(chinese).toMatch(/^2026-02 關帳前的檢查\n/);
  expect(chinese).toMatch(/待處理 +請送交或刪除下列奉獻：2026-02-01的奉獻 5\.00\n/);
  expect(chinese).toMatch(/留意 +下列主日沒有奉獻紀錄：2026-02-08、2026-02-15、2026-02-22\n/);
  expect(chinese).not.toMatch(/[A-Za-z{}]/);
});
