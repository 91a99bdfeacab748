/** The import of what a payment service did. All people are made up. */
import { beforeEach, describe, expect, test } from 'vitest';
import { accountBalancesAt } from '../../../../src/books/balances.ts';
import { CHECKING } from '../../../../src/books/account-kinds.ts';
import { issueStatementsOf } from '../../../../src/features/giving/contributions/issuing.ts';
import { putOpening } from '../../../../src/features/accounting/opening/service.ts';
import { NewOpening } from '../../../../src/features/accounting/opening/schema.ts';
import { ChurchProfileUpdate } from '../../../../src/features/church/profile/schema.ts';
import { putProfile } from '../../../../src/features/church/profile/service.ts';
import { createUser } from '../../../../src/features/access/users/service.ts';
import { GivingQuery } from '../../../../src/features/giving/givings/schema.ts';
import { listGivings } from '../../../../src/features/giving/givings/service.ts';
import { PAYOUT_TARGET } from '../../../../src/features/giving/payouts/columns.ts';
import { reverseGiving } from '../../../../src/features/giving/givings/reversal.ts';
import { allPrograms } from '../../../../src/features/imports/programs.ts';
import { undoImport } from '../../../../src/features/imports/undo.ts';
import { NewAccount } from '../../../../src/features/ledger/accounts/schema.ts';
import { createAccount } from '../../../../src/features/ledger/accounts/service.ts';
import { TransferQuery } from '../../../../src/features/ledger/transfers/schema.ts';
import { listTransfers } from '../../../../src/features/ledger/transfers/service.ts';
import { checkMonth } from '../../../../src/features/reports/statements/checklist.ts';
import { finalizeStatement } from '../../../../src/features/reports/statements/finalize.ts';
import { ExpenseQuery } from '../../../../src/features/spending/expenses/schema.ts';
import { listExpenses } from '../../../../src/features/spending/expenses/service.ts';
import { headerKey } from '../../../../src/lib/import-columns.ts';
import { decode } from '../../../../src/validate.ts';
import type { TestApp } from '../../../support/app.ts';
import { cardChurch } from '../../../support/card-church.ts';
import { faultsOf, importGifts, importPayouts } from '../../../support/import.ts';

let app: TestApp;
let stripe: number;
beforeEach(async () => {
  ({ app, stripe } = await cardChurch());
});

const HEADER =
  'balance_transaction_id,created,reporting_category,gross,fee,net,charge_id,customer_name,customer_email,payment_metadata[fund],automatic_payout_id,automatic_payout_effective_at,currency';
type Cells = { who?: 'Alma' | 'Otto' | ''; fund?: string; payout?: string; on?: string; currency?: string };

/** Returns a row of a Stripe report; its net amount is what is left of the gross amount. */
function row(id: string, day: string, [kind, gross, fee, charge]: [string, number, number, string], cells: Cells = {}) {
  const { who = kind === 'charge' ? 'Alma' : '', fund = 'Tithe', payout = '', on = '', currency = 'usd' } = cells;
  const giver = { Alma: 'Alma Fenwick,alma@example.org', Otto: 'Otto Brandt,otto@example.org', '': ',' }[who];
  const net = (Math.round(gross * 100) - Math.round(fee * 100)) / 100;
  const paid = [payout, on === '' ? '' : `2026-${on} 00:00:00`];
  const said = [`2026-${day} 10:00:00`, kind, gross, fee, net, charge, giver, kind === 'charge' ? fund : ''];
  return [id, ...said, ...paid, currency].join(',');
}

const ONE = { payout: 'po_1', on: '11-06' };
const FIRST_WEEK = [
  row('txn_1', '11-02', ['charge', 100, 3.2, 'ch_1'], ONE),
  row('txn_2', '11-02', ['charge', 50, 1.75, 'ch_2'], { ...ONE, who: 'Otto', fund: 'Missions' }),
  row('txn_3', '11-03', ['charge', 20, 0.88, 'ch_3'], ONE),
];

const bring = (rows: readonly string[], options = {}) => importPayouts(app, [HEADER, ...rows], options);
const gifts = async () =>
  (await listGivings(app, decode(GivingQuery, { sort: 'id', pageSize: '200' }))).items.map(
    ({ date, giftDate, amount, memberName, categoryName, method, reversalKind }) =>
      [date, giftDate, amount, memberName, categoryName, reversalKind ?? method] as const,
  );
