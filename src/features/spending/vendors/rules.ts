import { type Document, documentOf as documentOfKind } from '../../../db/search-texts.ts';
import { changesBetween, type Fact } from '../../audit/rules.ts';
import { Vendor } from './schema.ts';

/** Returns the texts by which a search finds a vendor. */
export const documentOf = (vendor: Pick<Vendor, 'id' | 'name'>): Document => documentOfKind('vendor', vendor);

/**
 * Returns the audit entry of a change to a vendor. `before` is null for a new vendor, and `after` for a deleted one. The
 * tax ids in both are masked.
 */
export function vendorFact(action: string, before: Vendor | null, after: Vendor | null): Fact {
  const changes = changesBetween(Vendor, before, after);
  return { action, entityType: 'Vendor', entityId: (after ?? before)?.id ?? '', changes };
}

const HIDDEN = {
  legalName: null,
  address: null,
  email: null,
  memberId: null,
  taxId: null,
  tinType: null,
  taxClassification: null,
  w9On: null,
} as const satisfies Partial<Vendor>;

/** Returns a vendor as somebody without `finance.manage` sees it. */
export function withoutDetails(vendor: Vendor): Vendor {
  return { ...vendor, ...HIDDEN };
}
