import type { App } from '../../../app.ts';
import type { Point } from '../../../room-declarations.ts';

/**
 * Gives what a room holds of a vendor to another vendor, and records this in the audit log. Runs in the transaction of
 * the merge.
 */
export type MoveVendor = (app: App, from: number, to: number) => Promise<void>;

export const VENDOR_REFERENCES: Point<MoveVendor> = { name: 'what refers to a vendor' };

/** Returns what in a room still needs a vendor, in words for people, such as `the bank rule Power`. */
export type VendorUses = (app: App, id: number) => Promise<readonly string[]>;

export const VENDOR_USES: Point<VendorUses> = { name: 'what keeps a vendor from being deleted' };
