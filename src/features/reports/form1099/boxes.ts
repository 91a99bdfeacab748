/** The boxes of Form 1099: what the IRS prints on the forms, and the days by which the forms are due. */
import { FORM_1099_BOXES, type Form1099Box } from '../../../books/form1099.ts';
import { addDays, type CalendarDate, weekdayOf } from '../../../lib/date.ts';
import type { Due, PrintedBox } from './schema.ts';

/** What is printed at a box. */
export type Printed = Pick<PrintedBox, 'form' | 'number' | 'name'>;

/**
 * The names as printed on Forms 1099-NEC and 1099-MISC up to the revision of April 2025. The revision for 2026 has more
 * boxes on Form 1099-NEC.
 */
const PRINTED: Record<Form1099Box, Printed> = {
  NEC1: { form: '1099-NEC', number: '1', name: 'Nonemployee compensation' },
  MISC1: { form: '1099-MISC', number: '1', name: 'Rents' },
  MISC6: { form: '1099-MISC', number: '6', name: 'Medical and health care payments' },
  MISC10: { form: '1099-MISC', number: '10', name: 'Gross proceeds paid to an attorney' },
};

/** The last year whose forms were compared with the names above. */
const CHECKED_UP_TO = 2025;

/** Returns what is printed at a box of Form 1099. */
export const printedBox = (box: Form1099Box): Printed => PRINTED[box];

/** Returns a box as people read it, such as `1099-NEC box 1: Nonemployee compensation`. */
export function boxText({ form, number, name }: Printed): string {
  return `${form} box ${number}: ${name}`;
}

/** Returns all boxes with their names and due days for the payments of a calendar year. */
export function boxesOf(year: number): PrintedBox[] {
  const isChecked = year <= CHECKED_UP_TO;
  return FORM_1099_BOXES.map((box) => ({ box, ...PRINTED[box], isChecked, due: dueOf(box, year) }));
}

/**
 * Returns the days by which the form for a box is due, for the payments of a calendar year (General Instructions for
 * Certain Information Returns, parts M and "Guide to Information Returns"): Form 1099-NEC on January 31, Form 1099-MISC
 * on February 28 on paper and March 31 electronically, and the recipient's copy on January 31, or February 15 with
 * box 10.
 */
export function dueOf(box: Form1099Box, year: number): Due {
  const on = (day: string) => nextBusinessDay(`${year + 1}-${day}`);
  const isNec = box === 'NEC1';
  return {
    recipient: on(box === 'MISC10' ? '02-15' : '01-31'),
    paper: on(isNec ? '01-31' : '02-28'),
    electronic: on(isNec ? '01-31' : '03-31'),
  };
}

/** Returns a day, or the next day that is no Saturday, Sunday or legal holiday (26 U.S.C. 7503). */
function nextBusinessDay(date: CalendarDate): CalendarDate {
  const weekday = weekdayOf(date);
  const isOff = weekday === 0 || weekday === 6 || (weekday === 1 && isThirdWeekOfFebruary(date));
  return isOff ? nextBusinessDay(addDays(date, 1)) : date;
}

/** The only legal holiday near the due days is Washington's Birthday, the third Monday of February. */
const isThirdWeekOfFebruary = (date: CalendarDate) => date.slice(5) >= '02-15' && date.slice(5) <= '02-21';
