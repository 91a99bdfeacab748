/**
 * Adds the entries of the catalogs in `data/` to the database, each entry only once. The row of an applied entry
 * belongs to the church. If the church renames, disables, re-maps or deletes the row, that change stays. New entries of
 * a later version are added.
 */
import { type App, created, inTransaction } from '../../app.ts';
import { changesOf, type Fact } from '../audit/rules.ts';
import { record } from '../audit/service.ts';
import { fold } from '../../lib/fold.ts';
import { readShipped } from '../../package.ts';
import { ROLES, type Role } from '../../permissions.ts';
import type { Form1099Box } from '../../books/form1099.ts';
import { type FundClass, GENERAL_FUND } from '../../books/fund-classes.ts';
import type { FunctionalClass } from '../../books/functional-classes.ts';
import type { Db } from '../../db/connect.ts';

type Audit = ReturnType<typeof created>;

/** An entry of a catalog: the catalog and key under which it is recorded, and the function that adds its row. */
type Entry = {
  catalog: string;
  key: string;
  add: (db: Db, audit: Audit, rowKeys: RowKeys) => Promise<Added>;
};

/**
 * The key of the row that an entry added or adopted. `told` contains the values that the audit log records. It is
 * missing if the church had already made the row.
 */
type Added = { rowKey: number | string; told?: Readonly<Record<string, unknown>> };

/** The keys of the rows of all applied entries, by catalog and entry key. */
type RowKeys = ReadonlyMap<string, string>;

const nameOf = ({ catalog, key }: Pick<Entry, 'catalog' | 'key'>) => `${catalog} ${key}`;

/** Applies every catalog entry that was not applied before. Returns how many there were. */
export async function seed(app: App): Promise<number> {
  const entries = catalogEntries();
  if ((await pending(app.db, entries)).length === 0) return 0;
  return inTransaction(app, async (app) => {
    const todo = await pending(app.db, entries);
    const rowKeys = new Map<string, string>();
    for (const row of await app.db.selectFrom('seededRows').selectAll().execute()) rowKeys.set(nameOf(row), row.rowKey);
    const facts: Fact[] = [];
    for (const entry of todo) {
      const added = await entry.add(app.db, created(app), rowKeys);
      const rowKey = String(added.rowKey);
      rowKeys.set(nameOf(entry), rowKey);
      facts.push(seededFact(entry, rowKey, added.told));
      await app.db.insertInto('seededRows').values({ catalog: entry.catalog, key: entry.key, rowKey }).execute();
    }
    await record(app, ...facts);
    return todo.length;
  });
}

function seededFact({ catalog, key }: Entry, entityId: string, told: Added['told'] = {}): Fact {
  return { action: `${catalog}Seeded`, entityType: catalog, entityId, changes: changesOf({ key, ...told }) };
}

async function pending(db: Db, entries: readonly Entry[]): Promise<Entry[]> {
  const rows = await db.selectFrom('seededRows').select(['catalog', 'key']).execute();
  const applied = new Set(rows.map(nameOf));
  return entries.filter((entry) => !applied.has(nameOf(entry)));
}

function catalogEntries(): Entry[] {
  return [
    ...roleEntries(),
    ...lineEntries(),
    ...fundEntries(),
    ...givingEntries(),
    ...incomeEntries(),
    ...ministryEntries(),
    ...expenseEntries(),
  ];
}

function roleEntries(): Entry[] {
  const { roles } = readShipped('data/user-roles.json') as {
    roles: { name: Role; nameZh: string; description: string }[];
  };
  return roles.map(({ name, nameZh, description }) => ({
    catalog: 'Role',
    key: name,
    add: async (db) => {
      await db
        .insertInto('roles')
        .values({ name, nameZh, description, sortOrder: ROLES.indexOf(name) })
        .execute();
      return { rowKey: name };
    },
  }));
}

function lineEntries(): Entry[] {
  type Line = { code: string; description: string; allowedColumns: FunctionalClass[] };
  const { lines } = readShipped('data/form990-lines.json') as { lines: Line[] };
  return lines.map(({ code, description, allowedColumns }, sortOrder) => ({
    catalog: 'Form990ExpenseLine',
    key: code,
    add: async (db) => {
      const line = { code, description, allowedColumns: JSON.stringify(allowedColumns), sortOrder };
      await db.insertInto('form990Lines').values(line).execute();
      return { rowKey: code };
    },
  }));
}

function fundEntries(): Entry[] {
  type Fund = { key: string; name: string; nameZh: string; class: FundClass };
  const { funds } = readShipped('data/funds.json') as { funds: Fund[] };
  return funds.map(({ key, name, nameZh, class: fundClass }) => ({
    catalog: 'Fund',
    key,
    add: async (db, audit, rowKeys) => {
      // In an upgraded database, migration 0020 has already added the fund, perhaps under another name.
      const categoryId = Number(rowKeys.get(nameOf({ catalog: 'GivingCategory', key })) ?? 0);
      const made = await db.selectFrom('funds').select('id').where('madeFor', '=', categoryId).executeTakeFirst();
      if (made) return { rowKey: made.id };
      return insertOrAdopt(db, 'funds', {
        row: { name, nameZh, nameKey: fold(name), class: fundClass, purpose: null, ...audit },
        told: { name, class: fundClass, isActive: true },
      });
    },
  }));
}

