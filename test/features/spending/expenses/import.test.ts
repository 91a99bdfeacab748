import { NewFund } from '../../../../src/features/ledger/funds/schema.ts';
import { createFund, updateFund } from '../../../../src/features/ledger/funds/service.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { createSubCategory, updateGroup } from '../../../../src/features/spending/categories/changes.ts';
import { listExpenseCategories } from '../../../../src/features/spending/categories/service.ts';
import { approveExpense } from '../../../../src/features/spending/expenses/approval.ts';
import { submitExpense } from '../../../../src/features/spending/expenses/moves.ts';
import { ExpenseQuery, NewExpense } from '../../../../src/features/spending/expenses/schema.ts';
import {
  createExpense,
  deleteExpense,
  getExpense,
  listExpenses,
  updateExpense,
} from '../../../../src/features/spending/expenses/service.ts';
import { createCategory } from '../../../../src/features/giving/categories/changes.ts';
import { NewGivingCategory } from '../../../../src/features/giving/categories/schema.ts';
import { listImports } from '../../../../src/features/imports/service.ts';
import { undoImport } from '../../../../src/features/imports/undo.ts';
import { NewMember } from '../../../../src/features/people/members/schema.ts';
import { createMember } from '../../../../src/features/people/members/service.ts';
import { listMinistries, updateMinistry } from '../../../../src/features/church/ministries/service.ts';
import { createUser, deactivateUser } from '../../../../src/features/access/users/service.ts';
import { decode } from '../../../../src/validate.ts';
import { as, testApp, type TestApp } from '../../../support/app.ts';
import { faultsOf, importSpending } from '../../../support/import.ts';

let app: TestApp;
let ann: number;
beforeEach(async () => {
  app = await testApp();
  ann = await user('ann@example.org', 'Ann Lee', 'treasurer');
});

const user = async (email: string, displayName: string, role: 'treasurer' | 'auditor') =>
  (await createUser(app, { email, displayName, roles: [role], memberId: null }, 'x')).user.id;
const add = async (fields: object = {}) =>
  (await createMember(app, decode(NewMember, { firstName: 'Mei', lastName: 'Lin', ...fields }))).id;
const bring = (lines: readonly string[], options: object = {}) =>
  importSpending(app, lines, { submittedBy: 'Ann@example.org', ...options });
/** Imports one row with these columns and cells, and with valid cells for every required column. */
const row = (header: string, cells: string, options: object = {}) =>
  bring([`date,amount,category,ministry,description,${header}`, `2026-01-04,5,Rent,Worship,Hall,${cells}`], options);
const expenses = async (search?: string) =>
  (await listExpenses(app, decode(ExpenseQuery, { sort: 'id', pageSize: '200', search }))).items;
const groups = async () => (await listExpenseCategories(app)).items;
const group = async (name: string) => (await groups()).find((one) => one.name === name)?.id ?? 0;
const rent = async () =>
  (await groups()).flatMap(({ subCategories }) => subCategories).find(({ name }) => name === 'Rent')?.id ?? 0;
const worship = async () => (await listMinistries(app)).items.find(({ name }) => name === 'Worship')?.id ?? 0;
const LINES = ['date,amount,category,ministry,description', '2026-01-04,5,Rent,Worship,Hall'];

