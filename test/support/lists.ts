/** Every list of the services, on tables with many equal and missing values. */
import Sqlite from 'better-sqlite3';
import type { App } from '../../src/app.ts';
import { JournalEntryQuery } from '../../src/features/accounting/journal-entries/schema.ts';
import { listEntries } from '../../src/features/accounting/journal-entries/service.ts';
import { AuditQuery } from '../../src/features/audit/schema.ts';
import { listAuditLogs } from '../../src/features/audit/service.ts';
import { EXPENSE_SORTS, ExpenseQuery } from '../../src/features/spending/expenses/schema.ts';
import { listBookedExpenses, listExpenses } from '../../src/features/spending/expenses/service.ts';
import { PaymentQuery } from '../../src/features/spending/payments/schema.ts';
import { listPayments } from '../../src/features/spending/payments/service.ts';
import { VendorQuery } from '../../src/features/spending/vendors/schema.ts';
import { listVendors } from '../../src/features/spending/vendors/service.ts';
import { FamilyUnitQuery } from '../../src/features/people/families/schema.ts';
import { listFamilies } from '../../src/features/people/families/service.ts';
import { LineExpensesQuery } from '../../src/features/reports/form990/schema.ts';
import { DepositQuery } from '../../src/features/giving/deposits/schema.ts';
import { listDeposits } from '../../src/features/giving/deposits/service.ts';
import { GivingQuery } from '../../src/features/giving/givings/schema.ts';
import { listGivings } from '../../src/features/giving/givings/service.ts';
import { OtherIncomeQuery } from '../../src/features/ledger/other-income/schema.ts';
import { listOtherIncome } from '../../src/features/ledger/other-income/service.ts';
import { TransferQuery } from '../../src/features/ledger/transfers/schema.ts';
import { listTransfers } from '../../src/features/ledger/transfers/service.ts';
import { MealQuery } from '../../src/features/people/meals/schema.ts';
import { listMeals } from '../../src/features/people/meals/service.ts';
import { MemberQuery } from '../../src/features/people/members/schema.ts';
import { listMembers } from '../../src/features/people/members/service.ts';
import { listHistory } from '../../src/features/messages/history.ts';
import { HistoryQuery } from '../../src/features/messages/schema.ts';
import { SessionQuery } from '../../src/features/giving/offerings/schema.ts';
import { listSessions } from '../../src/features/giving/offerings/service.ts';
import { UserQuery } from '../../src/features/access/users/schema.ts';
import { listUsers } from '../../src/features/access/users/service.ts';
import type { Page } from '../../src/lib/page.ts';
import { decode } from '../../src/validate.ts';

type Item = Record<string, unknown>;

export type TestedList = {
  name: string;
  sorts: readonly string[];
  read: (app: App, query: Record<string, string>) => Promise<Page<Item>>;
  /** For each sort field, the fields by which items with equal values are sorted before they are sorted by id. */
  ties?: Record<string, readonly string[]>;
  filters?: readonly Record<string, string>[];
  /** True if an item passes the filters. */
  passes?: (item: Item, filters: Record<string, string>) => boolean;
  id?: string;
  /** True if the list is always read with filters. No index can serve these filters together with every sort order. */
  isFiltered?: true;
};

const ENOUGH = {
  from: '2020-01-01',
  to: '2030-12-31',
  subCategoryIds: Array.from({ length: 100 }, (_, n) => n + 1),
  fundIds: undefined,
};
const EXPENSE_TIES = {
  subCategoryName: ['subCategoryId'],
  groupName: ['subCategoryName', 'subCategoryId'],
  submittedByName: ['submittedBy', 'expenseDate'],
};
const SORTS = {
  members: 'lastName firstName nickname chineseName status birthDate joinedOn offeringNumber createdAt modifiedAt id',
  givings: 'date amount method categoryName memberName sessionId giftDate createdAt modifiedAt id',
  sessions: 'date status sundayAttendanceCount totalAmount givingCount createdAt modifiedAt id',
  users: 'displayName email isActive lastLoginAt createdAt modifiedAt id',
};

const within =
  (field: string) =>
  (item: Item, { from = '', to = '9999' }: Record<string, string>) =>
    String(item[field]) >= from && String(item[field]) <= to;
const same = (item: Item, filters: Record<string, string>, ...names: string[]) =>
  names.every((name) => filters[name] === undefined || String(item[name]) === filters[name]);

/** True if a giving, or a part of it, has the category of the filters. */
const isFor = ({ parts, categoryId }: Item, filters: Record<string, string>) =>
  filters['categoryId'] === undefined ||
  [categoryId, ...((parts ?? []) as Item[]).map((part) => part['categoryId'])]
    .map(String)
    .includes(filters['categoryId']);

