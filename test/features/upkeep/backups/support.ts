/** A church with people, gifts and receipts to back up, and folders for the backups. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Encrypter } from 'age-encryption';
import { onTestFinished, vi } from 'vitest';
import { createExpense } from '../../../../src/features/spending/expenses/service.ts';
import { attachReceipt } from '../../../../src/features/spending/receipts/service.ts';
import { NewGiving } from '../../../../src/features/giving/givings/schema.ts';
import { createGiving } from '../../../../src/features/giving/givings/service.ts';
import { createUser } from '../../../../src/features/access/users/service.ts';
import { decode } from '../../../../src/validate.ts';
import { as, type TestApp, testApp } from '../../../support/app.ts';
import { addMember } from '../../../support/office.ts';
import { temporaryDir } from '../../../support/daemon.ts';
import { incoming, lunch, pdf, storedReceipt } from '../../../support/receipts.ts';

export const PASSPHRASE = 'correct horse battery staple';

/** Makes key derivation fast until the end of the test, for tests with many encrypted backups. */
export function quickKeys(): void {
  const set = Encrypter.prototype.setPassphrase; // eslint-disable-line typescript/unbound-method
  const slow = vi.spyOn(Encrypter.prototype, 'setPassphrase').mockImplementation(function (
    this: Encrypter,
    passphrase,
  ) {
    this.setScryptWorkFactor(4);
    set.call(this, passphrase);
  });
  onTestFinished(() => slow.mockRestore());
}

/** Creates a folder that is removed at the end of the test. Returns a function that turns a name into a path in it. */
export function place(): (name: string) => string {
  const { dir, remove } = temporaryDir();
  onTestFinished(remove);
  return (name) => path.join(dir, name);
}

export type Books = { app: TestApp; receipts: { id: number; path: string; file: string; bytes: Buffer }[] };

/** Returns an app with two members, three gifts and the given number of expenses with receipts. */
export async function withBooks(count = 3): Promise<Books> {
  const app = await testApp();
  const person = { email: 'owner@example.org', displayName: 'Owner', roles: ['member' as const], memberId: null };
  const { user } = await createUser(app, person, 'a long enough password');
  for (const firstName of ['Ann', 'Bo']) await addMember(app, { firstName });
  const gift = decode(NewGiving, { categoryId: 1, amount: 10, date: '2026-03-01', method: 'Cash' });
  for (let given = 0; given < 3; given += 1) await createGiving(app, gift);
  const owner = as(app, user.id, 'member');
  const receipts: Books['receipts'] = [];
  for (let made = 0; made < count; made += 1) {
    const { id } = await createExpense(owner, lunch());
    await attachReceipt(owner, id, incoming(pdf(1000 + made * 70_000)));
    const { path: stored } = await storedReceipt(app, id);
    const file = path.join(app.paths.receipts, stored);
    receipts.push({ id, path: stored, file, bytes: readFileSync(file) });
  }
  return { app, receipts };
}
