/** Reads the records in the books on disk, and finds inconsistencies, without using the program's own code. */
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Sqlite from 'better-sqlite3';

/**
 * Reads the books of a data directory that no process uses. Works on a copy, so that the program later finds the
 * originals unchanged. Returns the records by their marks, all inconsistencies, and the receipt files without a row.
 */
export function readBooks(directory) {
  const copy = mkdtempSync(path.join(tmpdir(), 'vestry-torture-'));
  for (const file of ['vestry.db', 'vestry.db-wal'])
    if (existsSync(path.join(directory, file))) copyFileSync(path.join(directory, file), path.join(copy, file));
  const db = new Sqlite(path.join(copy, 'vestry.db'));
  try {
    const receipts = path.join(directory, 'receipts');
    const faults = [damage, auditFaults, statementFaults, paymentFaults, depositFaults].flatMap((find) => find(db));
    faults.push(...receiptFaults(db, receipts));
    return { records: recordsOf(db), faults, orphans: orphansOf(db, receipts) };
  } finally {
    db.close();
    rmSync(copy, { recursive: true });
  }
}

/** Returns the faults that SQLite itself finds. */
export function damage(db) {
  const integrity = db.pragma('integrity_check', { simple: true });
  const broken = db.pragma('foreign_key_check');
  return [
    ...(integrity === 'ok' ? [] : [`integrity_check: ${integrity}`]),
    ...(broken.length === 0 ? [] : [`foreign_key_check: ${JSON.stringify(broken[0])}`]),
  ];
}

/** SQL for the hash of the newest receipt of an expense, which is its current receipt. */
const CURRENT = '(select sha256 from receipts where expenseId = expenses.id order by id desc limit 1)';

/** For each kind of record, the query that returns marks and states. */
const KINDS = [
  `select note as mark, amountMinor as amount, deletedAt is not null as gone from givings
    where sessionId is null and note glob 'g[0-9]*'`,
  `select note as mark, count(*) as rows, sum(amountMinor) as total from givings where note glob 'i[0-9]*' group by note`,
  `select notes as mark, status, (select group_concat(amountMinor) from givings g where g.sessionId = s.id) as lines
    from offeringSessions s`,
  `select description as mark, amountMinor as amount, status, ${CURRENT} as receipt from expenses`,
  'select lastName as mark, firstName, deletedAt is not null as gone from members',
  'select memo as mark, amountMinor as amount, deletedAt is not null as gone from otherIncome',
  'select memo as mark, amountMinor as amount, deletedAt is not null as gone from transfers',
  `select memo as mark, deletedAt is not null as gone,
    (select group_concat(amountMinor) from depositItems where depositId = d.id) as items
    from deposits d where sessionId is null`,
  `select memo as mark, deletedAt is not null as gone,
    (select group_concat(amountMinor) from journalLines where entryId = e.id) as lines from journalEntries e`,
  `select reference as mark, (select group_concat(amountMinor) from paymentItems where paymentId = p.id) as items
    from payments p where reference is not null`,
  "select printf('s%04d-%02d', year, month) as mark, status, notes from monthlyStatements",
];

function recordsOf(db) {
  const records = new Map();
  for (const { mark, ...state } of KINDS.flatMap((sql) => db.prepare(sql).all()))
    records.set(mark, { state, times: (records.get(mark)?.times ?? 0) + 1 });
  return records;
}

/** For each type of record in the audit log, the query for the current states, with the field names of the log. */
const AUDITED = [
  [
    'Giving',
    "select id, amountMinor / 100.0 as amount, iif(deletedAt is null, '', 'GivingDeleted') as last from givings",
  ],
  ['OfferingSession', 'select id, status from offeringSessions'],
  ['Expense', `select id, amountMinor / 100.0 as amount, status, ${CURRENT} as receipt from expenses`],
  ...[
    ['OtherIncome', 'otherIncome'],
    ['Transfer', 'transfers'],
    ['JournalEntry', 'journalEntries'],
  ].map(([type, table]) => [
    type,
    `select id, amountMinor / 100.0 as amount, iif(deletedAt is null, '', '${type}Deleted') as last from ${table}`,
  ]),
  ['Deposit', "select id, date, iif(deletedAt is null, '', 'DepositDeleted') as last from deposits"],
  ['Payment', 'select id, date, reference from payments'],
  ['Member', "select id, firstName, iif(deletedAt is null, '', 'MemberDeleted') as last from members"],
  ['MonthlyStatement', "select printf('%04d-%02d', year, month) as id, status, notes from monthlyStatements"],
];

