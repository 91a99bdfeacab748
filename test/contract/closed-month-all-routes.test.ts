import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Json,
  addApproved,
  addExpense,
  addGiving,
  addMember,
  addSession,
  close,
  done,
  expense,
  giving,
  move,
  booksOfFile,
  refusal,
  statementOf,
} from './books.ts';
import { expectRefused, file, removeDirs, run, works } from './people-files.ts';
import { pdf, putFile } from './receipt-files.ts';
import type { Answer } from '../support/daemon.ts';

/**
 * The test months. Both are finalized, and August contains entries of every kind. August cannot be reopened while
 * September is finalized.
 */
const MONTH = '2021/8';
const NEXT = '2021/9';
const day = (number: number): string => `2021-08-${String(number).padStart(2, '0')}`;
const LATER = '2021-10-03';

const books = booksOfFile();
const id: Record<string, number> = {};
let importId: number;

/** Adds the members, givings and sessions that the requests use. */
async function fillGivings(): Promise<void> {
  const member = await addMember(books, { lastName: 'Giver' });
  const twin = await addMember(books, { lastName: 'Twin' });
  const leaver = await addMember(books, { lastName: 'Leaver' });
  Object.assign(id, { member: member.id, twin: twin.id, leaver: leaver.id });
  const missions = books.category('Missions');
  for (const key of ['changed', 'movedOut', 'recategorised', 'deleted', 'reversed']) {
    const fields = { date: day(3), amount: 100.01, memberId: member.id, categoryId: missions };
    id[key] = (await addGiving(books, fields)).id;
  }
  await addGiving(books, { date: day(4), amount: 7, memberId: twin.id });
  await addGiving(books, { date: day(4), amount: 8, memberId: leaver.id });
  id['outside'] = (await addGiving(books, { date: LATER, amount: 3 })).id;
  const session = async (key: string, date: number, givings: unknown[]) => {
    const made = await addSession(books, { date: day(date), sundayAttendanceCount: 40, givings });
    id[key] = made.id;
    id[`${key}Giving`] = made.givings[0]?.id ?? 0;
  };
  await session('draft', 1, [giving(books, { amount: 11 })]);
  await session('empty', 8, []);
  await session('open', 15, [giving(books, { amount: 13 })]);
  for (const [key, date] of [
    ['submitted', 22],
    ['reconciled', 29],
    ['reopened', 25],
  ] as const) {
    await session(key, date, [giving(books, { amount: 17 })]);
    await done(books.admin.post(`/api/offering-sessions/${id[key]}/submit`));
  }
  await done(books.admin.post(`/api/offering-sessions/${id['reconciled']}/reconcile`));
}

/** Adds draft, pending, approved and paid expenses to August, all in one subcategory. */
async function fillExpenses(): Promise<void> {
  const { items } = await done(books.admin.get('/api/expense-categories'));
  const groupId = (name: string): number => items.find((group: Json) => group.name === name).id;
  Object.assign(id, { group: groupId('Office'), spare: groupId('IT'), sub: books.subCategory('Telephone') });
  const fields = { expenseDate: day(10), amount: 20.02, subCategoryId: id['sub'], memberId: id['member'] };
  const fund = { fundId: books.fund('Missions') };
  for (const key of ['draft1', 'draft2', 'draft3', 'pending1', 'pending2']) {
    id[key] = (await addExpense(books, { ...fields, ...fund })).id;
    if (key.startsWith('pending')) await move(books, id[key] ?? 0, 'submit');
  }
  for (const key of ['approved1', 'approved2', 'approved3'])
    id[key] = (await addApproved(books, { ...fields, ...fund })).id;
  id['paid'] = (await addApproved(books, fields)).id;
  await move(books, id['paid'] ?? 0, 'pay', { paidOn: day(12) });
  id['building'] = (await addBuilding()).id;
}

/** Adds an approved expense for a building under construction, which its restricted fund can pay. */
async function addBuilding(): Promise<Json> {
  const { id: fundId } = await done(books.admin.post('/api/funds', { name: 'Hall', class: 'Restricted' }));
  const { id: categoryId } = await done(books.admin.post('/api/giving-categories', { name: 'Hall', fundId }));
  await addGiving(books, { date: day(2), amount: 30, categoryId, method: 'Zelle' });
  const { id: accountId } = await done(books.admin.post('/api/accounts', { name: 'Hall', kind: 'FixedAsset' }));
  const splits = [{ accountId, fundId, amount: 30, inUse: false }];
  return addApproved(books, { expenseDate: day(10), amount: 30, subCategoryId: null, ministryId: null, splits });
}

