import { type App, inSnapshot } from '../../../app.ts';
import { FORM_1099_BOXES } from '../../../books/form1099.ts';
import { refuseOutsideUs } from '../../church/profile/service.ts';
import { paidFor1099 } from '../../spending/payments/to-vendors.ts';
import { type Taxpayer, taxpayersById } from '../../spending/vendors/taxpayers.ts';
import { judge, type OtherTotal, totalsByName, totalsOf } from './rules.ts';
import type { Form1099Item, Form1099Report, Form1099Warning } from './schema.ts';
import { thresholdsOf } from './thresholds.ts';
import { sayingSameTaxId } from './wording.ts';

/**
 * Returns what each vendor was paid in a calendar year for each box of Form 1099, and whether it must be reported. Also
 * returns what was paid to others, and the vendors who have the same tax id.
 * Without `finance.manage`, the masked tax ids are null. Raises `not_in_this_country` outside the United
 * States, and `no_threshold` for a year whose amounts are not known.
 */
export function form1099(app: App, year: number): Promise<Form1099Report> {
  return inSnapshot(app, async (app) => {
    await refuseOutsideUs(app, 'Form 1099');
    const thresholdOf = thresholdsOf(year);
    const { toVendors, toOthers } = await paidFor1099(app, { from: `${year}-01-01`, to: `${year}-12-31` });
    const totals = totalsOf(toVendors);
    const vendors = await taxpayersById(app, [...new Set(totals.map(({ vendorId }) => vendorId))]);
    const items = totals.flatMap((total): Form1099Item[] => {
      const vendor = vendors.get(total.vendorId);
      if (!vendor) return [];
      const { vendorId, box, amount } = total;
      const threshold = thresholdOf(box);
      const verdict = judge(total, vendor.taxClassification, threshold);
      return [{ vendorId, name: vendor.name, taxId: vendor.taxId, box, amount, threshold, ...verdict }];
    });
    return {
      year,
      items: items.toSorted(inOrder),
      missingW9: missingOf(items, vendors),
      withoutVendor: totalsByName(toOthers).toSorted(byNameAndBox),
      warnings: sameTaxIds([...vendors.values()]),
    };
  });
}

type Placed = Pick<OtherTotal, 'name' | 'box'>;
const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name, 'en');
const byBox = (a: Placed, b: Placed) => FORM_1099_BOXES.indexOf(a.box) - FORM_1099_BOXES.indexOf(b.box);
const byNameAndBox = (a: Placed, b: Placed) => byName(a, b) || byBox(a, b);
const inOrder = (a: Form1099Item, b: Form1099Item) => byName(a, b) || a.vendorId - b.vendorId || byBox(a, b);

/** Returns a warning for each tax id that several of these vendors have. */
function sameTaxIds(vendors: readonly Taxpayer[]): Form1099Warning[] {
  const byTaxId = new Map<string, Taxpayer[]>();
  for (const vendor of vendors.toSorted((a, b) => byName(a, b) || a.id - b.id)) {
    const { taxIdKey } = vendor;
    if (taxIdKey !== null) byTaxId.set(taxIdKey, [...(byTaxId.get(taxIdKey) ?? []), vendor]);
  }
  const shared = [...byTaxId.values()].filter((some) => some.length > 1);
  return shared.map((some) => {
    const vendorIds = some.map(({ id }) => id);
    const message = sayingSameTaxId(
      some.map(({ name }) => name),
      vendorIds,
    );
    return { code: 'same_tax_id', vendorIds, message };
  });
}

function missingOf(items: readonly Form1099Item[], vendors: ReadonlyMap<number, Taxpayer>) {
  const named = new Map(items.filter(({ reportable }) => reportable).map(({ vendorId, name }) => [vendorId, name]));
  const missing = [...named].filter(([vendorId]) => {
    const vendor = vendors.get(vendorId);
    return !vendor?.hasTaxId || vendor.tinType === null || vendor.w9On === null;
  });
  return missing
    .map(([vendorId, name]) => ({ vendorId, name }))
    .toSorted((a, b) => byName(a, b) || a.vendorId - b.vendorId);
}
