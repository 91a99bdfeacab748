/** Tests adjusting entries: what they may name, who approves them, and how they are changed, deleted and reversed. */
import path from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type Json,
  type Staff,
  addGiving,
  badPaths,
  booksOfFile,
  close,
  done,
  etag,
  inDays,
  refusal,
  statementOf,
} from './books.ts';

const books = booksOfFile();
const ROUTE = '/api/journal-entries';
const [CHECKING, PAYABLE] = [2, 4];
let treasurer: Staff;
let finance: Staff;
let elder: Staff;
let equipment: number;
let depreciation: number;

beforeAll(async () => {
  [treasurer, finance, elder] = [await books.as(['treasurer']), await books.as(['finance']), await books.as(['elder'])];
  equipment = (await done(treasurer.post('/api/accounts', { name: 'Equipment', kind: 'FixedAsset' }))).id;
  // The books begin with this giving.
  await addGiving(books, { date: '1995-01-01', amount: 1 });
  const { items } = await done(treasurer.get('/api/expense-categories'));
  const group = { groupId: items[0].id, name: 'Depreciation', form990LineCode: '22' };
  depreciation = (await done(treasurer.post('/api/expense-categories/subcategories', group))).id;
});

const bodyOf = (lines: Json[], fields: Json = {}) => ({ date: '2004-03-31', memo: 'Organ', lines, ...fields });
const enter = (lines: Json[], fields: Json = {}, who: Staff = treasurer) => who.post(ROUTE, bodyOf(lines, fields));
const written = (amount = 100): Json[] => [
  { subCategoryId: depreciation, debit: amount },
  { accountId: equipment, credit: amount },
];
/** An entry that takes money out of Checking. */
const moneyOut = (amount = 100): Json[] => [
  { accountId: equipment, debit: amount },
  { accountId: CHECKING, credit: amount },
];
const entryAt = (id: number) => done(treasurer.get(`${ROUTE}/${id}`));
const approve = (id: number, who: Staff = elder) => who.post(`${ROUTE}/${id}/approve`, {});
const reverse = (id: number, fields: Json = {}, who: Staff = treasurer) =>
  who.post(`${ROUTE}/${id}/reverse`, { date: '2004-06-15', reason: 'Wrong asset', ...fields });
const balanceOf = async (id: number): Promise<number> => (await done(treasurer.get(`/api/accounts/${id}`))).balance;
const sql = (text: string) => {
  const database = new Database(path.join(books.daemon.dataDir, 'vestry.db'));
  database.exec(text);
  database.close();
};