beforeAll(async () => {
  await fillGivings();
  await fillExpenses();
  const lines = ['date,category,amount,method', `${day(5)},Tithe,5.05,Cash`];
  await works(run(books.daemon.dataDir, 'import', 'givings', file(lines, 'before.csv'), '--no-givers'));
  const list = await works(run(books.daemon.dataDir, 'import', 'list', '--json'));
  importId = (JSON.parse(list.stdout) as { items: { id: number }[] }).items[0]?.id ?? 0;
  await close(books, MONTH);
  await close(books, NEXT);
}, 60_000);
afterAll(removeDirs);

const pick = (rows: readonly Json[], names: readonly string[]): Json[] =>
  rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name]])));

/** Returns the statements of both months, the entries of August, and the total of August in the Form 990 report. */
async function figures(): Promise<Json> {
  const list = async (route: string): Promise<Json[]> => {
    const { items, totalPages } = await done(books.admin.get(`${route}&pageSize=200&sort=id`));
    expect(totalPages).toBeLessThanOrEqual(1);
    return items;
  };
  const range = `from=${day(1)}&to=${day(31)}`;
  const expenses = await list('/api/expenses?from=2021-01-01');
  const counted = expenses.filter((row) => row.bookedOn?.startsWith('2021-08-'));
  const { totals } = await done(books.admin.get(`/api/form990/functional-expenses?${range}`));
  return {
    statements: [await statementOf(books, MONTH), await statementOf(books, NEXT)],
    givings: pick(await list(`/api/givings?${range}`), ['id', 'date', 'amount', 'categoryId', 'nonCashDescription']),
    sessions: pick(await list(`/api/offering-sessions?${range}`), [
      'id',
      'date',
      'sundayAttendanceCount',
      'totalAmount',
      'givingCount',
    ]),
    expenses: pick(counted, ['id', 'amount', 'bookedOn', 'subCategoryId', 'fundId', 'ministryId']),
    spent: totals.total,
  };
}

type Try = [send: () => Promise<Answer>, answer: string];

const post = (route: string, body?: unknown) => books.admin.post(route, body);
const put = (route: string, body: unknown) => books.admin.put(route, body);
const del = (route: string) => books.admin.del(route);
const CLOSED = '409 period_finalized';
/** The request must succeed, because it changes no figure. */
const DONE = 'done';
/** The contract does not specify the response, but no figure may change. */
const EITHER = 'either';

const gift = (fields: Record<string, unknown>) => giving(books, { date: day(3), ...fields });
const cost = (fields: Record<string, unknown> = {}) => expense(books, { expenseDate: day(10), ...fields });
const undone = (date: string) => ({ date, reason: 'a try' });