describe('an import of an expense file', () => {
  test('accepts Chinese names of subcategories, groups and ministries', async () => {
    const facilities = (await groups()).find(({ subCategories }) => subCategories.some(({ name }) => name === 'Rent'));
    const sub = facilities?.subCategories.find(({ name }) => name === 'Rent');
    const ministry = (await listMinistries(app)).items.find(({ name }) => name === 'Worship');
    const names = [facilities?.nameZh, sub?.nameZh, ministry?.nameZh];
    for (const name of names) expect(name).toMatch(/\p{Script=Han}/u);
    const [group, rentZh, worshipZh] = names;
    await bring([
      'date,amount,category,ministry,description',
      `2026-01-04,5,${rentZh},${worshipZh},Hall`,
      `2026-01-05,6,${group}：${rentZh},${worshipZh},Hall`,
    ]);
    expect(await expenses()).toMatchObject([
      { subCategoryId: await rent(), ministryId: await worship() },
      { subCategoryId: await rent(), ministryId: await worship() },
    ]);
  });

  test('finds funds by name in an export from a version that had no funds yet', async () => {
    const header = 'expenseDate,amount,subCategoryName,ministryName,description,fundCategoryId,fundCategoryName';
    const result = await bring([
      header,
      '2026-01-04,5,Rent,Worship,Hall,6,Benevolence',
      '2026-01-05,6,Rent,Worship,Hall,,',
    ]);
    expect(result).toMatchObject({ created: 2, ignoredColumns: ['fundCategoryId'] });
    expect(await expenses()).toMatchObject([
      { fundId: 4, fundName: 'Benevolence' },
      { fundId: 1, fundName: 'General' },
    ]);
  });

  test('refuses a fund that is closed', async () => {
    const { id, name } = await createFund(app, decode(NewFund, { name: 'Old roof', class: 'Designated' }));
    await updateFund(app, id, decode(NewFund, { name, class: 'Designated', isActive: false }));
    expect(await faultsOf(row('fund', name))).toEqual([
      expect.stringMatching(/^2 fund: names Old roof, which is no longer in use/),
    ]);
  });

  test('reads a file from a bookkeeping program', async () => {
    const result = await bring([
      'Expense Date,Total,Account,Department,Paid To,Memo,Method,Check #,Functional Class,Notes,Colour',
      '1/25/2026,"$1,234.50",Facilities: rent,worship,Hall Inc.,January,Check,1024,Program,"Two, lines",red',
      '2/1/26,25.5,Office / Telephone,Worship,,Line,,,,,red',
    ]);
    expect(result).toMatchObject({ created: 2, totalAmount: 126_000, ignoredColumns: ['Colour'], submittedBy: ann });
    expect(await expenses()).toMatchObject([
      {
        expenseDate: '2026-01-25',
        amount: 123_450,
        subCategoryName: 'Rent',
        ministryName: 'Worship',
        vendor: 'Hall Inc.',
        description: 'January',
        paymentMethod: 'Check',
        paymentReference: '1024',
        functionalClass: 'ProgramServices',
        notes: 'Two, lines',
        status: 'Draft',
        submittedBy: ann,
        submittedByName: 'Ann Lee',
      },
      { expenseDate: '2026-02-01', subCategoryName: 'Telephone', groupName: 'Office', paymentMethod: null },
    ]);
  });

  test('finds a subcategory or ministry by its Vestry id, and can use one ministry for all rows', async () => {
    const header = 'expenseDate,amount,subCategoryId,ministryId,description';
    await bring([header, `2026-01-04,5,${await rent()},${await worship()},Hall`]);
    await bring(['date,amount,category,description', '2026-01-04,6,Rent,Hall'], { ministry: 'WORSHIP' });
    expect(await expenses()).toMatchObject([
      { subCategoryName: 'Rent', ministryName: 'Worship' },
      { subCategoryName: 'Rent', ministryName: 'Worship' },
    ]);
    await expect(bring(LINES, { ministry: 'x' })).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(bring(['date,amount,category,description', 'x'])).rejects.toMatchObject({ code: 'file_refused' });
  });

  test('records expenses like those entered by hand, makes them searchable, and is listed as an import', async () => {
    const restricted = await createCategory(app, decode(NewGivingCategory, { name: 'Roof', isRestricted: true }));
    const memberId = await add();
    const header = 'vendor,method,reference,fund,member,notes';
    const tried = await row(header, 'Hall Inc.,Zelle,Z-1,roof,"Lin, Mei",Key', { dryRun: true });
    expect(tried).toEqual({
      dryRun: true,
      importId: null,
      rows: 1,
      created: 1,
      totalAmount: 500,
      submittedBy: ann,
      submittedByName: 'Ann Lee',
      skipped: 0,
      duplicates: [],
      reversals: [],
      refunds: [],
      sameFileAs: null,
      ignoredColumns: [],
      encoding: 'utf-8',
    });
    expect([await expenses(), (await listImports(app)).items]).toEqual([[], []]);
    expect(await row(header, 'Hall Inc.,Zelle,Z-1,roof,"Lin, Mei",Key')).toEqual({
      ...tried,
      dryRun: false,
      importId: 1,
    });
    const entered = await createExpense(
      as(app, ann, 'treasurer'),
      decode(NewExpense, {
        expenseDate: '2026-01-04',
        amount: 5,
        subCategoryId: await rent(),
        ministryId: await worship(),
        description: 'Hall',
        vendor: 'Hall Inc.',
        paymentMethod: 'Zelle',
        paymentReference: 'Z-1',
        fundId: restricted.fundId,
        memberId,
        notes: 'Key',
      }),
    );
    const facts = await app.db.selectFrom('auditLogs').selectAll().where('action', '=', 'ExpenseCreated').execute();
    const [imported, byHand] = facts.map(({ changes }) => JSON.parse(changes ?? '') as object);
    expect({ ...imported, id: [null, entered.id] }).toEqual(byHand);
    const [first, second] = await app.db.selectFrom('expenses').selectAll().orderBy('id').execute();
    expect({ ...first, id: 2, createdBy: ann, modifiedBy: ann }).toEqual(second);
    expect(await expenses('hall inc')).toHaveLength(2);
    expect((await listImports(app)).items).toMatchObject([{ kind: 'expenses', created: { expenses: 1 } }]);
  });

  test('is refused for a file that was already imported, and names likely duplicates', async () => {
    expect((await bring([...LINES, ...LINES.slice(1)])).duplicates).toEqual([
      { line: 3, date: '2026-01-04', amount: 500, expenseId: null, duplicateOf: 2 },
    ]);
    const other = [
      '2026-01-04,5,Telephone,Worship,Hall',
      '2026-01-04,5,Rent,Worship,Other',
      '2026-01-04,5,Rent,Worship,HALL',
    ];
    expect((await bring([...LINES, ...other])).duplicates.map(({ line, expenseId }) => [line, expenseId])).toEqual([
      [2, 1],
      [5, 1],
    ]);
    await expect(bring([...LINES, ...other])).rejects.toMatchObject({
      code: 'file_refused',
      message: expect.stringMatching(/as import 2 on .*vestry import undo 2/),
    });
    expect(await bring([...LINES, ...other], { allowDuplicates: true })).toMatchObject({ created: 4, sameFileAs: 2 });
  });
});

