/** Reconciliations of accounts that the opening of the books names: their first balance and their outstanding items. */
import { beforeAll, describe, expect, test } from 'vitest';
import { documentsOf, named, newBank } from './bank-support.ts';
import { booksOfFile, done, type Json, refusal, type Staff } from './books.ts';

const books = booksOfFile();
let treasurer: Staff;
beforeAll(async () => {
  treasurer = await books.as(['treasurer']);
});

const sumOf = (documents: readonly Json[]): number => documents.reduce((sum, { amount }) => sum + amount, 0);

describe('the opening of the books', () => {
  const DATE = '2009-07-01';
  const put = (accounts: readonly Json[]) => treasurer.put('/api/books/opening', { date: DATE, accounts, funds: [] });

  test('gives the first start balance, its outstanding items are ticked, and then it keeps them', async () => {
    const bank = await newBank(books, treasurer);
    const enter = documentsOf(books, treasurer, bank);
    const outstanding = [
      { date: '2009-06-28', reference: '917', amount: -50 },
      { date: '2009-06-29', amount: 75 },
    ];
    const account = { accountId: bank.id, balance: 1025, bankBalance: 1000, outstanding };
    const card = await newBank(books, treasurer, 'CreditCard');
    const owed = {
      accountId: card.id,
      balance: 225,
      bankBalance: 200,
      outstanding: [{ date: '2009-06-30', amount: 25 }],
    };
    await done(put([account, owed]));
    const income = await enter.income(10, { date: '2009-07-10' });
    const { id, ...draft } = await done(bank.start('2009-07-31', 960));
    expect(draft).toMatchObject({ startBalance: 1000, bookBalance: 1035, difference: -40 });
    expect(draft.outstanding).toMatchObject([
      { type: 'OutstandingItem', date: '2009-06-28', amount: -50, reference: '917' },
      { type: 'OutstandingItem', date: '2009-06-29', amount: 75 },
      { type: 'OtherIncome', id: income.id },
    ]);
    await done(bank.tick(id, [draft.outstanding[0], income].map(named)));
    const finished = await done(bank.step(id, 'finish'));
    expect(finished.endBalance + sumOf(finished.outstanding)).toBe(finished.bookBalance);
    const [check, deposit] = outstanding;
    const changes = [
      { ...account, outstanding: [deposit], balance: 1075 },
      { ...account, outstanding: [{ ...check, amount: -60 }, deposit], balance: 1015 },
      { ...account, outstanding: [{ ...check, date: '2009-06-27' }, deposit] },
      { ...account, bankBalance: 1001, balance: 1026 },
    ];
    for (const change of changes) expect(refusal(await put([change, owed]))).toBe('409 reconciled');
    expect(refusal(await put([owed]))).toBe('409 reconciled');
    const later = { date: '2009-07-20', accounts: [account, owed], funds: [] };
    expect(refusal(await treasurer.put('/api/books/opening', later))).toBe('409 reconciled');
    expect((await put([account, owed])).status).toBe(200);
    const renamed = { ...account, outstanding: [{ ...check, reference: '917 B' }, deposit] };
    const { accounts } = await done(put([renamed, owed]));
    expect(accounts[0].outstanding[0]).toEqual({ ...check, reference: '917 B', id: draft.outstanding[0].id });
    expect(
      (await put([{ ...account, outstanding: [check, { ...deposit, amount: 70 }], balance: 1020 }, owed])).status,
    ).toBe(200);
    expect((await bank.read(id)).startBalance).toBe(1000);
    const carded = await done(card.start('2009-07-31', 225));
    expect(carded).toMatchObject({ startBalance: 200, bookBalance: 225, difference: 25 });
    const [item] = carded.outstanding;
    expect(item).toMatchObject({ type: 'OutstandingItem' });
    expect(await done(card.tick(carded.id, [named(item)]))).toMatchObject({ difference: 0, outstanding: [] });
    await done(card.step(carded.id, 'finish'));
  });

  test('is looked at for checks outstanding for long, also in an account that was never reconciled', async () => {
    const bank = await newBank(books, treasurer);
    const { accounts } = await done(treasurer.get('/api/books/opening'));
    const kept = accounts.map(({ accountName: _name, outstanding, ...account }: Json) => ({
      ...account,
      outstanding: outstanding.map(({ id: _id, ...item }: Json) => item),
    }));
    const outstanding = [{ date: '2009-05-04', reference: '881', amount: -15 }];
    await done(put([...kept, { accountId: bank.id, balance: 85, bankBalance: 100, outstanding }]));
    const { name } = await done(treasurer.get(`/api/accounts/${bank.id}`));
    const check = async (month: string) => {
      const { checks } = await done(treasurer.get(`/api/monthly-statements/${month}/checklist`));
      return checks.find(({ code }: Json) => code === 'outstanding');
    };
    const late = { type: 'OutstandingItem', date: '2009-05-04', amount: -15, name };
    const july = await check('2009/7');
    expect(july).toMatchObject({ state: 'done', items: [{ type: 'Account' }, { type: 'Account' }] });
    expect(july.items).not.toContainEqual(expect.objectContaining({ name }));
    const august = await check('2009/8');
    expect(august).toMatchObject({ state: 'look', items: expect.arrayContaining([expect.objectContaining(late)]) });
    expect(august.message).toContain(`881, of 2009-05-04 (15.00, ${name})`);
  });

  test('refuses a reconciliation that ends before it', async () => {
    const bank = await newBank(books, treasurer);
    const answer = await bank.start('2009-06-30', 0);
    expect(refusal(answer)).toBe('422 before_the_books');
  });
});

test('an opening after a matched document is refused', async () => {
  const bank = await newBank(books, treasurer);
  const income = await documentsOf(books, treasurer, bank).income(10, { date: '2009-07-12' });
  await bank.bring([{ date: '2009-07-13', amount: 10, text: 'DEPOSIT' }]);
  const [line] = await bank.lines();
  await done(bank.match([line?.['id']], [named(income)]));
  const later = { date: '2009-07-20', accounts: [], funds: [] };
  expect(refusal(await treasurer.put('/api/books/opening', later))).toBe('409 reconciled');
});
