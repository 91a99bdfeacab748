import { type App, inSnapshot } from '../../../app.ts';
import { FORM_1099_BOXES } from '../../../books/form1099.ts';
import { subtractMoney } from '../../../lib/money.ts';
import { can } from '../../../permissions.ts';
import { refuseOutsideUs } from '../../church/profile/service.ts';
import { salariedIn } from '../../spending/payments/salaries.ts';
import { paidFor1099 } from '../../spending/payments/to-vendors.ts';
import { taxpayersById } from '../../spending/vendors/taxpayers.ts';
import { boxesOf, dueOf, printedBox } from './boxes.ts';
import { listFiled } from './filing-queries.ts';
import { type DueForm, filedForms, type Form, formsOf, type OnForm } from './form-rules.ts';
import { type Recipient, recipientsOf } from './recipients.ts';
import { type BoxTotal, judge, type OtherTotal, totalsByName, totalsOf } from './rules.ts';
import type { Form1099Form, Form1099Item, Form1099Report } from './schema.ts';
import { thresholdsOf } from './thresholds.ts';
import { salariedWarnings, sameTaxIds } from './warnings.ts';

/**
 * Returns what the vendors of each tax id were paid in a calendar year for each box of Form 1099, whether it must be
 * reported, and which forms must be filed or corrected. Also returns what was paid to others, what people were paid
 * back, and what somebody should check. Without `finance.manage`, the masked tax ids are null. Raises
 * `not_in_this_country` outside the United States, and `no_threshold` for a year whose amounts are not known.
 */
export async function form1099(app: App, year: number): Promise<Form1099Report> {
  return (await form1099WithForms(app, year)).report;
}

/** Like `form1099`, and also returns the forms as they are recorded when they are filed. */
export function form1099WithForms(app: App, year: number): Promise<{ report: Form1099Report; forms: Form[] }> {
  return inSnapshot(app, async (app) => {
    await refuseOutsideUs(app, 'Form 1099');
    const thresholdOf = thresholdsOf(year);
    const range = { from: `${year}-01-01`, to: `${year}-12-31` };
    const { toVendors, toOthers, reimbursed } = await paidFor1099(app, range);
    const filed = filedForms(await listFiled(app.db, year));
    const known = await taxpayersById(app, [...new Set([...toVendors, ...filed].map(({ vendorId }) => vendorId))]);
    const paidIds = new Set(toVendors.map(({ vendorId }) => vendorId));
    const vendors = [...known.values()].filter(({ id }) => paidIds.has(id));
    const recipients = recipientsOf(vendors);
    const firstOf = (vendorId: number) => recipients.get(vendorId)?.first.id ?? vendorId;
    const totals = totalsOf(toVendors.map((paid) => ({ ...paid, vendorId: firstOf(paid.vendorId) })));
    const items = totals.flatMap((total): Form1099Item[] => {
      const recipient = recipients.get(total.vendorId);
      return recipient ? [itemOf(total, recipient, { year, threshold: thresholdOf(total.box) })] : [];
    });
    const groups = recipientsOf([...known.values()]);
    const forms = formsOf(filed, dueForms(items, recipients), (vendorId) => {
      const paid = groups.get(vendorId)?.vendors.find(({ id }) => paidIds.has(id));
      return paid && firstOf(paid.id);
    });
    const withoutVendor = totalsByName(toOthers).toSorted(byNameAndBox);
    const isSalaried = await salariedIn(app, range);
    const report: Form1099Report = {
      year,
      items: items.toSorted(inOrder),
      missingW9: missingOf(items, recipients),
      withoutVendor,
      reimbursed: totalsByName(reimbursed).toSorted(byNameAndBox),
      forms: forms.map(formSeenBy(app)).toSorted(inOrderOfForms),
      boxes: boxesOf(year),
      warnings: [...sameTaxIds(vendors), ...salariedWarnings(recipients, withoutVendor, { isSalaried, year })],
    };
    return { report, forms };
  });
}

/** Returns the forms that must be filed for reportable amounts. */
function dueForms(items: readonly Form1099Item[], recipients: ReadonlyMap<number, Recipient>): DueForm[] {
  const forms = new Map<string, DueForm>();
  for (const { vendorId, box, reportable, reportableAmount, vendors } of items) {
    const first = recipients.get(vendorId)?.first;
    if (!reportable || !first) continue;
    const { form } = printedBox(box);
    const { legalName, name, taxId, taxIdKey } = first;
    const amounts = new Map([...(forms.get(`${vendorId} ${form}`)?.amounts ?? []), [box, reportableAmount]]);
    const vendorIds = vendors.map((one) => one.vendorId);
    forms.set(`${vendorId} ${form}`, {
      form,
      vendorId,
      vendorIds,
      on: { name: legalName ?? name, taxId, taxIdKey },
      amounts,
    });
  }
  return [...forms.values()];
}

/** Returns a function that shows forms as the actor may see them. */
function formSeenBy(app: App) {
  const taxIdOf = ({ taxId }: OnForm) => (can(app.actor, 'finance.manage') ? taxId : null);
  return ({ form, vendorId, need, on, filed, boxes }: Form): Form1099Form => ({
    form,
    vendorId,
    need,
    name: on.name,
    taxId: taxIdOf(on),
    filed: filed && { filedOn: filed.filedOn, name: filed.on.name, taxId: taxIdOf(filed.on) },
    boxes: boxes.map((one) => ({
      ...one,
      difference: one.filed === null ? null : subtractMoney(one.now, one.filed),
    })),
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
const inOrderOfForms = (a: Form1099Form, b: Form1099Form) =>
  byName(a, b) || a.vendorId - b.vendorId || a.form.localeCompare(b.form, 'en');
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