const fees = async () =>
  (await listExpenses(app, decode(ExpenseQuery, { sort: 'id', pageSize: '200' }))).items.map(
    ({ bookedOn, amount, status, description }) => [bookedOn, amount, status, description] as const,
  );
const transfers = async () =>
  (await listTransfers(app, decode(TransferQuery, { sort: 'id', pageSize: '200' }))).items.map(
    ({ date, amount, fromAccountId, toAccountId, status }) =>
      [date, amount, fromAccountId, toAccountId, status] as const,
  );
const checked = async (code: string) =>
  (await checkMonth(app, { year: 2026, month: 11 })).checks.filter((check) => check.code === code);
/** Returns what is at the service and at the bank. */
const balances = async () => {
  const all = await accountBalancesAt(app.db, '2999-12-31');
  return [all.get(stripe) ?? 0, all.get(CHECKING) ?? 0];
};

describe('what is booked', () => {
  test('each gift in full for its giver, the fees of a day, and the payout, so that nothing stays at the service', async () => {
    const { plan, program } = await bring(FIRST_WEEK);
    expect(program).toBe('Stripe');
    expect(plan).toMatchObject({ create: 3, skip: 0, total: 17000, openPoints: [], moved: [], leaveOut: [] });
    expect(plan.payouts).toEqual([{ payout: 'po_1', date: '2026-11-06', amount: 16417 }]);
    expect(await gifts()).toEqual([
      ['2026-11-02', '2026-11-02', 10000, 'Alma Fenwick', 'Tithe', 'Card'],
      ['2026-11-02', '2026-11-02', 5000, 'Otto Brandt', 'Missions', 'Card'],
      ['2026-11-03', '2026-11-03', 2000, 'Alma Fenwick', 'Tithe', 'Card'],
    ]);
    expect(await fees()).toEqual([
      ['2026-11-02', 495, 'Paid', 'Fees of Stripe on 2026-11-02'],
      ['2026-11-03', 88, 'Paid', 'Fees of Stripe on 2026-11-03'],
    ]);
    expect(await transfers()).toEqual([['2026-11-06', 16417, stripe, CHECKING, 'Posted']]);
    expect(await balances()).toEqual([0, 16417]);
  });

  test('the texts of documents are in the language of the church', async () => {
    const profile = { name: 'Grace', timeZone: 'America/Chicago', locale: 'zh-TW', aiProvider: 'OpenAI' };
    await putProfile(app, decode(ChurchProfileUpdate, profile));
    await bring(FIRST_WEEK);
    expect((await fees()).map((one) => one[3])).toEqual(['Stripe 2026-11-02 的手續費', 'Stripe 2026-11-03 的手續費']);
    const { items } = await listTransfers(app, decode(TransferQuery, { sort: 'id' }));
    expect(items).toMatchObject([{ memo: 'Stripe 撥款：po_1' }]);
  });

  test('the cost of each gift is named in the expense of its day', async () => {
    await bring(FIRST_WEEK);
    const [first] = (await listExpenses(app, decode(ExpenseQuery, { sort: 'id' }))).items;
    expect(first?.notes).toBe('ch_1: 3.20\nch_2: 1.75');
  });

  test('only what is new, of the same file and of a longer one', async () => {
    await bring(FIRST_WEEK);
    expect(await bring(FIRST_WEEK)).toMatchObject({ importId: null, plan: { create: 0, skip: 3, payouts: [] } });
    const next = row('txn_4', '11-09', ['charge', 30, 1.17, 'ch_4'], { payout: 'po_2', on: '11-13' });
    expect((await bring([...FIRST_WEEK, next])).plan).toMatchObject({ create: 1, skip: 3 });
    expect(await balances()).toEqual([0, 16417 + 2883]);
    expect(await gifts()).toHaveLength(4);
  });

  test('a charge that was not paid out lies at the service until a later file names its payout', async () => {
    await bring([row('txn_1', '11-02', ['charge', 100, 3.2, 'ch_1'])]);
    expect(await balances()).toEqual([9680, 0]);
    const due = row('txn_1', '11-02', ['charge', 100, 3.2, 'ch_1'], { payout: 'po_1', on: '11-27' });
    expect(await bring([due])).toMatchObject({ plan: { create: 0, skip: 1, payouts: [] } });
    app.setNow('2026-11-28T18:00:00.000Z');
    expect((await bring([due])).plan.payouts).toEqual([{ payout: 'po_1', date: '2026-11-27', amount: 9680 }]);
    expect(await gifts()).toHaveLength(1);
    expect(await balances()).toEqual([0, 9680]);
  });

  test('a whole and a partial refund, and a chargeback with its fee, reverse the gift of the charge', async () => {
    await bring([
      ...FIRST_WEEK,
      row('txn_5', '11-09', ['refund', -20, 0, 'ch_3'], { payout: 'po_2', on: '11-13' }),
      row('txn_6', '11-10', ['refund', -40, 0, 'ch_1'], { payout: 'po_2', on: '11-13' }),
      row('txn_7', '11-11', ['dispute', -50, 15, 'ch_2'], { payout: 'po_2', on: '11-13' }),
    ]);
    expect((await gifts()).slice(3)).toEqual([
      ['2026-11-09', '2026-11-03', -2000, 'Alma Fenwick', 'Tithe', 'Refund'],
      ['2026-11-10', '2026-11-02', -4000, 'Alma Fenwick', 'Tithe', 'Refund'],
      ['2026-11-11', '2026-11-02', -5000, 'Otto Brandt', 'Missions', 'Returned'],
    ]);
    expect((await fees()).at(-1)).toEqual(['2026-11-11', 1500, 'Paid', 'Fees of Stripe on 2026-11-11']);
    // The service takes from the bank what it paid for the refunds.
    expect((await transfers()).at(-1)).toEqual(['2026-11-13', 12500, CHECKING, stripe, 'Posted']);
    expect(await balances()).toEqual([0, 16417 - 12500]);
  });

  test('a dispute that was won brings the gift back for its giver and its day, and takes the fee back', async () => {
    await bring([...FIRST_WEEK, row('txn_7', '11-11', ['dispute', -50, 15, 'ch_2'])]);
    const { plan } = await bring([row('txn_8', '11-16', ['dispute_reversal', 50, -15, 'ch_2'])]);
    expect(plan).toMatchObject({ regained: { count: 1, total: 5000 }, openPoints: [] });
    expect((await gifts()).slice(3)).toEqual([
      ['2026-11-11', '2026-11-02', -5000, 'Otto Brandt', 'Missions', 'Returned'],
      ['2026-11-16', '2026-11-02', 5000, 'Otto Brandt', 'Missions', 'Card'],
    ]);
    expect((await fees()).at(-1)).toEqual(['2026-11-16', -1500, 'Paid', 'Fees of Stripe on 2026-11-11']);
    expect(await balances()).toEqual([0, 16417]);
  });

  test('a payout that the bank sent back returns to the service, and leaves it with the next one', async () => {
    await bring([
      ...FIRST_WEEK,
      row('txn_8', '11-09', ['payout_reversal', 164.17, 0, ''], { payout: 'po_2', on: '11-13' }),
    ]);
    expect(await transfers()).toEqual([
      ['2026-11-06', 16417, stripe, CHECKING, 'Posted'],
      ['2026-11-09', 16417, CHECKING, stripe, 'Posted'],
      ['2026-11-13', 16417, stripe, CHECKING, 'Posted'],
    ]);
    expect(await balances()).toEqual([0, 16417]);
  });
});

