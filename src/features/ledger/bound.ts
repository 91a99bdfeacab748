import type { App } from '../../app.ts';
import type { EntryDate } from '../../books/account-postings.ts';
import { isNoMoney } from '../../books/account-kinds.ts';
import { type Bound, fundLoansAt, type Holding, holdingsAt } from '../../books/holdings.ts';
import type { CalendarDate } from '../../lib/date.ts';
import { accountsById } from './accounts/service.ts';

/** Returns what each fund except the General fund holds in accounts that are no money at the end of a day. */
export async function heldAt(app: App, day: CalendarDate, entryDate: EntryDate = 'date'): Promise<Holding[]> {
  const accounts = await accountsById(app);
  const all = await holdingsAt(app.db, day, entryDate);
  return all.filter(({ accountId }) => isNoMoney(accounts.get(accountId)?.kind ?? 'Cash'));
}

/** Returns what the funds hold in accounts that are no money, and what they owe each other, at the end of a day. */
export async function boundAt(app: App, day: CalendarDate, entryDate: EntryDate = 'date'): Promise<Bound> {
  return { holdings: await heldAt(app, day, entryDate), loans: await fundLoansAt(app.db, day) };
}
