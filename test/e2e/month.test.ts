import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type Daemon, request, signIn, startDaemon, vestry } from '../support/daemon.ts';

/**
 * A typical month of a church in the built program: offerings are counted, expenses are approved and paid, and the
 * month is finalized on the command line while the service runs. Every figure below was worked out by hand.
 *
 * Giving in February 2026            Expenses booked in February 2026
 *   Tithe            1,395.32          Rent [16]              1,200.00  program
 *   General Offering   250.25          Office Supplies [13]      45.10  management
 *   Thanksgiving        66.67          Postage [13]              12.34  program by override, unpaid
 *   Missions            75.50          Fellowship Meals [24]    310.00  program
 *   Building Fund    5,000.00          Worship Supplies [24]     89.95  program
 *   Benevolence        120.00          Domestic Missions [1]    500.00  management: no such column on line 1
 *   Other                0.00 in kind  Guest Speakers [11g]     200.00  program
 *   total            6,907.74          Legal Fees [11b]         350.00  fundraising by override
 *                                      Software [14]             29.99  management
 * Opening 1,000.00, net 3,989.81       Utilities [16]           180.55  program, paid in March
 * Closing 4,989.81                     total                  2,917.93
 */

let daemon: Daemon;
const tokens: Record<string, string> = {};
const ids = {
  category: new Map<string, number>(),
  fund: new Map<string, number>(),
  sub: new Map<string, number>(),
  ministry: new Map<string, number>(),
};
const sessions: Answer['body'][] = [];
const expenses = new Map<string, number>();

const as = (who: string, method: string, route: string, body?: unknown) =>
  request(daemon.url, method, route, { token: tokens[who], body });

const ok = async (answer: Promise<Answer>, status: number): Promise<Answer['body']> => {
  const { status: actual, body } = await answer;
  expect({ status: actual, body }).toMatchObject({ status });
  return body;
};

const cli = (...args: string[]) => vestry([...args, '--data-dir', daemon.dataDir]);

beforeAll(async () => {
  daemon = await startDaemon();
  tokens.admin = await signIn(daemon.url);
  for (const role of ['offering_counter', 'treasurer', 'elder', 'member']) {
    const email = `${role}@example.org`;
    const { temporaryPassword } = await ok(
      as('admin', 'POST', '/api/users', { email, displayName: role, roles: [role] }),
      201,
    );
    tokens[role] = await signIn(daemon.url, email, temporaryPassword);
  }
  const named = async (route: string) => (await ok(as('admin', 'GET', route), 200)).items as Answer['body'][];
  for (const { id, name } of await named('/api/giving-categories')) ids.category.set(name, id);
  for (const { id, name } of await named('/api/funds')) ids.fund.set(name, id);
  for (const { id, name } of await named('/api/ministries')) ids.ministry.set(name, id);
  for (const { subCategories } of await named('/api/expense-categories')) {
    for (const { id, name } of subCategories) ids.sub.set(name, id);
  }
});
afterAll(() => daemon.stop());

const gift = (category: string, amount: number, method: string, more: object = {}) => ({
  categoryId: ids.category.get(category),
  amount,
  method,
  ...more,
});

