/** Finds what somebody should check about a gift that was accepted, except likely duplicates. */
import { hasIrs } from '../../../lib/country.ts';
import { daysBetween } from '../../../lib/date.ts';
import { formatMoney } from '../../../lib/money.ts';
import { disclosuresDue } from './disclosures.ts';
import type { Giving, GivingWarning } from './schema.ts';

/** The most days by which a gift is usually earlier than the day on which it came in. */
const USUAL_DAYS = 60;

/** Returns the warnings about each gift. `country` decides whose tax rules hold. */
export function warningsAbout(givings: readonly Giving[], country: string | null): GivingWarning[] {
  const forGiver = givings.filter(({ source }) => source !== 'DAF');
  const said = givings.flatMap((giving) =>
    unusual(giving).map((warning) => ({ ...warning, givingId: giving.id, duplicateOf: null })),
  );
  const isKnownHere = ({ code }: GivingWarning) => code !== 'daf_benefit' || hasIrs(country);
  return [...disclosuresDue(forGiver, country), ...said.filter(isKnownHere)];
}

type Checked = Pick<Giving, 'date' | 'giftDate' | 'source' | 'benefitAmount' | 'reversalOf'>;
type Unusual = Pick<GivingWarning, 'code' | 'message'>;

/** Returns what is unusual about a gift: a day of the gift that is long ago, or a benefit for a grant of a fund. */
export function unusual({ date, giftDate, source, benefitAmount, reversalOf }: Checked): Unusual[] {
  const isUsual = giftDate === date || daysBetween(giftDate, date) <= USUAL_DAYS;
  if (reversalOf !== null || (isUsual && source !== 'DAF')) return [];
  const far = `The day of the gift, ${giftDate}, is more than ${USUAL_DAYS} days before the day on which it came in, ${date}. Check the year: the statement counts the gift in the year of its day.`;
  return [
    ...(isUsual ? [] : [{ code: 'gift_date_far' as const, message: far }]),
    ...(source === 'DAF' && benefitAmount !== null
      ? [{ code: 'daf_benefit' as const, message: dafText(benefitAmount) }]
      : []),
  ];
}

/**
 * Section 4967 of the Internal Revenue Code taxes a donor or adviser who receives more than an incidental benefit as a
 * result of a distribution from a donor-advised fund. The IRS intends not to let the donor pay for the benefit apart
 * (Notice 2017-73, section 3), so the warning does not propose that.
 */
function dafText(benefit: NonNullable<Giving['benefitAmount']>): string {
  return (
    `The gift is a grant of a donor-advised fund, and somebody received something worth ${formatMoney(benefit)} for it. ` +
    'Section 4967 of the Internal Revenue Code taxes an adviser of such a fund who receives more than an incidental ' +
    'benefit. Check the entry. If it is right, ask the sponsor of the fund what to do.'
  );
}