describe('an adjusting entry', () => {
  test('that changes no account with money counts at once, in the accounts, the statement and Form 990', async () => {
    const answer = await enter(written(125.5), { date: '2003-05-31' });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(`${ROUTE}/${answer.body.id}`);
    expect(answer.body).toMatchObject({
      date: '2003-05-31',
      memo: 'Organ',
      yearEnd: false,
      status: 'Posted',
      shownOn: '2003-05-31',
      amount: 125.5,
      lineCount: 2,
      approvedBy: null,
      reversalOf: null,
      reversedBy: null,
    });
    const none = { accountId: null, subCategoryId: null, incomeCategoryId: null, netAssets: false };
    expect(answer.body.lines).toEqual([
      {
        ...none,
        subCategoryId: depreciation,
        name: 'Depreciation',
        fundId: 1,
        fundName: 'General',
        ministryId: null,
        ministryName: null,
        functionalClass: 'ManagementAndGeneral',
        debit: 125.5,
        credit: null,
      },
      {
        ...none,
        accountId: equipment,
        name: 'Equipment',
        fundId: null,
        fundName: null,
        ministryId: null,
        ministryName: null,
        functionalClass: null,
        debit: null,
        credit: 125.5,
      },
    ]);
    const read = await treasurer.get(`${ROUTE}/${answer.body.id}`);
    expect([read.body, etag(read)]).toEqual([answer.body, etag(answer)]);
    const statement = await statementOf(books, '2003/5');
    expect([statement.totalExpenses, statement.adjustments]).toEqual([125.5, 0]);
    const table = await done(treasurer.get('/api/form990/functional-expenses?from=2003-05-01&to=2003-05-31'));
    const line = table.lines.find(({ code }: Json) => code === '22');
    expect(line).toMatchObject({ total: 125.5, programServices: 0, managementAndGeneral: 125.5 });
    expect(line.subCategories).toMatchObject([{ id: depreciation, total: 125.5 }]);
    expect(table.totals).toMatchObject({ total: 125.5, managementAndGeneral: 125.5 });
  });

  test('counts an expense in the class of its ministry, or in its own class', async () => {
    const ministryId = books.ministry('Worship');
    const lines = [
      { subCategoryId: depreciation, ministryId, debit: 10 },
      { subCategoryId: depreciation, ministryId, functionalClass: 'Fundraising', debit: 5 },
      { accountId: equipment, credit: 15 },
    ];
    await done(enter(lines, { date: '2003-06-30' }));
    const { totals } = await done(treasurer.get('/api/form990/functional-expenses?from=2003-06-01&to=2003-06-30'));
    expect(totals).toMatchObject({ programServices: 10, managementAndGeneral: 0, fundraising: 5 });
  });

  test.each([
    ['net assets of a restricted fund', 'General', 'PendingApproval', () => ({ netAssets: true })],
    ['an expense into a restricted fund', 'General', 'PendingApproval', () => ({ subCategoryId: depreciation })],
    ['net assets of a restricted fund', 'Building Fund', 'PendingApproval', () => ({ netAssets: true })],
    ['net assets of a restricted fund', 'Missions', 'Posted', () => ({ netAssets: true })],
  ] as const)('that moves %s in favour of %s is %s', async (_what, other, status, target) => {
    const lines = [
      { ...target(), fundId: books.fund('Missions'), debit: 40 },
      { netAssets: true, fundId: books.fund(other), credit: 40 },
    ];
    const entry = await done(enter(lines, { date: '2003-08-31' }));
    expect(entry.status).toBe(status);
    if (status === 'Posted') return;
    expect((await done(approve(entry.id))).status).toBe('Posted');
    const reversal = await done(reverse(entry.id));
    expect(reversal.status).toBe(other === 'General' ? 'Posted' : 'PendingApproval');
  });

  test('that pays an expense of a restricted fund with a debt is posted at once', async () => {
    const lines = [
      { subCategoryId: depreciation, fundId: books.fund('Missions'), debit: 15 },
      { accountId: equipment, credit: 15 },
    ];
    expect((await done(enter(lines, { date: '2003-08-31' }))).status).toBe('Posted');
  });

  test('marks only the lines of net assets as such, not the lines of other income', async () => {
    const lines = [
      { incomeCategoryId: 1, debit: 4 },
      { netAssets: true, credit: 4 },
    ];
    const made = await done(enter(lines, { date: '2003-06-29' }));
    expect(made.lines.map((line: Json) => line.netAssets)).toEqual([false, true]);
  });

  test('can change the net assets of funds directly', async () => {
    const missions = books.fund('Missions');
    const lines = [
      { netAssets: true, debit: 30 },
      { netAssets: true, fundId: missions, credit: 30 },
    ];
    const { lines: saved } = await done(enter(lines, { date: '2003-07-31' }));
    expect(saved).toMatchObject([
      { netAssets: true, fundName: 'General', debit: 30 },
      { netAssets: true, fundName: 'Missions', credit: 30 },
    ]);
    const { funds } = await statementOf(books, '2003/7');
    const adjusted = funds.filter(({ adjustments }: Json) => adjustments !== 0);
    expect(adjusted.map(({ name, adjustments }: Json) => [name, adjustments])).toEqual([
      ['General', -30],
      ['Missions', 30],
    ]);
  });

  test('can record other income', async () => {
    const [{ id }] = (await done(treasurer.get('/api/income-categories'))).items;
    await done(
      enter(
        [
          { accountId: equipment, debit: 70 },
          { incomeCategoryId: id, credit: 70 },
        ],
        { date: '2003-08-31' },
      ),
    );
    expect((await statementOf(books, '2003/8')).totalOtherIncome).toBe(70);
  });

  test.each([
    [
      'that does not balance',
      () => [
        { netAssets: true, debit: 10 },
        { accountId: equipment, credit: 9.99 },
      ],
    ],
    ['with a single line', () => written().slice(0, 1)],
    [
      'with debits only',
      () => [
        { netAssets: true, debit: 10 },
        { accountId: equipment, debit: 10 },
      ],
    ],
  ])('%s is refused as not_balanced', async (_what, lines) => {
    const answer = await enter(lines());
    expect([refusal(answer), badPaths(answer)]).toEqual(['400 not_balanced', ['lines']]);
    expect(answer.body.errors[0].code).toBe('not_balanced');
  });

  test('that does not balance is refused with the sums of its debits and credits', async () => {
    const answer = await enter([
      { netAssets: true, debit: 1234.5 },
      { accountId: equipment, credit: 9.99 },
    ]);
    expect(answer.body.detail).toContain('debits add up to 1,234.50, and the credits to 9.99');
  });

  test.each<[string, () => Json, string]>([
    ['without an account or a category', () => ({ debit: 5 }), 'lines.0'],
    ['with netAssets: false only', () => ({ netAssets: false, debit: 5 }), 'lines.0'],
    [
      'with an account and a category',
      () => ({ accountId: equipment, subCategoryId: depreciation, debit: 5 }),
      'lines.0',
    ],
    ['with neither a debit nor a credit', () => ({ netAssets: true }), 'lines.0.debit'],
    ['with a debit and a credit', () => ({ netAssets: true, debit: 5, credit: 5 }), 'lines.0.debit'],
    ['with a debit of zero', () => ({ netAssets: true, debit: 0 }), 'lines.0.debit'],
    ['with a negative credit', () => ({ netAssets: true, credit: -5 }), 'lines.0.credit'],
    ['with an account and a ministry', () => ({ accountId: equipment, ministryId: 1, debit: 5 }), 'lines.0.ministryId'],
    [
      'of net assets with a functional class',
      () => ({ netAssets: true, functionalClass: 'Fundraising', debit: 5 }),
      'lines.0.functionalClass',
    ],
    ['with an unknown field', () => ({ netAssets: true, debit: 5, note: 'x' }), 'lines.0.note'],
  ])('with a line %s is refused', async (_what, line, at) => {
    const answer = await enter([line(), { accountId: equipment, credit: 5 }]);
    expect([refusal(answer), badPaths(answer)]).toEqual(['400 validation_failed', [at]]);
  });

  test('with several wrong fields is refused, and the refusal names all of them', async () => {
    const answer = await treasurer.post(ROUTE, { memo: '', lines: [{ debit: 1, credit: 1 }, 5] });
    expect(badPaths(answer)).toEqual(['date', 'lines.0', 'lines.0.debit', 'lines.1', 'memo']);
  });

  test.each([
    ['accountId', 'unknown_reference'],
    ['subCategoryId', 'unknown_reference'],
    ['incomeCategoryId', 'unknown_reference'],
  ])('with a %s that does not exist is refused', async (field, code) => {
    const answer = await enter([
      { [field]: 99_999, debit: 5 },
      { accountId: equipment, credit: 5 },
    ]);
    expect([refusal(answer), badPaths(answer)]).toEqual([`422 ${code}`, [`lines.0.${field}`]]);
  });

  test('with an account that Vestry reserves is refused', async () => {
    for (const accountId of [PAYABLE, PAYABLE + 1]) {
      expect(
        refusal(
          await enter([
            { netAssets: true, debit: 5 },
            { accountId, credit: 5 },
          ]),
        ),
      ).toBe('409 account_reserved');
    }
  });

  test('with a disabled account, fund or subcategory is refused, unless the entry named it before', async () => {
    const make = async (route: string, body: Json) => (await done(treasurer.post(route, body))).id;
    const account = await make('/api/accounts', { name: 'Old organ', kind: 'FixedAsset' });
    const fund = await make('/api/funds', { name: 'Old fund', class: 'Designated' });
    const lines = [
      { netAssets: true, fundId: fund, debit: 5 },
      { accountId: account, credit: 5 },
    ];
    const { id } = await done(enter(lines));
    await done(treasurer.put(`/api/accounts/${account}`, { name: 'Old organ', kind: 'FixedAsset', isActive: false }));
    await done(treasurer.put(`/api/funds/${fund}`, { name: 'Old fund', class: 'Designated', isActive: false }));
    const other = { accountId: equipment, credit: 5 };
    expect(refusal(await enter([{ accountId: account, debit: 5 }, other]))).toBe('422 account_disabled');
    expect(refusal(await enter([{ netAssets: true, fundId: fund, debit: 5 }, other]))).toBe('422 fund_disabled');
    await done(treasurer.put(`${ROUTE}/${id}`, bodyOf(lines, { memo: 'Still there' })));
    expect(refusal(await treasurer.del(`/api/accounts/${account}`))).toBe('409 account_in_use');
  });

  test('dated after this month is refused', async () => {
    const answer = await enter(written(), { date: inDays(40) });
    expect([refusal(answer), badPaths(answer)]).toEqual(['400 validation_failed', ['date']]);
  });

  test('dated in a finalized month is refused with the first open date', async () => {
    await close(books, '1996/4');
    const answer = await enter(written(), { date: '1996-04-10' });
    expect([refusal(answer), answer.body.firstOpenDate]).toEqual(['409 period_finalized', '1996-05-01']);
  });

  test('can be found in the list by words of its memo, its status and its dates', async () => {
    const one = await done(enter(written(), { date: '2003-02-28', memo: 'Pipe organ 管風琴' }));
    const other = await done(enter(moneyOut(), { date: '2003-02-27', memo: 'Harpsichord' }));
    const ids = async (query: string) =>
      (await done(treasurer.get(`${ROUTE}?${query}`))).items.map(({ id }: Json) => id);
    expect(await ids('from=2003-02-01&to=2003-02-28')).toEqual([one.id, other.id]);
    expect(await ids('from=2003-02-01&to=2003-02-28&sort=date')).toEqual([other.id, one.id]);
    expect(await ids('from=2003-02-01&to=2003-02-28&status=PendingApproval')).toEqual([other.id]);
    expect(await ids(`search=${encodeURIComponent('管風')}`)).toEqual([one.id]);
    await done(treasurer.put(`${ROUTE}/${one.id}`, bodyOf(written(), { date: '2003-02-28', memo: 'Spinet' })));
    expect(await ids('search=pipe')).toEqual([]);
    expect(await ids('search=spinet')).toEqual([one.id]);
  });

  test('is listed with its lines, unless it has more than 20 lines', async () => {
    const many = Array.from({ length: 21 }, () => ({ netAssets: true, debit: 1 }));
    const long = await done(enter([...many, { accountId: equipment, credit: 21 }], { date: '2003-03-30' }));
    const short = await done(enter(written(), { date: '2003-03-29' }));
    const { items } = await done(treasurer.get(`${ROUTE}?from=2003-03-01&to=2003-03-31`));
    expect(items).toEqual([{ ...long, lines: null }, short]);
    expect(items[0].lineCount).toBe(22);
  });
});

