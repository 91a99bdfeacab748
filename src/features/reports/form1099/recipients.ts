/** Decides which vendors of the list are one recipient of Form 1099. */
import type { TaxClassification } from '../../spending/vendors/schema.ts';
import type { Taxpayer } from '../../spending/vendors/taxpayers.ts';

/** The vendors who have one tax id. The first of them has the details that go on the form. */
export type Recipient = { first: Taxpayer; vendors: readonly Taxpayer[]; classification: TaxClassification };

/** Returns the recipient who each vendor is, by the id of the vendor. Vendors without a tax id stand alone. */
export function recipientsOf(vendors: readonly Taxpayer[]): ReadonlyMap<number, Recipient> {
  const recipients = new Map<number, Recipient>();
  for (const group of sharingTaxId(vendors)) {
    for (const some of haveBothTypes(group) ? group.map((one) => [one]) : [group]) {
      const [first] = some.toSorted(byCompleteness);
      if (!first) continue;
      const recipient = { first, vendors: some.toSorted(byName), classification: classificationOf(some) };
      for (const { id } of some) recipients.set(id, recipient);
    }
  }
  return recipients;
}

/** Returns the vendors in groups of one tax id. */
export function sharingTaxId(vendors: readonly Taxpayer[]): Taxpayer[][] {
  const groups = new Map<string | number, Taxpayer[]>();
  for (const vendor of vendors) {
    const key = vendor.taxIdKey ?? vendor.id;
    groups.set(key, [...(groups.get(key) ?? []), vendor]);
  }
  return [...groups.values()];
}

/** True if the same nine digits are an SSN of one vendor and an EIN of another, who are then different taxpayers. */
function haveBothTypes(vendors: readonly Taxpayer[]): boolean {
  const types = new Set(vendors.map(({ tinType }) => tinType));
  return types.has('SSN') && types.has('EIN');
}

/** Orders vendors by name. */
export const byName = (a: Taxpayer, b: Taxpayer) => a.name.localeCompare(b.name, 'en') || a.id - b.id;

/** Orders vendors so that the one with the latest Form W-9 is the first, and then the one whose tax id has a type. */
function byCompleteness(a: Taxpayer, b: Taxpayer): number {
  const w9 = (b.w9On ?? '').localeCompare(a.w9On ?? '');
  return w9 || Number(b.tinType !== null) - Number(a.tinType !== null) || byName(a, b);
}

/** Returns the classification that all vendors have. If they contradict each other, it is unknown, so all is reported. */
function classificationOf(vendors: readonly Taxpayer[]): TaxClassification {
  const known = new Set(vendors.map(({ taxClassification }) => taxClassification));
  known.delete('Unknown');
  const [only = 'Unknown'] = known;
  return known.size > 1 ? 'Unknown' : only;
}
