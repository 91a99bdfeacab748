import type { Letterhead } from '../../church/profile/service.ts';
import type { Report, ReportColumn, ReportRow } from '../formats/report.ts';
import { boxText } from './boxes.ts';
import type { Form1099Item, Form1099Report, NotReported } from './schema.ts';
import { listed, mergesOf, type Reader, type Wording, wordingFor } from './wording.ts';

const COLUMNS: readonly ReportColumn[] = [
  { title: 'Vendor', kind: 'text' },
  { title: 'Tax id', kind: 'text' },
  { title: 'Box', kind: 'text' },
  { title: 'Paid', kind: 'amount' },
  { title: 'To report', kind: 'amount' },
  { title: 'Not reported because', kind: 'text' },
];

const REASONS: Record<NotReported, string> = {
  corporation: 'it is a corporation',
  exempt: 'it is exempt',
  foreign: 'it is foreign',
  below_threshold: 'it is below the threshold',
};

/**
 * Returns the description of the report. It is in English, because the figures are copied to the English form. What
 * somebody must do about the vendors is in the language of the reader.
 */
export function describeForm1099(
  report: Form1099Report,
  { name, ein, currency, paper }: Pick<Letterhead, 'name' | 'ein' | 'currency' | 'paper'>,
  reader: Reader,
): Report {
  const { year, items } = report;
  const wording = wordingFor(reader);
  return {
    locale: 'en-US',
    title: `Form 1099: payments to vendors in ${year}`,
    sheet: 'Form 1099',
    church: { name, ein, currency, paper },
    about: [
      'Payments count on their day. Payments by card or PayPal, voided payments, and what people were paid back for a receipt are left out. Unaudited.',
    ],
    columns: COLUMNS,
    rows: [
      ...items.map(rowOf),
      ...section(wording.without, report.withoutVendor, wording.nobody),
      ...section(wording.reimbursed, report.reimbursed, wording.nobody),
    ],
    notes: notesOf(report, wording),
  };
}

function rowOf({ vendorId, vendors, taxId, box, ...item }: Form1099Item): ReportRow {
  const { amount, reportable, reportableAmount, reason } = item;
  const names = listed(vendors.map(({ name }) => name));
  return {
    kind: 'line',
    values: [names, taxId, boxText(box), amount, reportable ? reportableAmount : null, reason && REASONS[reason]],
    source: { type: 'Vendor', id: vendorId },
  };
}

/** Returns the rows of what is on no form, below a heading. */
function section(heading: string, paid: Form1099Report['withoutVendor'], nobody: string): ReportRow[] {
  if (paid.length === 0) return [];
  const lines = paid.map(({ name, box, amount }): ReportRow => {
    return { kind: 'line', values: [name || nobody, null, boxText(box), amount, null, null] };
  });
  return [{ kind: 'gap' }, { kind: 'heading', text: heading }, ...lines];
}

function notesOf(report: Form1099Report, wording: Wording): string[] {
  const { year, items, boxes, missingW9, withoutVendor, reimbursed, warnings } = report;
  const missing = missingW9.map(({ name, vendorId }) => `${name} (${vendorId})`).join(', ');
  const reported = boxes.filter(({ box }) => items.some((item) => item.box === box && item.reportable));
  return [
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
