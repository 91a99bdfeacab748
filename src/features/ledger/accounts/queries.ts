import { type Insertable, type Selectable, sql } from 'kysely';
import type { Method } from '../../../books/payment-methods.ts';
import { AUDITED } from '../../../db/columns.ts';
import type { Db } from '../../../db/connect.ts';
import { insertRow, insertRows } from '../../../db/insert.ts';
import { prepared } from '../../../db/prepared.ts';
import type { Account } from './schema.ts';
import type { AccountMethodTable, AccountTable } from './table.ts';

/** Returns all accounts in the order in which they were added. */
export async function listAccounts(db: Db): Promise<Account[]> {
  const rows = await selectAccounts(db);
  return rows.map(({ role, ...row }) => ({
    ...row,
    isActive: row.isActive === 1,
    isDefault: row.isDefault === 1,
    isReserved: role !== null,
  }));
}

const selectAccounts = prepared((db) =>
  db
    .selectFrom('accounts')
    .select(['id', 'name', 'nameZh', 'kind', 'number', 'isActive', 'isDefault', 'role'])
    .select(AUDITED)
    .orderBy('id'),
);

/** Returns the id of the account with the folded name, or undefined. */
export async function findByName(db: Db, nameKey: string): Promise<number | undefined> {
  const row = await db.selectFrom('accounts').select('id').where('nameKey', '=', nameKey).executeTakeFirst();
  return row?.id;
}

/** Adds an account. Returns its id. */
export function insertAccount(db: Db, account: Insertable<AccountTable>): Promise<number> {
  return insertRow(db, 'accounts', account);
}

/** Changes columns of an account. */
export async function updateAccountColumns(
  db: Db,
  id: number,
  columns: Partial<Omit<Selectable<AccountTable>, 'id'>>,
): Promise<void> {
  await db.updateTable('accounts').set(columns).where('id', '=', id).execute();
}

/** Removes an account that nothing refers to. */
export async function deleteAccount(db: Db, id: number): Promise<void> {
  await db.deleteFrom('accounts').where('id', '=', id).execute();
}

/** Returns the accounts that were chosen for payment methods. */
export function listMethods(db: Db): Promise<Selectable<AccountMethodTable>[]> {
  return selectMethods(db);
}

const selectMethods = prepared((db) => db.selectFrom('accountMethods').selectAll());

/**
 * Returns the account that receives (`in`) or pays (`out`) money by a payment method: the account that was chosen for
 * the method, or else the default account.
 */
export async function findByMethod(
  db: Db,
  direction: AccountMethodTable['direction'],
  method: Method,
): Promise<number | undefined> {
  const [row] = await selectByMethod(db, direction, method);
  return row?.id;
}

const selectByMethod = prepared((db, direction: string, method: string) =>
  db
    .selectFrom('accounts')
    .select((eb) =>
      eb.fn
        .coalesce(
          eb
            .selectFrom('accountMethods')
            .select('accountId')
            .where('direction', '=', direction as 'in')
            .where('method', '=', method as Method),
          'accounts.id',
        )
        .as('id'),
    )
    // The value is written into the SQL. As a parameter, it would make SQLite compile the statement anew at each use,
    // because the index has a condition on it.
    .where('isDefault', '=', sql.lit(1)),
);

/** Replaces the accounts that were chosen for payment methods. */
export async function replaceMethods(db: Db, rows: readonly Selectable<AccountMethodTable>[]): Promise<void> {
  await db.deleteFrom('accountMethods').execute();
  await insertRows(db, 'accountMethods', rows);
}
