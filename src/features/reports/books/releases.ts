import { type App, inSnapshot } from '../../../app.ts';
import { isDonorRestricted } from '../../../books/fund-classes.ts';
import { describeDocuments } from '../../../books/posting-texts.ts';
import { listReleased, type Released } from '../../../books/releases.ts';
import { addMoney, ZERO } from '../../../lib/money.ts';
import { inBooks } from './sums.ts';
import { readCatalogs } from './catalogs.ts';
import type { Releases, ReleasesQuery, ReleaseType } from './ledger-schema.ts';

/**
 * Returns everything that ended the restriction of money in a range of days, with the document behind it. The total is
 * what the statement of activities releases.
 */
export function releases(app: App, { from, to }: ReleasesQuery): Promise<Releases> {
  return inSnapshot(app, async (app) => {
    const catalogs = await readCatalogs(app);
    const funds = new Map(catalogs.funds.map((fund) => [fund.id, fund]));
    const restricted = catalogs.funds.filter((fund) => isDonorRestricted(fund.class)).map(({ id }) => id);
    const loanIds = catalogs.accounts.filter(({ kind }) => kind === 'Loan').map(({ id }) => id);
    const days = inBooks({ from, to }, catalogs);
    const found = days.from > days.to ? [] : await listReleased(app.db, days, { restricted, loanIds });
    const texts = await describeDocuments(app.db, found, () => '');
    const typeOf = ({ part, type }: Released): ReleaseType => {
      if (part === 'purchase') return 'Purchase';
      if (part === 'principal') return 'Principal';
      return type === 'Expense' || type === 'Transfer' ? type : 'JournalEntry';
    };
    const items = found.map((one) => ({
      date: one.date,
      fundId: one.fundId,
      fund: funds.get(one.fundId)?.name ?? '',
      amount: one.amount,
      type: typeOf(one),
      id: one.id,
      description: texts.get(`${one.type}/${one.id}`)?.text ?? '',
    }));
    return { from, to, items, total: addMoney(ZERO, ...items.map(({ amount }) => amount)) };
  });
}