const TABLE: Record<string, Try[]> = {
  'post /api/givings': [
    [() => post('/api/givings', gift({})), CLOSED],
    [() => post('/api/givings', gift({ date: day(1), sessionId: id['draft'] })), CLOSED],
    [() => post('/api/givings', gift({ date: day(22), sessionId: id['submitted'] })), '409 session_locked'],
  ],
  'put /api/givings/{}': [
    [() => put(`/api/givings/${id['changed']}`, gift({ amount: 1 })), CLOSED],
    [() => put(`/api/givings/${id['movedOut']}`, gift({ amount: 100.01, date: LATER })), CLOSED],
    [() => put(`/api/givings/${id['recategorised']}`, gift({ amount: 100.01 })), CLOSED],
    [() => put(`/api/givings/${id['outside']}`, gift({ amount: 3 })), CLOSED],
    [() => put(`/api/givings/${id['draftGiving']}`, gift({ date: day(1), sessionId: id['draft'], amount: 1 })), CLOSED],
  ],
  'delete /api/givings/{}': [
    [() => del(`/api/givings/${id['deleted']}`), CLOSED],
    [() => del(`/api/givings/${id['draftGiving']}`), CLOSED],
    [() => del(`/api/givings/${id['reconciledGiving']}`), '409 session_locked'],
  ],
  'post /api/givings/{}/reverse': [
    [() => post(`/api/givings/${id['reversed']}/reverse`, undone(day(31))), CLOSED],
    [() => post(`/api/givings/${id['outside']}/reverse`, undone(day(31))), CLOSED],
    [() => post(`/api/givings/${id['reversed']}/reverse`, undone(LATER)), DONE],
  ],
  'post /api/giving-categories': [
    [() => post('/api/giving-categories', { name: 'New fund', isRestricted: true }), DONE],
  ],
  'post /api/funds': [[() => post('/api/funds', { name: 'New designated', class: 'Designated' }), DONE]],
  'put /api/funds/{}': [
    [() => put(`/api/funds/${books.fund('Missions')}`, { name: 'Missions', class: 'Designated' }), '409 fund_in_use'],
    [() => put(`/api/funds/${books.fund('Missions')}`, { name: 'Missions', class: 'Custodial' }), '409 fund_in_use'],
    [() => put(`/api/funds/${books.fund('Missions')}`, { name: 'World', class: 'Restricted' }), DONE],
    [() => put(`/api/funds/${books.fund('Benevolence')}`, { name: 'Benevolence', class: 'Custodial' }), DONE],
  ],
  'delete /api/funds/{}': [[() => del(`/api/funds/${books.fund('Missions')}`), '409 fund_in_use']],
  'put /api/giving-categories/{}': [
    [
      () => put(`/api/giving-categories/${books.category('Missions')}`, { name: 'Missions', isRestricted: false }),
      '409 category_in_use',
    ],
    [
      () => put(`/api/giving-categories/${books.category('Missions')}`, { name: 'Abroad', fundId: 1 }),
      '409 category_in_use',
    ],
    [() => put(`/api/giving-categories/${books.category('Missions')}`, { name: 'Abroad', isRestricted: true }), DONE],
  ],
  'post /api/giving-categories/{}/disable': [
    [() => post(`/api/giving-categories/${books.category('Missions')}/disable`), DONE],
  ],
  'post /api/giving-categories/{}/enable': [
    [() => post(`/api/giving-categories/${books.category('Missions')}/enable`), DONE],
  ],
  'delete /api/giving-categories/{}': [
    [() => del(`/api/giving-categories/${books.category('Missions')}`), '409 category_in_use'],
  ],
  'post /api/offering-sessions': [
    [() => post('/api/offering-sessions', { date: day(18), givings: [giving(books, {})] }), CLOSED],
    [() => post('/api/offering-sessions', { date: day(18), sundayAttendanceCount: 5, givings: [] }), CLOSED],
  ],
  'put /api/offering-sessions/{}': [
    [() => put(`/api/offering-sessions/${id['draft']}`, { sundayAttendanceCount: 41 }), CLOSED],
    [() => put(`/api/offering-sessions/${id['draft']}`, {}), CLOSED],
  ],
  'delete /api/offering-sessions/{}': [[() => del(`/api/offering-sessions/${id['empty']}`), CLOSED]],
  'post /api/offering-sessions/{}/submit': [[() => post(`/api/offering-sessions/${id['open']}/submit`), DONE]],
  'post /api/offering-sessions/{}/reconcile': [
    [() => post(`/api/offering-sessions/${id['submitted']}/reconcile`), DONE],
  ],
  'post /api/offering-sessions/{}/reopen': [
    [() => post(`/api/offering-sessions/${id['reopened']}/reopen`, { reason: 'a try' }), CLOSED],
    [() => post(`/api/offering-sessions/${id['reconciled']}/reopen`, { reason: 'a try' }), CLOSED],
  ],
  'post /api/expenses': [[() => post('/api/expenses', cost()), DONE]],
  'put /api/expenses/{}': [
    [() => put(`/api/expenses/${id['draft1']}`, cost({ amount: 999 })), DONE],
    [() => put(`/api/expenses/${id['approved1']}`, cost({ amount: 999 })), '409 not_draft'],
    [() => put(`/api/expenses/${id['paid']}`, cost({ expenseDate: LATER })), '409 not_draft'],
  ],
  'delete /api/expenses/{}': [
    [() => del(`/api/expenses/${id['draft2']}`), DONE],
    [() => del(`/api/expenses/${id['approved1']}`), '409 not_draft'],
    [() => del(`/api/expenses/${id['paid']}`), '409 not_draft'],
  ],
  'post /api/expenses/{}/in-use': [
    [() => post(`/api/expenses/${id['building']}/in-use`, { date: day(31) }), CLOSED],
    [() => post(`/api/expenses/${id['building']}/in-use`, { date: LATER }), DONE],
  ],
  'post /api/expenses/{}/submit': [[() => post(`/api/expenses/${id['draft3']}/submit`), DONE]],
  'post /api/expenses/{}/approve': [
    [() => post(`/api/expenses/${id['pending1']}/approve`), CLOSED],
    [() => post(`/api/expenses/${id['pending1']}/approve`, { bookedOn: day(31) }), CLOSED],
    [() => post(`/api/expenses/${id['pending1']}/approve`, { bookedOn: '2021-09-01' }), CLOSED],
    [() => post(`/api/expenses/${id['pending1']}/approve`, { bookedOn: LATER }), DONE],
  ],
  'post /api/expenses/{}/reject': [
    [() => post(`/api/expenses/${id['pending2']}/reject`, { reason: 'a try' }), DONE],
    [() => post(`/api/expenses/${id['approved1']}/reject`, { reason: 'a try' }), '409 invalid_transition'],
  ],
  'post /api/expenses/{}/pay': [
    [() => post(`/api/expenses/${id['approved1']}/pay`, { paidOn: day(31) }), CLOSED],
    [() => post(`/api/expenses/${id['approved1']}/pay`, { paidOn: LATER }), DONE],
  ],
  'post /api/expenses/{}/reverse': [
    [() => post(`/api/expenses/${id['approved2']}/reverse`, undone(day(31))), CLOSED],
    [() => post(`/api/expenses/${id['paid']}/reverse`, undone('2021-09-30')), CLOSED],
    [() => post(`/api/expenses/${id['approved2']}/reverse`, undone(LATER)), DONE],
  ],
  'put /api/expenses/{}/receipt': [
    [() => putFile({ books, who: books.admin, id: id['approved3'] ?? 0 }, { bytes: pdf('late') }), DONE],
  ],
  'delete /api/expenses/{}/receipt': [[() => del(`/api/expenses/${id['approved3']}/receipt`), '409 receipt_locked']],
  'delete /api/expenses/{}/receipts/{}': [
    [() => del(`/api/expenses/${id['approved3']}/receipts/1`), '409 receipt_locked'],
  ],
  'post /api/expense-categories/groups': [[() => post('/api/expense-categories/groups', { name: 'Another' }), DONE]],
  'put /api/expense-categories/groups/{}': [
    [() => put(`/api/expense-categories/groups/${id['group']}`, { name: 'Renamed', isActive: false }), DONE],
  ],
  'delete /api/expense-categories/groups/{}': [
    [() => del(`/api/expense-categories/groups/${id['group']}`), '409 category_in_use'],
  ],
  'post /api/expense-categories/usual': [[() => post('/api/expense-categories/usual', {}), DONE]],
  'post /api/expense-categories/subcategories': [
    [() => post('/api/expense-categories/subcategories', { ...mapped('Other'), groupId: id['spare'] }), DONE],
  ],
  'put /api/expense-categories/subcategories/{}': [
    [() => put(`/api/expense-categories/subcategories/${id['sub']}`, { ...mapped('New'), isActive: false }), DONE],
  ],
  'delete /api/expense-categories/subcategories/{}': [
    [() => del(`/api/expense-categories/subcategories/${id['sub']}`), '409 category_in_use'],
  ],
  'put /api/monthly-statements/{}/{}': [
    [() => put(`/api/monthly-statements/${MONTH}`, { openingBalance: 1, notes: 'n' }), '409 statement_finalized'],
    [() => put(`/api/monthly-statements/${NEXT}`, {}), '409 statement_finalized'],
    [() => put('/api/monthly-statements/2021/7', { openingBalance: 5 }), CLOSED],
  ],
  'post /api/monthly-statements/{}/{}/finalize': [
    [() => post(`/api/monthly-statements/${MONTH}/finalize`), '409 statement_finalized'],
    [() => post(`/api/monthly-statements/${MONTH}/finalize?force=true`), '409 statement_finalized'],
  ],
  'post /api/monthly-statements/{}/{}/reopen': [
    [() => post(`/api/monthly-statements/${MONTH}/reopen`, { reason: 'a try' }), '409 later_period_finalized'],
  ],
  'put /api/meal-attendance/{}': [
    [() => put(`/api/meal-attendance/${day(1)}`, { adultCount: 1, youthCount: 2, childCount: 3 }), DONE],
  ],
  'delete /api/meal-attendance/{}': [[() => del(`/api/meal-attendance/${day(1)}`), DONE]],
  // Issuing a contribution statement only reads givings and changes no figure.
  'post /api/contributions/{}/{}/issue': [[() => post(`/api/contributions/2021/${id['member']}/issue`), EITHER]],
  'post /api/contributions/{}/issue': [[() => post('/api/contributions/2021/issue'), EITHER]],
  'post /api/contributions/{}/email': [[() => post('/api/contributions/2021/email', {}), '503 not_configured']],
  'post /api/contributions/{}/hand-out': [
    [() => post('/api/contributions/2021/hand-out', { memberIds: [id['member']] }), EITHER],
  ],
  'post /api/members/{}/merge': [
    [() => post(`/api/members/${id['twin']}/merge`, { into: id['member'], confirm: true }), DONE],
  ],
  'post /api/members/{}/purge': [[() => post(`/api/members/${id['leaver']}/purge`, { confirm: true }), DONE]],
  'post /api/members/{}/restore': [[() => post(`/api/members/${id['member']}/restore`), EITHER]],
  'delete /api/members/{}': [[() => del(`/api/members/${id['member']}`), DONE]],
};

