/** The audit log proves the addresses and tax ids of vendors, and the boxes of Form 1099 of the parts of expenses. */
import { randomBytes } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { type App, inTransaction } from '../../../src/app.ts';
import { createUser } from '../../../src/features/access/users/service.ts';
import { type Proof, prove, proveBooks } from '../../../src/features/audit/proof.ts';
import { listAuditLogs, record } from '../../../src/features/audit/service.ts';
import { AuditQuery } from '../../../src/features/audit/schema.ts';
import { NewExpense } from '../../../src/features/spending/expenses/schema.ts';
import { createExpense, updateExpense } from '../../../src/features/spending/expenses/service.ts';
import { mergeVendor } from '../../../src/features/spending/vendors/merge.ts';
import { NewVendor } from '../../../src/features/spending/vendors/schema.ts';
import { createVendor, deleteVendor, updateVendor } from '../../../src/features/spending/vendors/service.ts';
import { decode } from '../../../src/validate.ts';
import { as, testApp, type TestApp } from '../../support/app.ts';
import { LUNCH } from '../../support/receipts.ts';
import { forging } from './forger.ts';

let app: TestApp;

const vendor = (name: string, more: object = {}) => decode(NewVendor, { name, tinType: 'EIN', ...more });
const parts = (...boxes: (string | null)[]) => {
  const { description, expenseDate } = LUNCH;
  const splits = boxes.map((form1099) => ({ subCategoryId: 1, ministryId: 1, amount: 10, form1099 }));
  return decode(NewExpense, { description, expenseDate, amount: 10 * boxes.length, splits });
};

beforeEach(async () => {
  const system = await testApp();
  const fields = { email: 'ann@example.org', displayName: 'Ann', roles: ['super_admin' as const], memberId: null };
  const { user } = await createUser(system, fields, 'a long enough password');
  app = as(system, user.id, 'super_admin');
});

async function faultsAfter(statement: string): Promise<string[]> {
  forging(app, (db) => db.exec(statement));
  return (await proveBooks(app)).faults;
}

/** Proves the books without their key. */
function proveWithoutKey(): Promise<Proof> {
  return prove(app.db, { isOwn: false, declared: app.declared });
}

/** The app after the encryption key was lost and replaced. */
const underNewKey = (): App => ({ ...app, secrets: () => ({ ...app.secrets(), encryptionKey: randomBytes(32) }) });

test('vendors and parts that only Vestry has changed are proven, also without the key', async () => {
  const address = { line1: '1 Main St', city: 'Austin' };
  const one = await createVendor(app, vendor('Sparrow', { address, taxId: '12-3456789' }));
  const two = await createVendor(app, vendor('Hobbs', { taxId: '12-3450000' }));
  const three = await createVendor(app, vendor('Hobbs Roofing', { address: { line1: null } }));
  await updateVendor(app, one.id, vendor('Sparrow', { address: { ...address, state: 'TX' }, taxId: '98-7656789' }));
  await updateVendor(app, two.id, vendor('Hobbs', { address: null, taxId: null }));
  await mergeVendor(app, one.id, { into: three.id, confirm: false });
  const { id } = await createExpense(app, parts('NEC1', null));
  await updateExpense(app, id, parts(null, 'MISC1', 'MISC6'));
  expect(await proveBooks(app)).toMatchObject({ isIntact: true, faults: [] });
  expect((await proveWithoutKey()).faults).toEqual([]);
});

