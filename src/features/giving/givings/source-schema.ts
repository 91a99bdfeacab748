/** Where a gift came from, and whether a gift in kind is stock, a vehicle or other goods: their schemas and rules. */
import * as z from 'zod';
import { refuse } from './part-schema.ts';

export const GivingSource = z.enum(['Personal', 'IRA', 'DAF', 'Business']).meta({
  id: 'GivingSource',
  description:
    'Personal: from the giver. IRA: a qualified charitable distribution, which contribution statements list apart. ' +
    'DAF: a grant of a donor-advised fund, which is on no contribution statement, because the sponsor of the fund ' +
    'already gave a receipt. Business: from a company, which gets a statement of its own, in its name. A gift of a sole ' +
    'proprietor is their own, so it is Personal.',
});
export type GivingSource = z.output<typeof GivingSource>;

export const NonCashKind = z
  .enum(['Stock', 'Vehicle', 'Goods'])
  .meta({ id: 'NonCashKind', description: 'Whether a gift in kind is stock, a vehicle or other goods.' });
export type NonCashKind = z.output<typeof NonCashKind>;

type Described = Record<'benefitAmount' | 'nonCashKind' | 'nonCashDescription' | 'source' | 'companyName', unknown>;

/**
 * True unless a distribution from an IRA has a benefit. By law, the giver may not receive anything in return for such a
 * gift.
 */
const hasNoForbiddenBenefit = ({ source, benefitAmount }: Described) => source !== 'IRA' || benefitAmount == null;

const hasDescribedKind = ({ nonCashKind, nonCashDescription }: Described) =>
  nonCashKind == null || nonCashDescription != null;

const hasNeededName = ({ source, companyName }: Described) => source === 'Business' || companyName == null;

const FORBIDDEN_BENEFIT = refuse(
  'benefitAmount',
  'not_with_ira',
  'must be left out, because the giver may receive nothing in return for a distribution from an IRA',
);
const UNDESCRIBED_KIND = refuse(
  'nonCashKind',
  'not_in_kind',
  'is only for a gift in kind, which needs nonCashDescription',
);

const UNNEEDED_NAME = refuse(
  'companyName',
  'not_a_company',
  'is only for a gift of a company, which has the source Business',
);

/**
 * Adds rules to the schema of a gift: an IRA gift has no benefit, only a gift in kind has a `nonCashKind`, and only a
 * gift of a company has a `companyName`.
 */
export function withRightSource<S extends z.ZodType<Described>>(schema: S) {
  return schema
    .refine(hasNoForbiddenBenefit, FORBIDDEN_BENEFIT)
    .refine(hasDescribedKind, UNDESCRIBED_KIND)
    .refine(hasNeededName, UNNEEDED_NAME);
}
