import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from '../../src/db/migrate.ts';
import { MIGRATIONS } from '../../src/db/migrations/index.ts';
import { entryId } from '../../src/db/search-index.ts';
import { planFor } from '../../src/db/search-parts.ts';
import { wordsOf } from '../../src/lib/fold.ts';
import { temporaryDir } from '../support/daemon.ts';

const MEMBERS = 1200;
const AT = '2026-01-01T00:00:00.000Z';
const BEFORE = MIGRATIONS.findIndex(({ name }) => name === '0014-search-parts');

let place: ReturnType<typeof temporaryDir>;
let file: string;
beforeEach(() => {
  place = temporaryDir();
  file = path.join(place.dir, 'vestry.db');
});
afterEach(() => place.remove());

let notes: string[];
function run(migrations = MIGRATIONS): string[] {
  notes = [];
  const note = (message: string) => void notes.push(message);
  return migrate(file, { backupDir: path.join(place.dir, 'backups'), now: new Date(AT), note, migrations });
}

function inFile<T>(work: (db: Sqlite.Database) => T): T {
  const db = new Sqlite(file);
  try {
    return work(db);
  } finally {
    db.close();
  }
}

/** Adds searchable rows of every kind, and an entry in the search index of the previous version. */
function fillOldChurch(): void {
  run(MIGRATIONS.slice(0, BEFORE));
  inFile((db) => {
    const add = (table: string, row: Record<string, unknown>) => {
      const all = { createdAt: AT, modifiedAt: AT, ...row };
      const names = Object.keys(all);
      db.prepare(`insert into ${table} (${names.join()}) values (${names.map((name) => `@${name}`).join()})`).run(all);
    };
    const person = { firstName: 'Shu-Fen', lastName: 'Huang', status: 'Active' };
    for (let id = 1; id <= MEMBERS; id += 1) add('members', { id, ...person, offeringNumber: `N${id}` });
    db.prepare('update members set phone = ? where id = 7').run('(630) 555-0112');
    add('members', { id: MEMBERS + 1, ...person, deletedAt: AT, phone: '630 555 0112' });
    add('familyUnits', { id: 1, name: 'The Huangs', jointStatement: 0 });
    add('familyUnits', { id: 2, name: 'The Huangs who left', jointStatement: 0, deletedAt: AT });
    const user = { email: 'huang@example.org', emailKey: 'huang@example.org', displayName: 'S. F. Huang' };
    add('users', { id: 1, ...user, passwordHash: 'x', mustChangePassword: 0 });
    const named = { name: 'General', nameKey: 'general', sortOrder: 1 };
    add('givingCategories', { id: 1, ...named, isTaxDeductible: 1, isRestricted: 0 });
    add('ministries', { id: 1, ...named, defaultFunctionalClass: 'ProgramServices' });
    db.exec(`insert into form990Lines values ('24', 'Other expenses', '', 1)`);
    add('expenseCategoryGroups', { id: 1, ...named });
    add('expenseSubCategories', { id: 1, groupId: 1, ...named, form990LineCode: '24' });
    const giving = { categoryId: 1, amountMinor: 500, date: '2026-01-01', giftDate: '2026-01-01', method: 'Cash' };
    add('givings', { id: 1, ...giving, isAnonymous: 0, note: 'from Huang' });
    const spent = { subCategoryId: 1, ministryId: 1, amountMinor: 500, expenseDate: '2026-01-01', submittedBy: 1 };
    add('expenses', { id: 1, ...spent, description: 'Flowers', vendor: 'Huang & Sons', status: 'Draft' });
    db.prepare('insert into searchIndex (rowid, parts) values (?, ?)').run(7, 'hua uan ang');
  });
}

/** Returns the ids of the entries that a term finds, without the bit that marks repetitive texts. */
const find = (term: string): number[] =>
  inFile((db) =>
    db
      .prepare('select rowid - rowid % 2 from searchIndex where searchIndex match ? order by rowid')
      .pluck()
      .all(planFor(wordsOf(term)).match),
  ) as number[];

const EVERYBODY = Array.from({ length: MEMBERS }, (_, index) => entryId('member', index + 1, false));
const ALL = [
  ...EVERYBODY,
  entryId('formerMember', MEMBERS + 1, false),
  entryId('familyUnit', 1, false),
  entryId('user', 1, false),
  entryId('giving', 1, false),
  entryId('expense', 1, false),
];

test('an upgrade makes everything searchable with the new index, and announces that this takes some time', () => {
  fillOldChurch();
  expect(run()).toContain('0014-search-parts');
  expect(find('huan')).toEqual(ALL);
  expect(find('N1200')).toEqual([entryId('member', 1200, false)]);
  expect(find('6305550112').map((entry) => entry - (entry % 2))).toEqual([entryId('memberPhone', 7, false)]);
  expect(notes[0]).toMatch(/search index for 1205 records/);
});

test('an upgrade rebuilds the search index once, even if several of its migrations require this', () => {
  fillOldChurch();
  run();
  const again = (name: string) => ({ name, sql: '', reindexes: true });
  expect(run([...MIGRATIONS, again('one'), again('two')])).toEqual(['one', 'two']);
  expect(notes.filter((note) => note.startsWith('Rebuilding')).length).toBe(1);
  expect(find('huan')).toEqual(ALL);
});

test('an interrupted upgrade keeps the old index and version, and runs again at the next start', () => {
  fillOldChurch();
  // The error is thrown after the index is built, but before the commit.
  const options = { backupDir: path.join(place.dir, 'backups'), now: new Date(AT) };
  const note = (message: string) => {
    if (message.includes('complete')) throw new Error('cut short');
  };
  expect(() => migrate(file, { ...options, note })).toThrow(/cut short/);
  expect(inFile((db) => db.pragma('user_version', { simple: true }))).toBe(BEFORE);
  const old = `select rowid from searchIndex where searchIndex match '"hua uan"'`;
  expect(inFile((db) => db.prepare(old).pluck().all())).toEqual([7]);
  expect(run()).toContain('0014-search-parts');
  expect(find('huan')).toEqual(ALL);
});

test('the creation of a new database does not announce a rebuild of the search index', () => {
  run();
  expect(notes).toEqual([]);
});
