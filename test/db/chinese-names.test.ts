import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { MIGRATIONS } from '../../src/db/migrations/index.ts';
import { fold } from '../../src/lib/fold.ts';
import { readShipped } from '../../src/package.ts';
import { AT, oldDatabase, stepsBefore } from '../support/old-database.ts';

const database = oldDatabase();
const { run } = database;
const BEFORE = stepsBefore('-chinese-names');

type Entry = { key?: string; name: string; nameZh: string; description?: string };

const shipped = (name: string) => readShipped(`data/${name}.json`) as Record<string, Entry[]>;
const groups = (shipped('expense-categories')['groups'] ?? []) as (Entry & { subCategories: Entry[] })[];
const CATALOGS: [table: string, catalog: string, entries: Entry[]][] = [
  ['givingCategories', 'GivingCategory', shipped('giving-categories')['categories'] ?? []],
  ['ministries', 'Ministry', shipped('ministries')['ministries'] ?? []],
  ['expenseCategoryGroups', 'ExpenseCategoryGroup', groups],
  ['expenseSubCategories', 'ExpenseSubCategory', groups.flatMap(({ subCategories }) => subCategories)],
  ['roles', 'Role', shipped('user-roles')['roles'] ?? []],
];

/** Values for the required columns that only some of the tables have, by table. */
const NEEDED: Record<string, Record<string, unknown>> = {
  givingCategories: { isTaxDeductible: 1, isRestricted: 0 },
  ministries: { defaultFunctionalClass: 'ProgramServices' },
  expenseCategoryGroups: {},
  expenseSubCategories: { form990LineCode: '24' },
};

/** Adds the rows of every catalog as earlier versions did, without Chinese names. */
function seedBefore(db: Sqlite.Database): void {
  db.exec(`insert into form990Lines values ('24', 'Other expenses', '', 1)`);
  for (const [table, catalog, entries] of CATALOGS) {
    for (const [n, { key, name, description }] of entries.entries()) {
      const stamps = { createdAt: AT, modifiedAt: AT };
      const row =
        table === 'roles'
          ? { name, description, sortOrder: n }
          : { name, nameKey: fold(name), sortOrder: n, ...NEEDED[table], ...stamps };
      const more = table === 'expenseSubCategories' ? { ...row, groupId: (n % groups.length) + 1 } : row;
      const columns = Object.keys(more);
      const values = columns.map((column) => `@${column}`);
      db.prepare(`insert into ${table} (${columns.join()}) values (${values.join()})`).run(more);
      const rowKey = table === 'roles' ? name : String(n + 1);
      db.prepare('insert into seededRows values (?, ?, ?)').run(catalog, key ?? name, rowKey);
    }
  }
}

test('the migration for Chinese names gives every row the Chinese name from its catalog', () => {
  run(MIGRATIONS.slice(0, BEFORE));
  const db = new Sqlite(database.file);
  seedBefore(db);
  db.close();
  run();
  const after = new Sqlite(database.file);
  for (const [table, , entries] of CATALOGS) {
    const names = after.prepare(`select name, nameZh from ${table} order by sortOrder`).all();
    expect(names, table).toEqual(entries.map(({ name, nameZh }) => ({ name, nameZh })));
  }
  after.close();
});

test('the migration for Chinese names does not change what a church renamed, added or deleted', () => {
  run(MIGRATIONS.slice(0, BEFORE));
  const db = new Sqlite(database.file);
  seedBefore(db);
  db.exec("update givingCategories set name = 'First fruits', nameKey = 'firstfruits' where name = 'Tithe'");
  db.exec("delete from ministries where name = 'Youth'");
  db.exec(`insert into ministries (name, nameKey, defaultFunctionalClass, sortOrder, createdAt, modifiedAt)
    values ('Youth', 'youth', 'ProgramServices', 99, '${AT}', '${AT}')`);
  db.close();
  run();
  const after = new Sqlite(database.file);
  const nameZh = (table: string, name: string) =>
    after.prepare(`select nameZh from ${table} where name = ?`).pluck().get(name);
  expect(nameZh('givingCategories', 'First fruits')).toBeNull();
  expect(nameZh('givingCategories', 'Missions')).toBe('宣教奉獻');
  expect(nameZh('ministries', 'Youth')).toBeNull();
  after.close();
});