/** True if a transfer is from or to the account, or the fund, of the filters. */
const isOnOneSide = (item: Item, filters: Record<string, string>, what: 'account' | 'fund') => {
  const wanted = filters[`${what}Id`];
  const sides = what === 'account' ? ['fromAccountId', 'toAccountId'] : ['fromFundId', 'toFundId'];
  return wanted === undefined || sides.some((side) => String(item[side]) === wanted);
};

export const LISTS: readonly TestedList[] = [
  {
    name: 'members',
    sorts: SORTS.members.split(' '),
    read: (app, query) => listMembers(app, decode(MemberQuery, query)),
    ties: { lastName: ['firstName'], firstName: ['lastName'] },
    filters: [{ status: 'Active' }, { status: 'Deceased' }, { familyUnitId: '3' }, { hasEmail: 'false' }],
    passes: (item, filters) =>
      same(item, filters, 'status', 'familyUnitId') &&
      (filters['hasEmail'] === undefined || (item['email'] === null && item['status'] !== 'Deceased')),
  },
  {
    name: 'family units',
    sorts: ['name', 'createdAt', 'modifiedAt', 'id'],
    read: (app, query) => listFamilies(app, decode(FamilyUnitQuery, query)),
  },
  {
    name: 'users',
    sorts: SORTS.users.split(' '),
    read: (app, query) => listUsers(app, decode(UserQuery, query)),
    filters: [{ isActive: 'true' }],
    passes: (item, filters) => same(item, filters, 'isActive'),
  },
  {
    name: 'givings',
    sorts: SORTS.givings.split(' '),
    read: (app, query) => listGivings(app, decode(GivingQuery, query)),
    ties: { categoryName: ['date'], memberName: ['memberId', 'giftDate'] },
    filters: [
      { method: 'Cash' },
      { memberId: '5' },
      { categoryId: '2', from: '2026-01-03', to: '2026-01-06' },
      { from: '2026-01-04' },
    ],
    passes: (item, filters) =>
      same(item, filters, 'method', 'memberId') && isFor(item, filters) && within('date')(item, filters),
  },
  {
    name: 'expenses',
    sorts: EXPENSE_SORTS,
    read: (app, query) => listExpenses(app, decode(ExpenseQuery, query)),
    ties: EXPENSE_TIES,
    filters: [{ submittedBy: '2' }, { status: 'Paid', from: '2026-01-02' }, { status: 'Draft', ministryId: '1' }],
    passes: (item, filters) =>
      same(item, filters, 'submittedBy', 'status', 'ministryId') && within('expenseDate')(item, filters),
  },
  {
    name: 'expenses of a line',
    sorts: EXPENSE_SORTS,
    isFiltered: true,
    read: (app, query) => listBookedExpenses(app, ENOUGH, decode(LineExpensesQuery, { ...query, year: '2026' })),
    ties: EXPENSE_TIES,
  },
  {
    name: 'payments',
    sorts: ['date', 'reference', 'createdAt', 'modifiedAt', 'id'],
    read: (app, query) => listPayments(app, decode(PaymentQuery, query)),
    filters: [{ accountId: '3' }, { from: '2026-01-04' }],
    passes: (item, filters) => same(item, filters, 'accountId') && within('date')(item, filters),
  },
  {
    name: 'vendors',
    sorts: ['name', 'createdAt', 'modifiedAt', 'id'],
    read: (app, query) => listVendors(app, decode(VendorQuery, query)),
    filters: [{ isActive: 'true' }],
    passes: (item, filters) => same(item, filters, 'isActive'),
  },
  {
    name: 'deposits',
    sorts: ['date', 'createdAt', 'modifiedAt', 'id'],
    read: (app, query) => listDeposits(app, decode(DepositQuery, query)),
    filters: [{ accountId: '3' }, { from: '2026-01-04' }],
    passes: (item, filters) => same(item, filters, 'accountId') && within('date')(item, filters),
  },
  {
    name: 'other income',
    sorts: ['date', 'amount', 'createdAt', 'modifiedAt', 'id'],
    read: (app, query) => listOtherIncome(app, decode(OtherIncomeQuery, query)),
    filters: [{ accountId: '3' }, { fundId: '2', incomeCategoryId: '1' }, { from: '2026-01-04' }],
    passes: (item, filters) =>
      same(item, filters, 'accountId', 'fundId', 'incomeCategoryId') && within('date')(item, filters),
  },
  {
    name: 'transfers',
    sorts: ['date', 'amount', 'createdAt', 'modifiedAt', 'id'],
    read: (app, query) => listTransfers(app, decode(TransferQuery, query)),
    filters: [
      { accountId: '2' },
      { fundId: '3', status: 'Posted' },
      { accountId: '3', fundId: '1' },
      { from: '2026-01-04' },
    ],
    passes: (item, filters) =>
      same(item, filters, 'status') &&
      isOnOneSide(item, filters, 'account') &&
      isOnOneSide(item, filters, 'fund') &&
      within('date')(item, filters),
  },
  {
    name: 'offering sessions',
    sorts: SORTS.sessions.split(' '),
    read: (app, query) => listSessions(app, decode(SessionQuery, query)),
    filters: [{ status: 'Draft' }, { from: '2023-06-01' }],
    passes: (item, filters) => same(item, filters, 'status') && within('date')(item, filters),
  },
  {
    name: 'adjusting entries',
    sorts: ['date', 'amount', 'createdAt', 'modifiedAt', 'id'],
    read: (app, query) => listEntries(app, decode(JournalEntryQuery, query)),
    filters: [
      { status: 'PendingApproval' },
      { from: '2026-01-04', to: '2026-01-06' },
      { status: 'Posted', to: '2026-01-03' },
    ],
    passes: (item, filters) => same(item, filters, 'status') && within('date')(item, filters),
  },
  {
    name: 'meal counts',
    sorts: ['date', 'adultCount', 'youthCount', 'childCount'],
    read: (app, query) => listMeals(app, decode(MealQuery, query)),
    filters: [{ from: '2023-06-01' }],
    passes: within('date'),
    id: 'date',
  },
  {
    name: 'audit log',
    sorts: ['id', 'at', 'action', 'actorName', 'entityType'],
    read: (app, query) => listAuditLogs(app, decode(AuditQuery, query)),
    ties: { entityType: ['entityId'] },
    filters: [{ action: 'A1' }, { entityType: 'E1', entityId: '2' }],
    passes: (item, filters) => same(item, filters, 'action', 'entityType', 'entityId'),
  },
  {
    name: 'history of messages',
    sorts: ['id', 'sentAt', 'recipient', 'channel', 'result'],
    read: (app, query) => listHistory(app, decode(HistoryQuery, query)),
    filters: [{ channel: 'Email' }, { result: 'failed' }],
    passes: (item, filters) => same(item, filters, 'channel', 'result'),
  },
];

