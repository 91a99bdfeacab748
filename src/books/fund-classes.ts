/** The classes of funds. Restricted and Endowment funds are net assets with donor restrictions (FASB ASU 2016-14). */
import * as z from 'zod';

export const FUND_CLASSES = ['General', 'Designated', 'Restricted', 'Endowment', 'Custodial'] as const;

export const FundClass = z.enum(FUND_CLASSES).meta({
  id: 'FundClass',
  description:
    'General: the one fund for all other money. Designated: the board chose its purpose. Restricted: the donors chose ' +
    'its purpose. Endowment: the donors gave the money to be kept. Custodial: the money belongs to others.',
});
export type FundClass = z.output<typeof FundClass>;

/** The id of the General fund. Migration 0020 adds this fund. Nobody can delete it or change its class. */
export const GENERAL_FUND = 1;

/** True if the donors restrict the use of funds of this class. */
export function isDonorRestricted(fundClass: FundClass): boolean {
  return fundClass === 'Restricted' || fundClass === 'Endowment';
}

/**
 * True if what funds of this class buy may end the restriction of their money. An Endowment fund keeps what it buys, and
 * the money of a General fund has no restriction.
 */
export function isReleasedByPurchases(fundClass: FundClass | undefined): boolean {
  return fundClass === 'Restricted' || fundClass === 'Designated';
}

/** True if the money in funds of this class belongs to the church. Money in a Custodial fund belongs to others. */
export function isOwned(fundClass: FundClass): boolean {
  return fundClass !== 'Custodial';
}
