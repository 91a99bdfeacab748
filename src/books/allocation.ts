import type { Minor } from '../lib/money.ts';

/**
 * Divides an amount in proportion to weights. The parts add up to the amount, and each part differs from its exact
 * share by less than a cent. An amount equal to the sum of the weights is divided into the weights themselves. A larger
 * amount makes some parts larger than their weights, and without limit if the weights have different signs. If the
 * weights add up to 0, there are no proportions, and the first part is the amount.
 */
export function allocate(amount: Minor, weights: readonly Minor[]): Minor[] {
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (total === 0n) return weights.map((_, index) => (index === 0 ? amount : 0) as Minor);
  let [seen, given] = [0n, 0n];
  return weights.map((weight) => {
    seen += BigInt(weight);
    const due = rounded(BigInt(amount) * seen, total);
    const part = due - given;
    given = due;
    return Number(part) as Minor;
  });
}

/** Returns the quotient, rounded half away from zero. */
function rounded(dividend: bigint, divisor: bigint): bigint {
  const isNegative = dividend < 0n !== divisor < 0n;
  const [size, unit] = [dividend < 0n ? -dividend : dividend, divisor < 0n ? -divisor : divisor];
  const quotient = (2n * size + unit) / (2n * unit);
  return isNegative ? -quotient : quotient;
}