const ROWS = 160;
const DAY_MS = 86_400_000;
const day = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * DAY_MS).toISOString().slice(0, 10);
const at = (n: number) => `${day(n)}T12:00:00.000Z`;

/** Inserts 160 rows into every table that has a list. Many rows have equal or missing values, and some are deleted. */
export function fillLists(app: App): void {
  const db = new Sqlite(app.paths.database);
  db.pragma('foreign_keys = OFF');
  const insert = (table: string, row: Record<string, string | number | null>) => {
    const names = Object.keys(row);
    db.prepare(`insert into ${table} (${names.join()}) values (${names.map(() => '?').join()})`).run(
      ...Object.values(row),
    );
  };
  const stamps = (n: number) => ({ createdAt: at(n % 7), modifiedAt: at((n * 3) % 5) });
  const gone = (n: number) => ({ deletedAt: n % 10 === 9 ? at(1) : null });
  db.transaction(() => {
    insert('notificationBatches', {
      id: '0'.repeat(36),
      channel: 'Email',
      kind: 'Message',
      content: '{}',
      skipped: '[]',
      createdAt: at(1),
      createdByName: 'x',
    });
    for (let n = 1; n <= ROWS; n++) {
      for (const [table, row] of rowsOf(n)) insert(table, { ...row, ...extra(table, n) });
      if (!isSplit(n)) continue;
      insert('givingParts', { givingId: n, position: 0, categoryId: 1 + (n % 3), amountMinor: 40 });
      insert('givingParts', { givingId: n, position: 1, categoryId: 4 + (n % 2), amountMinor: 60 });
    }
  })();
  db.close();

  function extra(table: string, n: number) {
    if (table === 'auditLogs' || table === 'notificationLogs') return {};
    return { ...stamps(n), ...(table !== 'users' && table !== 'mealAttendances' && gone(n)) };
  }
}

/** Every ninth giving is split between two categories. */
const isSplit = (n: number) => n % 9 === 4;

type Row = Record<string, string | number | null>;

