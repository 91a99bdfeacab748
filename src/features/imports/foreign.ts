/** Recognizes files that Vestry does not read, by how they begin. */

/** The formats, what each of them is, and how it begins. */
const FORMATS: readonly (readonly [name: string, what: string, begins: RegExp])[] = [
  ['QIF', 'made for Quicken', /^!(?:Type|Account|Option|Clear):/i],
  ['MT940', 'made for accounting programs', /^\{1:|^(?:[^\n,;]{0,40}\n){0,5}:20:/],
  ['CAMT', 'made for accounting programs', /<Document\s[^>]*camt\.05/i],
  // Two records: the file with its day and time, and the first group of accounts.
  ['BAI2', 'made for accounting programs', /^01,[^,\n]*,[^,\n]*,\d{6},\d{0,4},[^\n]*\n02,/],
  // Its first record has the bank, the sender, the day, and the size of all records at fixed places.
  ['NACHA', 'of payments that a bank is to make, not of those that it made', /^101.{20}\d{6}[\d ]{4}[A-Z\d]094101/],
];

/** Returns the sentence about a text in a known format that Vestry does not read, or undefined for any other text. */
export function foreignFormat(head: string): string | undefined {
  const start = head.replace(/^(?:\uFEFF|\u00EF\u00BB\u00BF)?\s*/, '').replaceAll(/\r\n?/g, '\n');
  const [name, what] = FORMATS.find(([, , begins]) => begins.test(start)) ?? [];
  if (name === undefined) return undefined;
  return `The file is ${name}, a file ${what}.`;
}
