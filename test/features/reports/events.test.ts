/** What happened in a month: each kind of event, made through the operation that causes it, and who has looked. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { App } from '../../../src/app.ts';
import { GivingReversal } from '../../../src/features/giving/givings/schema.ts';
import { Reversal } from '../../../src/books/reversal-schema.ts';
import { createUser, getUser, resetSecondFactor, updateUser } from '../../../src/features/access/users/service.ts';
import { NewJournalEntry } from '../../../src/features/accounting/journal-entries/schema.ts';
import { createEntry } from '../../../src/features/accounting/journal-entries/service.ts';
import { NewRule } from '../../../src/features/bank/bank-rules/schema.ts';
import { createRule } from '../../../src/features/bank/bank-rules/service.ts';
import { NewDeposit } from '../../../src/features/giving/deposits/schema.ts';
import { createDeposit } from '../../../src/features/giving/deposits/service.ts';
import { reverseGiving } from '../../../src/features/giving/givings/reversal.ts';
import { NewGiving } from '../../../src/features/giving/givings/schema.ts';
import { createGiving, updateGiving } from '../../../src/features/giving/givings/service.ts';
import { NewSession } from '../../../src/features/giving/offerings/schema.ts';
import { createSession, reopenSession, submitSession } from '../../../src/features/giving/offerings/service.ts';
import { NewAccount } from '../../../src/features/ledger/accounts/schema.ts';
import { createAccount, updateAccount } from '../../../src/features/ledger/accounts/service.ts';
import { NewFund } from '../../../src/features/ledger/funds/schema.ts';
import { createFund, updateFund } from '../../../src/features/ledger/funds/service.ts';
import { Merge } from '../../../src/features/people/members/schema.ts';
import { mergeMember } from '../../../src/features/people/members/merge.ts';
import { describeEvents } from '../../../src/features/reports/events/description.ts';
import { lookAtEvents, monthEvents } from '../../../src/features/reports/events/service.ts';
import { makeFile } from '../../../src/features/reports/formats/file.ts';
import { checkMonth } from '../../../src/features/reports/statements/checklist.ts';
import { putApprovalRules } from '../../../src/features/spending/approval-rules/service.ts';
import { ApprovalRulesUpdate } from '../../../src/features/spending/approval-rules/schema.ts';
import { approveExpense } from '../../../src/features/spending/expenses/approval.ts';
import { submitExpense } from '../../../src/features/spending/expenses/moves.ts';
import { reverseExpense } from '../../../src/features/spending/expenses/reversal.ts';
import { Approval, ExpensePayment, NewExpense } from '../../../src/features/spending/expenses/schema.ts';
import { createExpense } from '../../../src/features/spending/expenses/service.ts';
import { payExpense } from '../../../src/features/spending/payments/pay.ts';
import { voidPayment } from '../../../src/features/spending/payments/void.ts';
import { listPayments } from '../../../src/features/spending/payments/service.ts';
import { NewVendor, VendorMerge } from '../../../src/features/spending/vendors/schema.ts';
import { mergeVendor } from '../../../src/features/spending/vendors/merge.ts';
import { createVendor, updateVendor } from '../../../src/features/spending/vendors/service.ts';
import { scheduler } from '../../../src/features/upkeep/backups/schedule.ts';
import { EVENT_CODES } from '../../../src/lib/event-words.ts';
import type { Role } from '../../../src/permissions.ts';
import { decode } from '../../../src/validate.ts';
import { as, testApp, type TestApp } from '../../support/app.ts';
import { addMember } from '../../support/office.ts';
import { linesOf } from '../../support/pdf.ts';

const MONTH = { year: 2026, month: 11 };
const DATE = '2026-11-15';

let app: TestApp;
let tess: App;
let elder: App;
let root: App;

beforeEach(async () => {
  app = await testApp();
  const person = async (name: string, role: Role) => {
    const email = `${name}@example.org`;
    const { user } = await createUser(
      app,
      { email, displayName: name, roles: [role], memberId: null },
      'long enough 1',
    );
    const acting = as(app, user.id, role);
    return { ...acting, actor: { ...acting.actor, name } };
  };
  // Nobody's account is new in the month of the tests.
  app.setNow('2026-09-20T18:00:00.000Z');
  [tess, elder, root] = [
    await person('Tess', 'treasurer'),
    await person('Ed', 'elder'),
    await person('Root', 'super_admin'),
  ];
  app.setNow('2026-11-18T18:00:00.000Z');
});

const idOf = ({ actor }: App) => (actor.kind === 'user' ? actor.id : 0);
const gift = (fields: object = {}) =>
  decode(NewGiving, { categoryId: 1, amount: 777.77, method: 'Check', checkNumber: '7', date: DATE, ...fields });
const reversal = (fields: object = {}) => decode(Reversal, { date: DATE, reason: 'Entered twice', ...fields });
const expense = (fields: object = {}) =>
  decode(NewExpense, {
    subCategoryId: 1,
    ministryId: 1,
    expenseDate: DATE,
    amount: 40,
    vendor: 'Hall Inc.',
    description: 'Chairs',
    paymentMethod: 'Check',
    ...fields,
  });
const vendor = (fields: object = {}) => decode(NewVendor, { name: 'Hall Inc.', ...fields });
const account = (fields: object = {}) =>
  decode(NewAccount, { name: 'Second bank', kind: 'Savings', number: '1', ...fields });

async function paidExpense(): Promise<number> {
  const { id } = await createExpense(elder, expense());
  await submitExpense(elder, id);
  await approveExpense(root, id, decode(Approval, {}));
  await payExpense(tess, id, decode(ExpensePayment, { paidOn: DATE }));
  return id;
}

/** How each code comes about, as the treasurer or, where only they may, as the super_admin. */
const WAYS: Readonly<Record<string, { act: () => Promise<unknown>; said: string; amount?: number; link?: RegExp }>> = {
  reopened_count: {
    act: async () => {
      const givings = [{ categoryId: 1, amount: 900, method: 'Cash' }];
      const { id } = await createSession(tess, decode(NewSession, { date: DATE, givings }));
      await submitSession(tess, id);
      app.setNow('2026-11-18T19:00:00.000Z');
      await reopenSession(tess, id, 'A check was missed');
    },
    said: 'The offering of 2026-11-15 was reopened after it was counted: 900.00. It is not counted again yet. Reason: A check was missed',
    amount: 90_000,
    link: /^\/offerings\/\d+$/,
  },
  refund: {
    act: async () => {
      const { id } = await createGiving(tess, gift());
      await reverseGiving(tess, id, decode(GivingReversal, { date: DATE, reason: 'For Mei Lin', kind: 'Refund' }));
    },
    said: 'Gift 1 was paid back.',
    amount: 77_777,
    link: /^\/giving\/gifts\/1$/,
  },
  void: {
    act: async () => {
      await paidExpense();
      const [payment] = (
        await listPayments(tess, { page: 1, pageSize: 10, sort: { field: 'id', descending: true } } as never)
      ).items;
      await voidPayment(tess, payment?.id ?? 0, { date: DATE, reason: 'Lost' });
    },
    said: 'Payment 1 was voided. Reason: Lost',
    amount: 4000,
    link: /^\/reports\/documents\/Payment\/1$/,
  },
  reversal: {
    act: async () => reverseExpense(tess, await paidExpense(), reversal()),
    said: 'Expense 1 was reversed. Reason: Entered twice',
    amount: 4000,
  },
  own_approval: {
    act: async () => {
      const { id } = await createExpense(root, expense());
      await submitExpense(root, id);
      await approveExpense(root, id, decode(Approval, {}));
    },
    said: 'Somebody approved an expense that they entered, changed or submitted, or that pays them back: Hall Inc.',
    amount: 4000,
  },
  payee_changed: {
    act: async () => updateVendor(tess, (await createVendor(tess, vendor())).id, vendor({ name: 'Hull Inc.' })),
    said: 'The vendor Hull Inc. was renamed: Hall Inc., now Hull Inc.',
  },
  giver_changed: {
    act: async () => {
      const memberId = await addMember(app);
      const { id } = await createGiving(tess, gift({ memberId }));
      await updateGiving(tess, id, gift({ memberId: await addMember(app, { firstName: 'Bo', lastName: 'Wu' }) }));
    },
    said: 'The giver of gift 1 was changed.',
    amount: 77_777,
  },
  bank_details_changed: {
    act: async () => updateAccount(tess, (await createAccount(app, account())).id, account({ number: '2' })),
    said: 'The bank number of the account Second bank was changed: 1, now 2.',
  },
  rule_changed: {
    act: () => {
      const action = { type: 'Expense', subCategoryId: 1, ministryId: 1, vendor: 'Tess' };
      return createRule(tess, 2, decode(NewRule, { contains: 'CITY WATER', direction: 'Out', action }));
    },
    said: 'A rule for bank lines was added: CITY WATER.',
    link: /^\/bank\/2\/rules$/,
  },
  approval_rule_changed: {
    act: () => putApprovalRules(root, decode(ApprovalRulesUpdate, { secondApprovalAbove: 500 })),
    said: 'The limit above which an expense needs two approvals was changed: none, now 500.00.',
  },
  fund_class_changed: {
    act: async () => {
      const fund = (fields: object) => decode(NewFund, { name: 'Roof', ...fields });
      const { id } = await createFund(tess, fund({ class: 'Restricted' }));
      await updateFund(tess, id, fund({ class: 'Designated' }));
    },
    said: 'The class of the fund Roof was changed: Restricted, now Designated.',
  },
  account_created: {
    act: () => createAccount(tess, account()),
    said: 'The account Second bank was added.',
  },
  user_created: {
    act: () =>
      createUser(
        root,
        { email: 'n@example.org', displayName: 'New', roles: ['finance'], memberId: null },
        'long enough 1',
      ),
    said: 'New can now sign in. Roles: finance.',
  },
  role_changed: {
    act: async () => {
      const { email, displayName, memberId } = await getUser(root, idOf(elder));
      await updateUser(root, idOf(elder), { email, displayName, memberId, roles: ['treasurer', 'elder'] });
    },
    said: 'The roles of Ed were changed: elder, now elder, treasurer.',
  },
  second_factor_removed: {
    act: () => resetSecondFactor(root, idOf(elder)),
    said: 'Somebody else removed the second factors of Ed.',
  },
  fee: {
    act: async () => {
      const givings = [{ categoryId: 1, amount: 900, method: 'Cash' }];
      const { id: sessionId } = await createSession(tess, decode(NewSession, { date: DATE, givings }));
      await submitSession(tess, sessionId);
      const items = [{ sessionId, method: 'Cash' }];
      await createDeposit(tess, decode(NewDeposit, { date: DATE, accountId: 2, items, fee: 3.2 }));
    },
    said: 'A fee was paid without an approval: Fee of the deposit of 2026-11-15.',
    amount: 320,
  },
  write_off: {
    act: async () => {
      const { id } = await createAccount(app, account({ name: 'Loan to Ann', kind: 'OtherAsset', number: null }));
      const lines = [
        { subCategoryId: 1, debit: 500 },
        { accountId: id, credit: 500 },
      ];
      await createEntry(tess, decode(NewJournalEntry, { date: DATE, memo: 'Forgiven', lines }));
    },
    said: 'An adjusting entry changed what the church has or owes, without a payment: Loan to Ann.',
    amount: 50_000,
  },
  backup_failed: {
    act: async () => {
      const look = scheduler(app, () => Promise.reject(new Error('the stick is not there')));
      await look();
      await scheduler(app, () => Promise.reject(new Error('still not there')))();
    },
    said: 'The backup failed.',
  },
};

