import { type App, inSnapshot } from '../../../app.ts';
import { isDonorRestricted } from '../../../books/fund-classes.ts';
import { describeDocuments } from '../../../books/posting-texts.ts';
import { listReleased, type Released } from '../../../books/releases.ts';
import { addDays } from '../../../lib/date.ts';
import { addMoney, negateMoney, ZERO } from '../../../lib/money.ts';
import { historyOf } from './income-statement.ts';
import { readCatalogs } from './catalogs.ts';
import type { Releases, ReleasesQuery, ReleaseType } from './ledger-schema.ts';

/**
 * Returns everything that ended the restriction of money in a range of days, with the document behind it. The total is
 * what the statement of activities releases, so the year so far that was entered with the opening is in it, too.
 */
export function releases(app: App, { from, to }: ReleasesQuery): Promise<Releases> {
  return inSnapshot(app, async (app) => {
    const catalogs = await readCatalogs(app);
    const funds = new Map(catalogs.funds.map((fund) => [fund.id, fund]));
    const restricted = catalogs.funds.filter((fund) => isDonorRestricted(fund.class)).map(({ id }) => id);
    const loanIds = catalogs.accounts.filter(({ kind }) => kind === 'Loan').map(({ id }) => id);
    const { entered, days } = await historyOf(app, { from, to }, catalogs);
    const found = days.from > days.to ? [] : await listReleased(app.db, days, { restricted, loanIds });
    const texts = await describeDocuments(app.db, found, () => '');
    const typeOf = ({ part, type }: Released): ReleaseType => {
      if (part === 'purchase') return 'Purchase';
      if (part === 'principal') return 'Principal';
      return type === 'Expense' || type === 'Transfer' ? type : 'JournalEntry';
    };
    const history = restricted.flatMap((fundId) => {
      const spent = entered.filter((sum) => sum.part === 'expense' && sum.fundId === fundId);
      const amount = negateMoney(addMoney(ZERO, ...spent.map((sum) => sum.amount)));
      const fund = funds.get(fundId)?.name ?? '';
      const date = addDays(catalogs.begin ?? from, -1);
      return amount === 0 ? [] : [{ date, fundId, fund, amount, type: 'Opening' as const, id: 1, description: '' }];
    });
    const booked = found.map((one) => ({
      date: one.date,
      fundId: one.fundId,
      fund: funds.get(one.fundId)?.name ?? '',
      amount: one.amount,
      type: typeOf(one),
      id: one.id,
      description: texts.get(`${one.type}/${one.id}`)?.text ?? '',
    }));
    // What was entered is there instead of documents of that time, so it comes first.
    const items = [...history, ...booked];
    return { from, to, items, total: addMoney(ZERO, ...items.map(({ amount }) => amount)) };
  });
}
