import { beforeAll, describe, expect, test } from 'vitest';
import { vestry } from '../support/daemon.ts';
import { addGiving, close, done, etag, finalize, booksOfFile, refusal, statementOf } from './books.ts';

const books = booksOfFile();

const at = (month: string) => `/api/monthly-statements/${month}`;
const put = (month: string, body: unknown) => books.admin.put(at(month), body);
const run = (...args: string[]) => vestry(['statement', ...args, '--data-dir', books.daemon.dataDir]);

describe('months are finalized in order', () => {
  test('an earlier month cannot be finalized until the later months are reopened, and the refusal lists them newest first', async () => {
    await close(books, '2001/3');
    await close(books, '2001/4');
    const answer = await finalize(books, '2001/2');
    expect(refusal(answer)).toBe('409 later_period_finalized');
    expect(answer.body.months).toEqual(['2001-04', '2001-03']);
    expect(refusal(await finalize(books, '2001/2', '?force=true'))).toBe('409 later_period_finalized');
    expect((await statementOf(books, '2001/2')).status).toBe('Draft');
    const reopened = await books.admin.post(`${at('2001/3')}/reopen`, { reason: 'x' });
    expect([refusal(reopened), reopened.body.months]).toEqual(['409 later_period_finalized', ['2001-04']]);
    for (const month of ['2001/4', '2001/3']) await done(books.admin.post(`${at(month)}/reopen`, { reason: 'x' }));
    expect((await finalize(books, '2001/2')).status).toBe(200);
  });

  test('finalizing a finalized month is refused with statement_finalized, even if a later month is finalized, too', async () => {
    await close(books, '2001/6');
    await close(books, '2001/7');
    expect(refusal(await finalize(books, '2001/6'))).toBe('409 statement_finalized');
  });

  test('the checklist and the command line name the later months, too', async () => {
    await close(books, '2001/12');
    const list = JSON.parse((await run('checklist', '2001-10', '--json')).stdout);
    expect(list.isReady).toBe(false);
    const order = { code: 'order', state: 'open', message: expect.stringContaining('2001-12') };
    expect(list.checks).toContainEqual(expect.objectContaining(order));
    const { exitCode, stderr } = await run('finalize', '2001-10', '--force', '--yes', '--json');
    expect(exitCode).toBe(4);
    expect(JSON.parse(stderr)).toMatchObject({ code: 'later_period_finalized', months: ['2001-12'] });
  });
});

describe('an opening balance that differs from the carried-over balance', () => {
  beforeAll(async () => {
    await done(put('2004/1', { openingBalance: 100 }));
    await addGiving(books, { date: '2004-01-04', amount: 20.5 });
    await close(books, '2004/1');
    // A month that was never saved is part of the carried-over balance, too.
    await addGiving(books, { date: '2004-02-01', amount: 4 });
  });

  test('is saved with a warning that names the carried-over balance and does not affect the ETag', async () => {
    const answer = await put('2004/3', { openingBalance: 130 });
    expect(answer.status).toBe(201);
    expect(answer.body.openingBalance).toBe(130);
    const warning = { code: 'opening_differs', carried: 124.5, message: expect.stringContaining('124.50') };
    expect(answer.body.warnings).toEqual([warning]);
    const read = await books.admin.get(at('2004/3'));
    expect(read.body).not.toHaveProperty('warnings');
    expect(etag(read)).toBe(etag(answer));
    expect((await put('2004/3', { openingBalance: 124.5 })).body).not.toHaveProperty('warnings');
    expect((await put('2004/3', {})).body).not.toHaveProperty('warnings');
  });

  test('is an open item that shows the difference, and the month can be finalized by force', async () => {
    await done(put('2004/3', { openingBalance: 124 }));
    const answer = await finalize(books, '2004/3');
    expect(refusal(answer)).toBe('409 open_items');
    expect(answer.body.openItems).toEqual([{ type: 'OpeningBalance', id: null, date: '2004-03-01', amount: -0.5 }]);
    expect((await finalize(books, '2004/3', '?force=true')).body).toMatchObject({
      status: 'Finalized',
      openingBalance: 124,
    });
  });

  test('appears in the checklist with both figures', async () => {
    await done(put('2004/4', { openingBalance: 1000 }));
    const { checks } = JSON.parse((await run('checklist', '2004-04', '--json')).stdout);
    const message = expect.stringMatching(/1,000\.00.*124\.00/);
    expect(checks).toContainEqual(expect.objectContaining({ code: 'opening', state: 'open', message }));
  });

  test('is reported by the command line when it is saved', async () => {
    const { exitCode, stdout } = await run('update', '2004-04', '--opening-balance', '99.99');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('but the earlier months carry over 124.00');
    const { warnings } = JSON.parse((await run('update', '2004-04', '--notes', 'n', '--json')).stdout);
    expect(warnings).toEqual([{ code: 'opening_differs', carried: 124, message: expect.any(String) }]);
  });

  test('is not reported if no earlier month was saved', async () => {
    const { body } = await put('2000/1', { openingBalance: 5 });
    expect(body).not.toHaveProperty('warnings');
  });
});
