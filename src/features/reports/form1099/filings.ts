/** What was filed on Form 1099. Each correction is recorded after what it corrects, and nothing is rewritten. */
import { type App, created, inSnapshot, inTransaction, modified } from '../../../app.ts';
import { type FieldError, inFuture } from '../../../errors.ts';
import { toDecimal } from '../../../lib/money.ts';
import { can } from '../../../permissions.ts';
import { refusal } from '../../../validate.ts';
import type { Fact } from '../../audit/rules.ts';
import { record } from '../../audit/service.ts';
import { latestDate, refuseOutsideUs } from '../../church/profile/service.ts';
import { type FilingRow, insertFiled, listFiled, listYearsFiled, moveFiled } from './filing-queries.ts';
import type { Form } from './form-rules.ts';
import type { Form1099FilingList, NewForm1099Filing } from './schema.ts';
import { form1099WithForms } from './service.ts';

/**
 * Returns what was filed for the payments of a year. Without `finance.manage`, the masked tax ids are null. Raises
 * `not_in_this_country` outside the United States.
 */
export function listFilings(app: App, year: number): Promise<Form1099FilingList> {
  return inSnapshot(app, async (app) => {
    await refuseOutsideUs(app, 'Form 1099');
    return { items: (await listFiled(app.db, year)).map(seenBy(app)) };
  });
}

/**
 * Records that forms of a year were filed, with the figures and recipients of now: the forms of the named vendors, or
 * all that must be filed or corrected. Returns what was recorded, which is nothing if no form must be filed. Raises
 * `validation_failed` for a day that cannot be right and for a vendor whose forms need nothing, and the errors of
 * `form1099`.
 */
export function recordFilings(app: App, { year, filedOn, vendorIds }: NewForm1099Filing): Promise<Form1099FilingList> {
  return inTransaction(app, async (app) => {
    const { forms } = await form1099WithForms(app, year);
    const open = forms.filter(({ need }) => need !== 'None');
    const chosen = vendorIds ? open.filter((form) => vendorIds.some((id) => form.vendorIds.includes(id))) : open;
    const faults = [
      ...dayFaults(chosen, { year, filedOn, latest: await latestDate(app) }),
      ...vendorFaults(chosen, vendorIds ?? []),
    ];
    if (faults.length > 0) throw refusal(faults);
    const before = new Set((await listFiled(app.db, year)).map(({ id }) => id));
    const columns = { year, filedOn, ...created(app) };
    const rows = chosen.flatMap(({ vendorId, boxes, on: { name, taxId, taxIdKey } }) =>
      boxes.map(({ box, now }) => ({ ...columns, vendorId, box, amountMinor: now, name, taxId, taxIdKey })),
    );
    await insertFiled(app.db, rows);
    const added = (await listFiled(app.db, year)).filter(({ id }) => !before.has(id));
    await record(app, ...added.map((row) => filedFact(row, chosen)));
    return { items: added.map(seenBy(app)) };
  });
}

type Day = { year: number; filedOn: string; latest: string };

function dayFaults(forms: readonly Form[], { year, filedOn, latest }: Day): FieldError[] {
  const fault = (code: string, message: string) => [{ path: 'filedOn', code, message }];
  if (filedOn > latest) return [inFuture('filedOn', latest)];
  const end = `${year}-12-31`;
  if (filedOn < end) return fault('before_year_end', `must not be before ${end}, the end of the year of the payments`);
  const later = forms.find(({ filed }) => filed !== null && filed.filedOn > filedOn);
  if (!later?.filed) return [];
  const { form, filed } = later;
  return fault('before_filing', `must not be before ${filed.filedOn}, when ${form} of ${filed.on.name} was filed`);
}

const vendorFaults = (forms: readonly Form[], vendorIds: readonly number[]): FieldError[] =>
  vendorIds.flatMap((id, index) =>
    forms.some((form) => form.vendorIds.includes(id))
      ? []
      : [
          {
            path: `vendorIds.${index}`,
            code: 'not_due',
            message: `names vendor ${id}, who has no form to file or correct`,
          },
        ],
  );

/** Returns the audit entry of a row, with what was filed before. */
function filedFact(row: FilingRow, forms: readonly Form[]): Fact {
  const { id, year, vendorId, box, amountMinor, name, taxId, filedOn } = row;
  const form = forms.find((one) => one.vendorId === vendorId && one.boxes.some((other) => other.box === box));
  const filed = form?.filed;
  const amount = form?.boxes.find((one) => one.box === box)?.filed ?? null;
  return {
    action: 'Form1099Filed',
    entityType: 'Form1099Filing',
    entityId: id,
    changes: {
      year: [null, year],
      vendorId: [null, vendorId],
      box: [null, box],
      amount: [amount === null ? null : toDecimal(amount), toDecimal(amountMinor)],
      name: [filed?.on.name ?? null, name],
      taxId: [filed?.on.taxId ?? null, taxId],
      filedOn: [filed?.filedOn ?? null, filedOn],
    },
  };
}

/** Returns a function that shows rows as the actor may see them. */
function seenBy(app: App) {
  const isShown = can(app.actor, 'finance.manage');
  return ({ amountMinor, taxIdKey: _secret, taxId, ...row }: FilingRow) => {
    return { ...row, amount: amountMinor, taxId: isShown ? taxId : null };
  };
}

/**
 * Gives what was filed for a vendor to the vendor into whom the first is merged. A year for which something was filed
 * for both stays with each of them, because one of the two forms must then be corrected to 0.
 */
export async function moveVendorOfFilings(app: App, from: number, to: number): Promise<void> {
  const kept = new Set(await listYearsFiled(app.db, to));
  const years = (await listYearsFiled(app.db, from)).filter((year) => !kept.has(year));
  if (years.length === 0) return;
  const ids = await moveFiled(app.db, from, years, { vendorId: to, ...modified(app) });
  const changes: Fact['changes'] = { vendorId: [from, to] };
  const moved = { action: 'Form1099FilingVendorMerged', entityType: 'Form1099Filing', changes };
  await record(app, ...ids.map((entityId) => ({ ...moved, entityId })));
}
