import type { Kept } from '../../audit/kept.ts';

/** The encrypted tax ids of vendors, of which the entries show only masks. */
export const keptVendors: Kept = {
  kind: 'Vendor',
  from: '"vendors"',
  values: 'json_array("taxId", "taxIdKey")',
  since: '0049-kept-records',
};