describe('an adjusting entry that changes an account with money', () => {
  test('is pending and changes no balance until another person approves it', async () => {
    const before = await balanceOf(CHECKING);
    const { id, status } = await done(enter(moneyOut(40)));
    expect([status, await balanceOf(CHECKING)]).toEqual(['PendingApproval', before]);
    const approved = await done(approve(id));
    expect(approved).toMatchObject({ status: 'Posted', approvedBy: elder.userId, approvedAt: expect.any(String) });
    expect(before - (await balanceOf(CHECKING))).toBeCloseTo(40, 5);
    expect(await entryAt(id)).toEqual(approved);
    expect(refusal(await approve(id))).toBe('409 invalid_transition');
  });

  test.each(['Checking', 'Savings', 'Cash', 'Processor', 'CreditCard', 'Undeposited'])(
    'of the kind %s is pending',
    async (kind) => {
      const account =
        kind === 'Undeposited' ? { id: 1 } : await done(treasurer.post('/api/accounts', { name: `My ${kind}`, kind }));
      const lines = [
        { netAssets: true, debit: 5 },
        { accountId: account.id, credit: 5 },
      ];
      expect((await done(enter(lines))).status).toBe('PendingApproval');
    },
  );

  test('cannot be approved by the person who entered it, not even by a super_admin', async () => {
    for (const who of [treasurer, books.admin]) {
      const { id } = await done(enter(moneyOut(), {}, who));
      expect(refusal(await approve(id, who))).toBe('403 self_approval');
      expect((await entryAt(id)).status).toBe('PendingApproval');
    }
  });

  test('cannot be approved by anybody who changed it', async () => {
    const { id } = await done(enter(moneyOut(), {}, finance));
    await done(treasurer.put(`${ROUTE}/${id}`, bodyOf(moneyOut(60))));
    await done(finance.put(`${ROUTE}/${id}`, bodyOf(moneyOut(61))));
    expect(refusal(await approve(id, treasurer))).toBe('403 self_approval');
    expect(await done(approve(id))).toMatchObject({ status: 'Posted', amount: 61 });
  });

  test('cannot be approved without the permission', async () => {
    const { id } = await done(enter(moneyOut()));
    expect(refusal(await approve(id, finance))).toBe('403 forbidden');
  });

  test('is pending again when it is changed after the approval', async () => {
    const { id } = await done(enter(moneyOut(10)));
    await done(approve(id));
    const before = await balanceOf(CHECKING);
    const changed = await done(finance.put(`${ROUTE}/${id}`, bodyOf(moneyOut(11))));
    expect(changed).toMatchObject({ status: 'PendingApproval', approvedBy: null, approvedAt: null });
    expect((await balanceOf(CHECKING)) - before).toBeCloseTo(10, 5);
    await done(approve(id));
    expect(before - (await balanceOf(CHECKING))).toBeCloseTo(1, 5);
  });

  test('cannot be approved once its month is finalized, but can be moved to an open month or deleted', async () => {
    const pending = { date: '1997-01-31' };
    const [one, other] = [await done(enter(moneyOut(), pending)), await done(enter(moneyOut(), pending))];
    await close(books, '1997/1');
    const answer = await approve(one.id);
    expect([refusal(answer), answer.body.firstOpenDate]).toEqual(['409 period_finalized', '1997-02-01']);
    expect((await entryAt(one.id)).status).toBe('PendingApproval');
    await done(treasurer.put(`${ROUTE}/${one.id}`, bodyOf(moneyOut(), { date: '2004-02-01' })));
    await done(approve(one.id));
    expect((await treasurer.del(`${ROUTE}/${other.id}`)).status).toBe(204);
  });
});

