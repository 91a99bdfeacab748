import type { Letterhead } from '../../church/profile/service.ts';
import type { Report, ReportColumn } from '../formats/report.ts';
import type { Form1099Item, Form1099Report, NotReported } from './schema.ts';

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

/** Returns the description of the report. It is in English, because the figures are copied to the English form. */
export function describeForm1099(
  { year, items, missingW9 }: Form1099Report,
  { name, ein, currency }: Pick<Letterhead, 'name' | 'ein' | 'currency'>,
): Report {
  return {
    locale: 'en-US',
    title: `Form 1099: payments to vendors in ${year}`,
    sheet: 'Form 1099',
    church: { name, ein, currency },
    about: ['Payments count on their day. Payments by card or PayPal, and voided payments, are left out. Unaudited.'],
    columns: COLUMNS,
    rows: items.map(({ vendorId, name: vendor, taxId, box, amount, reportable, reportableAmount, reason }) => ({
      kind: 'line',
      values: [vendor, taxId, BOXES[box], amount, reportable ? reportableAmount : null, reason && REASONS[reason]],
      source: { type: 'Vendor', id: vendorId },
    })),
    notes: missingW9.length === 0 ? [] : [missingNote(missingW9)],
  };
}

function missingNote(missing: Form1099Report['missingW9']): string {
  const names = missing.map(({ name, vendorId }) => `${name} (${vendorId})`).join(', ');
  return `Ask these vendors for Form W-9, and enter the tax id and the day: ${names}.`;
}