/** Compares the tables with the states that follow from replaying the audit log. Both must have the same records. */
function auditFaults(db) {
  const told = tell(db);
  return AUDITED.flatMap(([type, sql]) => {
    const rows = db.prepare(sql).all();
    const faults = rows.flatMap(({ id, ...row }) => {
      const { times = 0, ...said } = told.get(`${type} ${id}`) ?? {};
      const wrong = Object.keys(row).filter((field) => (said[field] ?? null) !== row[field]);
      if (times !== 1) wrong.push(`creation, recorded ${times} times`);
      return wrong.map(
        (field) => `audit: ${type} ${id} differs in ${field}: the log has ${said[field]}, the table ${row[field]}`,
      );
    });
    const known = [...told.keys()].filter((key) => key.startsWith(`${type} `)).length;
    return known === rows.length
      ? faults
      : [...faults, `audit: the log has ${known} records of ${type}, the table ${rows.length}`];
  });
}

function tell(db) {
  const told = new Map();
  for (const { action, entityType, entityId, changes } of db.prepare('select * from auditLogs order by id').iterate()) {
    const key = `${entityType} ${entityId}`;
    const record = told.get(key) ?? { times: 0 };
    if (action === `${entityType}Created`) record.times += 1;
    told.set(key, record);
    record.last = action === `${entityType}Deleted` ? action : '';
    if (record.last) continue;
    for (const [field, [, after]] of Object.entries(JSON.parse(changes ?? '{}')))
      record[field] = field === 'receipt' ? (after?.sha256 ?? null) : after;
  }
  return told;
}

/** Checks that the payments of a paid expense add up to its amount, and that no other expense has a payment. */
function paymentFaults(db) {
  const paid = '(select coalesce(sum(amountMinor), 0) from paymentItems where expenseId = expenses.id)';
  const rows = db.prepare(`select id, status, amountMinor as amount, ${paid} as paid from expenses`).all();
  return rows
    .filter(({ status, amount, paid }) => paid !== (status === 'Paid' ? amount : 0))
    .map(({ id, status, amount, paid }) => `expense ${id} of ${amount} is ${status}, but its payments are ${paid}`);
}

/** Checks that the money of every reconciled session was deposited exactly once, and no money of any other session. */
function depositFaults(db) {
  const given = '(select coalesce(sum(amountMinor), 0) from givings where sessionId = s.id and deletedAt is null)';
  const deposited = `(select coalesce(sum(i.amountMinor), 0) from depositItems i
    join deposits d on d.id = i.depositId where i.sessionId = s.id and d.deletedAt is null)`;
  const rows = db
    .prepare(`select id, status, ${given} as given, ${deposited} as deposited from offeringSessions s`)
    .all();
  return rows
    .filter(({ status, given, deposited }) => deposited !== (status === 'Reconciled' ? given : 0))
    .map(({ id, status, given, deposited }) => `session ${id} of ${given} is ${status}, but ${deposited} is deposited`);
}

function receiptFaults(db, folder) {
  const rows = db.prepare('select * from receipts').all();
  return rows.flatMap(({ expenseId: id, path: stored, sha256, size }) => {
    const file = path.join(folder, stored);
    if (!existsSync(file)) return [`expense ${id} refers to a missing receipt`];
    const bytes = readFileSync(file);
    const isSame = bytes.length === size && createHash('sha256').update(bytes).digest('hex') === sha256;
    return isSame ? [] : [`the receipt of expense ${id} differs from the file that was sent`];
  });
}

/** Returns the files in the receipts folder that no row refers to. */
function orphansOf(db, folder) {
  if (!existsSync(folder)) return [];
  const named = new Set(db.prepare('select path from receipts').pluck().all());
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !named.has(path.relative(folder, file)));
}

/**
 * Checks that the total stored with each finalized month equals the sum of its givings. A difference means that a
 * giving was added after the month was finalized.
 */
function statementFaults(db) {
  const sum = db.prepare(
    "select coalesce(sum(amountMinor), 0) from givings where deletedAt is null and strftime('%Y-%m', date) = ?",
  );
  const finalized = db.prepare("select * from monthlyStatements where status = 'Finalized'").all();
  return finalized.flatMap(({ year, month, snapshot }) => {
    const key = `${year}-${String(month).padStart(2, '0')}`;
    const [stored, actual] = [JSON.parse(snapshot).figures.totalGiving, sum.pluck().get(key)];
    return stored === actual
      ? []
      : [`statement ${key} was finalized with ${stored}, but its givings add up to ${actual}`];
  });
}
