import { exportJournal } from '../../src/features/reports/journal/service.ts';
import { ofx } from '../contract/bank-support.ts';
import { ACCOUNTANTS } from './journal.ts';
import { NewAccount } from '../../src/features/ledger/accounts/schema.ts';
import { createAccount } from '../../src/features/ledger/accounts/service.ts';
import { decode } from '../../src/validate.ts';
import { as, testApp, type TestApp } from './app.ts';
import { addUser } from './books.ts';
import { importPeople } from './import.ts';

/** Returns a church with two givers and an account of a card service, with an app that acts as its super_admin. */
export async function cardChurch(): Promise<{ app: TestApp; stripe: number }> {
  const system = await testApp();
  const app = as(system, await addUser(system), 'super_admin');
  await importPeople(app, [
    'First Name,Last Name,Email',
    'Alma,Fenwick,alma@example.org',
    'Otto,Brandt,otto@example.org',
  ]);
  const { id: stripe } = await createAccount(app, decode(NewAccount, { name: 'Stripe', kind: 'Processor' }));
  return { app, stripe };
}

const HEADER =
  'automatic_payout_id,automatic_payout_effective_at,balance_transaction_id,created,currency,gross,fee,net,reporting_category,charge_id,customer_email,payment_metadata[fund]';
/** What the card service writes in December: two payouts with a refund and a chargeback. */
export const DECEMBER = [
  HEADER,
  'po_1,2026-12-10 00:00:00,txn_1,2026-12-06 10:00:00,usd,200.00,6.10,193.90,charge,ch_1,alma@example.org,Tithe',
  'po_1,2026-12-10 00:00:00,txn_2,2026-12-07 09:00:00,usd,75.00,2.48,72.52,charge,ch_2,otto@example.org,Missions',
  'po_2,2026-12-17 00:00:00,txn_3,2026-12-13 10:00:00,usd,310.00,9.29,300.71,charge,ch_3,alma@example.org,Tithe',
  'po_2,2026-12-17 00:00:00,txn_4,2026-12-14 11:00:00,usd,-25.00,0.00,-25.00,refund,ch_1,alma@example.org,Tithe',
  'po_2,2026-12-17 00:00:00,txn_5,2026-12-15 12:00:00,usd,-75.00,15.00,-90.00,dispute,ch_2,otto@example.org,Missions',
];
/** The last report of December does not know the payout of January, but a charge of December 30 belongs to it. */
export const JANUARY = [
  HEADER,
  'po_3,2027-01-03 00:00:00,txn_6,2026-12-30 10:00:00,usd,500.00,14.80,485.20,charge,ch_4,otto@example.org,Tithe',
  'po_3,2027-01-03 00:00:00,txn_7,2027-01-01 10:00:00,usd,40.00,1.46,38.54,charge,ch_5,alma@example.org,Tithe',
];
/** The payouts as the bank writes them. */
export const BANK = ofx([
  { date: '2026-12-10', amount: 266.42, text: 'STRIPE TRANSFER' },
  { date: '2026-12-17', amount: 185.71, text: 'STRIPE TRANSFER' },
  { date: '2027-01-04', amount: 523.74, text: 'STRIPE TRANSFER' },
]);

/** What the bank, the categories and the fees then have in the journal, in minor units. */
export const FIGURES = {
  'Assets:Checking': 26642 + 18571 + 52374,
  'Income:Giving:Tithe': -(20000 + 31000 + 50000 + 4000 - 2500),
  'Expenses:Finance:Bank & Processing Fees': 610 + 248 + 929 + 1500 + 1480 + 146,
};

/** Returns the balances of the accounts and the income and expenses, as an accounting program adds them up. */
export async function inJournal(app: TestApp): Promise<Record<string, number>> {
  const journal = await exportJournal(app, { span: {}, withGivers: false }, async (parts) => {
    let whole = '';
    for await (const { text } of parts) whole += text;
    return whole;
  });
  return ACCOUNTANTS.find(({ isThere }) => isThere)?.balances(journal, { accounts: '^(Assets|Income|Expenses)' }) ?? {};
}