function rowsOf(n: number): [string, Row][] {
  const of = <T>(...values: T[]) => values[(n * 7 + (n >> 3)) % values.length] as T;
  const spread = (n * 37) % ROWS;
  const status = of('Draft', 'PendingApproval', 'Approved', 'Paid', 'Paid');
  return [
    [
      'users',
      {
        id: n + 1,
        email: `u${spread}@example.org`,
        emailKey: `u${spread}@example.org`,
        displayName: of('Ann', 'Bob', '陳'),
        passwordHash: 'x',
        mustChangePassword: 0,
        isActive: n % 3 === 0 ? 0 : 1,
        lastLoginAt: of(null, at(3), at(4)),
      },
    ],
    ['familyUnits', { name: of('Li', 'Chen', 'Wu'), jointStatement: 0 }],
    [
      'members',
      {
        firstName: of('Ann', 'Bob', 'Ann Lee', 'Zoë'),
        lastName: of('Chen', 'Wu', 'Éa'),
        nickname: of(null, 'Al', 'Bo'),
        chineseName: of(null, '陳', '林'),
        birthDate: of(null, day(1), day(2)),
        joinedOn: of(day(3), null),
        offeringNumber: n % 4 === 0 ? null : String(spread),
        status: n === 12 ? 'Deceased' : of('Active', 'Visitor'),
        familyUnitId: of(null, 3, 4, 5, 6),
      },
    ],
    [
      'offeringSessions',
      {
        date: new Date(Date.UTC(2023, 0, 1) + spread * 7 * DAY_MS).toISOString().slice(0, 10),
        status: of('Draft', 'Submitted'),
        sundayAttendanceCount: of(null, 5, 6),
        countedBy: '[]',
      },
    ],
    [
      'givings',
      {
        categoryId: isSplit(n) ? null : 1 + (n % 5),
        amountMinor: of(100, 200, 300),
        date: day(n % 9),
        giftDate: day((n * 5) % 8),
        method: of('Cash', 'Check', 'Zelle'),
        memberId: of(null, 5, 6, 7, 8, 9),
        isAnonymous: 0,
        accountId: 2,
        sessionId: of(null, 2, 3, 4),
        nonCashDescription: n % 11 === 0 ? 'a chair' : null,
      },
    ],
    [
      'expenses',
      {
        // An expense with parts has no subcategory, ministry or fund of its own.
        subCategoryId: n % 17 === 3 ? null : 1 + (n % 30),
        ministryId: n % 17 === 3 ? null : 1 + (n % 4),
        fundId: n % 17 === 3 ? null : of(1, 1, 2),
        expenseDate: day(n % 9),
        amountMinor: of(100, 200, 300),
        vendor: of(null, 'Acme', 'Zed'),
        description: 'x',
        status,
        bookedOn: status === 'Approved' || status === 'Paid' ? day(n % 6) : null,
        paidOn: status === 'Paid' ? day(n % 7) : null,
        submittedBy: of(2, 3, 3, 4),
      },
    ],
    [
      'payments',
      {
        date: day(n % 9),
        accountId: of(2, 2, 3),
        method: of('Check', null),
        reference: of(null, '101', '102'),
        voidedOn: n % 11 === 0 ? day(20) : null,
        voidReason: n % 11 === 0 ? 'lost' : null,
      },
    ],
    ['deposits', { date: day(n % 9), accountId: of(2, 2, 3) }],
    [
      'vendors',
      { name: of('Acme', 'Zed'), nameKey: of('acme', 'zed'), taxClassification: 'Unknown', isActive: of(0, 1, 1) },
    ],
    [
      'otherIncome',
      {
        date: day(n % 9),
        amountMinor: of(100, 200, 300),
        incomeCategoryId: 1 + (n % 3),
        accountId: of(2, 2, 3),
        fundId: of(1, 1, 2),
        payer: of(null, 'Bank'),
      },
    ],
    [
      'transfers',
      {
        date: day(n % 9),
        amountMinor: of(100, 200, 300),
        ...of(
          { fromAccountId: 2, toAccountId: 3 },
          { fromFundId: of(1, 2), toFundId: of(3, 4) },
          { fromAccountId: 3, toAccountId: 2, fromFundId: 2, toFundId: 1 },
        ),
        memo: 'x',
        status: of('Posted', 'PendingApproval'),
      },
    ],
    [
      'journalEntries',
      {
        date: day(n % 9),
        memo: 'x',
        shownOn: day(n % 9),
        status: of('Posted', 'Posted', 'PendingApproval'),
        amountMinor: of(100, 200, 300),
        lineCount: 1,
      },
    ],
    [
      'mealAttendances',
      {
        date: `${2020 + (spread % 10)}-01-${String(1 + Math.floor(spread / 10)).padStart(2, '0')}`,
        adultCount: n % 4,
        youthCount: n % 3,
        childCount: 1,
      },
    ],
    [
      'auditLogs',
      {
        at: at(n % 5),
        action: of('A1', 'A2', 'A3'),
        actorName: of('Ann', 'Bob'),
        entityType: of('E1', 'E2'),
        entityId: String(n % 12),
        changesDigest: '',
        previousHash: '',
        hash: '',
      },
    ],
    [
      'notificationLogs',
      {
        batchId: '0'.repeat(36),
        channel: of('Email', 'Line'),
        recipient: of('a@example.org', 'b@example.org'),
        state: n % 10 === 0 ? 'pending' : of('sent', 'failed', 'sent'),
        sentAt: n % 10 === 0 ? null : at(n % 4),
      },
    ],
  ];
}