describe('a change of an adjusting entry', () => {
  test('replaces its lines, and is recorded in the audit log with the lines before and after', async () => {
    const { id } = await done(enter(written(10)));
    const first = await treasurer.get(`${ROUTE}/${id}`);
    const changed = await treasurer.put(`${ROUTE}/${id}`, bodyOf(written(12)), { 'if-match': etag(first) });
    expect(changed.body).toMatchObject({ amount: 12, lines: [{ debit: 12 }, { credit: 12 }] });
    const stale = await treasurer.put(`${ROUTE}/${id}`, bodyOf(written(13)), { 'if-match': etag(first) });
    expect(refusal(stale)).toBe('412 stale_version');
    const { items } = await done(books.admin.get(`/api/audit-logs?entityType=JournalEntry&entityId=${id}&sort=id`));
    expect(items.map(({ action }: Json) => action)).toEqual(['JournalEntryCreated', 'JournalEntryUpdated']);
    const { amount, lines } = items[1].changes;
    expect([amount, lines[0][0].debit, lines[1][0].debit]).toEqual([[10, 12], 10, 12]);
  });

  test('is refused in a finalized month, and so is deleting the entry', async () => {
    const { id } = await done(enter(written(), { date: '1997-05-31' }));
    await close(books, '1997/5');
    expect(refusal(await treasurer.put(`${ROUTE}/${id}`, bodyOf(written())))).toBe('409 period_finalized');
    expect(refusal(await treasurer.del(`${ROUTE}/${id}`))).toBe('409 period_finalized');
    expect((await entryAt(id)).amount).toBe(100);
  });

  test('that deletes the entry removes it from the list and from all balances', async () => {
    const before = await balanceOf(equipment);
    const { id } = await done(enter(written(33), { memo: 'Mistyped once' }));
    expect(before - (await balanceOf(equipment))).toBeCloseTo(33, 5);
    expect((await treasurer.del(`${ROUTE}/${id}`)).status).toBe(204);
    expect(await balanceOf(equipment)).toBeCloseTo(before, 5);
    expect(refusal(await treasurer.get(`${ROUTE}/${id}`))).toBe('404 not_found');
    expect((await done(treasurer.get(`${ROUTE}?search=mistyped`))).totalCount).toBe(0);
  });
});

