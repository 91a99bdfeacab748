/** A text as it is stored: Unicode NFC, without white space at the ends. */
export function tidy(text: string): string {
  return text.normalize('NFC').trim();
}

/** An e-mail address as it is compared: tidied, without case. */
export function emailKeyOf(email: string): string {
  return tidy(email).toLowerCase();
}

/** A text from elsewhere as a message shows it: a control character could write over the terminal. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, '?');
}

/** A number of things in words: `1 member`, `2 members`. */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** Whether a text can be kept on one line: well-formed Unicode without control characters. */
export function isLine(text: string): boolean {
  return text.isWellFormed() && !/\p{Cc}/u.test(text);
}

/** The same for text of several lines, which may have line ends and tabs. */
export function isProse(text: string): boolean {
  return text.isWellFormed() && !CONTROL.test(text);
}

/** Control characters (Unicode category Cc) but tab, line feed and carriage return. */
const CONTROL = /(?![\t\n\r])\p{Cc}/u;
