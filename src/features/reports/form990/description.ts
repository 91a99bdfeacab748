import type { Letterhead } from '../../church/profile/service.ts';
import type { Report, ReportColumn } from '../formats/report.ts';
import type { Form990Report } from './schema.ts';
import { explain, FIGURES, figuresOf } from './wording.ts';

/** The line of the form that contains the totals. */
const TOTAL = '25';

const COLUMNS: readonly ReportColumn[] = [
  { title: 'Line', kind: 'text' },
  { title: 'Description', kind: 'text' },
  ...FIGURES.map(({ title, letter }) => ({ title, letter, kind: 'amount' as const })),
];

/** Returns the description of the report. It is in English, because the figures are copied to the English form. */
export function describeForm990(
  report: Form990Report,
  { name, ein, currency, paper }: Pick<Letterhead, 'name' | 'ein' | 'currency' | 'paper'>,
): Report {
  return {
    locale: 'en-US',
    title: `Form 990, Part IX: functional expenses from ${report.from} to ${report.to}`,
    sheet: 'Part IX',
    church: { name, ein, currency, paper },
    about: ['Approved expenses count on their date. Unaudited.'],
    columns: COLUMNS,
    rows: report.lines.map((line) => ({
      kind: line.code === TOTAL ? 'total' : 'line',
      values: [line.code, line.description, ...figuresOf(line)],
      source: line.code === TOTAL ? undefined : { type: 'Form990Line', id: line.code },
    })),
    notes: report.warnings.map(explain),
    // All lines of the form fit on one page.
    setting: { layout: 'landscape', size: 7.5 },
  };
}