test('vendors whose tax id became unreadable, and who were changed since, cause no false alarm', async () => {
  const names = ['kept', 'renamed', 'deleted', 'entered again', 'cleared', 'merged', 'survivor'];
  const all: { id: number }[] = [];
  for (const name of names)
    all.push(await createVendor(app, vendor(name, name === 'survivor' ? {} : { taxId: '12-3456789' })));
  const id = (name: string) => all[names.indexOf(name)]?.id ?? 0;
  const later = underNewKey();
  await updateVendor(later, id('renamed'), vendor('Renamed'));
  await deleteVendor(later, id('deleted'));
  await updateVendor(later, id('entered again'), vendor('entered again', { taxId: '98-7654321' }));
  await updateVendor(later, id('cleared'), vendor('cleared', { taxId: null }));
  await mergeVendor(later, id('merged'), { into: id('survivor'), confirm: false });
  expect((await proveWithoutKey()).faults).toEqual([]);
});

test.each([
  [
    'the address of a vendor',
    `address = '{"line1":"2 Side St"}'`,
    /^Vendor 1 has address ".*2 Side St.*" in the books/,
  ],
  ['a removed address', 'address = null', /^Vendor 1 has address null/],
  [
    'the tax id of another vendor',
    'taxId = (select taxId from vendors where id = 2)',
    /^Vendor 1 has taxId "••••4321"/,
  ],
  ['a removed tax id', 'taxId = null, taxIdKey = null', /^Vendor 1 has taxId null .* says "••••6789"/],
])('the proof names %s that was written with SQL', async (_what, change, named) => {
  await createVendor(app, vendor('One', { address: { line1: '1 Main St' }, taxId: '12-3456789' }));
  await createVendor(app, vendor('Two', { taxId: '98-7654321' }));
  expect(await faultsAfter(`update vendors set ${change} where id = 1`)).toContainEqual(expect.stringMatching(named));
});

test('the proof names a tax id that was written with SQL even if the key is lost', async () => {
  await createVendor(app, vendor('One'));
  await createVendor(app, vendor('Two', { taxId: '98-7654321' }));
  await faultsAfter(`update vendors set taxId = (select taxId from vendors where id = 2), taxIdKey = 'x' where id = 1`);
  expect((await proveWithoutKey()).faults).toEqual([expect.stringMatching(/^Vendor 1 has taxId "••••" /)]);
});

test.each([
  ['changed', `set form1099 = 'MISC1' where position = 0`],
  ['removed', 'set form1099 = null where position = 0'],
  ['added', `set form1099 = 'NEC1' where position = 1`],
])('the proof names a part of an expense whose box of Form 1099 was %s with SQL', async (_what, change) => {
  await createExpense(app, parts('NEC1', null));
  expect(await faultsAfter(`update expenseSplits ${change}`)).toEqual([expect.stringMatching(/^Expense 1 has splits/)]);
});

test('an entry of an earlier version, whose parts have no box of Form 1099, agrees with parts without a box', async () => {
  const first = await createExpense(app, parts(null, null));
  const { items } = await listAuditLogs(app, decode(AuditQuery, { entityType: 'Expense' }));
  const changes = items[0]?.changes ?? {};
  const [, told] = changes['splits'] ?? [];
  const bare = (told as Record<string, unknown>[]).map(({ form1099: _box, ...part }) => part);
  const { id } = await inTransaction(app, async (app) => {
    const { id: _id, ...row } = await app.db
      .selectFrom('expenses')
      .selectAll()
      .where('id', '=', first.id)
      .executeTakeFirstOrThrow();
    const added = await app.db.insertInto('expenses').values(row).returning('id').executeTakeFirstOrThrow();
    const rows = await app.db.selectFrom('expenseSplits').selectAll().where('expenseId', '=', first.id).execute();
    await app.db
      .insertInto('expenseSplits')
      .values(rows.map((part) => ({ ...part, expenseId: added.id })))
      .execute();
    const old = { ...changes, splits: [null, bare] as [null, unknown] };
    await record(app, { action: 'ExpenseCreated', entityType: 'Expense', entityId: added.id, changes: old });
    return added;
  });
  expect(await proveBooks(app)).toMatchObject({ faults: [] });
  await updateExpense(app, id, parts('NEC1', null));
  expect(await proveBooks(app)).toMatchObject({ faults: [] });
});
