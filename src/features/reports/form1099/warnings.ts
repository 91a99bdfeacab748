/** What somebody should check about the recipients of Form 1099. */
import type { Payee } from '../../spending/payments/salaries.ts';
import type { Taxpayer } from '../../spending/vendors/taxpayers.ts';
import { byName, type Recipient, sharingTaxId } from './recipients.ts';
import type { Form1099Warning } from './schema.ts';
import { sayingSalaried, sayingSameTaxId } from './wording.ts';

/** Returns a warning for each tax id that several of these vendors have. */
export function sameTaxIds(vendors: readonly Taxpayer[]): Form1099Warning[] {
  const shared = sharingTaxId(vendors.toSorted(byName)).filter((some) => some.length > 1);
  return shared.map((some) => {
    const vendorIds = some.map(({ id }) => id);
    const names = some.map(({ name }) => name);
    const message = sayingSameTaxId(names, vendorIds);
    return { code: 'same_tax_id', vendorIds, names, message };
  });
}

type Salaries = { isSalaried: (payee: Payee) => boolean; year: number };

/** Returns a warning for each recipient, and each person without a vendor, who was also paid a salary. */
export function salariedWarnings(
  recipients: ReadonlyMap<number, Recipient>,
  others: readonly { name: string }[],
  { isSalaried, year }: Salaries,
): Form1099Warning[] {
  const salaried = [...new Set(recipients.values())].flatMap(({ vendors }) =>
    vendors.some(({ id, memberId, name }) => isSalaried({ vendorId: id, memberId, name })) ? [vendors] : [],
  );
  const people = [...new Set(others.map(({ name }) => name))].filter((name) => isSalaried({ name }));
  const warn = (names: string[], vendorIds: number[]): Form1099Warning => {
    return { code: 'salaried_member', vendorIds, names, message: sayingSalaried(names, year) };
  };
  return [
    ...salaried.map((vendors) =>
      warn(
        vendors.map(({ name }) => name),
        vendors.map(({ id }) => id),
      ),
    ),
    ...people.map((name) => warn([name], [])),
  ];
}
