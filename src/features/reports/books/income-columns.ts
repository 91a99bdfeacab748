/** Divides the sums of an income statement into columns. */
import { fundOfSum } from '../../../books/balances.ts';
import { type FundClass, isDonorRestricted } from '../../../books/fund-classes.ts';
import type { FundSum } from '../../../books/posted-sums.ts';
import { type DateRange, formatMonth, monthOf, monthsOf } from '../../../lib/date.ts';
import type { Catalogs } from './catalogs.ts';
import type { IncomeStatementQuery } from './schema.ts';

export type Columns = {
  columns: readonly { key: string; name: string }[];
  /** Returns the key of the column of a sum. */
  keyOf: (sum: FundSum) => string;
};

export const RELEASED = 'released';
const WITHOUT = 'withoutRestrictions';
const WITH = 'withRestrictions';
const NO_MINISTRY = 'none';
const BEFORE = 'before';

/** Returns the columns into which the sums are divided. Funds and ministries that have no sums get no column. */
export function columnsOf(
  division: IncomeStatementQuery['columns'],
  { catalogs, range, sums }: { catalogs: Catalogs; range: DateRange; sums: readonly FundSum[] },
): Columns {
  if (division === undefined) return { columns: [], keyOf: () => '' };
  if (division === 'restriction') return byRestriction(catalogs);
  if (division === 'month') {
    const months = monthsOf(range).map(({ from }) => formatMonth(monthOf(from)));
    // What the church entered for the time before its books stands in no month.
    const before = sums.some(({ month }) => month === '') ? [{ key: BEFORE, name: 'Before the books' }] : [];
    return {
      columns: [...before, ...months.map((key) => ({ key, name: key }))],
      keyOf: ({ month }) => (month === '' ? BEFORE : month),
    };
  }
  const keyOf =
    division === 'fund'
      ? (sum: FundSum) => String(fundOfSum(sum, catalogs.fundOf))
      : (sum: FundSum) => (sum.ministryId === null ? NO_MINISTRY : String(sum.ministryId));
  const used = new Set(sums.map(keyOf));
  const rows = division === 'fund' ? catalogs.funds : catalogs.ministries;
  const columns = rows.map(({ id, name }) => ({ key: String(id), name })).filter(({ key }) => used.has(key));
  const rest = used.has(NO_MINISTRY) ? [{ key: NO_MINISTRY, name: 'No ministry' }] : [];
  return { columns: [...columns, ...rest], keyOf };
}

/**
 * Income is with or without donor restrictions. What restricted funds spend on expenses and on what the church uses, or
 * give to funds without restrictions, is released from restrictions (FASB ASC 958-205-45) and has a separate column.
 */
function byRestriction({ funds, fundOf }: Catalogs): Columns {
  const classes = new Map<number, FundClass>(funds.map((fund) => [fund.id, fund.class]));
  const isRestricted = (fundId: number | null) => isDonorRestricted(classes.get(fundId ?? 0) ?? 'General');
  return {
    columns: [
      { key: WITHOUT, name: 'Without donor restrictions' },
      { key: WITH, name: 'With donor restrictions' },
      { key: RELEASED, name: 'Released from restrictions' },
    ],
    keyOf: (sum) => {
      if (!isRestricted(fundOfSum(sum, fundOf))) return WITHOUT;
      // Both sides of a transfer between two restricted funds are in the same column, because such a transfer releases
      // nothing.
      const isGivenUp = sum.part === 'transfer' && isRestricted(sum.categoryId);
      return sum.part === 'expense' || sum.part === 'release' || isGivenUp ? RELEASED : WITH;
    },
  };
}