describe('money that nothing books', () => {
  const lost = row('txn_5', '11-09', ['refund', -20, 0, 'ch_old']);

  test('a refund of a gift that is not in the books stays at the service and stands in the checklist', async () => {
    const { plan } = await bring([...FIRST_WEEK, lost]);
    expect(plan.openPoints).toEqual([{ line: 5, charge: 'ch_old', amount: -2000 }]);
    expect(await gifts()).toHaveLength(3);
    expect(await checked('payout_points')).toMatchObject([
      {
        state: 'look',
        count: 1,
        amount: -2000,
        items: [{ type: 'Account', id: stripe, date: '2026-11-09', amount: -2000 }],
      },
    ]);
  });

  test('it is settled by the file that has the gift, and open again without that file', async () => {
    await bring([lost]);
    const { importId } = await bring([row('txn_0', '11-01', ['charge', 20, 0.88, 'ch_old'])]);
    expect((await gifts()).map(([, , amount]) => amount)).toEqual([2000, -2000]);
    const open = () => checked('payout_points');
    expect(await open()).toMatchObject([{ state: 'done' }]);
    await undoImport(app, importId ?? 0);
    expect(await gifts()).toEqual([]);
    expect(await open()).toMatchObject([{ state: 'look' }]);
  });

  test('an adjustment, and a fee that came back although nobody knows it, are open points', async () => {
    const { plan } = await bring([
      row('txn_5', '11-09', ['other_adjustment', 7.5, 0, '']),
      row('txn_6', '11-10', ['fee', 2, 0, '']),
    ]);
    expect(plan.openPoints.map(({ amount }) => amount)).toEqual([750, 200]);
    expect(await balances()).toEqual([0, 0]);
  });
});

