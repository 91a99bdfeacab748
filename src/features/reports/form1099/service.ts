import { type App, inSnapshot } from '../../../app.ts';
import { FORM_1099_BOXES } from '../../../books/form1099.ts';
import { refuseOutsideUs } from '../../church/profile/service.ts';
import { salariedIn } from '../../spending/payments/salaries.ts';
import { paidFor1099 } from '../../spending/payments/to-vendors.ts';
import { taxpayersById } from '../../spending/vendors/taxpayers.ts';
import { boxesOf, dueOf } from './boxes.ts';
import { type Recipient, recipientsOf } from './recipients.ts';
import { type BoxTotal, judge, type OtherTotal, totalsByName, totalsOf } from './rules.ts';
import type { Form1099Item, Form1099Report } from './schema.ts';
import { thresholdsOf } from './thresholds.ts';
import { salariedWarnings, sameTaxIds } from './warnings.ts';

/**
 * Returns what the vendors of each tax id were paid in a calendar year for each box of Form 1099, and whether it must be
 * reported. Also returns what was paid to others, what people were paid back, and what somebody should check.
 * Without `finance.manage`, the masked tax ids are null. Raises `not_in_this_country` outside the United States, and
 * `no_threshold` for a year whose amounts are not known.
 */
export function form1099(app: App, year: number): Promise<Form1099Report> {
  return inSnapshot(app, async (app) => {
    await refuseOutsideUs(app, 'Form 1099');
    const thresholdOf = thresholdsOf(year);
    const range = { from: `${year}-01-01`, to: `${year}-12-31` };
    const { toVendors, toOthers, reimbursed } = await paidFor1099(app, range);
    const vendors = await taxpayersById(app, [...new Set(toVendors.map(({ vendorId }) => vendorId))]);
    const recipients = recipientsOf([...vendors.values()]);
    const firstOf = (vendorId: number) => recipients.get(vendorId)?.first.id ?? vendorId;
    const totals = totalsOf(toVendors.map((paid) => ({ ...paid, vendorId: firstOf(paid.vendorId) })));
    const items = totals.flatMap((total): Form1099Item[] => {
      const recipient = recipients.get(total.vendorId);
      return recipient ? [itemOf(total, recipient, { year, threshold: thresholdOf(total.box) })] : [];
    });
    const withoutVendor = totalsByName(toOthers).toSorted(byNameAndBox);
    const isSalaried = await salariedIn(app, range);
    return {
      year,
      items: items.toSorted(inOrder),
      missingW9: missingOf(items, recipients),
      withoutVendor,
      reimbursed: totalsByName(reimbursed).toSorted(byNameAndBox),
      boxes: boxesOf(year),
      warnings: [
        ...sameTaxIds([...vendors.values()]),
        ...salariedWarnings(recipients, withoutVendor, { isSalaried, year }),
      ],
    };
  });
}

type Of = { year: number; threshold: Form1099Item['threshold'] };

function itemOf(total: BoxTotal, { first, vendors, classification }: Recipient, { year, threshold }: Of): Form1099Item {
  const { box, amount } = total;
  const { id, name, taxId } = first;
  return {
    vendorId: id,
    name,
    vendors: vendors.map((one) => ({ vendorId: one.id, name: one.name })),
    taxId,
    box,
    due: dueOf(box, year),
    amount,
    threshold,
    ...judge(total, classification, threshold),
  };
}

type Placed = Pick<OtherTotal, 'name' | 'box'>;
const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name, 'en');
const byBox = (a: Placed, b: Placed) => FORM_1099_BOXES.indexOf(a.box) - FORM_1099_BOXES.indexOf(b.box);
const byNameAndBox = (a: Placed, b: Placed) => byName(a, b) || byBox(a, b);
const inOrder = (a: Form1099Item, b: Form1099Item) => byName(a, b) || a.vendorId - b.vendorId || byBox(a, b);

function missingOf(items: readonly Form1099Item[], recipients: ReadonlyMap<number, Recipient>) {
  const named = new Map(items.filter(({ reportable }) => reportable).map(({ vendorId, name }) => [vendorId, name]));
  const missing = [...named].filter(([vendorId]) => {
    const vendor = recipients.get(vendorId)?.first;
    return !vendor?.hasTaxId || vendor.tinType === null || vendor.w9On === null;
  });
  return missing
    .map(([vendorId, name]) => ({ vendorId, name }))
    .toSorted((a, b) => byName(a, b) || a.vendorId - b.vendorId);
}
