/** Plans the opening of the books of a demo church, and the payment of a bill that is unpaid at the opening. */
import { CHECKING } from '../../../books/account-kinds.ts';
import { addDays, type CalendarDate } from '../../../lib/date.ts';
import { addMoney, subtractMoney } from '../../../lib/money.ts';
import { putOpening } from '../../accounting/opening/service.ts';
import { createPayment } from '../../spending/payments/pay.ts';
import type { Diary } from './diary.ts';
import { moneyOf } from './givers.ts';

type Beginning = {
  /** The first day of the books. */
  from: CalendarDate;
  members: number;
  /** Returns the id of a row of a shipped catalog. */
  idOf: (catalog: 'GivingCategory' | 'ExpenseSubCategory' | 'Fund', key: string) => number;
};

/** The net assets of a church with 300 members when its books begin. */
const NET_DOLLARS = 48_215.6;
const BUILDING_SHARE = 0.25;
const PETTY_CASH = 3;
const PETTY_DOLLARS = 60;
const VENDOR = 'Cedar Grove Water';
const DUE = moneyOf(84.5);
const CHECK = moneyOf(120);
/** What was given and spent each month before the books began, in dollars for each member. */
const MONTHLY = { given: 55, spent: 11 };

/** Plans the opening, in which one check is outstanding and one bill is unpaid, and the payment of that bill. */
export function noteOpening(diary: Diary, { from, members, idOf }: Beginning): void {
  const net = moneyOf((NET_DOLLARS * members) / 300);
  const petty = moneyOf(PETTY_DOLLARS);
  const checking = subtractMoney(addMoney(net, DUE), petty);
  // The number of months from the beginning of the calendar year to the beginning of the books.
  const months = Number(from.slice(5, 7)) - 1;
  const amount = (dollars: number) => moneyOf(dollars * members * months);
  const blank = { categoryId: null, incomeCategoryId: null, subCategoryId: null, fundId: null, ministryId: null };
  const yearToDate = [
    { ...blank, categoryId: idOf('GivingCategory', 'general-offering'), amount: amount(MONTHLY.given) },
    { ...blank, subCategoryId: idOf('ExpenseSubCategory', 'facilities/utilities'), amount: amount(MONTHLY.spent) },
  ];
  diary.note({ on: from, time: '08:00' }, 'treasurer', async (app) => {
    await putOpening(app, {
      date: from,
      accounts: [
        {
          accountId: CHECKING,
          fundId: null,
          balance: checking,
          bankBalance: addMoney(checking, CHECK),
          outstanding: [{ date: addDays(from, -4), reference: '2087', amount: subtractMoney(moneyOf(0), CHECK) }],
        },
        { accountId: PETTY_CASH, fundId: null, balance: petty, bankBalance: null, outstanding: [] },
      ],
      funds: [
        { fundId: idOf('Fund', 'building-fund'), balance: moneyOf((NET_DOLLARS * BUILDING_SHARE * members) / 300) },
      ],
      payables: [{ id: null, vendor: VENDOR, vendorId: null, fundId: null, form1099: null, amount: DUE }],
      yearToDate: months === 0 ? [] : yearToDate,
    });
  });
  const on = addDays(from, 9);
  diary.note({ on, about: on, time: '09:30' }, 'treasurer', async (app) => {
    const item = { expenseId: null, payableId: 1, amount: null };
    await createPayment(app, { date: on, accountId: null, method: 'Check', reference: '2090', items: [item] });
  });
}