function givingEntries(): Entry[] {
  type Category = { key: string; name: string; nameZh: string; isTaxDeductible: boolean; fund?: string };
  const { categories } = readShipped('data/giving-categories.json') as { categories: Category[] };
  return categories.map(({ key, name, nameZh, isTaxDeductible, fund }, sortOrder) => ({
    catalog: 'GivingCategory',
    key,
    add: (db, audit, rowKeys) => {
      const fundId = fund === undefined ? GENERAL_FUND : Number(rowKeys.get(nameOf({ catalog: 'Fund', key: fund })));
      return insertOrAdopt(db, 'givingCategories', {
        row: {
          name,
          nameZh,
          nameKey: fold(name),
          description: null,
          isTaxDeductible: isTaxDeductible ? 1 : 0,
          fundId,
          sortOrder,
          ...audit,
        },
        told: { name, isTaxDeductible, fundId, isActive: true },
      });
    },
  }));
}

function incomeEntries(): Entry[] {
  type Category = { key: string; name: string; nameZh: string };
  const { categories } = readShipped('data/income-categories.json') as { categories: Category[] };
  return categories.map(({ key, name, nameZh }, sortOrder) => ({
    catalog: 'IncomeCategory',
    key,
    add: (db, audit) =>
      insertOrAdopt(db, 'incomeCategories', {
        row: { name, nameZh, nameKey: fold(name), sortOrder, ...audit },
        told: { name, isActive: true },
      }),
  }));
}

function ministryEntries(): Entry[] {
  type Ministry = { key: string; name: string; nameZh: string; defaultFunctionalClass: FunctionalClass };
  const { ministries } = readShipped('data/ministries.json') as { ministries: Ministry[] };
  return ministries.map(({ key, name, nameZh, defaultFunctionalClass }, sortOrder) => ({
    catalog: 'Ministry',
    key,
    add: (db, audit) =>
      insertOrAdopt(db, 'ministries', {
        row: { name, nameZh, nameKey: fold(name), defaultFunctionalClass, sortOrder, ...audit },
        told: { name, defaultFunctionalClass, isActive: true },
      }),
  }));
}

function expenseEntries(): Entry[] {
  type SubCategory = {
    key: string;
    name: string;
    nameZh: string;
    form990LineCode: string;
    form1099?: Form1099Box;
    description?: string;
  };
  type Group = { key: string; name: string; nameZh: string; subCategories: SubCategory[] };
  const { groups } = readShipped('data/expense-categories.json') as { groups: Group[] };
  return groups.flatMap((group, groupOrder): Entry[] => [
    {
      catalog: 'ExpenseCategoryGroup',
      key: group.key,
      add: (db, audit) =>
        insertOrAdopt(db, 'expenseCategoryGroups', {
          row: {
            name: group.name,
            nameZh: group.nameZh,
            nameKey: fold(group.name),
            sortOrder: groupOrder,
            ...audit,
          },
          told: { name: group.name, isActive: true },
        }),
    },
    ...group.subCategories.map(({ key, description = null, form1099 = null, ...named }, sortOrder): Entry => ({
      catalog: 'ExpenseSubCategory',
      key,
      add: (db, audit, rowKeys) => {
        const groupId = Number(rowKeys.get(nameOf({ catalog: 'ExpenseCategoryGroup', key: group.key })));
        return insertOrAdopt(db, 'expenseSubCategories', {
          row: { groupId, ...named, nameKey: fold(named.name), description, form1099, sortOrder, ...audit },
          told: { groupId, name: named.name, form990LineCode: named.form990LineCode, form1099, isActive: true },
        });
      },
    })),
  ]);
}

type NamedTable =
  | 'funds'
  | 'givingCategories'
  | 'incomeCategories'
  | 'ministries'
  | 'expenseCategoryGroups'
  | 'expenseSubCategories';

type NamedRow = { nameKey: string; groupId?: number } & Record<string, unknown>;

/** Adds a row. If the church has already made a row of the same name, uses that row instead. */
async function insertOrAdopt(
  db: Db,
  table: NamedTable,
  { row, told }: { row: NamedRow; told: NonNullable<Added['told']> },
): Promise<Added> {
  let same = db.selectFrom(table).select('id').where('nameKey', '=', row.nameKey);
  if (row.groupId !== undefined) same = same.where('groupId' as never, '=', row.groupId as never);
  const existing = await same.executeTakeFirst();
  if (existing) return { rowKey: existing.id };
  const { id } = await db
    .insertInto(table)
    .values(row as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  return { rowKey: id, told };
}
