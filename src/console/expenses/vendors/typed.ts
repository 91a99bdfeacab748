/** What somebody typed into the form of a vendor, and the request body for it. */
import type { Schemas } from '../../../client/client.ts';
import type { Vendor } from './queries.ts';

export const ADDRESS = ['line1', 'line2', 'city', 'state', 'postalCode', 'country'] as const;
export const CLASSIFICATIONS = ['Unknown', 'Individual', 'Partnership', 'Corporation', 'Exempt', 'Foreign'] as const;

type Address = Readonly<Record<(typeof ADDRESS)[number], string>>;

export type TypedVendor = {
  name: string;
  legalName: string;
  email: string;
  memberId: number | null;
  /** A new tax id, or the mask of the stored one, which keeps it. */
  taxId: string;
  tinType: string;
  taxClassification: string;
  w9On: string | null;
  isActive: boolean;
} & Address;

/** Returns the form of a vendor, or an empty form with a name. */
export function typedVendorOf(vendor: Vendor | undefined, newName = ''): TypedVendor {
  const address = Object.fromEntries(ADDRESS.map((part) => [part, vendor?.address?.[part] ?? ''])) as Address;
  return {
    name: vendor?.name ?? newName,
    legalName: vendor?.legalName ?? '',
    email: vendor?.email ?? '',
    memberId: vendor?.memberId ?? null,
    taxId: vendor?.taxId ?? '',
    tinType: vendor?.tinType ?? '',
    taxClassification: vendor?.taxClassification ?? 'Unknown',
    w9On: vendor?.w9On ?? null,
    isActive: vendor?.isActive ?? true,
    ...address,
  };
}

/** Returns the request body of a form. */
export function vendorBodyOf(typed: TypedVendor): Schemas['NewVendor'] {
  const text = (value: string) => value.trim() || null;
  const address = Object.fromEntries(ADDRESS.map((part) => [part, text(typed[part])]));
  const hasAddress = Object.values(address).some((part) => part !== null);
  return {
    name: typed.name.trim(),
    legalName: text(typed.legalName),
    email: text(typed.email),
    memberId: typed.memberId,
    taxId: text(typed.taxId),
    tinType: (text(typed.tinType) as Vendor['tinType']) ?? null,
    taxClassification: typed.taxClassification as NonNullable<Vendor['taxClassification']>,
    w9On: typed.w9On,
    isActive: typed.isActive,
    address: hasAddress ? address : null,
  };
}