describe('what happened in a month', () => {
  test('every code has a way to come about', () => {
    expect(Object.keys(WAYS).toSorted()).toEqual([...EVENT_CODES].toSorted());
  });

  test.each(Object.entries(WAYS))('has %s, which an elder reads without names of givers', async (code, way) => {
    await way.act();
    const { items } = await monthEvents(elder, MONTH);
    const [event, ...more] = items.filter((one) => one.code === code);
    expect(more).toEqual([]);
    expect(event).toMatchObject({ message: way.said, amount: way.amount ?? null });
    expect(event?.link ?? '').toMatch(way.link ?? /^/);
    expect(JSON.stringify(items)).not.toMatch(/Mei|Lin|Bo Wu/);
    expect((await monthEvents(elder, { year: 2026, month: 10 })).items.map((one) => one.code)).not.toContain(code);
  });

  test('whoever may read gifts reads the givers and the reasons of refunds', async () => {
    await WAYS['refund']?.act();
    await WAYS['giver_changed']?.act();
    const messages = (await monthEvents(tess, MONTH)).items.map(({ message }) => message);
    expect(messages).toEqual([
      'Gift 1 was paid back. Reason: For Mei Lin',
      'The giver of gift 3 was changed: Mei Lin, now Bo Wu.',
    ]);
  });

  test('a merge of members is told once, however many gifts it moves, and typing a new offering is not told', async () => {
    const [kept, double] = [await addMember(app), await addMember(app, { firstName: 'Mai' })];
    for (const checkNumber of ['1', '2', '3']) await createGiving(tess, gift({ memberId: double, checkNumber }));
    await mergeMember(root, double, decode(Merge, { into: kept, confirm: true }));
    const session = await createSession(tess, decode(NewSession, { date: DATE }));
    const typed = (memberId: number) => gift({ sessionId: session.id, memberId });
    const { id } = await createGiving(tess, typed(kept));
    await updateGiving(tess, id, typed(await addMember(app, { firstName: 'Bo' })));
    const { items } = await monthEvents(tess, MONTH);
    expect(items.map(({ message, amount }) => [message, amount])).toEqual([
      ['The giver of 3 gifts was changed: Mai Lin, now Mei Lin.', 233_331],
    ]);
    app.setNow('2026-11-18T19:00:00.000Z');
    await submitSession(tess, session.id);
    app.setNow('2026-11-18T20:00:00.000Z');
    await reopenSession(tess, session.id, 'Wrong giver');
    await updateGiving(tess, id, typed(kept));
    expect((await monthEvents(tess, MONTH)).items.map(({ kind }) => kind)).toEqual([
      'GiversChanged',
      'CountReopened',
      'GiverChanged',
    ]);
  });

  test('a merge of vendors names both; depreciation and a gain of an investment are no write-offs', async () => {
    const { id } = await createVendor(tess, vendor());
    const other = await createVendor(tess, vendor({ name: 'Tess and Sons' }));
    await mergeVendor(tess, id, decode(VendorMerge, { into: other.id }));
    const of = (name: string, kind: string) => createAccount(app, account({ name, kind, number: null }));
    const [organ, fund] = [await of('Organ', 'FixedAsset'), await of('Broker', 'Investment')];
    const entry = (...lines: object[]) =>
      createEntry(tess, decode(NewJournalEntry, { date: DATE, memo: 'Yearly', lines }));
    const depreciation = await app.db
      .selectFrom('expenseSubCategories')
      .select('id')
      .where('form990LineCode', '=', '22')
      .executeTakeFirst();
    if (depreciation) await entry({ subCategoryId: depreciation.id, debit: 5 }, { accountId: organ.id, credit: 5 });
    await entry({ accountId: fund.id, debit: 9 }, { incomeCategoryId: 1, credit: 9 });
    await entry({ incomeCategoryId: 1, debit: 4 }, { accountId: fund.id, credit: 4 });
    const { items } = await monthEvents(elder, MONTH);
    expect(
      items.filter(({ code }) => code !== 'account_created').map(({ message, amount }) => [message, amount]),
    ).toEqual([
      ['The vendor Hall Inc. was merged into Tess and Sons.', null],
      ['An adjusting entry changed what the church has or owes, without a payment: Broker.', 400],
    ]);
  });
});

