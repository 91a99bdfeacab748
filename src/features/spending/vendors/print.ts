import type * as z from 'zod';
import type { LocalTime } from '../../../cli/kit/action.ts';
import { type Column, fieldTable, pageLine, state, table } from '../../../cli/kit/print.ts';
import { encode } from '../../../lib/encode.ts';
import { type EnteredVendor, Vendor, type VendorPage } from './schema.ts';

const COLUMNS: readonly Column<Vendor>[] = [
  { title: 'Id', align: 'right', cell: ({ id }) => id },
  { title: 'Name', cell: ({ name }) => name },
  { title: 'Classification', cell: ({ taxClassification }) => taxClassification },
  { title: 'Tax id', cell: ({ taxId }) => taxId },
  { title: 'W-9', cell: ({ w9On }) => w9On },
  { title: 'State', cell: ({ isActive }) => state(isActive ? 'active' : 'inactive') },
];

/** Returns a page of vendors as a table for the terminal. */
export function printVendors(list: z.output<typeof VendorPage>): string {
  return `${table(COLUMNS, list.items)}\n\n${pageLine(list, 'vendor')}`;
}

/** Returns a vendor as text for the terminal. `at` formats an instant. */
export function printVendor(vendor: Vendor, at: LocalTime): string {
  const address = vendor.address && Object.values(vendor.address).filter(Boolean).join(', ');
  return fieldTable('Vendor', { ...encode(Vendor, vendor), address }, at);
}

/** Returns a vendor who was just added or changed as text for the terminal, with the warnings. */
export function printEntered({ warnings = [], ...vendor }: EnteredVendor, at: LocalTime): string {
  const lines = warnings.map(({ message, vendorIds }) => `${message}\nThese vendors: ${vendorIds.join(', ')}`);
  return [printVendor(vendor, at), ...lines].join('\n\n');
}
