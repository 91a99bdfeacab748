/** The vendors as taxpayers, for Form 1099. */
import type { App } from '../../../app.ts';
import type { Address } from '../../../lib/address.ts';
import { can } from '../../../permissions.ts';
import { listVendorsById, type StoredVendor } from './queries.ts';
import { formatTaxId } from './tax-id-rules.ts';
import { taxIdMasker, taxIdOpener } from './tax-ids.ts';

/** What Form 1099 needs to know of a vendor. */
export type Taxpayer = Pick<
  StoredVendor,
  'id' | 'name' | 'legalName' | 'memberId' | 'email' | 'taxIdKey' | 'tinType' | 'taxClassification' | 'w9On'
> & {
  address: Address | null;
  /** The masked tax id. Null without `finance.manage`. */
  taxId: string | null;
  hasTaxId: boolean;
};

/** Returns vendors by id. Without `finance.manage`, the masked tax ids are null. */
export async function taxpayersById(app: App, ids: readonly number[]): Promise<ReadonlyMap<number, Taxpayer>> {
  const mask = taxIdMasker(app);
  const isShown = can(app.actor, 'finance.manage');
  const vendors = await listVendorsById(app.db, ids);
  return new Map(
    vendors.map(({ address, taxId, ...vendor }) => {
      const own = { address: address === null ? null : (JSON.parse(address) as Address), hasTaxId: taxId !== null };
      return [vendor.id, { ...vendor, ...own, taxId: isShown ? mask(taxId) : null }];
    }),
  );
}

/**
 * Returns the complete tax ids of vendors, by id, in their usual form. A tax id that is missing or cannot be decrypted
 * is left out. The caller must record in the audit log that they were read.
 */
export async function completeTaxIds(app: App, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const open = taxIdOpener(app);
  const vendors = await listVendorsById(app.db, ids);
  return new Map(
    vendors.flatMap(({ id, taxId, tinType }) => {
      const digits = open(taxId);
      return digits === null ? [] : [[id, formatTaxId(digits, tinType)] as const];
    }),
  );
}