describe('that somebody looked', () => {
  const check = async () => (await checkMonth(elder, MONTH)).checks.find(({ code }) => code === 'events');

  test('can be said only by a person who did none of it, and what happens afterwards is new', async () => {
    expect(await check()).toMatchObject({ state: 'done' });
    await WAYS['account_created']?.act();
    expect(await check()).toMatchObject({ state: 'look', count: 1 });
    expect([await monthEvents(tess, MONTH), await monthEvents(elder, MONTH)]).toMatchObject([
      { mayLook: false },
      { mayLook: true },
    ]);
    await expect(lookAtEvents(tess, MONTH)).rejects.toMatchObject({ code: 'own_events' });
    await expect(lookAtEvents(app, MONTH)).rejects.toMatchObject({ code: 'forbidden' });
    expect(await lookAtEvents(elder, MONTH)).toMatchObject({ isLooked: true, newItems: 0, looked: { by: 'Ed' } });
    expect(await check()).toMatchObject({ state: 'done' });
    await lookAtEvents(elder, MONTH);
    const looks = app.db
      .selectFrom('auditLogs')
      .select(['entityId', 'actorId'])
      .where('action', '=', 'MonthEventsLooked');
    expect(await looks.execute()).toEqual([{ entityId: '2026-11', actorId: idOf(elder) }]);

    await WAYS['rule_changed']?.act();
    expect(await monthEvents(elder, MONTH)).toMatchObject({ isLooked: false, newItems: 1, looked: { by: 'Ed' } });
    expect(await check()).toMatchObject({ state: 'look', count: 1 });
    expect(
      (await checkMonth(elder, { year: 2026, month: 9 })).checks.find(({ code }) => code === 'events'),
    ).toMatchObject({ state: 'look' });
  });

  test('is on the paper in both languages, with the sentences', async () => {
    await WAYS['role_changed']?.act();
    await lookAtEvents(elder, MONTH);
    const english = linesOf(await makeFile(await describeEvents(elder, MONTH, 'en-US'), 'pdf')).join(' ');
    expect(english).toContain('The roles of Ed were changed: elder, now elder, treasurer.');
    expect(english).toContain('Ed looked at this list on November 18, 2026.');
    const { rows, notes, title } = await describeEvents(elder, MONTH, 'zh-TW');
    expect(title).toBe('本月大事');
    expect(rows[0]).toMatchObject({
      values: ['Ed的角色已更改：原為長老，現為長老、司庫。', '2026-11-18', 'Root', null],
    });
    expect(notes).toEqual(['Ed 已於 2026-11-18 過目。']);
  });
});
