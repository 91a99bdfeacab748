import { describe, expect, test } from 'vitest';
import { addApproved, addGiving, addSession, close, done, inDays, booksOfFile, ZONE } from './books.ts';
import { vestry } from '../support/daemon.ts';

const books = booksOfFile();

const run = (...args: string[]) => vestry([...args, '--data-dir', books.daemon.dataDir], { env: { TZ: ZONE } });
const statement = (...args: string[]) => run('statement', ...args);
const read = (month: string) => done(books.admin.get(`/api/monthly-statements/${month}`));

/**
 * Runs a command. Checks that it fails with this exit code, prints nothing to stdout, and prints a message without a
 * stack trace to stderr. Returns that message.
 */
async function fails(exitCode: number, ...args: string[]): Promise<string> {
  const outcome = await run(...args);
  expect(outcome).toMatchObject({ exitCode, stdout: '' });
  expect(outcome.stderr.trim()).not.toBe('');
  expect(outcome.stderr).not.toMatch(/^\s+at /m);
  return outcome.stderr;
}

describe('vestry statement show', () => {
  test('prints exactly the API’s response when --json is given', async () => {
    await addGiving(books, { date: '2001-03-04', amount: 1234.5, categoryId: books.category('Tithe') });
    await addApproved(books, { expenseDate: '2001-03-05', amount: 18.05 });
    const { exitCode, stdout, stderr } = await statement('show', '2001-03', '--json');
    expect(exitCode).toBe(0);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual(await read('2001/3'));
    expect(JSON.parse(stdout)).toMatchObject({ totalGiving: 1234.5, totalExpenses: 18.05, closingBalance: 1216.45 });
  });

  test('prints every figure of the month as a table', async () => {
    await done(books.admin.put('/api/monthly-statements/2001/5', { openingBalance: 100.5, notes: 'checked twice' }));
    await addGiving(books, { date: '2001-05-06', amount: 20.25, categoryId: books.category('Tithe') });
    await addApproved(books, { expenseDate: '2001-05-07', amount: 5.5 });
    const { exitCode, stdout, stderr } = await statement('show', '2001-05');
    expect(exitCode).toBe(0);
    expect(stderr).toBe('');
    for (const text of ['2001-05', 'Draft', '100.50', 'Tithe', '20.25', 'Office', '5.50', '14.75', '115.25']) {
      expect(stdout).toContain(text);
    }
    expect(stdout).toContain('checked twice');
    expect(stdout).not.toContain('\u001B');
  });

  test.each(['2001-13', '2001-00', '2001-3', 'March', '2001', '2001-03-01'])('refuses %s as a month', async (month) => {
    await expect(fails(2, 'statement', 'show', month)).resolves.toContain('month');
  });

  test('exits 2 if no month is given', async () => {
    await expect(fails(2, 'statement', 'show')).resolves.toContain('month');
  });
});

describe('vestry statement update', () => {
  test('saves the opening balance and the notes', async () => {
    const args = ['update', '2002-01', '--opening-balance', '100.55', '--notes', '已對帳', '--json'];
    const { exitCode, stdout } = await statement(...args);
    expect(exitCode).toBe(0);
    const body = await read('2002/1');
    expect(JSON.parse(stdout)).toMatchObject(body);
    expect(body).toMatchObject({ openingBalance: 100.55, notes: '已對帳', status: 'Draft' });
  });

  test('accepts a negative balance', async () => {
    expect((await statement('update', '2002-02', '--opening-balance', '-5.25')).exitCode).toBe(0);
    expect((await read('2002/2')).openingBalance).toBe(-5.25);
  });

  test.each(['1.005', 'abc', '1e400', 'NaN'])('refuses %s as a balance', async (balance) => {
    await fails(2, 'statement', 'update', '2002-03', '--opening-balance', balance);
    expect((await read('2002/3')).createdAt).toBe(null);
  });

  test('refuses a finalized month with the API’s message', async () => {
    await close(books, '2002/5');
    const refusal = await books.admin.put('/api/monthly-statements/2002/5', { notes: 'n' });
    const message = await fails(4, 'statement', 'update', '2002-05', '--notes', 'n');
    expect(message).toContain(refusal.body.detail);
  });
});

describe('vestry statement finalize', () => {
  test('closes a month while the daemon is running, and the daemon then refuses changes to that month', async () => {
    await addGiving(books, { date: '2003-01-05', amount: 7 });
    const { exitCode, stdout } = await statement('finalize', '2003-01', '--json');
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ status: 'Finalized', totalGiving: 7, finalizedBy: null });
    expect(await read('2003/1')).toEqual(JSON.parse(stdout));
    const late = { categoryId: books.category('Tithe'), amount: 1, date: '2003-01-06', method: 'Cash' };
    expect((await books.admin.post('/api/givings', late)).body.code).toBe('period_finalized');
  });

  test('exits 4 with the API’s message if the month is already finalized', async () => {
    await close(books, '2003/3');
    const refusal = await books.admin.post('/api/monthly-statements/2003/3/finalize');
    await expect(fails(4, 'statement', 'finalize', '2003-03')).resolves.toContain(refusal.body.detail);
  });

  test('writes a refusal only to stderr, even with --json', async () => {
    await close(books, '2003/4');
    await expect(fails(4, 'statement', 'finalize', '2003-04', '--json')).resolves.toContain('statement_finalized');
  });

  test('exits 4 with the API’s message if the month has open items, and succeeds with --force', async () => {
    await addSession(books, { date: '2003-05-04' });
    const refusal = await books.admin.post('/api/monthly-statements/2003/5/finalize');
    expect(refusal.body.code).toBe('open_items');
    await expect(fails(4, 'statement', 'finalize', '2003-05')).resolves.toContain(refusal.body.detail);
    expect((await read('2003/5')).status).toBe('Draft');
    expect((await statement('finalize', '2003-05', '--force')).exitCode).toBe(0);
    expect((await read('2003/5')).status).toBe('Finalized');
  });

  test('exits 4 for the current month and names that month', async () => {
    const month = inDays(0).slice(0, 7);
    await expect(fails(4, 'statement', 'finalize', month)).resolves.toContain(month);
  });

  test('records the operating-system user in the audit log', async () => {
    await statement('finalize', '2003-07');
    const { body } = await books.admin.get('/api/audit-logs?action=MonthlyStatementFinalized&pageSize=1');
    expect(body.items[0].actorId).toBe(null);
    expect(body.items[0].actorName).toMatch(/^cli:.+/);
  });
});

describe('vestry statement reopen', () => {
  test('reopens a finalized month', async () => {
    await close(books, '2020/1');
    const { exitCode, stdout } = await statement('reopen', '2020-01', '--reason', 'a late cheque', '--json');
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toEqual(await read('2020/1'));
    expect(JSON.parse(stdout).status).toBe('Draft');
  });

  test('exits 4 with the API’s message for a month that is a draft', async () => {
    const refusal = await books.admin.post('/api/monthly-statements/2020/3/reopen', { reason: 'r' });
    const message = await fails(4, 'statement', 'reopen', '2020-03', '--reason', 'r');
    expect(message).toContain(refusal.body.detail);
  });

  test('exits 2 and names --reason if no reason is given and there is no terminal', async () => {
    await expect(fails(2, 'statement', 'reopen', '2020-03')).resolves.toContain('--reason');
  });

  test('exits 4 if a later month is finalized, and names that month', async () => {
    for (const month of ['2020/5', '2020/6']) await close(books, month);
    await expect(fails(4, 'statement', 'reopen', '2020-05', '--reason', 'r')).resolves.toContain('2020-06');
  });
});
