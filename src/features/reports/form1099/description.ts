import type { Letterhead } from '../../church/profile/service.ts';
import type { Report, ReportColumn, ReportRow } from '../formats/report.ts';
import type { Form1099Item, Form1099Report, NotReported } from './schema.ts';
import { mergesOf, type Reader, type Wording, wordingFor } from './wording.ts';

const COLUMNS: readonly ReportColumn[] = [
  { title: 'Vendor', kind: 'text' },
  { title: 'Tax id', kind: 'text' },
  { title: 'Box', kind: 'text' },
  { title: 'Paid', kind: 'amount' },
  { title: 'To report', kind: 'amount' },
  { title: 'Not reported because', kind: 'text' },
];

const BOXES: Record<Form1099Item['box'], string> = {
  NEC1: 'NEC 1: services',
  MISC1: 'MISC 1: rent',
  MISC6: 'MISC 6: medical',
  MISC10: 'MISC 10: attorney',
};

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
    about: ['Payments count on their day. Payments by card or PayPal, and voided payments, are left out. Unaudited.'],
    columns: COLUMNS,
    rows: [...items.map(rowOf), ...rowsWithoutVendor(report, wording)],
    notes: notesOf(report, wording),
  };
}

function rowOf({ vendorId, name, taxId, box, amount, reportable, reportableAmount, reason }: Form1099Item): ReportRow {
  return {
    kind: 'line',
    values: [name, taxId, BOXES[box], amount, reportable ? reportableAmount : null, reason && REASONS[reason]],
    source: { type: 'Vendor', id: vendorId },
  };
}

function rowsWithoutVendor({ withoutVendor }: Form1099Report, { without }: Wording): ReportRow[] {
  if (withoutVendor.length === 0) return [];
  const lines = withoutVendor.map(({ name, box, amount }): ReportRow => {
    return { kind: 'line', values: [name, null, BOXES[box], amount, null, null] };
  });
  return [{ kind: 'gap' }, { kind: 'heading', text: without }, ...lines];
}

function notesOf({ items, missingW9, withoutVendor, warnings }: Form1099Report, wording: Wording): string[] {
  const names = new Map(items.map(({ vendorId, name }) => [vendorId, name]));
  const missing = missingW9.map(({ name, vendorId }) => `${name} (${vendorId})`).join(', ');
  return [
    ...(withoutVendor.length === 0 ? [] : [wording.link]),
    ...warnings.map(({ vendorIds }) =>
      wording.sameTaxId(
        vendorIds.map((id) => names.get(id) ?? ''),
        mergesOf(vendorIds),
      ),
    ),
    ...(missing === '' ? [] : [wording.missing(missing)]),
  ];
}
