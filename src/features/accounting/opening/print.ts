import { amount, type Column, pairTable, table, total } from '../../../cli/kit/print.ts';
import { addMoney, type Minor } from '../../../lib/money.ts';
import type { Opening } from './schema.ts';

type Account = Opening['accounts'][number];

const ACCOUNTS: readonly Column<
  Pick<Account, 'accountName' | 'balance' | 'bankBalance'> & { accountId: number | null }
>[] = [
  { title: 'Id', align: 'right', cell: ({ accountId }) => accountId },
  { title: 'Account', cell: ({ accountName }) => accountName },
  { title: 'Balance', align: 'right', cell: ({ balance }) => amount(balance) },
  {
    title: 'At the bank',
    align: 'right',
    cell: ({ bankBalance }) => (bankBalance === null ? '' : amount(bankBalance)),
  },
];

type Item = Account['outstanding'][number] & { accountName: string };
const OUTSTANDING: readonly Column<Item>[] = [
  { title: 'Outstanding', cell: ({ date }) => date },
  { title: 'Account', cell: ({ accountName }) => accountName },
  { title: 'Reference', cell: ({ reference }) => reference },
  { title: 'Amount', align: 'right', cell: (item) => amount(item.amount) },
];

type Fund = { fundId: number | null; fundName: string; balance: Minor };
const FUNDS: readonly Column<Fund>[] = [
  { title: 'Id', align: 'right', cell: ({ fundId }) => fundId },
  { title: 'Fund', cell: ({ fundName }) => fundName },
  { title: 'Balance', align: 'right', cell: ({ balance }) => amount(balance) },
];

const PAYABLES: readonly Column<Opening['payables'][number]>[] = [
  { title: 'Id', align: 'right', cell: ({ id }) => id },
  { title: 'Bill of', cell: ({ vendor }) => vendor },
  { title: '1099', cell: ({ form1099 }) => form1099 },
  { title: 'Amount', align: 'right', cell: (payable) => amount(payable.amount) },
  { title: 'Paid', align: 'right', cell: ({ paid }) => amount(paid) },
];

/** Returns an opening as tables. */
export function printOpening({ date, accounts, funds, payables, yearToDate, unpaid, paidEarly }: Opening): string {
  if (date === null) return 'No opening is saved. Save one: vestry opening set';
  const items = accounts.flatMap(({ accountName, outstanding }) =>
    outstanding.map((item) => ({ accountName, ...item })),
  );
  const sum = { fundId: null, fundName: 'All funds', balance: addMoney(...funds.map(({ balance }) => balance)) };
  const notes: [string, string][] = [
    ['The books begin on', date],
    ...(unpaid === 0 ? [] : [['Expenses that were booked and not paid', amount(unpaid)] as [string, string]]),
    ...(paidEarly === 0 ? [] : [['Expenses that were paid and not booked', amount(paidEarly)] as [string, string]]),
    ...(yearToDate.length === 0
      ? []
      : [['Amounts of the year to date', String(yearToDate.length)] as [string, string]]),
  ];
  return [
    pairTable('Opening of the books', notes),
    table(ACCOUNTS, accounts),
    ...(items.length > 0 ? [table(OUTSTANDING, items)] : []),
    table<Fund>(FUNDS, [...funds, total<Fund>(sum)]),
    ...(payables.length > 0 ? [table(PAYABLES, payables)] : []),
  ].join('\n\n');
}
