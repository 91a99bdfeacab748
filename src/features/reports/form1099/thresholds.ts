/** The amounts from which payments are reported on Form 1099. They ship in `data/form1099-thresholds.json`. */
import type { Form1099Box } from '../../../books/form1099.ts';
import { AppError } from '../../../errors.ts';
import { type Minor, parseMoney, ZERO } from '../../../lib/money.ts';
import { readShipped } from '../../../package.ts';

type Thresholds = { years: { from: number; to: number; amounts: Record<Form1099Box, number> }[] };

/** Returns the threshold of each box for a calendar year. Raises `no_threshold` for a year that is not in the table. */
export function thresholdsOf(year: number): (box: Form1099Box) => Minor {
  const { years } = readShipped('data/form1099-thresholds.json') as Thresholds;
  const known = years.find(({ from, to }) => from <= year && year <= to);
  if (known) return (box) => parseMoney(known.amounts[box]) ?? ZERO;
  const [first, last] = [years[0]?.from, years.at(-1)?.to];
  throw new AppError(
    'no_threshold',
    `This version of Vestry knows the amounts for Form 1099 only for the years ${first} to ${last}, not for ${year}. Choose another year, or install a newer version.`,
  );
}
