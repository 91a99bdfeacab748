/**
 * Differences that are known and wait for a decision or a correction in the service. A run lists the known differences
 * that it finds, and continues. Remove a line when its fault is corrected.
 */
export const KNOWN = [
  // A giving category and a category of other income with one name, such as Other, both get the amount of one of them.
  'the year before of lines with one name in /api/reports/activities',
  // An expense with which a fund bought something and paid back a loan has releases of one type, that of its last part.
  'what was bought and paid back at once in /api/reports/releases',
  // The approval of a reversal looks for its amount, which is negative, in the cash of the fund that lent.
  'a reversal of a loan was refused, because the fund that lent is overdrawn',
];