describe('refused, with nothing stored', () => {
  test('a payout before the opening of the books, also by a dry run', async () => {
    await putOpening(app, decode(NewOpening, { date: '2026-11-09', accounts: [], funds: [], payables: [] }));
    const refusal =
      '2 created: would be booked on 2026-11-06, before the start of the books on 2026-11-09; leave out what was paid out before that day, which the opening has already (before_the_books)';
    const rows = [...FIRST_WEEK, row('txn_4', '11-09', ['charge', 30, 1.17, 'ch_4'], { payout: 'po_2', on: '11-13' })];
    expect(await faultsOf(bring(rows, { dryRun: true }))).toEqual([refusal]);
    expect(await faultsOf(bring(rows))).toEqual([refusal]);
    expect(await gifts()).toEqual([]);
    expect((await bring(rows.slice(3))).plan.payouts).toEqual([{ payout: 'po_2', date: '2026-11-13', amount: 2883 }]);
  });

  const nothing = async () => {
    expect(await gifts()).toEqual([]);
    expect(await fees()).toEqual([]);
    expect(await transfers()).toEqual([]);
  };

  test('a row whose gross amount less its fee is not its net amount', async () => {
    const wrong = row('txn_2', '11-02', ['charge', 50, 1.75, 'ch_2']).replace('48.25', '48.35');
    expect(await faultsOf(bring([FIRST_WEEK[0] ?? '', wrong]))).toEqual([
      '3 net: does not add up: 50.00 and a fee of 1.75 do not leave 48.35; correct the row, or ask the service for the file again (payout_does_not_add_up)',
    ]);
    await nothing();
  });

  test('a row whose net amount has the fee added, or whose fee cannot be read', async () => {
    const added = row('txn_1', '11-02', ['charge', 100, 3.2, 'ch_1']).replace('96.8,', '103.2,');
    expect(await faultsOf(bring([added]))).toEqual([
      expect.stringMatching(/^2 net: does not add up: 100.00 and a fee of 3.20 do not leave 103.20;/),
    ]);
    const odd = row('txn_1', '11-02', ['charge', 100, 3.2, 'ch_1']).replace(',3.2,', ',about 3,');
    expect(await faultsOf(bring([odd]))).toEqual([expect.stringMatching(/^2 fee: .* \(invalid_amount\)$/)]);
    await nothing();
  });

  test('a payout that is not what its rows leave, by its own row or by a row that comes later', async () => {
    const paid = (amount: number) => row('txn_9', '11-05', ['payout', -amount, 0, ''], ONE);
    expect(await faultsOf(bring([...FIRST_WEEK, paid(164.27)]))).toEqual([
      '5 net: does not add up: the rows of payout po_1 leave 164.17, and 164.27 was paid out; give a file that has all of them (payout_does_not_add_up)',
    ]);
    await nothing();
    await bring([...FIRST_WEEK, paid(164.17)]);
    const late = row('txn_10', '11-04', ['charge', 5, 0.45, 'ch_9'], ONE);
    expect(await faultsOf(bring([late]))).toEqual([
      '2 net: belongs to payout po_1, which was imported without this row; take that import back first (payout_does_not_add_up)',
    ]);
    expect(await balances()).toEqual([0, 16417]);
  });

  test('a word that is not known for a kind of row', async () => {
    expect(await faultsOf(bring([row('txn_1', '11-02', ['charge_split', 50, 1, 'ch_1'])]))).toEqual([
      '2 reporting_category: is not known as a kind of row; say with --value what it means: Gift, Refund, Returned, Regained, Fee, Payout or Open (status_unknown)',
    ]);
    expect(
      (
        await bring([row('txn_1', '11-02', ['charge_split', 50, 1, 'ch_1'], { who: 'Alma' })], {
          value: ['kind:charge_split=Gift'],
          category: 'Tithe',
        })
      ).plan.total,
    ).toBe(5000);
  });

  test('a gift without a fund, unless there is a category for the whole file', async () => {
    const bare = row('txn_1', '11-02', ['charge', 50, 1, 'ch_1'], { fund: '' });
    expect(await faultsOf(bring([bare]))).toEqual([
      expect.stringMatching(/^2 .*: is required, unless you use --category \(required\)$/),
    ]);
    await nothing();
    expect((await bring([bare], { category: 'Tithe' })).plan.total).toBe(5000);
  });

  test('a row that has other amounts than when it was imported', async () => {
    await bring(FIRST_WEEK);
    expect(await faultsOf(bring([row('txn_1', '11-02', ['charge', 101, 3.2, 'ch_1'], ONE)]))).toEqual([
      '2 gross: was imported before, or stands above, with other amounts under the same id, txn_1 (identity_twice)',
    ]);
  });

  test('fees that nobody can own; those of a command belong to the treasurer', async () => {
    const { actor: _, ...rest } = app;
    const system = { ...rest, actor: { kind: 'system' as const, name: 'test' } } as TestApp;
    await expect(importPayouts(system, [HEADER, ...FIRST_WEEK])).rejects.toMatchObject({ code: 'forbidden' });
    await nothing();
    const tess = { email: 'tess@example.org', displayName: 'Tess', roles: ['treasurer' as const], memberId: null };
    const { user } = await createUser(system, tess, 'a long enough password');
    await importPayouts(system, [HEADER, ...FIRST_WEEK]);
    const { items } = await listExpenses(app, decode(ExpenseQuery, {}));
    expect(new Set(items.map(({ submittedBy }) => submittedBy))).toEqual(new Set([user.id]));
  });

  test('the account of the payouts, and an account of undeposited offerings, as the account of the service', async () => {
    await expect(bring(FIRST_WEEK, { account: 'Checking' })).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(bring(FIRST_WEEK, { account: 'Undeposited offerings' })).rejects.toMatchObject({
      code: 'validation_failed',
    });
    await expect(bring(FIRST_WEEK, { account: 'Tithe.ly' })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('left out', () => {
  test('rows of another currency, by their lines', async () => {
    const { plan } = await bring([
      ...FIRST_WEEK,
      row('txn_5', '11-04', ['charge', 500, 20, 'ch_5'], { currency: 'twd' }),
    ]);
    expect(plan.leaveOut).toEqual([{ reason: 'other_currency', count: 1, total: 50000, lines: [5] }]);
    expect(await gifts()).toHaveLength(3);
  });
});

describe('PayPal', () => {
  const PAYPAL =
    'Date,Time,TimeZone,Name,Type,Status,Currency,Gross,Fee,Net,From Email Address,To Email Address,Transaction ID,Reference Txn ID,Item Title,Balance,Balance Impact';
  const activity = [
    PAYPAL,
    // PayPal writes the latest row first, and a fee as a negative amount.
    '11/17/2026,10:00:00,PST,,General Withdrawal,Completed,USD,-60.00,0.00,-60.00,,us@example.org,T7,,,25.42,Debit',
    '11/16/2026,10:00:00,PST,Otto Brandt,Donation Payment,Pending,USD,5.00,-0.30,4.70,otto@example.org,us@example.org,T6,,Tithe,85.42,Memo',
    '11/15/2026,10:00:00,PST,,General Currency Conversion,Completed,USD,21.10,0.00,21.10,,,T5,T4,,85.42,Credit',
    '11/15/2026,10:00:00,PST,Otto Brandt,Donation Payment,Completed,EUR,20.00,-0.90,19.10,otto@example.org,us@example.org,T4,,Tithe,19.10,Credit',
    '11/14/2026,10:00:00,PST,Alma Fenwick,Payment Refund,Completed,USD,-10.00,0.22,-9.78,us@example.org,alma@example.org,T3,T1,,64.32,Debit',
    '11/13/2026,10:00:00,PST,,Hold on Balance for Dispute Investigation,Completed,USD,-25.00,0.00,-25.00,,,T2,T1,,74.10,Debit',
    '11/13/2026,09:00:00,PST,,Cancellation of Hold for Dispute Resolution,Completed,USD,25.00,0.00,25.00,,,T2,T1,,74.10,Credit',
    '11/12/2026,10:00:00,PST,Alma Fenwick,Donation Payment,Partially Refunded,USD,100.00,-2.70,97.30,alma@example.org,us@example.org,T1,I-SUB,Tithe,97.30,Credit',
  ];
  beforeEach(async () => {
    await createAccount(app, decode(NewAccount, { name: 'PayPal', kind: 'Processor' }));
  });

  test('the activity download needs no --map: gifts by their title, the fee that comes back, the withdrawal', async () => {
    const { plan, program } = await importPayouts(app, activity, { account: 'PayPal' });
    expect(program).toBe('PayPal');
    expect(await gifts()).toEqual([
      ['2026-11-12', '2026-11-12', 10000, 'Alma Fenwick', 'Tithe', 'PayPal'],
      ['2026-11-14', '2026-11-12', -1000, 'Alma Fenwick', 'Tithe', 'Refund'],
    ]);
    expect((await fees()).map(([day, amount]) => [day, amount])).toEqual([
      ['2026-11-12', 270],
      ['2026-11-14', -22],
    ]);
    expect((await transfers()).map(([day, amount]) => [day, amount])).toEqual([['2026-11-17', 6000]]);
    expect(plan.openPoints).toEqual([{ line: 4, charge: 'T4', amount: 2110 }]);
    expect(plan.leaveOut.map(({ reason, lines }) => [reason, lines])).toEqual([
      ['pending', [3, 7, 8]],
      ['other_currency', [5]],
    ]);
  });

  test('a refund finds the gift that was entered by hand with the id of PayPal', async () => {
    await importGifts(app, [
      'Date,Name,Fund,Amount,Method,PayPal Transaction ID',
      '2026-11-12,Alma Fenwick,Tithe,100,PayPal,T1',
    ]);
    const refund = activity.find((line) => line.includes('Payment Refund')) ?? '';
    const { plan } = await importPayouts(app, [PAYPAL, refund], { account: 'PayPal' });
    expect(plan).toMatchObject({ refunds: { count: 1, total: 1000 } });
    // Its fee is not known, so what came back of it is an open point.
    expect(plan.openPoints).toEqual([{ line: 2, charge: 'T1', amount: 22 }]);
  });

  test('a state of a payment that is not known is refused', async () => {
    const odd = (activity.at(-1) ?? '').replace('Partially Refunded', 'Snoozed');
    expect(await faultsOf(importPayouts(app, [PAYPAL, odd], { account: 'PayPal', dates: 'mdy' }))).toEqual([
      '2 Status: is not known as the state of a payment; say with --value what it means: Paid, Pending or Failed (status_unknown)',
    ]);
  });
});

describe('a file of any other service', () => {
  const FILE = [
    'When,Giver,Designation,Gross,Fees,Net,Deposit,Deposited',
    '2026-11-02,Alma Fenwick,Tithe,100.00,2.90,97.10,D1,2026-11-05',
    '2026-11-02,Otto Brandt,Tithe,10.00,0.59,9.41,D1,2026-11-05',
    '2026-11-03,Otto Brandt,Tithe,10.00,0.59,9.41,,',
    '2026-11-03,Otto Brandt,Tithe,10.00,0.59,9.41,,',
  ];
  const map = ['When=date', 'Giver=memberName', 'Deposit=payout', 'Deposited=payoutOn'];

  test('is read by --map, and again without its rows being booked twice', async () => {
    expect((await importPayouts(app, FILE, { map })).plan).toMatchObject({ create: 4, total: 13000 });
    expect(await balances()).toEqual([2 * 941, 10651]);
    expect((await importPayouts(app, FILE, { map })).plan).toMatchObject({ create: 0, skip: 4 });
    expect(await gifts()).toHaveLength(4);
  });

  test('needs a day, a gross amount, a fee and a net amount', async () => {
    await expect(
      importPayouts(app, ['When,Donor,Given', '2026-11-02,Alma Fenwick,5'], { map: ['When=date'] }),
    ).rejects.toThrow('There is no column for date, amount, fee or net amount.');
  });
});

describe('a finalized month', () => {
  test('is left as it is: what belongs to it is booked on the first open day, and the gift keeps its day', async () => {
    app.setNow('2026-12-03T18:00:00.000Z');
    await finalizeStatement(app, { year: 2026, month: 11 }, true);
    const { plan } = await bring([
      row('txn_1', '11-30', ['charge', 100, 3.2, 'ch_1'], { payout: 'po_1', on: '12-02' }),
      row('txn_2', '12-01', ['charge', 50, 1.75, 'ch_2'], { payout: 'po_1', on: '12-02' }),
    ]);
    expect(plan.moved).toEqual([{ line: 2, day: '2026-11-30', date: '2026-12-01' }]);
    expect((await gifts()).map(([date, giftDate]) => [date, giftDate])).toEqual([
      ['2026-12-01', '2026-11-30'],
      ['2026-12-01', '2026-12-01'],
    ]);
    expect(await fees()).toEqual([
      ['2026-12-01', 320, 'Paid', 'Fees of Stripe on 2026-11-30'],
      ['2026-12-01', 175, 'Paid', 'Fees of Stripe on 2026-12-01'],
    ]);
    expect(await balances()).toEqual([0, 14505]);
  });
});

describe('taking an import back', () => {
  test('removes its gifts, fees and payouts, and the file can be imported again', async () => {
    const { importId } = await bring([...FIRST_WEEK, row('txn_5', '11-09', ['refund', -20, 0, 'ch_3'])]);
    expect(await undoImport(app, importId ?? 0)).toMatchObject({ removed: { givings: 4, expenses: 2, transfers: 1 } });
    expect(await gifts()).toEqual([]);
    expect(await balances()).toEqual([0, 0]);
    expect((await bring(FIRST_WEEK)).plan.create).toBe(3);
    expect(await balances()).toEqual([0, 16417]);
  });

  test('is refused if a fee was given back, because that reversal stays', async () => {
    await bring([...FIRST_WEEK, row('txn_7', '11-11', ['dispute', -50, 15, 'ch_2'])]);
    const { importId } = await bring([row('txn_8', '11-16', ['dispute_reversal', 50, -15, 'ch_2'])]);
    await expect(undoImport(app, importId ?? 0)).rejects.toMatchObject({ code: 'reversed' });
    expect(await balances()).toEqual([0, 16417]);
  });

  test('is refused, with the reason, after a gift was reversed or stands on a statement, or the month was finalized', async () => {
    const { importId } = await bring(FIRST_WEEK);
    const undo = () => undoImport(app, importId ?? 0);
    await reverseGiving(app, 1, { date: '2026-11-10', amount: null, reason: 'Entered wrongly' });
    await expect(undo()).rejects.toMatchObject({ code: 'reversed' });
    app.setNow('2026-12-03T18:00:00.000Z');
    await finalizeStatement(app, { year: 2026, month: 11 }, true);
    await expect(undo()).rejects.toMatchObject({ code: 'period_finalized' });
    app.setNow('2027-01-05T18:00:00.000Z');
    await issueStatementsOf(app, 2026, 1);
    await expect(undo()).rejects.toThrow(/is on contribution statement 2026-/);
    expect(await balances()).toEqual([-10000, 16417]);
  });
});

test('a program writes each word with one meaning, and its columns are fields of the import', () => {
  const programs = allPrograms().filter(({ kind }) => kind === 'payouts');
  expect(programs.map(({ name }) => name)).toEqual(['Stripe', 'PayPal']);
  const fields = new Set<string>(PAYOUT_TARGET.fields.map(({ name }) => name));
  for (const { columns, unread, marks, sources, words = {} } of programs) {
    for (const source of sources) expect(source).toMatch(/^https:/);
    expect(Object.values(columns).filter((field) => !fields.has(field))).toEqual([]);
    expect(unread.filter((name) => name in columns)).toEqual([]);
    expect(marks.filter((mark) => !(mark in columns))).toEqual([]);
    for (const lists of Object.values(words)) {
      const all = Object.values(lists).flat().map(headerKey);
      expect(all).toHaveLength(new Set(all).size);
    }
  }
});
