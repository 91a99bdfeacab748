/** Whom payments paid: one rule for every list, report and export that names a payee. */
import { beforeAll, expect, test } from 'vitest';
import { type Bank, named, newBank } from './bank-support.ts';
import { addApproved, addMember, booksOfFile, done, type Json, type Staff } from './books.ts';
import { run } from './people-files.ts';

const books = booksOfFile();
let treasurer: Staff;
let bank: Bank;
/** The payment of each case, and whom it paid. */
const payees = new Map<number, string | null>();

const DAY = '2018-03-05';

async function pay(expense: Json): Promise<Json> {
  const { id: expenseId } = await addApproved(books, { expenseDate: DAY, amount: 20, ...expense });
  const body = { date: DAY, accountId: bank.id, method: 'Check', items: [{ expenseId }] };
  return { type: 'Payment', ...(await done(treasurer.post('/api/payments', body))) };
}

beforeAll(async () => {
  treasurer = await books.as(['treasurer']);
  bank = await newBank(books, treasurer);
  const { name } = await done(treasurer.get(`/api/accounts/${bank.id}`));
  const { id: memberId } = await addMember(books, { firstName: 'Mei', lastName: 'Lin', chineseName: '林美' });
  const feeOf = { subCategoryId: books.subCategory('Bank & Processing Fees') };
  const cases: [Json, string | null][] = [
    [{ memberId, vendor: 'Costco' }, 'Mei Lin 林美'],
    [{ notes: 'Pay back: Grace Wu\nTwo slips', vendor: 'Costco' }, 'Grace Wu'],
    [{ vendor: 'City Power', notes: 'Pays back nobody' }, 'City Power'],
    [feeOf, name],
    [{}, null],
  ];
  for (const [expense, payee] of cases) payees.set((await pay(expense)).id, payee);
  const matched = await pay({ amount: 31 });
  const [line] = await bank.added([{ date: DAY, amount: -31, text: 'ACH WATER DISTRICT' }]);
  await done(bank.match([line?.['id']], [named(matched)]));
  payees.set(matched['id'], 'ACH WATER DISTRICT');
});

const expected = () => Object.fromEntries(payees);
const found = (rows: readonly Json[], id = 'id') => Object.fromEntries(rows.map((row) => [row[id], row['payee']]));
const RANGE = 'from=2018-03-01&to=2018-03-31';

test('all lists, reports and the bank page name the same payee, who is never the person who typed', async () => {
  const listed = await done(treasurer.get(`/api/payments?accountId=${bank.id}&pageSize=200`));
  expect(found(listed.items)).toEqual(expected());
  const register = await done(treasurer.get(`/api/reports/payment-register?${RANGE}&accountId=${bank.id}`));
  expect(found(register.items, 'paymentId')).toEqual(expected());
  const ledger = await done(treasurer.get(`/api/reports/general-ledger?accountId=${bank.id}&pageSize=200`));
  expect(found(ledger.items)).toEqual(expected());
  expect(ledger.items).toMatchObject(ledger.items.map(() => ({ description: 'Check', purpose: 'Something needed' })));
  const { id } = await done(bank.start('2018-03-31', -31));
  const { cleared, outstanding } = await bank.read(id);
  expect(cleared).toHaveLength(1);
  expect(found([...cleared, ...outstanding])).toEqual(expected());
  const finished = await done(bank.step(id, 'finish'));
  expect(found([...finished.cleared, ...finished.outstanding])).toEqual(expected());
  const open = await done(treasurer.get(`${bank.route}/bank-documents?pageSize=200`));
  const { [cleared[0].id]: _seen, ...unseen } = expected();
  expect(found(open.items)).toEqual(unseen);
});

test('the journal and the printed reports name the payee, too', async () => {
  const { stdout } = await run(books.daemon.dataDir, 'export', 'journal');
  const { rows } = await done(treasurer.get(`/api/reports/general-ledger/table?accountId=${bank.id}`));
  for (const [id, payee] of payees) {
    const note = [payee, 'Something needed'].filter((text) => text !== null).join(' | ');
    expect(stdout).toContain(`${DAY} (P${id}) ${note}\n`);
    const row = rows.find(({ values }: Json) => values[1] === 'Payment' && values[2] === String(id));
    expect(row.values.slice(3, 5)).toEqual([payee, 'Check: Something needed']);
  }
});

test('payables name the person to be paid back before the vendor', async () => {
  const { id } = await addApproved(books, {
    expenseDate: DAY,
    amount: 7,
    vendor: 'Costco',
    notes: 'Pay back: Grace Wu',
  });
  const { items } = await done(treasurer.get('/api/reports/payables?at=2018-03-31'));
  expect(items.find(({ expenseId }: Json) => expenseId === id)).toMatchObject({ payee: 'Grace Wu', vendor: 'Costco' });
});

test('the register shows a voided check in its own period, and negative in the period of the void', async () => {
  const { id } = await pay({ vendor: 'City Power', amount: 9 });
  await done(treasurer.post(`/api/payments/${id}/void`, { date: '2018-04-02', reason: 'The check was lost.' }));
  const itemsOf = async (range: string) =>
    (await done(treasurer.get(`/api/reports/payment-register?${range}&accountId=${bank.id}`))).items.filter(
      ({ paymentId }: Json) => paymentId === id,
    );
  const check = { date: DAY, amount: 9, voidedOn: '2018-04-02', voidOf: null, payee: 'City Power' };
  const voided = { ...check, date: '2018-04-02', amount: -9, voidOf: id };
  expect(await itemsOf(RANGE)).toMatchObject([check]);
  expect(await itemsOf('from=2018-04-01&to=2018-04-30')).toMatchObject([voided]);
  expect(await itemsOf('from=2018-03-01&to=2018-04-30')).toMatchObject([check, voided]);
  const { rows } = await done(
    treasurer.get(`/api/reports/payment-register/table?from=2018-04-01&to=2018-04-30&accountId=${bank.id}`),
  );
  expect(rows.map(({ values }: Json) => values.at(-1))).toEqual([-9, -9]);
});
