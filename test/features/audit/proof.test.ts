import { copyFileSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { inTransaction } from '../../../src/app.ts';
import { SEALED_SINCE } from '../../../src/features/audit/upgrade-entries.ts';
import { connect } from '../../../src/db/connect.ts';
import { prove, proveBooks } from '../../../src/features/audit/proof.ts';
import { issueContribution } from '../../../src/features/giving/contributions/issuing.ts';
import { type Giving, NewGiving } from '../../../src/features/giving/givings/schema.ts';
import { Reversal } from '../../../src/books/reversal-schema.ts';
import { reverseGiving } from '../../../src/features/giving/givings/reversal.ts';
import { createGiving, deleteGiving, updateGiving } from '../../../src/features/giving/givings/service.ts';
import { undoImport } from '../../../src/features/imports/undo.ts';
import { deleteMeal, putMeal } from '../../../src/features/people/meals/service.ts';
import { mergeMember } from '../../../src/features/people/members/merge.ts';
import { purgeMember } from '../../../src/features/people/members/purge.ts';
import { createSession, reopenSession, submitSession } from '../../../src/features/giving/offerings/service.ts';
import { NewSession } from '../../../src/features/giving/offerings/schema.ts';
import { finalizeStatement, reopenStatement } from '../../../src/features/reports/statements/finalize.ts';
import { putStatement } from '../../../src/features/reports/statements/service.ts';
import type { Minor } from '../../../src/lib/money.ts';
import { decode } from '../../../src/validate.ts';
import { as, fileApp, type TestApp } from '../../support/app.ts';
import { temporaryDir } from '../../support/daemon.ts';
import { demoApp } from '../../support/demo.ts';
import { importGifts } from '../../support/import.ts';
import { addMember } from '../../support/office.ts';
import { forging } from './forger.ts';
import { oldBooks, upgrade } from './old-books.ts';

let books: { app: TestApp; close: () => Promise<void> };
let untouched: string;
const folder = temporaryDir();

beforeAll(async () => {
  books = await demoApp();
  const { app } = books;
  const year = 2025;
  const giver = await app.db
    .selectFrom('givings')
    .select('memberId')
    .where('date', 'like', `${year}-%`)
    .where('memberId', 'is not', null)
    .executeTakeFirstOrThrow();
  await inTransaction(app, (app) => issueContribution(app, year, giver.memberId ?? 0));
  await app.db.destroy();
  untouched = `${folder.dir}/untouched.db`;
  new Sqlite(app.paths.database).exec(`vacuum into '${untouched}'`).close();
});
afterAll(async () => {
  await books.close();
  folder.remove();
});

/** Runs SQL statements on a copy of the books and returns the proof of the copy. */
async function afterSql(...statements: readonly string[]) {
  const file = `${folder.dir}/${Math.random()}.db`;
  copyFileSync(untouched, file);
  const db = new Sqlite(file);
  db.unsafeMode(true);
  db.pragma('foreign_keys = OFF');
  for (const statement of statements) db.exec(statement);
  db.close();
  const kysely = connect(file, 'block');
  onTestFinished(() => kysely.destroy());
  return prove(kysely, { encryptionKey: books.app.secrets().encryptionKey, isOwn: true, declared: books.app.declared });
}

test('the books of a whole demo church are proven', async () => {
  expect(await afterSql()).toMatchObject({ isIntact: true, authentication: 'authenticated', faults: [], warnings: [] });
});

const a = (table: string, where = '1') => `(select max(id) from ${table} where deletedAt is null and ${where})`;
const paid = a('expenses', "status = 'Paid' and fundId is not null");
const draft = a('expenses', "status = 'Draft'");
const given = a('givings', 'memberId > 2');
const user = "(select min(userId) from userRoles where role <> 'super_admin')";

describe('the proof names what was changed with SQL:', () => {
  test.each([
    [
      'the amount of a giving',
      `update givings set amountMinor = 1 where id = ${a('givings')}`,
      /^Giving \d+ has amount/,
    ],
    [
      'the date of a giving',
      `update givings set date = '2026-11-01' where id = ${a('givings')}`,
      /^Giving \d+ has date/,
    ],
    [
      'the category of a giving',
      `update givings set categoryId = 2 where id = ${a('givings', 'categoryId = 1')}`,
      /categoryId 2/,
    ],
    [
      'the category of a part',
      'update givingParts set categoryId = 7 where position = 1 and givingId = (select min(givingId) from givingParts)',
      /^Giving \d+ has parts/,
    ],
    [
      'the amounts of the parts of a giving',
      'update givingParts set amountMinor = amountMinor + 100 - position * 200 where givingId = (select min(givingId) from givingParts)',
      /^Giving \d+ has parts/,
    ],
    [
      'the deleted parts of a giving',
      'delete from givingParts where givingId = (select min(givingId) from givingParts)',
      /^Giving \d+ has parts/,
    ],
    [
      'a giving marked as deleted',
      `update givings set deletedAt = 'x' where id = ${a('givings')}`,
      /is marked as deleted/,
    ],
    ['a deleted giving', `delete from givings where id = ${a('givings')}`, /^Giving \d+ is gone/],
    [
      'an inserted giving',
      `insert into givings (categoryId, amountMinor, date, method, isAnonymous, giftDate, accountId, createdAt, modifiedAt)
        values (1, 100, '2026-03-01', 'Cash', 0, '2026-03-01', 2, 'x', 'x')`,
      /^Giving \d+ is in the books, but the audit log does not record that anybody entered it/,
    ],
    [
      'the account of a giving',
      `update givings set accountId = 3 where id = ${a('givings')}`,
      /^Giving \d+ has accountId 3/,
    ],
    [
      'the account of a deposit',
      `update deposits set accountId = 3 where id = ${a('deposits')}`,
      /^Deposit \d+ has accountId 3/,
    ],
    [
      'the date of a deposit',
      `update deposits set date = '2026-11-01' where id = ${a('deposits')}`,
      /^Deposit \d+ has date/,
    ],
    [
      'the amount of an item of a deposit',
      `update depositItems set amountMinor = 1 where depositId = ${a('deposits')} and position = 0`,
      /^Deposit \d+ has amount/,
    ],
    [
      'the session of an item of a deposit',
      `update depositItems set sessionId = 1 where depositId = ${a('deposits')} and position = 0`,
      /^Deposit \d+ has items/,
    ],
    ['a deleted deposit', `delete from deposits where id = ${a('deposits')}`, /^Deposit \d+ is gone/],
    [
      'an inserted deposit',
      "insert into deposits (date, accountId, createdAt, modifiedAt) values ('2026-03-01', 2, 'x', 'x')",
      /^Deposit \d+ is in the books, but the audit log does not record that anybody entered it/,
    ],
    [
      'the account of a payment',
      `update payments set accountId = 3 where id = ${a('payments')}`,
      /^Payment \d+ has accountId 3/,
    ],
    [
      'the day on which a payment was voided',
      `update payments set voidedOn = '2026-11-01' where id = ${a('payments')}`,
      /^Payment \d+ has voidedOn/m,
    ],
    [
      'the amount of other income',
      'update otherIncome set amountMinor = amountMinor + 1 where id = 1',
      /^OtherIncome 1 has amount/m,
    ],
    [
      'the account of other income',
      'update otherIncome set accountId = 3 where id = 1',
      /^OtherIncome 1 has accountId 3/m,
    ],
    ['the fund of a transfer', 'update transfers set toFundId = 4 where toFundId = 1', /^Transfer \d+ has toFundId 4/m],
    [
      'the person who approved a transfer',
      'update transfers set approvedBy = createdBy where approvedBy is not null',
      /^Transfer \d+ has approvedBy/m,
    ],
    [
      'the amounts of an adjusting entry',
      'update journalLines set amountMinor = amountMinor * 2',
      /^JournalEntry \d+ has lines/m,
    ],
    [
      'the ministry of a line of an adjusting entry',
      'update journalLines set ministryId = 1 where position = 0',
      /^JournalEntry \d+ has lines/m,
    ],
    [
      'the status of an adjusting entry',
      "update journalEntries set status = 'PendingApproval'",
      /^JournalEntry \d+ has status/m,
    ],
    [
      'the deleted record of the person who entered an adjusting entry',
      'delete from journalHands',
      /^JournalEntry \d+ was entered or changed by the users \[\]/m,
    ],
    [
      'the deleted record of the person who entered a transfer',
      'delete from transferHands',
      /^Transfer \d+ was entered or changed by the users \[\]/m,
    ],
    [
      'the expense that a payment pays',
      `update paymentItems set expenseId = ${draft} where paymentId = ${a('payments')}`,
      /^Payment \d+ has items/m,
    ],
    [
      'an inserted payment that looks as if an upgrade had added it',
      `insert into payments (id, date, accountId, method, reference, madeFor, createdAt, modifiedAt)
        select 90000, paidOn, 2, paymentMethod, paymentReference, id, 'x', 'x' from expenses where id = ${paid};
      insert into paymentItems select 90000, 0, id, null, amountMinor from expenses where id = ${paid}`,
      /^Payment 90000 is not the payment of its expense/m,
    ],
    ['a deleted payment', `delete from payments where id = ${a('payments')}`, /^Payment \d+ is gone/m],
    ['the amount of an expense', `update expenses set amountMinor = 1 where id = ${paid}`, /^Expense \d+ has amount/],
    [
      'the status of an expense',
      `update expenses set status = 'Approved' where id = ${paid}`,
      /^Expense \d+ has status/,
    ],
    [
      'the day on which an expense is booked',
      `update expenses set bookedOn = '2026-01-01' where id = ${paid}`,
      /has bookedOn/,
    ],
    ['the approver of an expense', `update expenses set approvedBy = submittedBy where id = ${paid}`, /has approvedBy/],
    [
      'a deleted approval',
      `delete from expenseDecisions where id = (select max(id) from expenseDecisions where decision = 'Approval')`,
      /^Expense \d+ has approvals/,
    ],
    [
      'an inserted approval',
      `insert into expenseDecisions (expenseId, decision, userId, at) values (${draft}, 'Approval', 2, 'x')`,
      /^Expense \d+ has approvals/,
    ],
    [
      'an inserted approval that is marked as cleared',
      `insert into expenseDecisions (expenseId, decision, userId, at, clearedAt) values (${draft}, 'Approval', 2, 'x', 'x')`,
      /^Expense \d+ has the decisions/,
    ],
    [
      'an inserted rejection',
      `insert into expenseDecisions (expenseId, decision, userId, at, reason) values (${draft}, 'Rejection', 2, 'x', 'x')`,
      /^Expense \d+ has rejections/,
    ],
    [
      'the deleted record of the user who submitted an expense',
      `delete from expenseHands where expenseId = ${paid}`,
      /^Expense \d+ does not record that user \d+ took part in this expense/,
    ],
    [
      'an inserted record of a user who changed an expense',
      `insert into expenseHands (expenseId, userId, deed, at) values (${draft}, 2, 'Changed', 'x')`,
      /^Expense \d+ records that user 2 took part in this expense/,
    ],
    [
      'the receipt of an expense',
      "update receipts set sha256 = 'x' where id = (select max(id) from receipts)",
      /has receipt/,
    ],
    [
      'the status of a session',
      `update offeringSessions set status = 'Draft' where id = ${a('offeringSessions', "status = 'Reconciled'")}`,
      /^OfferingSession \d+ has status/,
    ],
    [
      'the attendance of a session',
      `update offeringSessions set sundayAttendanceCount = 999 where id = ${a('offeringSessions')}`,
      /has sundayAttendanceCount 999/,
    ],
    [
      'a meal count',
      'update mealAttendances set adultCount = 999 where date = (select max(date) from mealAttendances)',
      /^MealAttendance \d{4}-\d\d-\d\d has adultCount 999/,
    ],
    [
      'the figures of a finalized monthly statement',
      `update monthlyStatements set snapshot = replace(snapshot, '"totalGiving":', '"totalGiving":1')`,
      /^MonthlyStatement \d{4}-\d\d differs from what was stored/,
    ],
    [
      'the closing balance of a monthly statement',
      'update monthlyStatements set closingBalanceMinor = closingBalanceMinor + 1',
      /differs from what was stored/,
    ],
    [
      'a finalized month marked as a draft',
      `update monthlyStatements set status = 'Draft', snapshot = null, closingBalanceMinor = null
        where id = (select max(id) from monthlyStatements where status = 'Finalized')`,
      /^MonthlyStatement \d{4}-\d\d has status "Draft"/,
    ],
    [
      'the user who finalized a month',
      'update monthlyStatements set finalizedBy = (select max(id) from users) where finalizedBy is not null',
      /^MonthlyStatement \d{4}-\d\d has finalizedBy/,
    ],
    [
      'the time when a month was finalized',
      `update monthlyStatements set finalizedAt = '2020-01-01T00:00:00.000Z' where finalizedAt is not null`,
      /^MonthlyStatement \d{4}-\d\d has finalizedAt/,
    ],
    [
      'a role added to a user',
      `insert into userRoles (userId, role) values (${user}, 'super_admin')`,
      /^User \d+ has roles "\[.*super_admin/,
    ],
    ['the deleted roles of a user', `delete from userRoles where userId = ${user}`, /^User \d+ has roles "\[\]"/],
    [
      'whether a user is active',
      `update users set isActive = 1 - isActive where id = ${user}`,
      /^User \d+ has isActive/,
    ],
    ['the e-mail address of a user', `update users set email = 'x@y.z' where id = ${user}`, /^User \d+ has email/],
    [
      'an inserted user',
      `insert into users (email, emailKey, displayName, passwordHash, mustChangePassword, createdAt, modifiedAt)
        values ('x', 'x', 'x', 'x', 0, 'x', 'x')`,
      /^User \d+ is in the books, but/,
    ],
    [
      'the giver of a giving',
      `update givings set memberId = memberId % 2 + 1 where id = ${given}`,
      /^Giving \d+ has memberId [12] in the books/,
    ],
    [
      'a giving made anonymous',
      `update givings set isAnonymous = 1, memberId = null where id = ${given}`,
      /^Giving \d+ has memberId null/,
    ],
    [
      'the user who entered a giving',
      `update givings set createdBy = null where id = ${a('givings', 'createdBy is not null')}`,
      /^Giving \d+ has createdBy null/,
    ],
    [
      'the user who entered an expense',
      `update expenses set createdBy = null where id = ${paid}`,
      /^Expense \d+ has createdBy/,
    ],
    [
      'the member who is reimbursed',
      `update expenses set memberId = 3 where id = ${paid}`,
      /^Expense \d+ has memberId 3/,
    ],
    ['the vendor of an expense', `update expenses set vendor = 'x' where id = ${paid}`, /^Expense \d+ has vendor "x"/],
    [
      'the description of an expense',
      `update expenses set description = 'x' where id = ${paid}`,
      /^Expense \d+ has description "x"/,
    ],
    [
      'the check number of an expense',
      `update expenses set paymentReference = 'x' where id = ${paid}`,
      /has paymentReference "x"/,
    ],
    [
      'the user who paid an expense',
      `update expenses set paidBy = null where id = ${paid}`,
      /^Expense \d+ has paidBy null/,
    ],
    [
      'the content of a contribution statement',
      `update contributionStatements set contentHash = 'x'`,
      /^ContributionStatement \d{4}-\d{4} has contentHash "x"/,
    ],
    [
      'a deleted contribution statement',
      'delete from contributionStatements',
      /^ContributionStatement \d{4}-\d{4} is gone/,
    ],
    [
      'the tax deductibility of a giving category',
      'update givingCategories set isTaxDeductible = 1 - isTaxDeductible where id = 1',
      /^GivingCategory 1 has isTaxDeductible/,
    ],
    [
      'the fund of a category',
      'update givingCategories set fundId = 2 where id = 1',
      /^GivingCategory 1 has fundId 2 in the books/,
    ],
    [
      'the fund of an expense',
      `update expenses set fundId = 5 - fundId where id = ${paid}`,
      /^Expense \d+ has fundId \d/,
    ],
    [
      'the class of a fund',
      "update funds set class = 'Designated' where id = 2",
      /^Fund 2 has class "Designated" in the books/,
    ],
    [
      'an inserted fund',
      `insert into funds (name, nameKey, class, createdAt, modifiedAt) values ('x', 'x', 'Custodial', 'x', 'x')`,
      /^Fund \d+ is in the books, but the audit log does not record that anybody entered it/,
    ],
    [
      'the Form 990 line of a subcategory',
      `update expenseSubCategories set form990LineCode = '24' where id = (select min(id) from expenseSubCategories)`,
      /^ExpenseSubCategory \d+ has form990LineCode "24"/,
    ],
    [
      'the functional class of a ministry',
      `update ministries set defaultFunctionalClass = 'Fundraising' where id = 1`,
      /^Ministry 1 has defaultFunctionalClass "Fundraising"/,
    ],
    ['a deleted monthly statement', 'delete from monthlyStatements', /^MonthlyStatement \d{4}-\d\d is gone/],
  ])('%s', async (_what, statement, named) => {
    const proof = await afterSql(statement);
    expect(proof).toMatchObject({ isIntact: false, authentication: 'authenticated' });
    expect(proof.faults.join('\n')).toMatch(named);
  });
});

describe('the proof adds up again the balances of finalized months:', () => {
  const latest = '(select max(date) from monthEndBalances)';
  const bank = `side = 'Account' and rowId = 2`;
  const general = `side = 'Fund' and rowId = 1`;
  const shown = String.raw`[-\d,]+\.\d\d`;
  const said = (side: string, is: string) =>
    new RegExp(
      `^The stored balance of the ${side} at the end of \\d{4}-\\d\\d-\\d\\d ${is}, but its documents add up to ${shown}\\.$`,
    );
  test.each([
    [
      'one balance of an account and one of a fund',
      `update monthEndBalances set amountMinor = amountMinor - 500000 where date = ${latest} and (${bank} or ${general})`,
      [said('account 2 \\(.+\\)', `is ${shown}`), said('fund 1 \\(General\\)', `is ${shown}`)],
    ],
    [
      'the same difference at the end of every month, once',
      `update monthEndBalances set amountMinor = amountMinor + 1 where ${bank}`,
      [said('account 2 \\(.+\\)', `is ${shown}`)],
    ],
    [
      'a missing balance',
      `delete from monthEndBalances where date = ${latest} and ${general}`,
      [said('fund 1 \\(General\\)', 'is missing')],
    ],
    [
      'a balance of an account that does not exist',
      `insert into monthEndBalances values (${latest}, 'Account', 999, 100)`,
      [said('account 999 \\(unknown\\)', 'is 1.00')],
    ],
  ])('%s', async (_what, statement, faults) => {
    const proof = await afterSql(statement);
    expect(proof).toMatchObject({ isIntact: false, authentication: 'authenticated' });
    expect(proof.faults).toEqual(faults.map((fault) => expect.stringMatching(fault)));
  });

  test('all balances of a day may be gone, because they only save work', async () => {
    expect(await afterSql(`delete from monthEndBalances where date = ${latest}`)).toMatchObject({ isIntact: true });
  });
});

describe('the proof checks the structure of the database:', () => {
  test.each([
    [
      'an added trigger',
      'create trigger sneak after insert on givings begin update givings set amountMinor = 1 where id = new.id; end',
      'The trigger sneak of givings was not made by Vestry.',
    ],
    ['an added view', 'create view givers as select * from givings', 'The view givers was not made by Vestry.'],
    ['an added table', 'create table notes (text)', 'The table notes was not made by Vestry.'],
    [
      'an added unique index',
      'create unique index one on givings (id, date)',
      'The index one of givings was not made by Vestry.',
    ],
    ['an added column', 'alter table givings add column more text', 'The table givings is not as Vestry made it.'],
    [
      'a missing index',
      'drop index offeringSessionsByDate',
      'The index offeringSessionsByDate of offeringSessions is missing.',
    ],
    [
      'a changed index',
      'drop index givingsBySession; create index givingsBySession on givings (sessionId)',
      'The index givingsBySession of givings is not as Vestry made it.',
    ],
    [
      'a table that lacks a check constraint',
      `pragma writable_schema = 1; update sqlite_schema set sql = replace(sql, 'check (isAnonymous = 0 or memberId is null)', 'check (1)')
        where name = 'givings'`,
      'The table givings is not as Vestry made it.',
    ],
  ])('%s is a fault', async (_what, statement, fault) => {
    expect(await afterSql(statement)).toMatchObject({ isIntact: false, faults: [fault] });
  });

  test.each([
    'create index more on givings (abs(amountMinor))',
    'create index more on givings (note) where abs(amountMinor) > 0',
    'create index more on givings (note + 1)',
    'create index more on givings (note collate nocase)',
    'create index more on givings ("note" || \'x\')',
  ])('an added index that might refuse a write is a fault, not only a warning: %s', async (statement) => {
    expect(await afterSql(statement)).toMatchObject({
      isIntact: false,
      faults: ['The index more of givings was not made by Vestry.'],
    });
  });

  test('an added index that cannot change a result causes only a warning', async () => {
    expect(await afterSql('create index more on givings (note)')).toMatchObject({
      isIntact: true,
      warnings: ['The index more of givings was not made by Vestry.'],
    });
  });

  test('the statistics tables of SQLite are not a fault', async () => {
    expect(await afterSql('analyze')).toMatchObject({ isIntact: true, warnings: [] });
  });
});

test('all changes that Vestry itself makes to figures are proven', async () => {
  const { app, close } = await fileApp();
  onTestFinished(close);
  const all = as(app, 1, 'super_admin');
  const give = (fields: object = {}) =>
    createGiving(app, decode(NewGiving, { categoryId: 1, amount: 50, date: '2026-10-04', method: 'Cash', ...fields }));
  const [one, two, three] = [await addMember(app, {}), await addMember(app, {}), await addMember(app, {})];
  for (const memberId of [one, two, three]) await give({ memberId });
  await deleteGiving(app, (await give({ memberId: two })).id);
  await reverseGiving(app, (await give()).id, decode(Reversal, { date: '2026-10-05', amount: 20, reason: 'Twice' }));
  await mergeMember(app, one, { into: two, confirm: true });
  await purgeMember(app, two, true);
  await changeGivers(app, give);
  const { importId } = await importGifts(app, ['date,category,amount,sessionDate', '2026-10-11,Tithe,7,2026-10-11']);
  await undoImport(app, importId ?? 0);
  await importGifts(app, ['date,category,amount,sessionDate', '2026-10-18,Tithe,8,2026-10-18']);
  const session = await createSession(app, decode(NewSession, { date: '2026-10-25', controlTotal: 0 }));
  await submitSession({ ...all, actor: app.actor }, session.id);
  await reopenSession(app, session.id, 'to count again');
  await putMeal(app, '2026-10-04', { adultCount: 5, youthCount: 1, childCount: 0 });
  await deleteMeal(app, '2026-10-04');
  await putMeal(app, '2026-10-04', { adultCount: 6, youthCount: 1, childCount: 0 });
  await putMeal(app, '2026-10-11', { adultCount: 6, youthCount: 1, childCount: 0 });
  await deleteMeal(app, '2026-10-11');
  const month = { year: 2026, month: 10 };
  await putStatement(app, month, { openingBalance: 100 as Minor });
  await finalizeStatement(app, month, true);
  await reopenStatement(app, month, 'to correct it');
  await putStatement(app, month, { openingBalance: 200 as Minor, notes: 'right' });
  expect(await proveBooks(app)).toMatchObject({ isIntact: true, faults: [] });
  await finalizeStatement(app, month, true);
  expect(await proveBooks(app)).toMatchObject({ isIntact: true, authentication: 'authenticated', faults: [] });
});

/** Changes the givers of givings, makes a giving anonymous, and then merges one giver and purges another. */
async function changeGivers(app: TestApp, give: (fields: object) => Promise<Giving>) {
  const [four, five, six] = [await addMember(app, {}), await addMember(app, {}), await addMember(app, {})];
  const put = async ({ id }: { id: number }, fields: object) =>
    updateGiving(
      app,
      id,
      decode(NewGiving, { categoryId: 1, amount: 50, date: '2026-10-04', method: 'Cash', ...fields }),
    );
  await put(await give({ memberId: four }), { memberId: five });
  await put(await give({ memberId: five }), { isAnonymous: true });
  await put(await give({ isAnonymous: true }), { memberId: five });
  await deleteGiving(app, (await give({ memberId: five })).id);
  await mergeMember(app, five, { into: six, confirm: true });
  await purgeMember(app, four, true);
}

describe('books from before the audit log was sealed', () => {
  test('are proven by the chain alone before their upgrade, and by the seal after it', async () => {
    const { db, app } = await oldBooks(SEALED_SINCE - 1);
    db.exec(`insert into givingCategories (name, nameKey, isTaxDeductible, isRestricted, isActive, sortOrder, createdAt, modifiedAt)
      values ('Old', 'old', 1, 0, 1, 99, 'x', 'x')`);
    db.exec(`insert into givings (categoryId, amountMinor, date, method, isAnonymous, giftDate, createdAt, modifiedAt)
      values (1, 100, '2026-03-01', 'Cash', 0, '2026-03-01', 'x', 'x')`);
    db.close();
    const old = connect(app.paths.database, 'block');
    expect(await prove(old, { isOwn: false, declared: app.declared })).toMatchObject({
      isIntact: true,
      authentication: 'key unknown',
    });
    await old.destroy();
    const upgraded = await upgrade(app);
    expect(await proveBooks(upgraded)).toMatchObject({ isIntact: true, authentication: 'authenticated', faults: [] });
    forging(app, (db) => db.exec('update givings set amountMinor = 1'));
    const { faults } = await proveBooks(upgraded);
    expect(faults).toEqual(['Giving 1 has amount 0.01 in the books, but entry 1 of the audit log says 1.']);
  });
});