describe('reversing an adjusting entry', () => {
  test('exchanges debits and credits in an open month', async () => {
    const { id, lines } = await done(enter(written(75), { date: '1997-08-31' }));
    await close(books, '1997/8');
    const before = await balanceOf(equipment);
    const answer = await reverse(id);
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ date: '2004-06-15', memo: 'Wrong asset', status: 'Posted', reversalOf: id });
    const exchanged = lines.map((line: Json) => ({ ...line, debit: line.credit, credit: line.debit }));
    expect(answer.body.lines).toEqual(exchanged);
    expect((await balanceOf(equipment)) - before).toBeCloseTo(75, 5);
    expect((await entryAt(id)).reversedBy).toBe(answer.body.id);
    const log = await done(books.admin.get(`/api/audit-logs?entityType=JournalEntry&entityId=${id}&sort=-id`));
    expect(log.items[0]).toMatchObject({
      action: 'JournalEntryReversed',
      changes: { reversedBy: [null, answer.body.id] },
    });
    expect(refusal(await reverse(id))).toBe('409 already_reversed');
    expect(refusal(await reverse(answer.body.id))).toBe('409 reversed');
    for (const one of [id, answer.body.id]) {
      expect(refusal(await treasurer.put(`${ROUTE}/${one}`, bodyOf(written())))).toBe('409 reversed');
      expect(refusal(await treasurer.del(`${ROUTE}/${one}`))).toBe('409 reversed');
    }
  });

  test('is refused before the date of the entry, for a pending entry, and in a finalized month', async () => {
    const { id } = await done(enter(written(), { date: '2004-07-31' }));
    expect(badPaths(await reverse(id, { date: '2004-07-30' }))).toEqual(['date']);
    const { id: pending } = await done(enter(moneyOut()));
    expect(refusal(await reverse(pending))).toBe('409 invalid_transition');
    const { id: early } = await done(enter(written(), { date: '1997-09-20' }));
    await close(books, '1997/9');
    expect(refusal(await reverse(early, { date: '1997-09-25' }))).toBe('409 period_finalized');
  });

  test('needs the approval of another person if it changes an account with money', async () => {
    const { id } = await done(enter(moneyOut(20)));
    await done(approve(id));
    const before = await balanceOf(CHECKING);
    const reversal = await done(reverse(id));
    expect([reversal.status, await balanceOf(CHECKING)]).toEqual(['PendingApproval', before]);
    expect(refusal(await approve(reversal.id, treasurer))).toBe('403 self_approval');
    await done(approve(reversal.id));
    expect((await balanceOf(CHECKING)) - before).toBeCloseTo(20, 5);
  });
});

