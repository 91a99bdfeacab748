import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { inTransaction } from '../../../../src/app.ts';
import { updateExpenseColumns } from '../../../../src/features/spending/expenses/queries.ts';
import { removeLeftovers, sweepReceipts } from '../../../../src/features/spending/receipts/sweep.ts';
import { attachReceipt } from '../../../../src/features/spending/receipts/service.ts';
import { createExpense } from '../../../../src/features/spending/expenses/service.ts';
import { createUser } from '../../../../src/features/access/users/service.ts';
import { as, NOW, type TestApp, testApp } from '../../../support/app.ts';
import { incoming, lunch, pdf, storedReceipt, tamperReceipt } from '../../../support/receipts.ts';

const HOUR_MS = 3_600_000;
const random = (letter: string) => letter.repeat(32);

async function withReceipts(count: number) {
  const app = await testApp();
  const person = { email: 'owner@example.org', displayName: 'Owner', roles: ['member' as const], memberId: null };
  const { user } = await createUser(app, person, 'a long enough password');
  const owner = as(app, user.id, 'member');
  const receipts: { id: number; file: string }[] = [];
  for (let made = 0; made < count; made += 1) {
    const { id } = await createExpense(owner, lunch());
    await attachReceipt(owner, id, incoming(pdf()));
    receipts.push({ id, file: path.join(app.paths.receipts, (await storedReceipt(app, id)).path) });
  }
  for (const { file } of receipts) age(file, 48);
  return { app, receipts };
}

/** Sets the time of a file to `hours` hours before the service's current time, and returns the path of the file. */
function age(file: string, hours: number): string {
  const at = new Date(NOW.getTime() - hours * HOUR_MS);
  utimesSync(file, at, at);
  return file;
}

/** Creates a file in the receipts folder that no row refers to, and returns its path. */
function plant({ paths }: TestApp, place: string, hours: number): string {
  const file = path.join(paths.receipts, place);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, 'left over');
  return age(file, hours);
}

test('an unreferenced receipt file older than an hour is listed and can be removed; all other files stay', async () => {
  const { app, receipts } = await withReceipts(3);
  const [deleted] = receipts;
  await inTransaction(app, ({ db }) => updateExpenseColumns(db, deleted?.id ?? 0, { deletedAt: NOW.toISOString() }));
  const old = [`2026/11/${random('a')}.pdf`, `1999/01/${random('b')}.heic`, `${random('c')}.new`];
  const young = [`2026/11/${random('d')}.pdf`, `${random('e')}.new`];
  const foreign = ['README.txt', '2026/notes.pdf', '2026/11/backup/x.pdf'];
  const gone = old.map((place) => plant(app, place, 1.1));
  const kept = [...young.map((place) => plant(app, place, 0.9)), ...foreign.map((place) => plant(app, place, 99))];
  const sweep = await sweepReceipts(app);
  expect({ ...sweep, leftovers: sweep.leftovers.toSorted(), foreign: sweep.foreign.toSorted() }).toEqual({
    intact: 3,
    leftovers: old.toSorted(),
    foreign: foreign.toSorted(),
    faults: [],
  });
  expect(gone.filter((file) => existsSync(file))).toEqual(gone);
  await removeLeftovers(app, sweep.leftovers);
  expect(gone.filter((file) => existsSync(file))).toEqual([]);
  expect([...kept, ...receipts.map(({ file }) => file)].filter((file) => !existsSync(file))).toEqual([]);
  expect(await sweepReceipts(app)).toMatchObject({ intact: 3, leftovers: [], faults: [] });
});

test('a receipt row is reported and left unchanged if its file is missing, changed, a link, or outside the folder', async () => {
  const { app, receipts } = await withReceipts(6);
  const [missing, shorter, other, link, elsewhere] = receipts;
  rmSync(missing?.file ?? '');
  truncateSync(shorter?.file ?? '', 3);
  const bytes = readFileSync(other?.file ?? '');
  writeFileSync(other?.file ?? '', bytes.fill(0, bytes.length - 1));
  rmSync(link?.file ?? '');
  symlinkSync(app.paths.secrets, link?.file ?? '');
  await tamperReceipt(app, elsewhere?.id ?? 0, { path: '../vestry.db' });
  const rows = () => app.db.selectFrom('receipts').selectAll().execute();
  const before = await rows();
  const { intact, faults, leftovers } = await sweepReceipts(app);
  expect(intact).toBe(1);
  // This is the receipt of the row whose path was changed. The sweep lists it, but does not remove it.
  expect(leftovers).toHaveLength(1);
  expect(existsSync(elsewhere?.file ?? '')).toBe(true);
  expect(faults).toEqual([
    { expenseId: missing?.id, problem: 'missing' },
    { expenseId: shorter?.id, problem: 'other size' },
    { expenseId: other?.id, problem: 'other content' },
    { expenseId: link?.id, problem: 'elsewhere' },
    { expenseId: elsewhere?.id, problem: 'elsewhere' },
  ]);
  expect(await rows()).toEqual(before);
  expect(existsSync(app.paths.database)).toBe(true);
});

test('if the receipts folder is missing, every receipt is reported as missing', async () => {
  const { app } = await withReceipts(2);
  rmSync(app.paths.receipts, { recursive: true });
  const { intact, faults } = await sweepReceipts(app);
  expect(intact).toBe(0);
  expect(faults.map(({ problem }) => problem)).toEqual(['missing', 'missing']);
});
