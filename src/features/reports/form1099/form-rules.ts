/**
 * Compares the forms that were filed with what is reportable now. A form is what one recipient gets of Form 1099-NEC or
 * 1099-MISC, with all its boxes.
 */
import { FORM_1099_BOXES, type Form1099Box } from '../../../books/form1099.ts';
import { fold } from '../../../lib/fold.ts';
import { type Minor, ZERO } from '../../../lib/money.ts';
import { printedBox } from './boxes.ts';

/** The recipient on a form. */
export type OnForm = { name: string; taxId: string | null; taxIdKey: string | null };

export type Amounts = ReadonlyMap<Form1099Box, Minor>;

/** A form as it must be now. `vendorIds` are all vendors of the recipient; the form is of the first of them. */
export type DueForm = { form: string; vendorId: number; vendorIds: readonly number[]; on: OnForm; amounts: Amounts };

/** A form as it was filed last. */
export type FiledForm = { form: string; vendorId: number; filedOn: string; on: OnForm; amounts: Amounts };

/** A box of a form, with what was filed and what is reportable now. `filed` is null if the form was never filed. */
export type FormBox = { box: Form1099Box; filed: Minor | null; now: Minor };

/**
 * A form that was filed, or must be. `vendorId` is the vendor for whom it was filed, or else the first vendor of the
 * recipient. `on` is what belongs on the form now: a form that is corrected to 0 keeps the recipient as filed.
 */
export type Form = {
  form: string;
  vendorId: number;
  vendorIds: readonly number[];
  on: OnForm;
  filed: Pick<FiledForm, 'filedOn' | 'on'> | null;
  boxes: readonly FormBox[];
  need: 'None' | 'File' | 'CorrectAmounts' | 'CorrectRecipient';
};

type FiledRow = OnForm & { vendorId: number; box: Form1099Box; amountMinor: Minor; filedOn: string };

/** Returns the forms as they were filed last, from all rows in the order in which they were recorded. */
export function filedForms(rows: readonly FiledRow[]): FiledForm[] {
  const forms = new Map<string, FiledForm>();
  for (const { vendorId, box, amountMinor, filedOn, name, taxId, taxIdKey } of rows) {
    const { form } = printedBox(box);
    const key = keyOf({ form, vendorId });
    const amounts = new Map([...(forms.get(key)?.amounts ?? []), [box, amountMinor]]);
    forms.set(key, { form, vendorId, filedOn, on: { name, taxId, taxIdKey }, amounts });
  }
  return [...forms.values()];
}

const keyOf = ({ form, vendorId }: { form: string; vendorId: number }) => `${vendorId} ${form}`;

/**
 * Returns all forms, filed and due. `recipientOf` returns the first vendor of the recipient who a vendor is today, or
 * undefined for somebody who was paid nothing. If several filed forms are of one recipient, for example because vendors
 * were merged later, the first of them becomes the form of the recipient, and the others need 0.
 */
export function formsOf(
  filed: readonly FiledForm[],
  due: readonly DueForm[],
  recipientOf: (vendorId: number) => number | undefined,
): Form[] {
  const open = new Map(due.map((one) => [keyOf(one), one]));
  const dueFor = ({ form, vendorId }: FiledForm) => keyOf({ form, vendorId: recipientOf(vendorId) ?? vendorId });
  // The form of the vendor whose details are used today comes first.
  const inTurn = filed.toSorted(
    (a, b) => Number(keyOf(b) === dueFor(b)) - Number(keyOf(a) === dueFor(a)) || a.vendorId - b.vendorId,
  );
  const again = inTurn.map((one): Form => {
    const now = open.get(dueFor(one));
    open.delete(dueFor(one));
    const { form, vendorId } = one;
    const vendorIds = [vendorId, ...(now?.vendorIds ?? [])];
    const boxes = boxesOf(now, one);
    return { form, vendorId, vendorIds, on: now?.on ?? one.on, filed: one, boxes, need: needOf(one, now, boxes) };
  });
  const first = [...open.values()].map((now): Form => ({ ...now, filed: null, boxes: boxesOf(now), need: 'File' }));
  return [...again, ...first];
}

/**
 * Returns how a filed form must be corrected (General Instructions for Certain Information Returns, part H). Wrong
 * amounts, and a form that should not have been filed, are an error of type 1. A wrong name or tax id is an error of
 * type 2.
 */
function needOf(filed: FiledForm, due: DueForm | undefined, boxes: readonly FormBox[]): Form['need'] {
  const wasReported = boxes.some(({ filed }) => filed !== ZERO);
  if (due && wasReported && !isSame(filed.on, due.on)) return 'CorrectRecipient';
  return boxes.every(({ filed, now }) => filed === now) ? 'None' : 'CorrectAmounts';
}

/** Returns the boxes in which something was or is reported. */
function boxesOf(due: DueForm | undefined, filed?: FiledForm): FormBox[] {
  return FORM_1099_BOXES.filter((box) => filed?.amounts.has(box) || due?.amounts.has(box)).map((box) => {
    return { box, filed: filed ? (filed.amounts.get(box) ?? ZERO) : null, now: due?.amounts.get(box) ?? ZERO };
  });
}

/** Names that differ only in case, accents and spaces are the same. */
const isSame = (one: OnForm, other: OnForm) => fold(one.name) === fold(other.name) && one.taxIdKey === other.taxIdKey;
