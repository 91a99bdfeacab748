import { type App, inSnapshot } from '../../../app.ts';
import { byCategory } from '../../../books/activity.ts';
import { fundOfSum } from '../../../books/balances.ts';
import type { FundSum } from '../../../books/posted-sums.ts';
import { fiscalYearOf } from '../../../lib/date.ts';
import { addMoney, type Minor, negateMoney, ZERO } from '../../../lib/money.ts';
import { type Catalogs, readCatalogs } from './catalogs.ts';
import type { TrialBalance, TrialBalanceQuery } from './schema.ts';
import { balancesOf, fundOpeningsOf, inBooks, isOwn, sumsOf } from './sums.ts';

/** A line of the trial balance. Its amount is a debit, or a credit if the amount is negative. */
type Balance = { name: string; debit: Minor; source: TrialBalance['lines'][number]['source'] };

/**
 * Returns the trial balance at the end of a day: accounts, funds at the start of the fiscal year, and the income and
 * expenses since then. The total debit equals the total credit, because every document has equal debits and credits.
 */
export function trialBalance(app: App, { at, basis }: TrialBalanceQuery): Promise<TrialBalance> {
  return inSnapshot(app, async (app) => {
    const catalogs = await readCatalogs(app);
    const { from } = fiscalYearOf(at, catalogs.fiscalYearStartMonth);
    const days = inBooks({ from, to: at }, catalogs);
    const isBefore = days.from > at;
    const { accounts } = isBefore ? { accounts: new Map() } : await balancesOf(app, at, catalogs, basis);
    const funds = isBefore ? new Map() : await fundOpeningsOf(app, days.from, catalogs, basis);
    const sums = isBefore ? [] : await sumsOf(app, days, { basis, begin: catalogs.begin });
    const balances = [
      ...catalogs.accounts.map(({ id, name }) => ({
        name,
        debit: accounts.get(id) ?? ZERO,
        source: { type: 'Account' as const, id },
      })),
      ...fundLines(catalogs, funds, sums),
      ...activityLines(
        catalogs,
        sums.filter((sum) => isOwn(sum, catalogs)),
      ),
    ].filter(({ debit }) => debit !== 0);
    const lines = balances.map(({ name, debit, source }) => ({
      name,
      debit: debit > 0 ? debit : ZERO,
      credit: debit < 0 ? negateMoney(debit) : ZERO,
      source,
    }));
    return {
      at,
      since: days.from,
      basis,
      isUnaudited: true,
      lines,
      totalDebit: addMoney(...lines.map(({ debit }) => debit)),
      totalCredit: addMoney(...lines.map(({ credit }) => credit)),
    };
  });
}

type Sums = readonly FundSum[];

/**
 * Returns the lines of the funds. A fund of the church has its balance at the start of the year, with the transfers
 * since then. A Custodial fund has its balance at the end of the day, because giving to such a fund is not income.
 */
function fundLines(
  { funds, heldFunds, fundOf }: Catalogs,
  openings: ReadonlyMap<number, Minor>,
  sums: Sums,
): Balance[] {
  return funds.map(({ id, name }) => {
    const own = sums.filter((sum) => fundOfSum(sum, fundOf) === id);
    const since = own
      .filter(({ part }) => heldFunds.has(id) || part === 'transfer' || part === 'release')
      .map(({ amount }) => amount);
    const held = addMoney(openings.get(id) ?? ZERO, ...since);
    const title = heldFunds.has(id) ? `Held for others: ${name}` : `Fund: ${name}`;
    return { name: title, debit: negateMoney(held), source: { type: 'Fund', id } };
  });
}

function activityLines({ categories, incomeCategories, subCategories }: Catalogs, sums: Sums): Balance[] {
  const source = (type: 'GivingCategory' | 'IncomeCategory' | 'SubCategory', id: number) => ({ type, id });
  const [giving, otherIncome] = [byCategory(sums, 'giving'), byCategory(sums, 'otherIncome')];
  const expenses = byCategory(sums, 'expense');
  const adjustments = sums.filter(({ part }) => part === 'adjustment').map(({ amount }) => amount);
  return [
    ...categories.map(({ id, name }) => ({
      name: `Giving: ${name}`,
      debit: negateMoney(giving.get(id)?.amount ?? ZERO),
      source: source('GivingCategory', id),
    })),
    ...incomeCategories.map(({ id, name }) => ({
      name: `Other income: ${name}`,
      debit: negateMoney(otherIncome.get(id)?.amount ?? ZERO),
      source: source('IncomeCategory', id),
    })),
    ...subCategories.map(({ id, name, group }) => ({
      name: `${group}: ${name}`,
      debit: expenses.get(id)?.amount ?? ZERO,
      source: source('SubCategory', id),
    })),
    { name: 'Adjustments of net assets', debit: negateMoney(addMoney(...adjustments)), source: null },
  ];
}
