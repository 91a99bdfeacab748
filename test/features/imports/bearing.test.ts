/** What columns that nothing reads bear on, by kind of file. The words and shapes are in `data/import-bearings.json`. */
import { describe, expect, test } from 'vitest';
import { bearingOf } from '../../../src/features/imports/bearing.ts';
import type { FileKind } from '../../../src/features/imports/kind.ts';
import { testApp } from '../../support/app.ts';
import { createUser } from '../../../src/features/access/users/service.ts';
import { importBudget, importPeople, importSpending } from '../../support/import.ts';

test.each<[FileKind, string, string, Awaited<ReturnType<typeof bearingOf>>]>([
  ['members', 'Total giving', '1,200', 'money'],
  ['members', 'Column X', '$1,200.00', 'money'],
  ['members', 'Spouse', 'Otto Fenwick', 'person'],
  ['members', "Wife's name", 'Alma', 'person'],
  ['members', '配偶姓名', '王大明', 'person'],
  ['members', 'Deceased', 'Yes', 'status'],
  ['members', 'Classification', 'Guest', 'status'],
  ['members', '會友狀態', '會友', 'status'],
  ['members', 'Remark', '歿', 'status'],
  ['members', 'Date passed', '2020-05-01', 'day'],
  ['members', 'Wedding', '6/12/1999', 'day'],
  ['members', '結婚紀念日', '88/6/12', 'day'],
  ['members', 'Middle Name', 'Jane', undefined],
  ['members', 'Marital Status', 'Married', undefined],
  ['members', 'Other Email', 'a@example.org', undefined],
  ['members', 'Birthdate Month/Day', '06/12', undefined],
  ['members', 'Inactive Reason', 'Moved', undefined],
  ['members', 'Age', '58', undefined],
  ['members', 'Deceased', 'No', undefined],
  ['expenses', 'Tax', '4.15', 'money'],
  ['expenses', '稅額', '15', 'money'],
  ['expenses', 'Reimburse', 'Alma Fenwick', 'person'],
  ['expenses', '請款人', '王大明', 'person'],
  ['expenses', 'Status', 'Void', 'status'],
  ['expenses', 'Flag', 'VOID', 'status'],
  ['expenses', 'Ccy', 'EUR', 'currency'],
  ['expenses', '幣別', 'TWD', 'currency'],
  ['expenses', 'Class', 'Youth', undefined],
  ['expenses', 'Tax ID', '36-1234567', undefined],
  ['expenses', 'Tax', '0.00', undefined],
  ['budget', 'Proposed', '1,200', 'money'],
  ['budget', '2025', '1100', 'money'],
  ['budget', 'FY25', '1100', 'money'],
  ['budget', 'Notes 2', '1,200.00', 'money'],
  ['budget', 'Currency', 'TWD', 'currency'],
  ['budget', 'Last year', '1,100.00', undefined],
  ['budget', '去年實際', '1,100.00', undefined],
  ['budget', 'Account code', '5010', undefined],
  ['budget', 'Responsible', 'Alma', undefined],
  ['prior', 'Budget', '1,200', 'money'],
  ['bank', 'Fee', '1.47', 'money'],
  ['bank', 'Credit', '50.00', 'money'],
  ['bank', '手續費', '15', 'money'],
  ['bank', 'Status', 'Posted', 'status'],
  ['bank', 'Info', 'Pending', 'status'],
  ['bank', 'Currency', 'EUR', 'currency'],
  ['bank', 'Available balance', '1,250.00', undefined],
  ['bank', '餘額', '1,250', undefined],
  ['bank', 'Card No.', '4242', undefined],
  ['bank', 'Deposit account', '12345678', undefined],
  ['expenses', 'Tax number', '361234567', undefined],
  ['bank', 'Category', 'Groceries', undefined],
  ['givings', 'Wedding', '6/12/1999', undefined],
])('in a file of %s, a column "%s" with %s bears on %s', async (kind, header, cell, bearing) => {
  expect(await bearingOf(kind, header, [cell, cell])).toBe(bearing);
});

describe('a column that may matter is named, and left out where somebody says so, in the import of', () => {
  test('people', async () => {
    const app = await testApp();
    const people = ['First Name,Last Name,Passed on,School', 'Alma,Fenwick,2020-05-01,Elm'];
    await expect(importPeople(app, people)).rejects.toThrow(
      'Nothing was imported, because Vestry does not know what these columns mean, and they may matter: "Passed on" (a day). Read them with --map "Their Header=ourField", or leave them out with --ignore "Passed on".',
    );
    expect(await importPeople(app, people, { ignore: ['Passed on'] })).toMatchObject({
      created: 1,
      ignoredColumns: ['Passed on', 'School'],
    });
  });

  test('people, with Chinese headers', async () => {
    const app = await testApp();
    const people = ['姓名,配偶,狀態,生日', '王大明,陳美玲,訪客,1960-01-01'];
    await expect(importPeople(app, people)).rejects.toThrow('matter: "配偶" (a person).');
    expect(await importPeople(app, people, { ignore: ['配偶'] })).toMatchObject({ created: 1 });
    expect(await app.db.selectFrom('members').select('status').execute()).toEqual([{ status: 'Visitor' }]);
  });

  test('expenses', async () => {
    const app = await testApp();
    const user = { email: 'ann@example.org', displayName: 'Ann', roles: ['treasurer' as const], memberId: null };
    await createUser(app, user, 'x');
    const spent = [
      'Date,Amount,Description,Category,Ministry,State of bill',
      '2026-03-01,20,Calls,Office: Telephone,Worship,Void',
    ];
    const bring = (options: object) => importSpending(app, spent, { submittedBy: user.email, ...options });
    await expect(bring({})).rejects.toThrow('"State of bill" (a status)');
    expect(await bring({ ignore: ['State of bill'] })).toMatchObject({ created: 1 });
  });

  test('a budget', async () => {
    const app = await testApp();
    const budget = ['Kind,Category,Annual,2025', 'Giving,Tithe,1200,1100'];
    const bring = (options: object) => importBudget(app, budget, { year: '2026', ...options });
    await expect(bring({})).rejects.toThrow('"2025" (money)');
    expect(await bring({ ignore: ['2025'] })).toMatchObject({ lines: 1 });
  });
});
