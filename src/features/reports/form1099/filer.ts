/** The file for a service that files Form 1099. It is the only output with complete tax ids. */
import { type App, inSnapshot, inTransaction } from '../../../app.ts';
import { AppError } from '../../../errors.ts';
import { type Cell, toCsv } from '../../../lib/csv.ts';
import { plainMoney } from '../../../lib/money.ts';
import { can } from '../../../permissions.ts';
import { record } from '../../audit/service.ts';
import { completeTaxIds, type Taxpayer, taxpayersById } from '../../spending/vendors/taxpayers.ts';
import { printedBox } from './boxes.ts';
import type { Form1099Item } from './schema.ts';
import { form1099 } from './service.ts';

const TITLES = [
  'year',
  'form',
  'box',
  'amount',
  'recipientName',
  'recipientTinType',
  'recipientTin',
  'addressLine1',
  'addressLine2',
  'city',
  'state',
  'postalCode',
  'country',
  'email',
  'accountNumber',
];

/** A file, the names of the vendors whose tax id is missing in it, and the vendors whose tax id has no type. */
export type FilerFile = { csv: string; lacking: string[]; untyped: Named[] };

type Named = Pick<Form1099Item, 'vendorId' | 'name'>;

/**
 * Returns the reportable amounts of a year as CSV, with complete tax ids, and records in the audit log that the tax ids
 * were read. Raises `forbidden` without `finance.manage`, and `no_threshold`.
 */
export async function filerFile(app: App, year: number): Promise<FilerFile> {
  if (!can(app.actor, 'finance.manage')) throw new AppError('forbidden', 'Only finance may read complete tax ids.');
  const { rows, taxIds, lacking, untyped } = await inSnapshot(app, (app) => readRows(app, year));
  const changes = { vendors: changeTo([...taxIds.keys()]) };
  await inTransaction(app, (app) =>
    record(app, { action: 'TaxIdsExported', entityType: 'Form1099', entityId: year, changes }),
  );
  return { csv: toCsv(TITLES, rows), lacking, untyped };
}

const changeTo = (value: unknown): [unknown, unknown] => [null, value];

async function readRows(app: App, year: number) {
  const { items } = await form1099(app, year);
  const reported = items.filter(({ reportable }) => reportable);
  const ids = [...new Set(reported.map(({ vendorId }) => vendorId))];
  const vendors = await taxpayersById(app, ids);
  const taxIds = await completeTaxIds(app, ids);
  const rows = reported.flatMap((item) => {
    const vendor = vendors.get(item.vendorId);
    return vendor ? [rowOf(year, item, { ...vendor, taxId: taxIds.get(item.vendorId) ?? null })] : [];
  });
  const lacking = reported.filter(({ vendorId }) => !taxIds.has(vendorId)).map(({ name }) => name);
  const untyped = [...taxIds.keys()].flatMap((vendorId): Named[] => {
    const vendor = vendors.get(vendorId);
    return vendor?.tinType === null ? [{ vendorId, name: vendor.name }] : [];
  });
  return { rows, taxIds, lacking: [...new Set(lacking)], untyped };
}

function rowOf(year: number, item: Form1099Item, vendor: Taxpayer): Cell[] {
  const { form, number } = printedBox(item.box);
  const { id, name, legalName, tinType, taxId, address, email } = vendor;
  return [
    year,
    form,
    number,
    plainMoney(item.reportableAmount),
    legalName ?? name,
    tinType,
    taxId,
    address?.line1 ?? null,
    address?.line2 ?? null,
    address?.city ?? null,
    address?.state ?? null,
    address?.postalCode ?? null,
    address?.country ?? null,
    email,
    `vendor-${id}`,
  ];
}