describe('the owner of imported expenses', () => {
  test('must be an active user who may submit expenses', async () => {
    await expect(bring(LINES, { submittedBy: 'no@example.org' })).rejects.toMatchObject({
      code: 'not_found',
      message: 'There is no user with the e-mail address no@example.org.',
    });
    await user('aud@example.org', 'Aud', 'auditor');
    await expect(bring(LINES, { submittedBy: 'aud@example.org' })).rejects.toMatchObject({ code: 'forbidden' });
    const bob = await user('bob@example.org', 'Bob', 'treasurer');
    await deactivateUser(app, bob);
    await expect(bring(LINES, { submittedBy: 'bob@example.org', dryRun: true })).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('deactivated'),
    });
    expect(await expenses()).toEqual([]);
  });

  test('cannot approve them', async () => {
    await bring(LINES);
    const treasurer = as(app, ann, 'treasurer');
    await submitExpense(treasurer, 1);
    await expect(approveExpense(treasurer, 1, { bookedOn: null })).rejects.toMatchObject({ code: 'self_approval' });
  });
});

describe('a refund in an expense file', () => {
  const HEADER = 'date,amount,category,ministry,vendor,description,notes';
  const BOUGHT = '2026-01-04,200.00,Rent,Worship,Lumber Co.,Boards,Aisle 3';

  test('lowers the expense of the same month and payee, whose notes name it', async () => {
    const rows = [
      '2026-01-09,(50.00),Rent,Worship,LUMBER CO.,Two boards returned,',
      '2026-01-10,-$20,Rent,Worship,Lumber Co.,Nails,',
    ];
    const result = await bring([HEADER, BOUGHT, ...rows]);
    expect(result).toMatchObject({
      created: 1,
      totalAmount: 13_000,
      refunds: [
        { line: 3, amount: 5000, refundOf: 2, left: 15_000 },
        { line: 4, amount: 2000, refundOf: 2, left: 13_000 },
      ],
    });
    expect(await expenses()).toMatchObject([
      {
        amount: 13_000,
        expenseDate: '2026-01-04',
        description: 'Boards',
        notes:
          'Aisle 3\nLess a refund of 50.00 on 2026-01-09: Two boards returned\nLess a refund of 20.00 on 2026-01-10: Nails',
      },
    ]);
    expect(await expenses('nails')).toHaveLength(1);
  });

  test('of a whole expense leaves out that expense, and not a larger one', async () => {
    const result = await bring([
      HEADER,
      BOUGHT,
      '2026-01-05,186.20,Rent,Worship,Lumber Co.,Door,',
      '2026-01-06,-186.20,Rent,Worship,Lumber Co.,Door,',
    ]);
    expect(result.refunds).toEqual([{ line: 4, amount: 18_620, refundOf: 3, left: 0 }]);
    expect(await expenses()).toMatchObject([{ amount: 20_000, notes: 'Aisle 3' }]);
  });

  test.each([
    ['another month', '2026-02-04,-5,Rent,Worship,Lumber Co.,x,'],
    ['another payee', '2026-01-04,-5,Rent,Worship,Lumber,x,'],
    ['another subcategory', '2026-01-04,-5,Telephone,Worship,Lumber Co.,x,'],
    ['another ministry', '2026-01-04,-5,Rent,Youth,Lumber Co.,x,'],
    ['a larger amount', '2026-01-04,-200.01,Rent,Worship,Lumber Co.,x,'],
  ])('with %s is refused', async (_what, refund) => {
    expect(await faultsOf(bring([HEADER, BOUGHT, refund]))).toEqual([
      expect.stringMatching(/^3 amount: is a refund, but no expense .*nothing_to_refund/),
    ]);
    expect(await expenses()).toEqual([]);
  });

  test('never takes more than was spent', async () => {
    const half = '2026-01-04,-150,Rent,Worship,Lumber Co.,x,';
    expect(await faultsOf(bring([HEADER, BOUGHT, half, half]))).toEqual([expect.stringMatching(/^4 amount: /)]);
  });
});

