import type { Letterhead } from '../../church/profile/service.ts';
import type { Report, ReportColumn, ReportRow, Source, Value } from '../formats/report.ts';
import { printedBox } from './boxes.ts';
import type { Form1099Form, Form1099Item, Form1099Report } from './schema.ts';
import { mergesOf, type Reader, type Wording, wordingFor } from './wording.ts';

type Column = keyof Wording['columns'];

const COLUMNS = {
  vendor: 'text',
  taxId: 'text',
  box: 'text',
  paid: 'amount',
  toReport: 'amount',
  filed: 'amount',
  difference: 'amount',
  because: 'text',
} as const satisfies Record<Column, ReportColumn['kind']>;

/** The columns that a report has only if something was filed. */
const OF_FILED: ReadonlySet<string> = new Set<Column>(['filed', 'difference']);

/** A line of the table, by column. Cells without a value are empty. */
type Line = { cells: Partial<Record<Column, Value>>; source?: Source };

/** Returns the description of the report in the language of the reader. The IRS's names of boxes stay in English. */
export function describeForm1099(
  report: Form1099Report,
  { name, ein, currency, paper }: Pick<Letterhead, 'name' | 'ein' | 'currency' | 'paper'>,
  reader: Reader,
): Report {
  const { year, items, forms, withoutVendor, reimbursed } = report;
  const wording = wordingFor(reader);
  const isFiled = forms.some(({ filed }) => filed !== null);
  const columns = (Object.keys(COLUMNS) as Column[]).filter((column) => isFiled || !OF_FILED.has(column));
  const rowOf = ({ cells, ...line }: Line): ReportRow => {
    return { kind: 'line', values: columns.map((column) => cells[column] ?? null), ...line };
  };
  const section = (heading: string, lines: readonly Line[]): ReportRow[] =>
    lines.length === 0 ? [] : [{ kind: 'gap' }, { kind: 'heading', text: heading }, ...lines.map(rowOf)];
  return {
    locale: reader.locale,
    title: wording.title(year),
    sheet: 'Form 1099',
    church: { name, ein, currency, paper },
    about: [wording.about],
    columns: columns.map((column) => ({ title: wording.columns[column], kind: COLUMNS[column] })),
    rows: [
      ...items.map((item) => rowOf(itemLine(item, wording))),
      ...section(wording.corrected, forms.filter(isToCorrect).flatMap(formLines(wording))),
      ...section(wording.unchanged, forms.filter(({ need }) => need === 'None').flatMap(formLines(wording))),
      ...section(wording.without, withoutVendor.map(paidLine(wording))),
      ...section(wording.reimbursed, reimbursed.map(paidLine(wording))),
    ],
    notes: notesOf(report, wording),
  };
}

const isToCorrect = ({ need }: Form1099Form) => need === 'CorrectAmounts' || need === 'CorrectRecipient';

function itemLine(item: Form1099Item, { names, box, reasons }: Wording): Line {
  const { vendorId, vendors, taxId, amount, reportable, reportableAmount, reason } = item;
  const cells = {
    vendor: names(vendors.map(({ name }) => name)),
    taxId,
    box: box(printedBox(item.box)),
    paid: amount,
    toReport: reportable ? reportableAmount : null,
    because: reason && reasons[reason],
  };
  return { cells, source: { type: 'Vendor', id: vendorId } };
}

/** Returns a function that makes a line of each box of a form. */
function formLines({ box }: Wording) {
  return ({ vendorId, name, taxId, boxes }: Form1099Form): Line[] =>
    boxes.map(({ box: one, filed, now, difference }) => ({
      cells: { vendor: name, taxId, box: box(printedBox(one)), toReport: now, filed, difference },
      source: { type: 'Vendor', id: vendorId },
    }));
}

/** Returns a function that makes a line of what is on no form. */
function paidLine({ nobody, box }: Wording) {
  return ({ name, box: one, amount }: Form1099Report['withoutVendor'][number]): Line => {
    return { cells: { vendor: name || nobody, box: box(printedBox(one)), paid: amount } };
  };
}

function notesOf(report: Form1099Report, wording: Wording): string[] {
  const { year, items, forms, boxes, missingW9, withoutVendor, reimbursed, warnings } = report;
  const missing = missingW9.map(({ name, vendorId }) => `${name} (${vendorId})`).join(', ');
  const reported = boxes.filter(({ box }) => items.some((item) => item.box === box && item.reportable));
  const needing = (which: Form1099Form['need']) => forms.filter(({ need }) => need === which).map(wording.form);
  const [amounts, recipients] = [needing('CorrectAmounts'), needing('CorrectRecipient')];
  return [
    ...(amounts.length === 0 ? [] : [wording.correctAmounts(amounts)]),
    ...(recipients.length === 0 ? [] : [wording.correctRecipient(recipients)]),
    ...(withoutVendor.length === 0 ? [] : [wording.link]),
    ...(reimbursed.length === 0 ? [] : [wording.whyReimbursed]),
    ...warnings.map(({ code, names, vendorIds }) =>
      code === 'salaried_member' ? wording.salaried(names, year) : wording.sameTaxId(names, mergesOf(vendorIds)),
    ),
    ...(missing === '' ? [] : [wording.missing(missing)]),
    ...reported.map(wording.due),
    ...(boxes.every(({ isChecked }) => isChecked) ? [] : [wording.unchecked(year)]),
  ];
}