function mapped(name: string): Record<string, unknown> {
  return { groupId: id['group'], name, form990LineCode: '14' };
}

/** Returns the writing routes of the OpenAPI document that can affect a monthly statement. */
async function documented(): Promise<string[]> {
  const { paths } = await done(books.admin.get('/api/openapi.json'));
  const touches = /^\/api\/(giving|offering|expense|monthly|meal|form990|contribution)|^\/api\/members\/\{\w+\}/;
  return Object.entries(paths as Record<string, object>)
    .filter(([path]) => touches.test(path))
    .flatMap(([path, item]) => Object.keys(item).map((method) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`))
    .filter((route) => /^(post|put|patch|delete) /.test(route) && route !== 'put /api/members/{}');
}

const shown = (answer: Answer, expected: string): string => {
  if (expected === DONE) return answer.status < 300 ? DONE : refusal(answer);
  return expected === EITHER && answer.status < 500 ? EITHER : refusal(answer);
};

describe('a finalized month', () => {
  test('is tested with every writing route that could affect it', async () => {
    const routes = await documented();
    expect(routes.length).toBeGreaterThan(20);
    expect(routes.filter((route) => !(route in TABLE))).toEqual([]);
  });

  test('contains entries of every kind', async () => {
    const { statements, givings, sessions, expenses, spent } = await figures();
    expect(statements).toMatchObject([{ status: 'Finalized' }, { status: 'Finalized' }]);
    expect(statements[0].totalGiving).toBe(625.1);
    expect([givings.length, sessions.length, expenses.length, spent]).toEqual([14, 6, 5, 80.08]);
  });

  test.each(Object.keys(TABLE))('keeps its figures when %s is called', async (route) => {
    const before = await figures();
    for (const [send, expected] of TABLE[route] ?? []) {
      const answer = await send();
      expect(shown(answer, expected)).toBe(expected);
      expect(await figures()).toEqual(before);
    }
  });
});

describe('the figures of a finalized month', () => {
  const command = (...args: string[]) => run(books.daemon.dataDir, ...args);
  const rows = (name: string) => [`date,category,amount,method`, `${day(6)},Tithe,5,Cash`, `${LATER},Tithe,5,${name}`];

  const REFUSED: [string, () => string[]][] = [
    ['statement update', () => ['statement', 'update', '2021-08', '--opening-balance', '1']],
    ['statement update for the month before', () => ['statement', 'update', '2021-07', '--opening-balance', '1']],
    ['statement finalize', () => ['statement', 'finalize', '2021-08', '--force']],
    ['statement reopen', () => ['statement', 'reopen', '2021-08', '--reason', 'a try']],
    ['import givings', () => ['import', 'givings', file(rows('Check'), 'givings.csv'), '--no-givers']],
    ['import undo', () => ['import', 'undo', String(importId)]],
  ];

  test.each(REFUSED)('are not changed by the command %s, which is refused', async (_label, args) => {
    const before = await figures();
    expectRefused(await command(...args()));
    expect(await figures()).toEqual(before);
    // The import is all or nothing, so the row of the open month must be missing, too.
    expect((await done(books.admin.get(`/api/givings?from=${LATER}&to=${LATER}&method=Check`))).totalCount).toBe(0);
  });

  const ALLOWED: [string, () => string[]][] = [
    ['seed', () => ['seed']],
    ['session list', () => ['session', 'list']],
    ['statement show', () => ['statement', 'show', '2021-08']],
    ['report form990', () => ['report', 'form990', '--year', '2021']],
    ['member delete', () => ['member', 'delete', String(id['twin']), '--yes']],
  ];

  test.each(ALLOWED)('are not changed by the command %s', async (_label, args) => {
    const before = await figures();
    const { exitCode } = await command(...args());
    expect([0, 2, 3, 4]).toContain(exitCode);
    expect(await figures()).toEqual(before);
  });
});
