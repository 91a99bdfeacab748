/** Inserts rows for every list of the API directly into the tables, because the program would take hours. */
import path from 'node:path';
import Sqlite from 'better-sqlite3';

const AT = "strftime('%Y-%m-%dT%H:%M:%fZ', '2026-01-01', '+' || (n * 7919 % 500000) || ' seconds')";
const STAMPS = { createdAt: AT, modifiedAt: AT.replace('7919', '104729') };
const GONE = { deletedAt: `case when n % 50 = 0 then ${AT} end` };
const day = (factor) => `date('2026-01-01', '+' || (n * ${factor} % 300) || ' days')`;
const oneOf = (...words) =>
  `case n % ${words.length} ${words.map((word, n) => `when ${n} then '${word}'`).join(' ')} end`;
const STATUS = `case when n % 10 < 7 then 'Paid' else ${oneOf('Draft', 'PendingApproval', 'Approved')} end`;
/** The account whose own expenses are listed. Nine of ten expenses belong to it. */
const OWNER = 2;

const tables = (count) => ({
  users: {
    id: `n + ${OWNER}`,
    email: "'user' || n || '@example.org'",
    emailKey: "'user' || n || '@example.org'",
    displayName: "'User ' || (n * 37 % 1000)",
    passwordHash: "'x'",
    mustChangePassword: '0',
    isActive: 'n % 3 > 0',
    lastLoginAt: `case when n % 2 = 0 then ${AT} end`,
    ...STAMPS,
  },
  userRoles: { userId: `n + ${OWNER}`, role: "'member'" },
  familyUnits: { name: "'Family ' || (n * 37 % 5000)", jointStatement: '0', ...STAMPS, ...GONE },
  members: {
    firstName: "'First' || (n * 37 % 200)",
    lastName: "'Last' || (n * 7919 % 800)",
    nickname: "case when n % 5 = 0 then 'Nick' || (n % 100) end",
    chineseName: "case when n % 2 = 0 then '陳' || (n % 300) end",
    birthDate: "date('1940-01-01', '+' || (n * 7919 % 25000) || ' days')",
    joinedOn: `case when n % 3 = 0 then ${day(11)} end`,
    email: "'m' || n || '@example.org'",
    phone: "'626-555-0000'",
    status: oneOf('Active', 'Active', 'Active', 'Visitor', 'Inactive'),
    offeringNumber: `case when n % 4 > 0 then cast(n * 7919 % ${count} as text) || '-' || n end`,
    ...STAMPS,
    ...GONE,
  },
  offeringSessions: {
    date: "date('1000-01-01', '+' || n || ' days')",
    status: oneOf('Draft', 'Submitted', 'Reconciled'),
    sundayAttendanceCount: 'case when n % 4 > 0 then n % 300 end',
    countedBy: "'[]'",
    ...STAMPS,
    ...GONE,
  },
  givings: {
    categoryId: '1 + n % 7',
    amountMinor: '100 + n * 37 % 50000',
    date: day(7919),
    giftDate: day(7907),
    method: oneOf('Cash', 'Check', 'Zelle'),
    memberId: `case when n % 10 > 0 then 1 + n * 7 % ${count} end`,
    isAnonymous: '0',
    sessionId: `case when n % 3 > 0 then 1 + n * 11 % ${count} end`,
    ...STAMPS,
    ...GONE,
  },
  expenses: {
    subCategoryId: '1 + n * 7 % 38',
    ministryId: '1 + (n * 3 + (n >> 5)) % 10',
    expenseDate: day(7919),
    amountMinor: '100 + n * 37 % 50000',
    vendor: "case when n % 3 > 0 then 'Vendor ' || (n % 500) end",
    description: "'What was needed ' || n",
    status: STATUS,
    bookedOn: `case when ${STATUS} in ('Approved', 'Paid') then ${day(7907)} end`,
    paidOn: `case when ${STATUS} = 'Paid' then ${day(7901)} end`,
    submittedBy: `case when n % 10 > 0 then ${OWNER} else ${OWNER} + n / 10 % 20 end`,
    ...STAMPS,
    ...GONE,
  },
  mealAttendances: {
    date: "date('1000-01-01', '+' || n || ' days')",
    adultCount: 'n % 300',
    youthCount: 'n * 7 % 80',
    childCount: 'n * 3 % 50',
    ...STAMPS,
  },
  auditLogs: {
    at: AT,
    action: oneOf('GivingCreated', 'MemberUpdated', 'ExpenseApproved'),
    actorId: '1 + n % 20',
    actorName: "'User ' || (n % 20)",
    entityType: oneOf('Giving', 'Member', 'Expense'),
    entityId: 'cast(n % 5000 as text)',
    changes: `'{"amount":[null,12.5],"note":["what it was","what it is now"]}'`,
    changesDigest: "''",
    previousHash: "''",
    hash: "''",
  },
  notificationLogs: {
    batchId: "'00000000-0000-0000-0000-000000000000'",
    channel: oneOf('Email', 'Email', 'Line'),
    recipient: "'m' || (n * 37 % 5000) || '@example.org'",
    subject: "'News'",
    state: oneOf('sent', 'sent', 'sent', 'failed'),
    sentAt: AT,
  },
});

/**
 * Inserts this many rows into every table with a list. One row in fifty is marked as deleted, if the table allows
 * that.
 */
export function fillTables(directory, count) {
  const db = new Sqlite(path.join(directory, 'vestry.db'));
  db.pragma('synchronous = OFF');
  db.exec(`begin; insert into notificationBatches (id, channel, kind, content, skipped, createdAt, createdByName)
    values ('00000000-0000-0000-0000-000000000000', 'Email', 'Message', '{}', '[]', '2026-01-01T00:00:00.000Z', 'x')`);
  for (const [table, columns] of Object.entries(tables(count))) {
    db.exec(`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${count})
      insert into ${table} (${Object.keys(columns).join()}) select ${Object.values(columns).join()} from numbers`);
  }
  // Moves the head of the audit log to its last entry, so that the program can add further entries.
  db.exec('update auditHead set entries = (select max(id) from auditLogs); commit');
  db.close();
}
