import { type App, inSnapshot } from '../../../app.ts';
import { FORM_1099_BOXES } from '../../../books/form1099.ts';
import { paidToVendors } from '../../spending/payments/to-vendors.ts';
import { type Taxpayer, taxpayersById } from '../../spending/vendors/taxpayers.ts';
import { judge, totalsOf } from './rules.ts';
import type { Form1099Item, Form1099Report } from './schema.ts';
import { thresholdsOf } from './thresholds.ts';

/**
 * Returns what each vendor was paid in a calendar year for each box of Form 1099, and whether it must be reported.
 * Without `finance.manage`, the masked tax ids are null. Raises `no_threshold` for a year whose amounts are not known.
 */
export function form1099(app: App, year: number): Promise<Form1099Report> {
  return inSnapshot(app, async (app) => {
    const thresholdOf = thresholdsOf(year);
    const totals = totalsOf(await paidToVendors(app, { from: `${year}-01-01`, to: `${year}-12-31` }));
    const vendors = await taxpayersById(app, [...new Set(totals.map(({ vendorId }) => vendorId))]);
    const items = totals.flatMap((total): Form1099Item[] => {
      const vendor = vendors.get(total.vendorId);
      if (!vendor) return [];
      const { vendorId, box, amount } = total;
      const threshold = thresholdOf(box);
      const verdict = judge(total, vendor.taxClassification, threshold);
      return [{ vendorId, name: vendor.name, taxId: vendor.taxId, box, amount, threshold, ...verdict }];
    });
    return { year, items: items.toSorted(inOrder), missingW9: missingOf(items, vendors) };
  });
}

const inOrder = (a: Form1099Item, b: Form1099Item) =>
  a.name.localeCompare(b.name, 'en') ||
  a.vendorId - b.vendorId ||
  FORM_1099_BOXES.indexOf(a.box) - FORM_1099_BOXES.indexOf(b.box);

function missingOf(items: readonly Form1099Item[], vendors: ReadonlyMap<number, Taxpayer>) {
  const named = new Map(items.filter(({ reportable }) => reportable).map(({ vendorId, name }) => [vendorId, name]));
  const missing = [...named].filter(([vendorId]) => {
    const vendor = vendors.get(vendorId);
    return !vendor?.hasTaxId || vendor.w9On === null;
  });
  return missing
    .map(([vendorId, name]) => ({ vendorId, name }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.vendorId - b.vendorId);
}