describe.sequential('a month, end to end', () => {
  test('four Sundays are counted and submitted, one of them with 420 gifts of 0.10', async () => {
    const member = await ok(
      as('admin', 'POST', '/api/members', { firstName: 'Mei-Ling', lastName: 'Chen', chineseName: '陳美玲' }),
      201,
    );
    const sundays = [
      {
        date: '2026-02-01',
        sundayAttendanceCount: 101,
        controlTotal: 42,
        countedCash: 42,
        countedBy: ['Ann', 'Ben'],
        givings: Array.from({ length: 420 }, () => gift('Tithe', 0.1, 'Cash')),
      },
      {
        date: '2026-02-08',
        sundayAttendanceCount: 98,
        controlTotal: 1325.75,
        countedCash: 250.25,
        countedChecks: 1000,
        countedBy: ['Ann', 'Ben'],
        givings: [
          gift('Tithe', 1000, 'Check', { checkNumber: '1001', memberId: member.id }),
          gift('General Offering', 250.25, 'Cash'),
          gift('Missions', 75.5, 'Zelle', { zelleReference: 'Z-77', memberId: member.id }),
        ],
      },
      {
        date: '2026-02-15',
        sundayAttendanceCount: 110,
        givings: [
          gift('Tithe', 333.33, 'PayPal', { payPalReference: 'PP-1' }),
          gift('Building Fund', 5000, 'Check', { checkNumber: '88' }),
          gift('Other', 800, 'Other', { nonCashDescription: 'An upright piano', memberId: member.id }),
        ],
      },
      { date: '2026-02-22', givings: [gift('Thanksgiving', 66.67, 'Cash'), gift('Benevolence', 120, 'Cash')] },
    ];
    for (const sunday of sundays) {
      const session = await ok(as('offering_counter', 'POST', '/api/offering-sessions', sunday), 201);
      sessions.push(await ok(as('offering_counter', 'POST', `/api/offering-sessions/${session.id}/submit`), 200));
    }
    expect(sessions.map(({ totals }) => totals.totalAmount)).toEqual([42, 1325.75, 5333.33, 186.67]);
    expect(sessions[0].totals).toMatchObject({
      givingCount: 420,
      byMethod: [{ method: 'Cash', amount: 42, count: 420 }],
    });
    await ok(as('treasurer', 'POST', '/api/givings', { ...gift('Tithe', 19.99, 'Card'), date: '2026-02-10' }), 201);
    await ok(
      as('admin', 'PUT', '/api/meal-attendance/2026-02-08', { adultCount: 60, youthCount: 12, childCount: 9 }),
      201,
    );
  });

  test('twelve expenses are entered, and most of them are submitted, approved and paid', async () => {
    const enter = async (sub: string, ministry: string, amount: number, more: object = {}) => {
      const expense = await ok(
        as('member', 'POST', '/api/expenses', {
          subCategoryId: ids.sub.get(sub),
          ministryId: ids.ministry.get(ministry),
          expenseDate: '2026-02-12',
          amount,
          description: sub,
          ...more,
        }),
        201,
      );
      expenses.set(sub, expense.id);
    };
    const fund = { fundId: ids.fund.get('Missions') };
    await enter('Rent', 'Facilities', 1200);
    await enter('Office Supplies', 'Administration', 45.1);
    await enter('Postage & Shipping', 'Administration', 12.34, { functionalClass: 'ProgramServices' });
    await enter('Fellowship Meals', 'Fellowship', 310);
    await enter('Worship Supplies', 'Worship', 89.95);
    await enter('Domestic Mission Support', 'Missions & Outreach', 500, {
      functionalClass: 'ManagementAndGeneral',
      ...fund,
    });
    await enter('Guest Speakers', 'Worship', 200);
    await enter('Legal Fees', 'Administration', 350, { functionalClass: 'Fundraising' });
    await enter('Software & Subscriptions', 'Administration', 29.99);
    await enter('Utilities', 'Facilities', 180.55);
    await enter('Travel', 'Youth', 60);
    await enter('Curriculum & Books', 'Children', 77);
    const drafts = new Set(['Curriculum & Books']);
    const pending = new Set([...drafts, 'Travel']);
    const unpaid = new Set([...pending, 'Postage & Shipping', 'Utilities']);
    const statuses: Record<string, string[]> = {};
    for (const [name, id] of expenses) {
      const moves = [
        ...(drafts.has(name) ? [] : [['member', 'submit', undefined] as const]),
        ...(pending.has(name) ? [] : [['elder', 'approve', undefined] as const]),
        ...(unpaid.has(name) ? [] : [['treasurer', 'pay', { paidOn: '2026-02-20' }] as const]),
      ];
      for (const [who, verb, body] of moves) {
        const moved = await ok(as(who, 'POST', `/api/expenses/${id}/${verb}`, body), 200);
        (statuses[`${moved.status} ${moved.bookedOn}`] ??= []).push(name);
      }
    }
    expect(Object.entries(statuses).map(([status, names]) => [status, names.length])).toEqual([
      ['PendingApproval null', 11],
      ['Approved 2026-02-12', 10],
      ['Paid 2026-02-12', 8],
    ]);
    const late = await as('treasurer', 'POST', `/api/expenses/${expenses.get('Utilities')}/pay`, {
      paidOn: '2026-03-05',
    });
    expect(late.body).toMatchObject({ status: 'Paid', paidOn: '2026-03-05' });
  });

  test('finalizing is refused because of the open expense, the refusal names the expense, and nothing changes', async () => {
    const refused = await cli('statement', 'finalize', '2026-02', '--json');
    expect(refused).toMatchObject({ exitCode: 4, stdout: '' });
    expect(JSON.parse(refused.stderr)).toMatchObject({
      code: 'open_items',
      openItems: [{ type: 'Expense', id: expenses.get('Travel'), date: '2026-02-12', amount: 60 }],
    });
    const { body } = await as('treasurer', 'GET', '/api/monthly-statements/2026/2');
    expect(body).toMatchObject({ status: 'Draft', finalizedAt: null });
  });

  test('the month is finalized on the command line while the service runs', async () => {
    await ok(as('elder', 'POST', `/api/expenses/${expenses.get('Travel')}/approve`, { bookedOn: '2026-03-01' }), 200);
    expect(
      await cli('statement', 'update', '2026-02', '--opening-balance', '1000.00', '--notes', 'First month'),
    ).toMatchObject({ exitCode: 0 });
    const { exitCode, stdout, stderr } = await cli('statement', 'finalize', '2026-02', '--json');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const { body } = await as('elder', 'GET', '/api/monthly-statements/2026/2');
    expect(JSON.parse(stdout)).toEqual(body);
  });

  test('the statement is right to the cent', async () => {
    const { body } = await as('elder', 'GET', '/api/monthly-statements/2026/2');
    expect(body).toMatchObject({
      year: 2026,
      month: 2,
      status: 'Finalized',
      openingBalance: 1000,
      totalGiving: 6907.74,
      totalExpenses: 2917.93,
      netChange: 3989.81,
      closingBalance: 4989.81,
      notes: 'First month',
      unpaid: { amount: 192.89, count: 2 },
      attendance: { sundays: 3, total: 309, average: 103 },
    });
    const giving = Object.fromEntries(
      body.givingByCategory.map((one: Answer['body']) => [one.name, [one.amount, one.count]]),
    );
    expect(giving).toEqual({
      Tithe: [1395.32, 423],
      'General Offering': [250.25, 1],
      Thanksgiving: [66.67, 1],
      Missions: [75.5, 1],
      'Building Fund': [5000, 1],
      Benevolence: [120, 1],
      Other: [0, 1],
    });
    const groups = Object.fromEntries(
      body.expensesByGroup.map((one: Answer['body']) => [one.name, [one.amount, one.count]]),
    );
    expect(groups).toEqual({
      Facilities: [1380.55, 2],
      Office: [57.44, 2],
      Worship: [289.95, 2],
      'Missions & Outreach': [500, 1],
      'Fellowship & Care': [310, 1],
      IT: [29.99, 1],
      Professional: [350, 1],
    });
    const funds = body.funds.map((one: Answer['body']) => [
      one.name,
      one.opening,
      one.giving,
      one.expenses,
      one.closing,
    ]);
    expect(funds).toEqual([
      ['General', 1000, 1712.24, 2417.93, 294.31],
      ['Missions', 0, 75.5, 500, -424.5],
      ['Building Fund', 0, 5000, 0, 5000],
      ['Benevolence', 0, 120, 0, 120],
    ]);
  });

  test('the Form 990 table is right to the cent', async () => {
    const { body } = await as('elder', 'GET', '/api/form990/functional-expenses?year=2026');
    const lines = body.lines
      .filter((one: Answer['body']) => one.total !== 0 || one.code.startsWith('24'))
      .map((one: Answer['body']) => [
        one.code,
        one.total,
        one.programServices,
        one.managementAndGeneral,
        one.fundraising,
      ]);
    expect(lines).toEqual([
      ['1', 500, 500, 0, 0],
      ['11b', 350, 0, 0, 350],
      ['11g', 200, 200, 0, 0],
      ['13', 57.44, 12.34, 45.1, 0],
      ['14', 29.99, 0, 29.99, 0],
      ['16', 1380.55, 1380.55, 0, 0],
      ['17', 60, 60, 0, 0],
      ['24a', 310, 310, 0, 0],
      ['24b', 89.95, 89.95, 0, 0],
      ['24c', 0, 0, 0, 0],
      ['24d', 0, 0, 0, 0],
      ['24e', 0, 0, 0, 0],
      ['25', 2977.93, 2552.84, 75.09, 350],
    ]);
    expect(body.totals).toEqual({
      total: 2977.93,
      programServices: 2552.84,
      managementAndGeneral: 75.09,
      fundraising: 350,
    });
    expect(body.warnings).toEqual([
      { code: 'column_not_allowed', line: '1', functionalClass: 'ManagementAndGeneral', amount: 500, count: 1 },
    ]);
  });

  test('the command line prints the same table as JSON, and as CSV with two decimals', async () => {
    const { body } = await as('elder', 'GET', '/api/form990/functional-expenses?year=2026');
    const json = await cli('report', 'form990', '--year', '2026', '--json');
    expect(JSON.parse(json.stdout)).toEqual(body);
    const csv = await cli('report', 'form990', '--year', '2026', '--format', 'csv');
    const rows = csv.stdout.trim().split('\r\n');
    expect(rows[0]).toBe('Line,Description,Total,Program services,Management & general,Fundraising');
    expect(rows).toContain('13,Office expenses,57.44,12.34,45.10,0.00');
    expect(rows.at(-1)).toBe('25,Total functional expenses,2977.93,2552.84,75.09,350.00');
    const february = await cli('report', 'form990', '--from', '2026-02-01', '--to', '2026-02-28');
    expect(february.stdout).toMatch(/^25 .* 2,917\.93 +2,492\.84 +75\.09 +350\.00$/m);
  });

  test('nothing that would change the finalized month is accepted', async () => {
    const late = await as('treasurer', 'POST', '/api/givings', { ...gift('Tithe', 5, 'Cash'), date: '2026-02-28' });
    expect(late).toMatchObject({ status: 409, body: { code: 'period_finalized', firstOpenDate: '2026-03-01' } });
    const [giving] = sessions[1].givings;
    const { categoryId, method, date, sessionId } = giving;
    const changed = await as('treasurer', 'PUT', `/api/givings/${giving.id}`, {
      categoryId,
      method,
      date,
      sessionId,
      amount: 1,
    });
    expect(changed).toMatchObject({ status: 409, body: { code: 'session_locked' } });
    const session = await as('treasurer', 'POST', '/api/offering-sessions', { date: '2026-02-25' });
    expect(session).toMatchObject({ status: 409, body: { code: 'period_finalized' } });
    const again = await cli('statement', 'finalize', '2026-02');
    expect(again).toMatchObject({ exitCode: 4 });
    expect(again.stderr).toContain('finalized');
  });

  test('an approval dated in the finalized month is refused with the first open date, and succeeds with a later date', async () => {
    const draft = expenses.get('Curriculum & Books');
    await ok(as('member', 'POST', `/api/expenses/${draft}/submit`), 200);
    const refused = await as('elder', 'POST', `/api/expenses/${draft}/approve`);
    expect(refused).toMatchObject({ status: 409, body: { code: 'period_finalized', firstOpenDate: '2026-03-01' } });
    const approved = await as('elder', 'POST', `/api/expenses/${draft}/approve`, { bookedOn: '2026-03-01' });
    expect(approved).toMatchObject({ status: 200, body: { status: 'Approved', bookedOn: '2026-03-01' } });
  });

  test('an approved expense of the month can still be paid, and the payment changes no figure', async () => {
    const before = (await as('elder', 'GET', '/api/monthly-statements/2026/2')).body;
    await ok(
      as('treasurer', 'POST', `/api/expenses/${expenses.get('Postage & Shipping')}/pay`, { paidOn: '2026-03-02' }),
      200,
    );
    expect((await as('elder', 'GET', '/api/monthly-statements/2026/2')).body).toEqual(before);
  });

  test('the opening balance of the next month is the closing balance of this month', async () => {
    const { body } = await as('elder', 'GET', '/api/monthly-statements/2026/3');
    expect(body).toMatchObject({ openingBalance: 4989.81, totalExpenses: 137, closingBalance: 4852.81 });
    expect(body.funds).toMatchObject([
      { name: 'General', opening: 294.31, closing: 157.31 },
      { name: 'Missions', opening: -424.5, closing: -424.5 },
      { name: 'Building Fund', opening: 5000 },
      { name: 'Benevolence', opening: 120 },
    ]);
  });

  test('the statement is printed as a readable table', async () => {
    const { stdout } = await cli('statement', 'show', '2026-02');
    expect(stdout).toMatch(/^Statement of 2026-02: Finalized on \d{4}-\d\d-\d\d$/m);
    expect(stdout).toMatch(/^Closing balance +4,989\.81$/m);
    expect(stdout).toMatch(/^ {2}Tithe +423 +1,395\.32$/m);
  });

  test('every step is in the audit log', async () => {
    const { body } = await as('admin', 'GET', '/api/audit-logs?entityType=MonthlyStatement');
    expect(body.items.map((one: Answer['body']) => [one.action, one.entityId])).toEqual([
      ['MonthlyStatementFinalized', '2026-02'],
      ['MonthlyStatementCreated', '2026-02'],
    ]);
    expect(body.items[0].actorName).toMatch(/^cli:/);
    const moves = await as(
      'admin',
      'GET',
      `/api/audit-logs?entityType=Expense&entityId=${expenses.get('Rent')}&sort=id`,
    );
    expect(moves.body.items.map((one: Answer['body']) => [one.action, one.actorName])).toEqual([
      ['ExpenseCreated', 'member'],
      ['ExpenseSubmitted', 'member'],
      ['ExpenseApproved', 'elder'],
      ['ExpensePaid', 'treasurer'],
    ]);
  });

  test('SIGTERM ends the daemon with exit code 0', async () => {
    const other = await startDaemon();
    expect(await other.stop()).toMatchObject({ exitCode: 0 });
  });
});
