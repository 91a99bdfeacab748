/** The texts of the report, for the terminal, the workbook and the PDF. */
import { formatMoney, type Minor } from '../../../lib/money.ts';
import type { ReportLine, ReportWarning } from './schema.ts';

type Figures = Pick<ReportLine, 'total' | 'programServices' | 'managementAndGeneral' | 'fundraising'>;

/** The columns A to D. Each has a title and a function that returns the amount of a line. */
export const FIGURES = [
  { letter: 'A', title: 'Total', of: (line: Figures) => line.total },
  { letter: 'B', title: 'Program services', of: (line: Figures) => line.programServices },
  { letter: 'C', title: 'Management & general', of: (line: Figures) => line.managementAndGeneral },
  { letter: 'D', title: 'Fundraising', of: (line: Figures) => line.fundraising },
] as const;

const CLASSES = {
  ProgramServices: 'program services',
  ManagementAndGeneral: 'management & general',
  Fundraising: 'fundraising',
};

/** Returns the amounts of a line in the order of the columns. */
export function figuresOf(line: Figures): Minor[] {
  return FIGURES.map(({ of }) => of(line));
}

/** Returns a warning as a sentence. */
export function explain({ code, line, functionalClass, amount, count }: ReportWarning): string {
  if (code === 'column_not_allowed') {
    const expenses = count === 1 ? '1 expense' : `${count} expenses`;
    const column = CLASSES[functionalClass ?? 'ProgramServices'];
    return `Warning: line ${line} has no column for ${column}. Therefore ${formatMoney(amount)} (${expenses}) is in the only column of the line.`;
  }
  return `Warning: line ${line} is over 10 % of line 25. Itemize ${formatMoney(amount)} on Schedule O.`;
}
