/** Makes the files of a report. The service does this in a thread, because a long report takes longer than 20 ms. */
import type { Report } from './report.ts';

/** The formats of files, and their media types. */
export const MEDIA_TYPES = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
} as const;
export const FORMATS = ['csv', 'xlsx', 'pdf'] as const satisfies readonly (keyof typeof MEDIA_TYPES)[];
export type FileFormat = (typeof FORMATS)[number];

/** Returns a report as a file. */
export async function makeFile(report: Report, format: FileFormat): Promise<Buffer> {
  if (format === 'pdf') return (await import('./report-pdf.ts')).printReportPdf(report);
  if (format === 'xlsx') return (await import('./workbook.ts')).reportWorkbook(report);
  return Buffer.from((await import('./csv.ts')).reportCsv(report));
}