describe('a year-end entry', () => {
  const yearEnd = (date: string, fields: Json = {}) => ({ date, yearEnd: true, ...fields });

  test('must be dated on the last day of a fiscal year', async () => {
    const answer = await enter(written(), yearEnd('2004-12-30'));
    expect([refusal(answer), badPaths(answer)]).toEqual(['400 validation_failed', ['date']]);
    expect(await done(enter(written(), yearEnd('2004-12-31')))).toMatchObject({ yearEnd: true, shownOn: '2004-12-31' });
  });

  test('may be in a finalized month: annual reports count it there, and statements count it in the first open month', async () => {
    await close(books, '1998/12');
    expect(refusal(await enter(written(50), { date: '1998-12-31' }))).toBe('409 period_finalized');
    const entry = await done(enter(written(50), yearEnd('1998-12-31')));
    expect(entry).toMatchObject({ date: '1998-12-31', status: 'Posted' });
    expect(entry.shownOn > '1998-12-31').toBe(true);
    const shown = await statementOf(books, entry.shownOn.slice(0, 7).replace('-', '/'));
    expect(shown.adjustments).toBe(-50);
    const { totals } = await done(treasurer.get('/api/form990/functional-expenses?year=1998'));
    expect(totals.total).toBe(50);
    const changed = await done(treasurer.put(`${ROUTE}/${entry.id}`, bodyOf(written(60), yearEnd('1998-12-31'))));
    expect(changed).toMatchObject({ amount: 60, shownOn: entry.shownOn });
    const reversal = await done(reverse(entry.id, { date: '1998-12-31' }));
    expect(reversal).toMatchObject({ yearEnd: true, date: '1998-12-31' });
    expect((await done(treasurer.get('/api/form990/functional-expenses?year=1998'))).totals.total).toBe(0);
  });

  test('is refused once the fiscal year is closed, and can then be neither changed, deleted nor approved', async () => {
    const { id } = await done(enter(written(), yearEnd('1999-12-31')));
    const { id: pending } = await done(enter(moneyOut(), yearEnd('1999-12-31')));
    sql(`insert into fiscalYears (year, status, createdAt, modifiedAt) values (1999, 'Closed', 'x', 'x')`);
    const body = bodyOf(written(), yearEnd('1999-12-31'));
    const answers = [
      await treasurer.post(ROUTE, body),
      await treasurer.put(`${ROUTE}/${id}`, body),
      await treasurer.del(`${ROUTE}/${id}`),
      await approve(pending),
    ];
    expect(answers.map(refusal)).toEqual(answers.map(() => '409 year_closed'));
    sql('delete from fiscalYears where year = 1999');
    expect((await treasurer.del(`${ROUTE}/${id}`)).status).toBe(204);
  });
});

