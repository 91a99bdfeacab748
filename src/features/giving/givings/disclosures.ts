import { hasIrs } from '../../../lib/country.ts';
import { formatMoney, type Minor, subtractMoney, ZERO } from '../../../lib/money.ts';
import type { Giving, GivingWarning } from './schema.ts';

/**
 * The amount above which the church must give a written disclosure for a gift with a benefit. The law fixes it at 75
 * dollars (IRS Publication 1771, "quid pro quo contributions").
 */
const UNDISCLOSED = 7500 as Minor;

/**
 * Returns a warning for each gift over 75 for which the giver received something in return. Elsewhere than in the United
 * States, there are none.
 */
export function disclosuresDue(givings: readonly Giving[], country: string | null): GivingWarning[] {
  if (!hasIrs(country)) return [];
  return givings.flatMap(({ id, amount, benefitAmount }) =>
    benefitAmount === null || amount <= UNDISCLOSED ? [] : [warningOf(id, { amount, benefitAmount })],
  );
}

function warningOf(
  givingId: number,
  { amount, benefitAmount }: { amount: Minor; benefitAmount: Minor },
): GivingWarning {
  const deductible = benefitAmount < amount ? subtractMoney(amount, benefitAmount) : ZERO;
  const message =
    `The giver received something worth ${formatMoney(benefitAmount)} for a gift of ${formatMoney(amount)}. For such a ` +
    `gift over ${formatMoney(UNDISCLOSED)}, the IRS requires a written disclosure: tell the giver that at most ` +
    `${formatMoney(deductible)} is deductible, and that ${formatMoney(benefitAmount)} is a good-faith estimate.`;
  return { code: 'disclosure_due', message, givingId, duplicateOf: null };
}