describe('an import of expenses is refused', () => {
  test('with the line and column of every invalid value, and stores nothing', async () => {
    await updateMinistry(app, await worship(), { isActive: false });
    const attempt = bring([
      'Date,Amount,Category,Ministry,Description,Method,Fund,Member',
      '2026-02-30,1,Rent,Youth,x,Cash,,',
      '2026-01-04,1.005,Rent,Youth,x,Cash,,',
      '2026-01-04,(12.00),Rent,Youth,x,Cash,,',
      '2026-01-04,0,Rent,Youth,,Barter,,',
      '2026-01-04,1,Roof,Choir,x,,Tithe,Nobody Here',
      '2026-01-04,1,Roof 2,Worship,x,,Roof,',
      '2026-11-20,"1,50",,,x,,,',
      '12/25/26,1,Rent,Youth,x,,,',
    ]);
    expect(await faultsOf(attempt)).toEqual([
      '2 Date: must be a date that exists, such as 1990-12-31 or 12/31/1990 (invalid_date)',
      '3 Amount: must be an amount with at most two decimals, such as 1,234.50 (invalid_amount)',
      expect.stringMatching(/^4 Amount: is a refund, but no expense .*reverse it: .*nothing_to_refund/),
      '5 Amount: must be over 0 (too_small)',
      '5 Description: is required (required)',
      expect.stringMatching(/^5 Method: must be one of Cash, Check/),
      expect.stringMatching(/^6 Category: names no expense subcategory: "Roof"\. Choose one of: Personnel: Pastoral/),
      expect.stringMatching(/^6 Ministry: names no ministry: "Choir"\. Choose one of: /),
      '6 Fund: names no fund: "Tithe". Choose one of: General, Missions, Building Fund, Benevolence (unknown_reference)',
      expect.stringMatching(/^6 Member: names somebody who is not a member: Nobody Here; .*unknown_payee/),
      '7 Category: names no expense subcategory: "Roof 2" (unknown_reference)',
      '7 Ministry: names Worship, which is no longer in use (category_disabled)',
      expect.stringMatching(/^7 Fund: names no fund: "Roof"\. .*unknown_reference/),
      '8 Amount: must be an amount with at most two decimals, such as 1,234.50 (invalid_amount)',
      '8 Date: must not be later than 2026-11-19 (in_future)',
      '9 Date: is in the future; write the year with four digits (in_future)',
    ]);
    expect(await expenses()).toEqual([]);
  });

  test('for a row without a category or a ministry', async () => {
    const [header = ''] = LINES;
    expect(await faultsOf(bring([header, '2026-01-04,5,,,Hall']))).toEqual([
      '2 category: is required (required)',
      '2 ministry: is required, unless you give --ministry (required)',
    ]);
  });

  test('for a row whose subcategory is in two groups, unless the row names the group', async () => {
    await createSubCategory(app, {
      groupId: await group('Office'),
      name: 'Rent',
      nameZh: null,
      form990LineCode: '16',
      form1099: null,
    });
    expect(await faultsOf(bring(LINES))).toEqual([
      '2 category: could be Facilities: Rent or Office: Rent. Add the name of the group, as in "Facilities: Rent" (ambiguous_category)',
    ]);
    for (const name of ['Office: Rent', 'office/rent', 'Office > Rent']) {
      await bring([LINES[0] ?? '', `2026-01-04,5,${name},Worship,Hall`]);
    }
    await bring([`${LINES[0]},Category Group`, `${LINES[1]},Facilities`]);
    expect((await expenses()).map(({ groupName }) => groupName)).toEqual(['Office', 'Office', 'Office', 'Facilities']);
    await updateGroup(app, await group('Office'), { name: 'Office', nameZh: null, isActive: false });
    const office = bring([LINES[0] ?? '', '2026-01-05,5,Office: Rent,Worship,Hall']);
    expect(await faultsOf(office)).toEqual([expect.stringContaining('names Office: Rent, which is no longer in use')]);
  });
});