describe('an entry with 5,000 lines', () => {
  test('can be entered, read and changed', async () => {
    const side = (debit: number) =>
      Array.from({ length: 2500 }, () => [
        { netAssets: true, debit },
        { accountId: equipment, credit: debit },
      ]).flat();
    const entered = await done(enter(side(0.01), { date: '2004-08-31' }));
    expect(entered).toMatchObject({ amount: 25, lineCount: 5000 });
    expect(entered.lines).toHaveLength(5000);
    expect(await entryAt(entered.id)).toEqual(entered);
    const changed = await done(treasurer.put(`${ROUTE}/${entered.id}`, bodyOf(side(0.02), { date: '2004-08-31' })));
    expect(changed.amount).toBe(50);
    expect((await treasurer.del(`${ROUTE}/${entered.id}`)).status).toBe(204);
  });

  test.each([5001, 10_000])(
    'has the largest allowed number of lines: an entry with %i lines is refused, and nothing is saved',
    async (count) => {
      const total = async () => (await done(treasurer.get(ROUTE))).totalCount;
      const before = await total();
      const lines = Array.from({ length: count }, () => ({ netAssets: true, debit: 1 }));
      expect(badPaths(await enter(lines))).toEqual(['lines']);
      expect(await total()).toBe(before);
    },
  );
});
