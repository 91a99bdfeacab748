/** Rules for bank lines on the command line. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { vestry as command } from '../support/command.ts';
import { newBank, ofx } from './bank-support.ts';
import { booksOfFile, done, type Json } from './books.ts';
import { run, works } from './people-files.ts';

const books = booksOfFile();
const vestry = (...args: string[]) => run(books.daemon.dataDir, 'bank', ...args);
const json = async (...args: string[]): Promise<Json> => JSON.parse((await works(vestry(...args, '--json'))).stdout);

const DAY = '2026-02-04';
const LINES = [
  { date: DAY, amount: -88.12, text: 'ACH DEBIT SO CAL EDISON 88.12' },
  { date: DAY, amount: 0.42, text: 'INTEREST PAID' },
];

/** Adds an account with two open lines, and returns its id as text and the lines. */
async function account() {
  const bank = await newBank(books, books.admin);
  await bank.bring(LINES);
  return { id: String(bank.id), bank, lines: await bank.lines() };
}
const expense = ['--do', 'Expense', '--subcategory', 'Telephone', '--ministry', 'worship'];

describe('vestry bank rule', () => {
  test('adds a rule of a line, lists, changes and deletes it as the API does', async () => {
    const { id, bank, lines } = await account();
    const line = String(lines[0]?.['id']);
    const made = await json(
      'rule',
      'add',
      id,
      '--from-line',
      line,
      ...expense,
      '--vendor',
      'Edison',
      '--amount-to',
      '400',
    );
    expect(made).toMatchObject({ contains: 'ACH DEBIT SO CAL EDISON', direction: 'Out', amountTo: 400, position: 1 });
    expect(made['action']).toMatchObject({ type: 'Expense', vendor: 'Edison', ministryId: books.ministry('Worship') });
    expect(await json('rule', 'list', id)).toEqual(await done(books.admin.get(`${bank.route}/bank-rules`)));
    const rule = String(made['id']);
    const changed = await json('rule', 'update', id, rule, '--name', 'Power', '--vendor', '', '--inactive');
    expect(changed).toMatchObject({ name: 'Power', isActive: false, amountTo: 400 });
    expect(changed['action']).toMatchObject({ type: 'Expense', vendor: null });
    const ignoring = await json('rule', 'update', id, rule, '--do', 'Ignore', '--amount-to', '', '--active');
    expect(ignoring).toMatchObject({ isActive: true, amountTo: null, action: { type: 'Ignore', subCategoryId: null } });
    expect((await works(vestry('rule', 'list', id))).stdout).toMatch(
      /Power +ACH DEBIT SO CAL EDISON +Out +Ignore +yes/,
    );
    expect((await works(vestry('rule', 'delete', id, rule))).stdout).toContain(`Rule ${rule} is deleted.`);
    expect((await works(vestry('rule', 'list', id))).stdout).toContain('There are no rules.');
  });

  test('applies rules and takes back what they did, and names the person who submits the expenses', async () => {
    const { id, bank } = await account();
    const { id: interest } = await json(
      'rule',
      'add',
      id,
      '--contains',
      'interest',
      '--do',
      'OtherIncome',
      '--category',
      'interest',
    );
    await json('rule', 'add', id, '--contains', 'edison', ...expense);
    const dry = await works(vestry('rule', 'apply', id, '--dry-run'));
    expect(dry.stdout).toMatch(/An expense needs a signed-in user as its owner/);
    expect(dry.stdout).toMatch(/^1 line would be settled, 1 left unchanged\.$/m);
    const done = await as('rule', 'apply', id);
    expect(JSON.parse(done.stdout)).toMatchObject({ done: 2, refused: 0 });
    expect((await bank.lines()).map(({ status }) => status)).toEqual(['Matched', 'Matched']);
    expect((await works(vestry('rule', 'undo', id, String(interest)))).stdout).toMatch(/Done OtherIncome\/\d+/);
    expect((await bank.lines()).map(({ status }) => status)).toEqual(['Matched', 'Open']);
  });

  test('settles the lines of an imported file', async () => {
    const bank = await newBank(books, books.admin);
    const id = String(bank.id);
    await json('rule', 'add', id, '--contains', 'INTEREST', '--do', 'Ignore', '--direction', 'In');
    const file = path.join(books.daemon.dataDir, 'statement.ofx');
    writeFileSync(file, ofx(LINES));
    expect((await works(vestry('import', id, file))).stdout).toContain('Rules settled 1 of them.');
  });

  test('names the flags of what is wrong', async () => {
    const { id } = await account();
    const { exitCode, stderr } = await vestry(
      'rule',
      'add',
      id,
      '--contains',
      'ab',
      '--do',
      'Transfer',
      '--payer',
      'X',
    );
    expect(exitCode).toBe(2);
    for (const flag of ['--contains', '--direction', '--other-account', '--payer']) expect(stderr).toContain(flag);
    const unknown = await vestry('rule', 'add', id, '--contains', 'abc', '--do', 'Expense', '--subcategory', 'Nothing');
    expect([unknown.exitCode, unknown.stderr]).toEqual([2, expect.stringContaining('--subcategory matches nothing')]);
  });
});

let password: string | undefined;
/** Runs a command as a treasurer. */
async function as(...args: string[]) {
  const email = 'rules@example.org';
  const who = { email, displayName: 'Ann', roles: ['treasurer'] };
  password ??= (await done(books.admin.post('/api/users', who))).temporaryPassword;
  const more = ['--as', email, '--password-stdin', '--json', '--data-dir', books.daemon.dataDir];
  return works(command(['bank', ...args, ...more], { input: `${password}\n`, env: { VESTRY_ENV: 'development' } }));
}

test('an import and an application without a person say which lines a rule could not settle, and what to do', async () => {
  const bank = await newBank(books, books.admin);
  const id = String(bank.id);
  await works(vestry('rule', 'add', id, '--contains', 'EDISON', '--direction', 'Out', ...expense));
  const file = path.join(books.daemon.dataDir, 'refused.ofx');
  writeFileSync(file, ofx(LINES));
  expect((await works(vestry('import', id, file))).stdout).toContain('Rules could not settle 1 of them.');
  const { stdout } = await works(vestry('rule', 'apply', id, '--dry-run'));
  expect(stdout).toMatch(/0 lines would be settled, 1 left unchanged\.\n.*--as EMAIL/);
  const ours = await vestry('match', id, '--line', '999999', '--document', 'Payment/999999');
  expect(ours.stderr).toContain('--line names no bank line of the account.');
});