describe('the payee of a row', () => {
  test.each([
    ['number in the other program', 'Person ID', 'B-1'],
    ['e-mail address', 'Member Email', 'MEI@example.org'],
    ['name', 'Reimburse To', 'mei  lin'],
  ])('is found by the %s', async (_name, header, cell) => {
    const id = await add({ email: 'mei@example.org', externalId: 'B-1' });
    await row(header, cell);
    expect((await expenses())[0]?.memberId).toBe(id);
  });

  test('is not chosen if two members match', async () => {
    await add();
    await add();
    expect(await faultsOf(row('member', 'Mei Lin'))).toEqual([
      '2 member: Mei Lin could be any of the members 1, 2 (ambiguous_payee)',
    ]);
  });
});

describe('an expense file that Vestry exported', () => {
  const header =
    'id,expenseDate,amount,subCategoryName,ministryName,description,status,reversalOf,createdAt,modifiedAt';

  test('becomes drafts with the same ids, and its reversals are reported but not imported', async () => {
    const lines = [
      header,
      '40,2026-01-04,5,Rent,Worship,Hall,Paid,,,',
      '41,2026-01-05,-5,Rent,Worship,Hall,Paid,40,,',
      '42,2026-01-06,7,Rent,Worship,Hall,Approved,,,',
    ];
    expect(await bring(lines)).toMatchObject({
      created: 2,
      skipped: 1,
      reversals: [{ line: 3, amount: -500, reversalOf: 40 }],
      ignoredColumns: ['status'],
    });
    expect(await expenses()).toMatchObject([
      { id: 40, status: 'Draft', bookedOn: null },
      { id: 42, status: 'Draft' },
    ]);
    await updateMinistry(app, await worship(), { isActive: false });
    const again = await bring(lines);
    expect(again).toMatchObject({ created: 0, skipped: 3, importId: null, sameFileAs: 1 });
    const wrong = bring([header, '43,2026-01-04,5,Rent,Youth,Hall,Paid,40,,']);
    expect(await faultsOf(wrong)).toEqual([expect.stringMatching(/^2 amount: must be negative, because reversalOf/)]);
  });

  test('is imported by the names of subcategories and ministries if their ids have other names', async () => {
    const own =
      'id,expenseDate,amount,subCategoryId,subCategoryName,ministryId,ministryName,description,createdAt,modifiedAt';
    await bring([own, `1,2026-01-04,5,1,Rent,1,Youth,Hall,,`]);
    expect((await expenses())[0]).toMatchObject({ subCategoryName: 'Rent', ministryName: 'Youth' });
  });
});

describe('undoing an import of expenses', () => {
  const three = [...LINES, '2026-01-05,6,Rent,Worship,Hall', '2026-01-06,7,Rent,Worship,Hall'];

  test('deletes its drafts, skips a draft that was already deleted, and is recorded in the audit log', async () => {
    await bring(three);
    await deleteExpense(as(app, ann, 'treasurer'), 2);
    expect(await undoImport(app, 1)).toEqual({ id: 1, kind: 'expenses', removed: { expenses: 2 }, kept: [] });
    expect([await expenses(), await expenses('hall')]).toEqual([[], []]);
    const facts = await app.db.selectFrom('auditLogs').select(['action', 'entityId']).orderBy('id').execute();
    expect(facts.slice(-3).map(({ action, entityId }) => `${action} ${entityId}`)).toEqual([
      'ExpenseDeleted 1',
      'ExpenseDeleted 3',
      'ImportUndone 1',
    ]);
    expect(await bring(three)).toMatchObject({ created: 3, sameFileAs: null });
    expect((await expenses()).map(({ id }) => id)).toEqual([4, 5, 6]);
  });

  test('is refused as a whole if one draft was changed or submitted', async () => {
    await bring(three);
    app.setNow('2026-11-18T18:00:01.000Z');
    const treasurer = as(app, ann, 'treasurer');
    const { subCategoryId, ministryId } = await getExpense(treasurer, 2);
    const input = { subCategoryId, ministryId, expenseDate: '2026-01-05', amount: 1, description: 'x' };
    await updateExpense(treasurer, 2, decode(NewExpense, input));
    await expect(undoImport(app, 1)).rejects.toMatchObject({
      code: 'conflict',
      message: 'Import 1 cannot be undone. Expense 2 was changed after the import.',
    });
    await submitExpense(treasurer, 1);
    await expect(undoImport(app, 1)).rejects.toMatchObject({ code: 'not_draft' });
    expect(await expenses()).toHaveLength(3);
  });
});
